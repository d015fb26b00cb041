// A saved page holds the widgets that its outputs show, with their parts, and no others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveModels, shown } from "../../rbflib/lab/kit/js/save_state.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const WIDGETS = "application/vnd.jupyter.widget-state+json";

class Model {
  comm_live = false;

  constructor(state) {
    this.state = state;
  }

  get_state() {
    return this.state;
  }

  serialize(state) {
    return state;
  }
}

// As JupyterLab's manager does, it leaves out models that no kernel stands behind.
function get_state_sync({ drop_defaults }) {
  const live = [...this._modelsSync].filter(([, model]) => model.comm_live);
  return { drop_defaults, ids: live.map(([id]) => id).sort() };
}

function managerOf(states) {
  const models = Object.entries(states).map(([id, state]) => [id, new Model(state)]);
  return { _modelsSync: new Map(models), get_state_sync };
}

const pageOf = (...ids) => {
  const outputs = [{ text: "1" }, ...ids.map((model_id) => ({ data: { [VIEW]: { model_id } } }))];
  return { model: { toJSON: () => ({ cells: [{ source: "text" }, { outputs }] }) } };
};

const manager = managerOf({
  a0: { children: ["IPY_MODEL_b1", { deep: ["IPY_MODEL_c2"] }] },
  b1: { layout: "IPY_MODEL_d3" },
  c2: { parent: "IPY_MODEL_a0" },
  d3: {},
  e4: { layout: "IPY_MODEL_f5" },
  f5: {},
});

test("parts are kept at any depth, and once", () => {
  const kept = shown(pageOf("a0", "a0"), manager);
  assert.deepEqual(kept, { drop_defaults: true, ids: ["a0", "b1", "c2", "d3"] });
});

test("a page is given its widgets when it is saved, however many widgets ask for it", () => {
  const saved = [];
  const listeners = [];
  const page = pageOf("e4");
  page.saveState = { connect: (action) => listeners.push(action) };
  page.model.setMetadata = (name, value) => saved.push([name, value[WIDGETS].ids]);
  const restored = { connect() {} };
  const manager = Object.assign(managerOf({ e4: {} }), { context: page, restored });
  globalThis.document = { querySelectorAll: () => [] };
  saveModels({ model: { widget_manager: manager } });
  saveModels({ model: { widget_manager: manager } });
  assert.equal(listeners.length, 1);
  for (const stage of ["started", "completed"]) listeners[0](page, stage);
  assert.deepEqual(saved, [["widgets", ["e4"]]]);
});

const NOT_FOUND = "Error displaying widget: model not found";

// A page with one widget output, e4, whose text can be set; it notes which outputs are drawn again.
function pageWithText(text) {
  const outputs = [{ data: {} }, { data: { [VIEW]: { model_id: "e4" } } }, { data: {} }];
  const page = Object.assign(pageOf("e4"), { text, drawn: [], saveState: { connect() {} } });
  const shared = {
    length: outputs.length,
    get: (i) => ({ data: outputs[i].data, toJSON: () => outputs[i] }),
    set: (i, output) => page.drawn.push([i, output === outputs[i]]),
  };
  page.model.cells = [{}, { outputs: shared }];
  globalThis.document = { querySelectorAll: () => [{ textContent: page.text }] };
  return page;
}

test("an output that gave up is drawn when its widget is there, and again if overwritten", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const wait = (seconds) => {
    for (let i = 0; i < 4 * seconds; i++) t.mock.timers.tick(250);
  };
  const page = pageWithText(NOT_FOUND);
  const models = managerOf({});
  const restored = { connect() {} };
  saveModels({ model: { widget_manager: Object.assign(models, { context: page, restored }) } });
  wait(1);
  assert.deepEqual(page.drawn, []);
  models._modelsSync.set("e4", new Model({}));
  wait(2);
  assert.deepEqual(page.drawn, [[1, true]]); // older drawings may give up until then
  wait(2);
  assert.equal(page.drawn.length, 2);
  page.text = "a slider";
  wait(30);
  assert.equal(page.drawn.length, 2);
});
