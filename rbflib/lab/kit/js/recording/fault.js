// A sentence in place of a picture.

const [WIDTH, HEIGHT] = [772, 370];

export function faultPicture(text) {
  const pen = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = "#222222";
  pen.font = "20px sans-serif";
  pen.fillText(text, 20, HEIGHT / 2); // at the left: there it is whole on a small screen too
  return pen.getImageData(0, 0, WIDTH, HEIGHT);
}
