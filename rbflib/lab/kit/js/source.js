// Where pictures come from. A stage asks a source, which has what it needs of a widget's model: get,
// set, on, off and send. With a kernel the source is the model itself. In the book there is none, and
// a recording answers: the page says by `rbflibRecordings` in which folder all of them lie.

import { modelsOf } from "./recording/controls.js";
import { Quiet } from "./recording/quiet.js";
import { Recording } from "./recording/recording.js";
import { Store } from "./recording/store.js";

// Renders by render({model, el}), with the source of the widget's pictures as its model.
export function withSource(render) {
  return ({ model, el }) =>
    globalThis.rbflibRecordings ? withRecording(render, model, el) : render({ model, el });
}

async function withRecording(render, model, el) {
  const source = await recordingOf(model, el);
  const end = render({ model: source, el });
  return () => {
    end();
    source.end();
  };
}

async function recordingOf(model, el) {
  const store = new Store(new URL(`${model.get("explorer")}/`, globalThis.rbflibRecordings));
  const isDragged = () =>
    el.closest(".rbflib-explorer").querySelector(".noUi-active, .noUi-state-tap") !== null;
  try {
    const [index, models] = await Promise.all([store.index(), modelsOf(model, "controls")]);
    return new Recording({ model, el, store, index, models, isDragged });
  } catch (fault) {
    return new Quiet(model, `the recording of this explorer did not come: ${fault.message}`);
  }
}
