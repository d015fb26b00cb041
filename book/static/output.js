// Outputs of a cell, as Python tells them: texts, errors, tables, pictures and widgets.

import { element } from "./element.js";

export const VIEW = "application/vnd.jupyter.widget-view+json";

// mount(comm) gives the element of a widget, or null.
export function showOutput(place, { kind, name, text, data, metadata }, mount) {
  if (kind === "printed") return print(place, name, text);
  const part = element("div", { className: "output" });
  const widget = data[VIEW] && mount(data[VIEW].model_id);
  if (widget) part.append(widget);
  else if (data[VIEW]) part.append(pre("Here the widgets of rbflib are drawn only."));
  else if (data["image/png"]) {
    const src = `data:image/png;base64,${data["image/png"]}`;
    const alt = metadata["image/png"]?.alt ?? data["text/plain"] ?? "";
    part.append(element("img", { src, alt }));
  } else if (data["text/html"]) {
    part.innerHTML = data["text/html"].replaceAll(/\$([^$\n]+)\$/g, "\\($1\\)");
    globalThis.MathJax?.typesetPromise?.([part]);
  } else part.append(pre(data["text/plain"]));
  return place.append(part);
}

// Lines of one stream go on in one place.
function print(place, name, text) {
  const last = place.lastElementChild;
  if (last?.dataset.stream === name) last.append(text);
  else {
    const part = pre(text);
    part.className = `output stream ${name}`;
    part.dataset.stream = name;
    place.append(part);
  }
}

const pre = (text) => element("pre", {}, text);
