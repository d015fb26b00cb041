// A hand in a picture: down(place), move(place), up(place) or cancel(), with place as shares (u, v)
// of width and height from the lower left. down() says whether it holds something, and hover(place)
// may be missing. The pointer is the hand, with its first button, or a cross on the keyboard.

import { giveCross } from "./cross.js";

export function giveHand(picture, hand) {
  givePointer(picture, hand);
  giveCross(picture, hand);
}

function givePointer(picture, hand) {
  const placeOf = (event) => shares(event, picture.getBoundingClientRect());
  const isHeld = (event) => picture.hasPointerCapture(event.pointerId);
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !hand.down(placeOf(event))) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    hand.hover?.(placeOf(event));
    if (isHeld(event)) hand.move(placeOf(event));
  });
  picture.addEventListener("pointerup", (event) => {
    if (isHeld(event)) hand.up(placeOf(event));
  });
  picture.addEventListener("pointercancel", (event) => {
    if (isHeld(event)) hand.cancel();
  });
}

export const shares = ({ clientX, clientY }, { left, top, width, height }) => ({
  u: (clientX - left) / width,
  v: 1 - (clientY - top) / height,
});
