// Numbers typed at a slider's value. ipywidgets takes them at some kinds of sliders only, between
// their marks too, and takes what it has rounded itself when a value is merely visited. So they are
// kept from it, and the kernel is told which control it is and what was typed.

const READOUT = ".rbflib-controls .widget-readout";
const EARLY = { capture: true }; // before ipywidgets

// From now on; undone by the returned function.
export function takeNumbers(explorer, send) {
  const typing = new Typing(send);
  const events = Object.entries(typing.handlers).map(([kind, handle]) => [
    kind,
    (event) => event.target.matches?.(READOUT) && handle(event),
  ]);
  for (const [kind, action] of events) explorer.addEventListener(kind, action, EARLY);
  return () => {
    for (const [kind, action] of events) explorer.removeEventListener(kind, action, EARLY);
  };
}

export class Typing {
  before = null; // what stood there, while something is being typed

  constructor(send) {
    this.send = send;
    this.handlers = {
      focus: this.select,
      click: this.select,
      beforeinput: this.begin,
      blur: this.leave,
      keydown: this.press,
    };
  }

  // What is typed next takes the place of all of it.
  select = ({ target }) => {
    if (this.before === null) getSelection().selectAllChildren(target);
  };

  begin = ({ target }) => {
    this.before ??= target.textContent;
  };

  leave = (event) => {
    event.stopPropagation();
    this.take(event.target);
  };

  press = (event) => {
    const readout = event.target;
    if (event.key === "Enter") this.take(readout);
    else if (event.key === "Escape") this.putBack(readout);
    else return;
    event.preventDefault();
    event.stopPropagation();
    readout.parentElement.querySelector(".noUi-handle").focus(); // arrow keys go on from here
  };

  // The value stands there again until the kernel has moved the slider.
  take(readout) {
    if (this.before === null) return;
    const text = readout.textContent.trim();
    this.putBack(readout);
    this.send({ kind: "typed", control: numberOf(readout), text });
  }

  putBack(readout) {
    readout.textContent = this.before ?? readout.textContent;
    this.before = null;
  }
}

// Which of the controls, counted from 0.
function numberOf(readout) {
  const controls = [...readout.closest(".rbflib-controls").children];
  return controls.findIndex((control) => control.contains(readout));
}
