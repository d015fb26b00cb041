// The canvas with the newest frame. Frames are unpacked side by side: an older one may come later.

import { fill, runsOf } from "./frame.js";
import { Sharpness } from "./sharpness.js";

const haveOneSize = (a, b) => a?.width === b.width && a.height === b.height;

function put(canvas, image) {
  const { width, height } = image;
  if (!haveOneSize(canvas, image)) Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}

// The image that runs make. A sheet of its size is written over: to get new memory takes longer than
// all the rest.
function develop(runs, sheet) {
  if (runs instanceof ImageData) return runs; // recorded
  const image = haveOneSize(sheet, runs) ? sheet : new ImageData(runs.width, runs.height);
  fill(image.data, runs);
  return image;
}

export class Film {
  frame = null;
  sheet = null; // of the newest frame, unless it was recorded
  shown = 0; // frames shown so far

  constructor({ el, picture, panels, ask }) {
    Object.assign(this, { el, picture, panels, ask });
    const width = () => panels.width || picture.getBoundingClientRect().width;
    this.sharpness = new Sharpness(width, (scale) => ask({ scale, shown: this.shown }));
  }

  // Shows a frame; whether it is still the newest when it is unpacked.
  async show(frame) {
    this.frame = frame;
    this.shown += 1;
    const runs = await runsOf(frame);
    if (frame !== this.frame) return false;
    const image = develop(runs, this.sheet);
    if (image !== runs) this.sheet = image;
    this.sharpness.now = 1;
    this.sharpness.width = image.width;
    this.picture.parentElement.style.setProperty("--rbflib-ratio", image.width / image.height);
    this.paint(image);
    return true;
  }

  // A canvas with twice the pixels of a frame.
  twice() {
    this.ask({ scale: 2, copy: true });
    return new Promise((done) => {
      this.copied = done;
    });
  }

  // Takes the larger picture that was asked for: to be copied, or to be shown unless another frame
  // has come meanwhile.
  async sharpen({ scale, shown, copy }, larger) {
    const image = develop(await runsOf(larger));
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
    put(this.picture, image);
    this.panels.paint();
    this.el.dataset.drawn = Number(this.el.dataset.drawn ?? 0) + 1;
    this.sharpness.rest();
  }
}
