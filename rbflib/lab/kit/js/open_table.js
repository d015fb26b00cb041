// A button that reads a file from the reader's disk and gives it to Python; it goes nowhere else.

import { suppressShortcuts } from "./keys_of_page.js";
import { hideStills } from "./stills.js";
import { statusLine } from "./words.js";

function render({ model, el }) {
  const input = Object.assign(document.createElement("input"), { type: "file" });
  input.accept = ".csv,.tsv,.txt";
  const [place, line, label] = ["div", "div", "label"].map((tag) => document.createElement(tag));
  place.className = "rbflib-predict";
  label.append("Open a table (CSV) from your disk ", input);
  const status = statusLine();
  line.append(label, status);
  place.append(line);
  el.append(place);
  suppressShortcuts([input]);
  hideStills(model, el);
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) model.send({ name: file.name }, undefined, [await file.arrayBuffer()]);
  });
  const show = () => {
    status.textContent = model.get("said");
  };
  model.on("change:said", show);
  show();
  return () => model.off("change:said", show);
}

export default { render };
