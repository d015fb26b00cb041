// At rest a picture asks for more pixels where the screen has more: a sharp screen, or a projector.

const REST_MS = 250;

export class Sharpness {
  now = 1; // pixels of the shown picture for one of its frame
  width = null; // of the frame
  resting = null;

  constructor(widthShown, ask) {
    this.widthShown = widthShown; // () => of the picture on the screen
    this.ask = ask; // called with the scale that the screen has
    this.watch();
  }

  // A page that is zoomed, or moved to another screen, has other pixels.
  watch = () => {
    this.end();
    this.screen = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    this.screen.addEventListener("change", this.watch);
    this.rest();
  };

  rest = () => {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.look(), REST_MS);
  };

  look() {
    const shown = this.widthShown();
    if (this.width === null || !shown) return;
    const scale = (shown / this.width) * window.devicePixelRatio;
    if (Math.abs(scale - this.now) * this.width > 1) this.ask(scale);
  }

  end() {
    clearTimeout(this.resting);
    this.screen?.removeEventListener("change", this.watch);
  }
}
