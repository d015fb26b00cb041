// A pointer in a picture: it drags handles and clicks. A place is (u, v): shares of the picture's width
// and height, from the lower left.

const CLICK_REACH = 5; // pixels that a pointer may move during a click
const HANDLE_REACH = 14; // pixels that a handle is wide to each side
const BESIDE = "beside the axes: nothing to click";

export class PointerController {
  drag = null;

  // handles() are those that are shown, size() is [width, height] of the picture in pixels, axes()
  // are those that take clicks: the box, and low, high, whether of logarithms, for x and y.
  constructor(source, { history, handles, size, axes, say, clickable }) {
    Object.assign(this, { source, history, handles, size, axes, say, clickable });
  }

  // Takes hold of this handle, or of the nearest one in the axes below; whether it does anything.
  down(place, number = null) {
    const handle = this.handles()[number] ?? this.nearestHandle(place);
    if (!handle && !this.clickable) return false;
    const beside = handle && { u: handle[1] - place.u, v: handle[2] - place.v };
    const isNear = number !== null || (handle && this.distance(beside) < HANDLE_REACH);
    this.drag = {
      begin: place,
      name: handle?.[0],
      beside: isNear ? beside : { u: 0, v: 0 }, // a handle far from the pointer comes to it
      before: this.source.values,
    };
    this.history.isDragging = true;
    return true;
  }

  nearestHandle(place) {
    const { u, v } = place;
    const near = this.handles().filter(([, , , box]) => holds(box, place));
    const far = near.map(([, x, y]) => this.distance({ u: x - u, v: y - v }));
    return near[far.indexOf(Math.min(...far))];
  }

  distance({ u, v }) {
    const [width, height] = this.size();
    return Math.hypot(u * width, v * height);
  }

  move({ u, v }) {
    const { name, beside } = this.drag ?? {};
    if (!name) return;
    this.drag.hasMoved = true;
    this.source.point({ kind: "drag", name, u: u + beside.u, v: v + beside.v });
  }

  // A pointer that comes up where it went down has clicked.
  up(place) {
    if (!this.drag) return;
    const { begin, hasMoved } = this.drag;
    const way = this.distance({ u: place.u - begin.u, v: place.v - begin.v });
    if (this.clickable && way < CLICK_REACH) {
      this.cancel();
      this.click(begin);
    } else {
      if (hasMoved) this.move(place);
      this.end();
    }
  }

  cancel() {
    if (!this.drag) return;
    this.source.message = null;
    if (this.drag.hasMoved) this.source.set(this.drag.before);
    this.end();
  }

  end() {
    this.drag = null;
    this.history.isDragging = false;
    this.history.endMove();
    this.history.note(this.source.values);
  }

  click = ({ u, v }) => {
    if (this.axesAt({ u, v })) this.source.point({ kind: "click", u, v });
    else this.say(BESIDE);
  };

  axesAt = (place) => this.axes().find(([box]) => holds(box, place));

  // The data coordinates of a place in words.
  valueAt(place) {
    const [box, ...scales] = this.axesAt(place) ?? [];
    if (!box) return BESIDE;
    const shares = [place.u, place.v].map((x, i) => (x - box[i]) / (box[i + 2] - box[i]));
    return shares
      .map((share, i) => numberAt(scales[i], share))
      .join(", ")
      .replaceAll("-", "−");
  }

  nudge(number, right, up) {
    const [name] = this.handles()[number];
    this.source.point({ kind: "nudge", name, right, up });
  }
}

const holds = ([left, bottom, right, top], { u, v }) =>
  left <= u && u <= right && bottom <= v && v <= top;

function numberAt([low, high, isLog], share) {
  const x = low + share * (high - low);
  return isLog ? Number((10 ** x).toPrecision(2)) : Number(x.toFixed(2));
}

// A mouse, a pen, or a finger that taps: one that swipes scrolls.
export function listenToPicture(picture, pointer) {
  listenToPointer(picture, picture, pointer, ({ pointerType }) => pointerType !== "touch");
  listenToTaps(picture, pointer);
}

// Pointers that go down on a target, if they are of the kind that it takes.
export function listenToPointer(target, picture, pointer, takes = () => true) {
  const placeOf = (event) => shares(event, picture.getBoundingClientRect());
  let held = null; // the pointer that drags: a second finger on the target does not
  const isHeld = ({ pointerId }) => pointerId === held && target.hasPointerCapture(held);
  const cancel = ({ pointerId }) => pointerId === held && pointer.cancel();
  target.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !takes(event)) return;
    if (!pointer.down(placeOf(event))) return;
    event.preventDefault();
    held = event.pointerId;
    target.setPointerCapture(held);
    target.focus({ preventScroll: true, focusVisible: false }); // Ctrl+Z is for what it does
  });
  target.addEventListener("pointermove", (event) => {
    if (isHeld(event)) pointer.move(placeOf(event));
  });
  target.addEventListener("pointerup", (event) => {
    if (isHeld(event)) pointer.up(placeOf(event));
  });
  target.addEventListener("pointercancel", cancel);
  target.addEventListener("lostpointercapture", cancel);
  target.addEventListener("contextmenu", () => pointer.cancel());
}

// A finger that scrolls or zooms clicks nothing. Not all browsers say of a click what it is of.
function listenToTaps(picture, pointer) {
  let last; // the kind of the last pointer
  picture.addEventListener("pointerdown", ({ pointerType }) => {
    last = pointerType;
  });
  picture.addEventListener("click", (event) => {
    const place = shares(event, picture.getBoundingClientRect());
    if (last === "touch" && pointer.down(place)) pointer.up(place);
  });
}

export const shares = ({ clientX, clientY }, { left, top, width, height }) => ({
  u: (clientX - left) / width,
  v: 1 - (clientY - top) / height,
});
