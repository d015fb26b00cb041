// Numbers at axes.

// At most six of them, from 0, whose steps are 1, 2 or 5 times a power of ten.
export function niceTicks(top) {
  const raw = top / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((f) => f >= raw);
  const n = Math.floor(top / step) + 1;
  return Array.from({ length: n }, (_, i) => Number((i * step).toPrecision(3)));
}

export const withMinus = (x) => String(x).replace("-", "−");
