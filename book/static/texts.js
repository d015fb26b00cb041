// Whose a reader's text is: that of the cell that is what it was, wherever it stands in this edition.

// What a cell is: its exercise, its first line, and a hash of the page's text.
export const keyOf = ({ exercise, source }) => [exercise, source.split("\n")[0], hash(source)];

// FNV-1a of 32 bits: to tell texts of one page apart.
export function hash(text) {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return sum.toString(36);
}

const WEIGHTS = [1, 2, 4]; // of what is the same: the text most of all
const LIKENESSES = [7, 6, 5, 4, 3, 2, 1];

const likeness = (one, other) =>
  WEIGHTS.reduce((sum, weight, i) => sum + (one[i] && one[i] === other[i] ? weight : 0), 0);

// To each text {key, text} of a cell of the page that cell, and to each of a reader's own {own, key,
// text} the one before it. A text whose cell is gone is the reader's own, at the end.
export function settle(saved, cells) {
  const places = new Map();
  const open = new Set(cells.filter(({ hidden }) => !hidden));
  for (const least of LIKENESSES)
    for (const text of saved.filter((text) => !places.has(text))) {
      const fits = ({ key }) => likeness(key, text.key) >= least;
      const cell = text.own ? cells.findLast(fits) : [...open].find(fits);
      if (cell) places.set(text, cell);
      if (!text.own) open.delete(cell);
    }
  return saved.map((text) => {
    const own = text.own ?? (places.has(text) ? null : `own-${hash(text.text)}`);
    return { ...text, own, cell: places.get(text) ?? cells.at(-1) };
  });
}
