// The canvas with the newest frame. Frames are unpacked side by side: an older one may come later.

import { fill, runsOf } from "./frame.js";
import { Sharpness } from "./sharpness.js";

let views = 0; // of one explorer: each asks for its own scale

export class FrameView {
  number = views++;
  frame = null;
  buffer = null; // the image of the newest frame
  shown = 0; // frames shown so far
  size = [1, 1];

  constructor({ el, picture, panels, source }) {
    Object.assign(this, { el, picture, panels, source });
    const width = () => panels.width || picture.getBoundingClientRect().width;
    this.sharpness = new Sharpness(width, (scale) => this.askLarger({ scale }));
    // A busy page may lay itself out long after a side bar was closed.
    this.resized = new ResizeObserver(this.sharpness.rest);
    this.resized.observe(el);
  }

  end() {
    this.resized.disconnect();
    this.sharpness.end();
  }

  askLarger(wanted) {
    const { number, shown } = this;
    this.source.send({ kind: "scale", view: number, shown, ...wanted });
  }

  // Shows a frame; whether it is still the newest when it is unpacked.
  async show(frame) {
    this.frame = frame;
    this.shown += 1;
    const runs = await runsOf(frame);
    if (frame !== this.frame) return false; // before its pixels are written over the newest ones
    const image = imageOf(runs, this.buffer);
    this.size = [image.width, image.height];
    this.sharpness.now = 1;
    this.sharpness.width = image.width;
    this.picture.parentElement.style.setProperty("--rbflib-ratio", image.width / image.height);
    this.el.style.setProperty("--rbflib-own", `${image.width}px`);
    this.paint(image);
    return true;
  }

  // A promise of a canvas with twice the pixels of a frame.
  export2x = () => {
    if (this.source.isAsleep) return Promise.resolve(this.picture);
    this.askLarger({ scale: 2, copy: true });
    return new Promise((done) => {
      this.copied = done;
    });
  };

  // The larger picture that was asked for: to be copied, or to be shown unless another frame has come
  // meanwhile.
  async renderAtScale({ view, scale, shown, copy }, larger) {
    if (view !== this.number) return;
    const image = imageOf(await runsOf(larger));
    if (copy) {
      const canvas = document.createElement("canvas");
      put(canvas, image);
      this.copied(canvas);
    } else if (shown === this.shown) {
      this.sharpness.now = scale;
      this.paint(image);
    }
  }

  paint(image) {
    if (this.sharpness.now === 1) this.buffer = image;
    put(this.picture, image);
    this.panels.paint();
    this.el.dataset.drawn = Number(this.el.dataset.drawn ?? 0) + 1;
    this.sharpness.rest();
  }
}

// The image of it. A buffer of its size is written over: to get new memory takes longer than all the
// rest.
function imageOf(parts, buffer = null) {
  const { width, height } = parts;
  const image = haveOneSize(buffer, parts) ? buffer : new ImageData(width, height);
  fill(image.data, parts);
  return image;
}

const haveOneSize = (a, b) => a?.width === b.width && a.height === b.height;

function put(canvas, image) {
  const { width, height } = image;
  if (!haveOneSize(canvas, image)) Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
