// An editor for a cell of code. It comes with the first cell that is edited.

import { indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { keymap } from "@codemirror/view";
import { EditorView, minimalSetup } from "codemirror";

// CodeMirror's colors; its orange, of f-strings, is too faint on white.
const FAINT = "#e40";
const colors = HighlightStyle.define(
  defaultHighlightStyle.specs.map((x) => (x.color === FAINT ? { ...x, color: "#c30" } : x)),
);

// Puts an editor into an element; run() is called by Shift+Enter, change(text) by what is typed. Escape
// lets the Tab key out again.
export function edit(parent, doc, { run, change, label }) {
  const keys = keymap.of([{ key: "Shift-Enter", run: () => run() ?? true }, indentWithTab]);
  const listen = EditorView.updateListener.of(
    ({ docChanged, state }) => docChanged && change(state.doc.toString()),
  );
  const name = EditorView.contentAttributes.of({ "aria-label": label });
  const view = new EditorView({
    parent,
    doc,
    extensions: [keys, syntaxHighlighting(colors), minimalSetup, python(), listen, name],
  });
  view.focus();
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
