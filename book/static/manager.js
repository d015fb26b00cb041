// The widgets of ipywidgets, by Jupyter's own manager: this file is fetched when the first is shown.

import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import * as controls from "@jupyter-widgets/controls";
import { Widget } from "@lumino/widgets";
import { element } from "./element.js";
import { mountModel } from "./models.js";
import { showOutput, typeset } from "./output.js";
import style from "./widgets.css"; // made by book/build.py

document.head.prepend(element("style", { textContent: style })); // before the page's own
let manager = null;

// Puts the widget of a model into an element of the page.
export async function mountManaged({ comm }, models, el) {
  manager ??= new PageManager(models);
  const view = await manager.create_view(await manager.get_model(comm));
  if (el.isConnected) Widget.attach(view.luminoWidget, el);
}

class PageManager extends ManagerBase {
  _rendermime = { latexTypesetter: { typeset } };

  constructor(models) {
    super();
    this.models = models;
  }

  async loadClass(name, module) {
    return CLASSES[module][name];
  }

  // One is made when it is first asked for.
  get_model(comm) {
    if (!this.has_model(comm) && this.models.has(comm)) {
      const model = this.models.get(comm);
      const { _model_name, _model_module, _model_module_version } = model.traits;
      const kind = { model_name: _model_name, model_module: _model_module };
      const options = { ...kind, model_module_version: _model_module_version, comm: wayTo(model) };
      this.new_model(options, { ...model.traits });
    }
    return super.get_model(comm);
  }

  callbacks() {
    return { iopub: {} };
  }
}

// What the manager takes for a kernel's comm.
function wayTo(model) {
  return {
    comm_id: model.comm,
    on_msg: (listen) =>
      model.on("message", (data, buffers) => listen({ content: { data }, buffers })),
    on_close: (listen) => model.on("comm_close", () => listen({})),
    close() {},
    send(data, { iopub }, _metadata, buffers) {
      model.post(data, buffers);
      const done = () => {
        model.off("handled", done);
        iopub.status?.({ content: { execution_state: "idle" } }); // then it sends what has changed since
      };
      model.on("handled", done);
    },
  };
}

// Ours keep a model of their own; in boxes they are among the manager's.
class AnyView extends base.DOMWidgetView {
  render() {
    super.render();
    const { models } = this.model.widget_manager;
    const own = models.get(this.model.model_id);
    this.displayed.then(() => this.el.append(mountModel(own, models))); // it asks how wide it is
  }
}

class OutputView extends base.DOMWidgetView {
  render() {
    super.render();
    const { models } = this.model.widget_manager;
    const own = models.get(this.model.model_id);
    const mount = (comm) => mountModel(models.get(comm), models);
    let isOld = false; // what is cleared may wait for the next output
    const show = (head) => {
      const isCleared = head.kind === "cleared";
      if (isCleared ? !head.wait : isOld) this.el.replaceChildren();
      isOld = isCleared && head.wait;
      if (!isCleared) showOutput(this.el, head, mount);
    };
    own.outputs.forEach(show);
    own.on("shown", show);
    let appended = 0; // by append_stdout and its kind, as a notebook keeps it
    const append = () => {
      const outputs = own.get("outputs");
      if (outputs.length < appended) this.el.replaceChildren();
      for (const output of outputs.slice(appended))
        show({ kind: output.output_type === "stream" ? "printed" : "shown", ...output });
      appended = outputs.length;
    };
    append();
    own.on("change:outputs", append);
  }
}

const { DOMWidgetModel } = base;
const CLASSES = {
  "@jupyter-widgets/base": base,
  "@jupyter-widgets/controls": controls,
  "@jupyter-widgets/output": { OutputModel: DOMWidgetModel, OutputView },
  anywidget: { AnyModel: DOMWidgetModel, AnyView },
};
