// The foot of a picture: what the hand can do in it, and buttons.

export function footOf(hint, ...buttons) {
  const foot = document.createElement("div");
  foot.className = "rbflib-foot";
  const words = document.createElement("span");
  words.textContent = [hint, "Ctrl+Z takes the last move back"].filter(Boolean).join(" · ");
  foot.append(words, ...buttons);
  return foot;
}

export function footButton(text, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", action);
  return button;
}
