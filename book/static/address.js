// Addresses of states: page.html#explorer?gamma=50&noise=0.3, or page.html#explorer?preset=Wide bumps.

// [name of an explorer, its settings as texts] of an address.
export function addressed(hash = location.hash) {
  const [name, query = ""] = hash.slice(1).split("?");
  return [name, Object.fromEntries(new URLSearchParams(query))];
}

// The address of a state: what differs from the start.
export function addressOf(name, values, start, page = location.href.split("#")[0]) {
  const moved = Object.keys(start).filter((key) => !isSame(values[key], start[key]));
  const texts = moved.map((key) => [key, textOf(values[key])]);
  return `${page}#${name}${texts.length ? "?" : ""}${new URLSearchParams(texts)}`;
}

// Values of the controls that settings mean. What is none is left out.
export function valuesOf(settings, { presets, start }) {
  const preset = presets.find(([label]) => label === settings.preset);
  const given = Object.entries(settings).flatMap(([key, text]) => {
    const value = key in start ? asKind(text, start[key]) : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return { ...start, ...preset?.[1], ...Object.fromEntries(given) };
}

const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function asKind(text, like) {
  if (typeof like === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
