// Outputs of a cell, as Python tells them: texts, errors, tables, formulas, pictures and widgets.

import { element } from "./element.js";

export const VIEW = "application/vnd.jupyter.widget-view+json";
const OVERWRITTEN = /[^\n]*\r(?=[^\r\n])/g; // of a line that was begun again
const CODE = /\p{Cc}\[([\d;]*)m/u; // of a terminal: a color
const COLORS = ["black", "red", "green", "gold", "blue", "magenta", "cyan", "gray"];

// mount(comm) gives the element of a widget, or null.
export function showOutput(place, head, mount) {
  if (head.kind === "printed") return print(place, head.name, head.text);
  // What has a name is replaced where it stands.
  const same = `[data-display="${CSS.escape(head.display)}"]`;
  const olds = head.update ? document.querySelectorAll(same) : [];
  for (const old of olds) old.replaceChildren(contentOf(head, mount));
  if (head.update) return;
  const part = element("div", { className: "output" });
  if (head.display) part.dataset.display = head.display;
  place.append(part);
  part.append(contentOf(head, mount));
}

// In the order in which JupyterLab chooses.
function contentOf({ data, metadata }, mount) {
  const widget = data[VIEW] && mount(data[VIEW].model_id);
  const markup = data["text/html"] ?? data["image/svg+xml"];
  const image = Object.keys(data).find((kind) => kind.startsWith("image/"));
  if (widget) return widget;
  if (markup) return markedUp(markup);
  if (data["text/latex"]) return typeset(element("div", {}, data["text/latex"]));
  if (!image) return pre(data["text/plain"]);
  const alt = metadata[image]?.alt ?? data["text/plain"] ?? "";
  return element("img", { src: `data:${image};base64,${data[image]}`, alt });
}

// Its scripts run once it stands in the page. A player of matplotlib asks for a font of others.
function markedUp(text) {
  const part = element("div");
  part.append(document.createRange().createContextualFragment(text));
  for (const link of part.querySelectorAll("link")) link.remove();
  return typeset(part);
}

// The element, whose formulas will be set.
export function typeset(part) {
  globalThis.MathJax?.startup?.promise.then(() => MathJax.typesetPromise([part]));
  return part;
}

// Lines of one stream go on in one place.
function print(place, name, text) {
  let part = place.lastElementChild;
  if (part?.dataset.stream !== name) {
    part = element("pre", { className: `output stream ${name}`, written: "" });
    part.dataset.stream = name;
    place.append(part);
  }
  const isPlain = !CODE.test(text) && !text.includes("\r") && !part.written.endsWith("\r");
  part.written += text;
  if (isPlain) return part.append(text);
  part.written = part.written.replaceAll(OVERWRITTEN, "");
  return part.replaceChildren(...colored(part.written));
}

// Texts between codes, each in the color, or on the ground, of the code before it.
const colored = (text) =>
  text.split(CODE).map((piece, i, all) => {
    const span = element("span", {}, i % 2 ? "" : piece);
    const [, ink, ofAll] = /(?:^|;)(?:[39]([0-7])|38;5;(\d+))(?=;|$)/.exec(all[i - 1]) ?? [];
    const ground = /(?:^|;)4([0-7])(?=;|$)/.exec(all[i - 1])?.[1];
    if (ground) span.style.background = `color-mix(in srgb, ${COLORS[ground]} 30%, transparent)`;
    else if (ink ?? ofAll) span.style.color = onAnyPage(COLORS[ink] ?? colorOf(Number(ofAll)));
    return span;
  });

// On a light page, and on a dark one.
const onAnyPage = (color) => `color-mix(in srgb, ${color} 40%, currentcolor)`;

// Of a terminal's 256: the names, a cube of 6 × 6 × 6, and grays.
function colorOf(n) {
  if (n < 16) return COLORS[n % 8];
  const cube = [36, 6, 1].map((by) => (Math.floor((n - 16) / by) % 6) / 5);
  const shares = n > 231 ? Array(3).fill((n - 232) / 23) : cube;
  return `rgb(${shares.map((x) => `${100 * x}%`).join(" ")})`;
}

const pre = (text) => element("pre", {}, text);
