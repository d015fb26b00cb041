// The family of the pictures, for the words around them. A kernel sends it once per page: else it
// would be saved with every widget. Where none answers, words have the family of the system.

const ASKED = Symbol.for("rbflib.font");
const WEIGHTS = ["600 700", "400"]; // of the files, in the order of their names

export function askForFont(source) {
  if (document[ASKED]) return;
  document[ASKED] = true;
  source.send({ kind: "font" });
}

export function addFont(files) {
  files.forEach((file, i) => {
    document.fonts.add(new FontFace("rbflib Sans", file, { weight: WEIGHTS[i] }));
  });
}
