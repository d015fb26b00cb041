// Saving what a page shows. A saved page holds its outputs, and with them which widgets it shows. The
// widgets themselves JupyterLab leaves out, unless a setting asks for them, and then it leaves out
// those that no kernel stands behind any more, and keeps those that no output shows any more. So
// the file would not fit itself. Here the page is given all that its outputs show, and only that.

const WIDGETS = "application/vnd.jupyter.widget-state+json";
const VIEW = "application/vnd.jupyter.widget-view+json";
const KEPT = Symbol.for("rbflib.saveModels");

export function saveModels({ model }) {
  const manager = model.widget_manager;
  const page = manager?.context; // JupyterLab's; others have none
  if (!page?.saveState || !manager._modelsSync || page[KEPT]) return;
  page[KEPT] = true;
  page.saveState.connect((_page, stage) => {
    if (stage === "started") page.model.setMetadata("widgets", { [WIDGETS]: shown(page, manager) });
  });
  const look = () => showWhatCameLate(page, manager);
  manager.restored.connect(look);
  look();
}

const LOOK_AGAIN_MS = 250;
const LOOKS = 12; // after which an output that was drawn has a widget, or has given up

// JupyterLab looks for widgets in the kernel and in the file. Where the kernel is quick and the file
// is slow, outputs are drawn in between, find no widget for two seconds, say so, and never look
// again: in ipywidgets, ManagerBase.get_model and WidgetRenderer.renderModel. An output that is
// drawn again before those two seconds are over is overwritten by what the first drawing says.
function showWhatCameLate(page, manager, drawn = new Map(), look = 0, last = LOOKS) {
  const texts = [...document.querySelectorAll(".jp-OutputArea-output")].map((e) => e.textContent);
  const isLost = texts.some((text) => text.includes("Error displaying widget"));
  if (isLost) drawAgain(page, manager, drawn, look);
  const isBusy = isLost || texts.some((text) => text.startsWith("Loading widget"));
  const end = Math.min(isBusy ? look + LOOKS : last, 20 * LOOKS); // a minute at most
  if (look < end) setTimeout(showWhatCameLate, LOOK_AGAIN_MS, page, manager, drawn, look + 1, end);
}

function drawAgain(page, manager, drawn, look) {
  for (const cell of page.model.cells) {
    for (let i = 0; i < (cell.outputs?.length ?? 0); i++) {
      const output = cell.outputs.get(i);
      const id = output.data[VIEW]?.model_id;
      const [times, next] = drawn.get(id) ?? [0, 0];
      if (!manager._modelsSync.has(id) || times === 3 || look < next) continue;
      drawn.set(id, [times + 1, look + LOOKS]);
      cell.outputs.set(i, output.toJSON());
    }
  }
}

// The models of all widgets that the outputs show, and of their parts, as a saved page holds them.
export function shown(page, manager) {
  const parts = {};
  const collect = (id) => {
    const model = manager._modelsSync.get(id);
    if (!model || parts[id]) return;
    parts[id] = Object.create(model, { comm_live: { value: true } }); // else it is left out
    for (const part of namedIn(model.serialize(model.get_state(true)))) collect(part);
  };
  for (const output of outputsOf(page.model)) collect(output.data?.[VIEW]?.model_id);
  const modelsOf = { _modelsSync: new Map(Object.entries(parts)) };
  return manager.get_state_sync.call(modelsOf, { drop_defaults: true });
}

const outputsOf = (page) => page.toJSON().cells.flatMap((cell) => cell.outputs ?? []);

// Widgets name their parts "IPY_MODEL_" and an id, at any depth of their state.
const namedIn = (state) =>
  [...JSON.stringify(state).matchAll(/"IPY_MODEL_([0-9a-f]+)"/g)].map(([, id]) => id);
