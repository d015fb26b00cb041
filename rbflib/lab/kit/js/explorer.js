// An explorer on the screen: controls in a column, beside them the picture, its results below it.

import { newButton } from "./button.js";
import { newControl } from "./controls.js";
import { Draws } from "./draws.js";
import { element } from "./element.js";
import { addFont, askForFont } from "./font.js";
import { Foot } from "./foot.js";
import { UndoHistory } from "./history.js";
import { describeStills } from "./picture/alternatives.js";
import { newPicture } from "./picture/canvas.js";
import { addCross } from "./picture/cross.js";
import { FrameView } from "./picture/frame_view.js";
import { Handles } from "./picture/handles.js";
import { Panels } from "./picture/panels.js";
import { listenToPicture, PointerController } from "./picture/pointer.js";
import { Results } from "./results.js";
import { saveModels } from "./save_state.js";
import { isSame, Source } from "./source.js";
import { hideStills } from "./stills.js";
import { Strips } from "./strips.js";
import { paragraph } from "./words.js";

const ASLEEP =
  "This picture waits for the kernel. Where it is busy, Kernel ▸ Interrupt stops it; where it is " +
  "idle, choose Run ▸ Run All Cells in the menu.";

class ExplorerView {
  asleep = paragraph("rbflib-asleep", ASLEEP);
  picture = newPicture();

  constructor({ source, history, draws }, el) {
    Object.assign(this, { source, history, draws, el });
    this.description = source.get("_description");
    const { clickable, panels, titled } = this.description;
    this.results = new Results(titled);
    this.strips = new Strips(draws, (draw) => this.jump({ draw }));
    this.pointer = new PointerController(source, {
      history,
      clickable,
      handles: () => this.answer.handles,
      axes: () => this.answer.axes ?? [],
      say: (text) => this.foot.say(text),
      size: () => this.frames.size,
    });
    this.handles = new Handles(this.picture, this.pointer);
    this.panels = new Panels(this.picture, panels.length > 1 ? panels : [], this.pointer);
    this.frames = new FrameView({ el, picture: this.picture, panels: this.panels, source });
    listenToPicture(this.picture, this.pointer);
    if (clickable) addCross(this.picture, this.pointer);
    this.picture.classList.toggle("rbflib-clickable", clickable);
    const { frames, start, undo } = this;
    this.foot = new Foot({ source, el, frames, start, undo });
    this.build();
  }

  get answer() {
    return this.source.get("_answer");
  }

  build() {
    const [grid, column, stage] = ["grid", "controls", "stage"].map((name) =>
      element("div", { className: `rbflib-${name}` }),
    );
    stage.classList.toggle("rbflib-several", this.description.panels.length > 1);
    column.append(...this.newControls(), ...this.newButtons());
    stage.append(this.asleep, this.picture.parentElement, this.panels.el);
    stage.append(...this.results.parts, this.strips.live);
    grid.append(column, stage, this.strips.el, this.foot.el);
    this.el.classList.add("rbflib-explorer");
    this.el.classList.toggle("rbflib-natural", Boolean(this.description.natural));
    this.el.classList.toggle("rbflib-drags", this.description.hint.startsWith("drag"));
    const ariaLabel = ["explorer", this.source.get("_title")].filter(Boolean).join(": ");
    Object.assign(this.el, { role: "group", ariaLabel });
    this.el.append(grid);
    for (const does of ["pointerdown", "keydown"])
      stage.addEventListener(does, () => this.el.classList.add("rbflib-touched"));
    this.el.addEventListener("keydown", this.press, { capture: true });
  }

  newControls() {
    const does = { set: (values) => this.source.set(values), jump: this.jump, say: this.foot.say };
    const named = Object.entries(this.description.controls).filter(([, c]) => c.kind !== "data");
    this.controls = new Map(named.map(([name, c]) => [name, newControl(name, c, does)]));
    this.addDrawsButton();
    return [...this.controls.values()].map(({ el }) => el);
  }

  addDrawsButton() {
    const { draws, el } = this;
    if (!this.description.drawn?.length || !this.controls.has("draw")) return;
    const press = () => this.foot.say(draws.press(el));
    const title = "the numbers of all draws at these settings, as dots below the picture";
    this.drawsButton = newButton(`all ${draws.n} draws`, press, { title });
    this.controls.get("draw").el.append(this.drawsButton);
  }

  // Presets, and buttons that set back what the pointer has put into the picture.
  newButtons() {
    const { presets, controls, start } = this.description;
    const box = element("div", { className: "rbflib-presets" });
    this.presets = presets.map(([text, state]) => [newButton(text, () => this.jump(state)), state]);
    box.append(...this.presets.map(([button]) => button));
    const clearing = (name, { clear }) =>
      newButton(clear, () => this.jump({ [name]: start[name] }));
    const made = Object.entries(controls).filter(([, { clear }]) => clear);
    this.clears = made.map(([name, control]) => [name, clearing(name, control)]);
    return [...this.clears.map(([, button]) => button), ...(presets.length ? [box] : [])];
  }

  start = () => this.jump(this.description.start);

  undo = () => this.source.set(this.history.undo() ?? {});

  jump = (state) => {
    this.history.beginWhole();
    this.source.set(state);
  };

  // Ctrl+Z takes the last move back, and "?" tells the keys, where no text is being typed.
  press = (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isUndo = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
    if (!(isUndo || key === "?") || target.matches("input[type=text]")) return;
    event.preventDefault();
    event.stopPropagation(); // or JupyterLab would undo the last change of a cell
    if (isUndo) this.undo();
    else this.foot.keys.open();
  };

  // The controls as they stand; the picture follows when its frame has come.
  showControls = () => {
    const { values, texts, places, maxima, ends, disabled, hidden } = this.answer;
    this.asleep.hidden = !this.source.isAsleep;
    for (const [name, control] of this.controls) {
      control.allow({
        end: ends[name],
        disabled: disabled.includes(name),
        hidden: hidden.includes(name),
      });
      const value = this.source.value(name);
      const known = isSame(value, values[name]) ? [texts[name], places[name]] : [];
      control.show(value, ...known);
    }
    for (const [name, button] of this.clears)
      button.hidden = isSame(this.source.value(name), this.description.start[name]);
    if (this.drawsButton) this.drawsButton.ariaPressed = this.draws.isOn;
    this.strips.show();
    // A preset whose value is above a slider's present end is there at that end.
    const isHere = ([name, value]) =>
      isSame(this.source.value(name), name in maxima ? Math.min(value, maxima[name]) : value);
    for (const [button, state] of this.presets)
      button.ariaPressed = Object.entries(state).every(isHere);
  };

  showAnswer = async () => {
    this.history.note(this.source.values);
    const frame = this.source.get("_frame");
    if (frame !== this.frames.frame && !(await this.frames.show(frame))) return;
    const { answer } = this;
    this.handles.show(answer.handles);
    this.picture.classList.toggle("rbflib-draggable", answer.handles.length > 0);
    const words = [answer.words, answer.seen].filter(Boolean).join(". ");
    this.panels.show(answer.handles, words);
    this.results.show(answer);
    this.el.classList.toggle("rbflib-dim", Boolean(answer.dim));
    this.picture.ariaLabel = words;
  };

  receive = (message, buffers) => {
    if (message.kind === "scale") this.frames.renderAtScale(message, buffers[0]);
    if (message.kind === "hello") askForFont(this.source); // there is somebody to ask
    if (message.kind === "font") addFont(buffers);
  };

  // Follows the source from now on; undone by the returned function.
  listen() {
    const { source } = this;
    const { model } = source;
    const forget = source.subscribe(this.showControls);
    model.on("change:_answer", this.showAnswer);
    model.on("msg:custom", this.receive);
    this.showControls();
    this.showAnswer();
    return () => {
      forget();
      model.off("change:_answer", this.showAnswer);
      model.off("msg:custom", this.receive);
      for (const part of [this.results, this.panels, this.frames, this.foot]) part.end();
      this.el.removeEventListener("keydown", this.press, { capture: true });
      this.el.replaceChildren(); // ipywidgets keeps the element of every view, by its layout
    };
  }
}

// One source, one history and one Draws of a model, whatever the number of its views and how long
// they live: what listens to the model of a view hears no more once that view has ended.
export default () => {
  const shared = {};
  return {
    initialize({ model }) {
      saveModels({ model });
      describeStills(model);
      const source = new Source(model);
      const history = new UndoHistory(source.values);
      Object.assign(shared, { source, history, draws: new Draws(source) });
    },
    render({ model, el }) {
      hideStills(model, el);
      shared.source.greet();
      let end = () => {};
      const draw = () => {
        end();
        end = new ExplorerView(shared, el).listen();
      };
      draw();
      model.on("change:_description", draw); // where data of the reader's have come
      return () => {
        model.off("change:_description", draw);
        end();
      };
    },
  };
};
