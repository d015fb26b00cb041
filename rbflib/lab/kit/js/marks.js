// The mark of a slider that is nearest to a number, as kit/controls.py finds it.

export function nearestMark(marks, number, scale) {
  const exact = marks.indexOf(number);
  if (exact >= 0) return exact;
  const [smallest, next] = marks.slice(0, 3).filter((mark) => mark > 0);
  const least = smallest ** 2 / next; // where 0 stands: a step below the smallest other mark
  const placeOf = (x) => (scale === "log" ? Math.log(Math.max(x, least)) : x);
  const gaps = marks.map((mark) => Math.abs(placeOf(mark) - placeOf(number)));
  return gaps.indexOf(Math.min(...gaps));
}
