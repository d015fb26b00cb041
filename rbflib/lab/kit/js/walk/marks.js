// Lines, markers and axes on a canvas.

export const INK = "#222222";
export const MUTED = "#767676";

export function line(pen, [x, y], [u, v]) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(u, v);
  pen.stroke();
}

export function ring(pen, [x, y], radius) {
  pen.strokeStyle = INK;
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.stroke();
}

export function notch(pen, x, y, dx, dy) {
  pen.strokeStyle = MUTED;
  pen.lineWidth = 1;
  line(pen, [x, y], [x + dx, y + dy]);
}

export function axes(pen, { left, top, width, height }) {
  pen.strokeStyle = MUTED;
  pen.lineWidth = 1;
  line(pen, [left, top], [left, top + height]);
  line(pen, [left, top + height], [left + width, top + height]);
}

export function title(pen, { left, top }, text) {
  pen.fillStyle = INK;
  pen.fillText(text, left, top - 11);
}

export function diamond(pen, center, size, fill, edge) {
  const corners = [
    [0, -size],
    [size, 0],
    [0, size],
    [-size, 0],
  ];
  polygon(pen, center, corners);
  pen.fillStyle = fill;
  pen.strokeStyle = edge;
  pen.lineWidth = 1.6;
  pen.fill();
  pen.stroke();
}

export const filledDiamond = (pen, center, size) => diamond(pen, center, size, INK, "white");
export const openDiamond = (pen, center, size) => diamond(pen, center, size, "white", INK);

export function polygon(pen, [x, y], corners) {
  pen.beginPath();
  for (const [dx, dy] of corners) pen.lineTo(x + dx, y + dy);
  pen.closePath();
}

// biome-ignore format: a shape per line
const SHAPES = {
  s: [[-4, -4], [4, -4], [4, 4], [-4, 4]],
  "^": [[0, -5], [5, 4], [-5, 4]],
  v: [[0, 5], [5, -4], [-5, -4]],
  P: [[-2, -5], [2, -5], [2, -2], [5, -2], [5, 2], [2, 2],
      [2, 5], [-2, 5], [-2, 2], [-5, 2], [-5, -2], [-2, -2]],
  h: spikes(6, () => 5),
  "*": spikes(10, (i) => (i % 2 ? 2.4 : 6)),
};
SHAPES.X = SHAPES.P.map(([x, y]) => [(x - y) / 1.3, (x + y) / 1.3]);

// n corners at equal angles from the top, at these distances.
function spikes(n, radius) {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * i * Math.PI) / n;
    return [radius(i) * Math.sin(angle), -radius(i) * Math.cos(angle)];
  });
}

// The eight markers are those of matplotlib, by its names.
export function marker(pen, look, [x, y]) {
  if (look.marker === "o") {
    pen.beginPath();
    pen.arc(x, y, 4, 0, 7);
  } else {
    polygon(pen, [x, y], SHAPES[look.marker]);
  }
  pen.fillStyle = look.color;
  pen.strokeStyle = "white";
  pen.lineWidth = 0.8;
  pen.fill();
  pen.stroke();
}
