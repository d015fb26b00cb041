// The canvas with the newest frame. Frames are unpacked side by side: an older one may come later.

import { unpack } from "./frame.js";
import { Sharpness } from "./sharpness.js";

export class Film {
  frame = null;
  shown = 0; // frames shown so far

  constructor({ el, picture, ask }) {
    this.el = el;
    this.picture = picture;
    this.pen = picture.getContext("2d");
    this.sharpness = new Sharpness(picture, (scale) => ask({ scale, shown: this.shown }));
  }

  // Shows a frame; whether it is still the newest when it is unpacked.
  async show(frame) {
    this.frame = frame;
    this.shown += 1;
    const image = await unpack(frame);
    if (frame !== this.frame) return false;
    this.sharpness.now = 1;
    this.sharpness.width = image.width;
    this.picture.style.setProperty("--rbflib-ratio", image.width / image.height);
    this.paint(image);
    return true;
  }

  // Shows the larger picture that was asked for, unless another frame has come meanwhile.
  async sharpen({ scale, shown }, larger) {
    const image = await unpack(larger);
    if (shown !== this.shown) return;
    this.sharpness.now = scale;
    this.paint(image);
  }

  paint(image) {
    const { width, height } = image;
    if (this.picture.width !== width || this.picture.height !== height)
      Object.assign(this.picture, { width, height });
    this.pen.putImageData(image, 0, 0);
    this.el.dataset.drawn = Number(this.el.dataset.drawn ?? 0) + 1;
    this.sharpness.rest();
  }
}
