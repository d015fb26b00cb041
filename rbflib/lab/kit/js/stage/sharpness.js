// At rest a picture asks for more pixels where the screen has more: a sharp screen, or a projector.

const REST_MS = 250;

export class Sharpness {
  now = 1; // pixels of the shown picture for one of its frame
  width = null; // of the frame
  resting = null;

  constructor(picture, ask) {
    this.picture = picture;
    this.ask = ask; // called with the scale that the screen has
  }

  rest = () => {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.look(), REST_MS);
  };

  look() {
    const shown = this.picture.getBoundingClientRect().width;
    const scale = (shown / this.width) * window.devicePixelRatio;
    if (isWorthMore(scale, this.now)) this.ask(scale);
  }

  end() {
    clearTimeout(this.resting);
  }
}

export const isWorthMore = (scale, now) => scale > 1.05 && Math.abs(scale - now) > 0.05;
