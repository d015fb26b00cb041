// An editor for a cell of code. It comes with the first cell that is edited.

import { acceptCompletion, autocompletion, startCompletion } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { keymap } from "@codemirror/view";
import { EditorView, minimalSetup } from "codemirror";

// CodeMirror's colors, lighter on a dark page; its orange, of f-strings, is too faint on white.
const FAINT = "#e40";
const onBoth = (color) => `light-dark(${color}, color-mix(in srgb, ${color} 40%, white))`;
const colors = HighlightStyle.define(
  defaultHighlightStyle.specs.map((x) =>
    x.color ? { ...x, color: onBoth(x.color === FAINT ? "#c30" : x.color) } : x,
  ),
);
const LEAVE = "Tab completes a name. Escape, then Tab leaves the cell."; // book.css shows it, too

// Tab after a letter or a point.
const completeName = {
  key: "Tab",
  run: (view) => {
    const { from, empty } = view.state.selection.main;
    const isName = empty && /[\w.]/.test(view.state.sliceDoc(from - 1, from));
    return acceptCompletion(view) || (isName && startCompletion(view));
  },
};

// Puts an editor into an element; change(text) is called by what is typed, complete(code) gives the
// names that the code can end with, as guest.py tells them, or null.
export function edit(parent, doc, { change, complete, label }) {
  const keys = keymap.of([completeName, indentWithTab]);
  const names = async ({ state, pos }) => {
    const found = await complete(state.sliceDoc(0, pos));
    const options = found?.names.map((name) => ({ label: name }));
    return found && { from: pos - found.replaced.length, options, validFor: /^[\w.]*$/ };
  };
  const completion = autocompletion({ override: [names], activateOnTyping: false, icons: false });
  const listen = EditorView.updateListener.of(
    ({ docChanged, state }) => docChanged && change(state.doc.toString()),
  );
  const said = { "aria-label": label, "aria-description": LEAVE };
  const about = EditorView.contentAttributes.of(said);
  const code = [syntaxHighlighting(colors), minimalSetup, python()];
  const view = new EditorView({ parent, doc, extensions: [keys, completion, code, listen, about] });
  return {
    focus: () => view.focus(),
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
