// A canvas, in a frame that holds what stands above it: handles and a cross.

export function newPicture() {
  const frame = document.createElement("div");
  const canvas = document.createElement("canvas");
  frame.className = "rbflib-picture";
  canvas.setAttribute("role", "img");
  frame.append(canvas);
  return canvas;
}
