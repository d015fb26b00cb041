// Numbers as people type them: 0.5, 0,5, −1, 1/4, 1,000, ０．５. Not all that Number() takes.

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const RAISED = /[²³¹¼-¾⁰-₟⅐-↏]/u; // 2² would be 22

// The finite number that a text says, also as a fraction, or null.
export function asNumber(text) {
  if (RAISED.test(text)) return null;
  const over = plain(text).split("/").map(withPoint);
  if (over.length > 2 || !over.every((part) => NUMBER.test(part))) return null;
  const [above, below] = [...over, "1"].map(Number);
  return Number.isFinite(below) && Number.isFinite(above / below) ? above / below : null;
}

// In the signs of a keyboard: East Asian ones have wider ones.
export const plain = (text) => text.normalize("NFKC").replaceAll("−", "-");

// With a point for its decimals, and without commas for its thousands.
function withPoint(part) {
  const text = part.trim();
  const inThousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])/.test(text);
  return text.replaceAll(",", inThousands ? "" : ".");
}
