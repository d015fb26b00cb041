// The foot of a picture: what the hand can do in it, and buttons.

export function footOf(hint, ...buttons) {
  const foot = document.createElement("div");
  foot.className = "rbflib-foot";
  const words = document.createElement("span");
  words.textContent = hint;
  foot.append(words, ...buttons);
  return foot;
}
