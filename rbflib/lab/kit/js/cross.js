// The hand on the keyboard is a cross: arrow keys move it, Enter clicks, the space bar holds and
// lets go, Escape takes back what was moved since.

const SAID =
  "Arrow keys move a cross, Enter clicks, the space bar holds and lets go, Escape takes it back.";
const STEP = 0.01; // of the picture's width
const LARGE_STEP = 0.05; // with the shift key
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function giveCross(picture, hand) {
  const mark = crossMark(picture);
  const cross = new Cross(hand, () => picture.clientWidth / picture.clientHeight);
  const show = () => showCross(mark, picture, cross);
  picture.tabIndex = 0;
  picture.setAttribute("data-lm-suppress-shortcuts", "true");
  picture.setAttribute("aria-description", SAID);
  picture.addEventListener("keydown", (event) => {
    if (!cross.takes(event)) return;
    event.preventDefault();
    event.stopPropagation();
    cross.press(event);
    show();
  });
  picture.addEventListener("focus", show);
  picture.addEventListener("blur", () => {
    cross.letGo();
    show();
  });
}

function crossMark(picture) {
  const mark = document.createElement("div");
  mark.className = "rbflib-cross";
  mark.hidden = true;
  picture.after(mark);
  return mark;
}

function showCross(mark, picture, { place, held }) {
  mark.hidden = !picture.matches(":focus-visible");
  mark.classList.toggle("rbflib-held", held);
  mark.style.left = `${picture.offsetLeft + place.u * picture.clientWidth}px`;
  mark.style.top = `${picture.offsetTop + (1 - place.v) * picture.clientHeight}px`;
}

// Where the cross is, whether it holds something, and what a key does to it.
export class Cross {
  place = { u: 0.3, v: 0.6 };
  held = false;

  constructor(hand, ratio) {
    this.hand = hand;
    this.ratio = ratio; // () => width of the picture for its height
  }

  takes({ key, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey) return false;
    if (key === "Escape") return this.held; // else JupyterLab's: out of the picture
    return key in WAYS || key === "Enter" || key === " ";
  }

  press({ key, shiftKey }) {
    if (key in WAYS) this.walk(...WAYS[key].map((x) => x * (shiftKey ? LARGE_STEP : STEP)));
    else if (key === "Enter") this.click();
    else if (key === "Escape") this.cancel();
    else if (this.held) this.letGo();
    else this.held = this.hand.down(this.place);
  }

  walk(right, upward) {
    const inside = (x) => Math.min(Math.max(x, 0), 1);
    const { u, v } = this.place;
    this.place = { u: inside(u + right), v: inside(v + upward * this.ratio()) };
    if (this.held) this.hand.move(this.place);
  }

  click() {
    this.letGo();
    if (this.hand.down(this.place)) this.hand.up(this.place);
  }

  letGo() {
    if (this.held) this.hand.up(this.place);
    this.held = false;
  }

  cancel() {
    this.hand.cancel();
    this.held = false;
  }
}
