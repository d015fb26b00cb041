// A hand in a picture: down(place), move(place), up(place) or cancel(), with place as shares (u, v)
// of width and height from the lower left. down() says whether it holds something, and hover(place)
// may be missing. The hand is a mouse or a pen, or a finger that taps: one that swipes scrolls.

export function giveHand(picture, hand) {
  givePointer(picture, picture, hand, ({ pointerType }) => pointerType !== "touch");
  giveTap(picture, hand);
}

// Pointers that go down on a target, if they are of the kind that it takes, move the hand.
export function givePointer(target, picture, hand, takes = () => true) {
  const placeOf = (event) => shares(event, picture.getBoundingClientRect());
  const isHeld = (event) => target.hasPointerCapture(event.pointerId);
  target.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !takes(event)) return;
    if (!hand.down(placeOf(event))) return;
    event.preventDefault();
    target.setPointerCapture(event.pointerId);
    target.focus({ preventScroll: true, focusVisible: false }); // Ctrl+Z is for what it does
  });
  target.addEventListener("pointermove", (event) => {
    hand.hover?.(placeOf(event));
    if (isHeld(event)) hand.move(placeOf(event));
  });
  target.addEventListener("pointerup", (event) => {
    if (isHeld(event)) hand.up(placeOf(event));
  });
  target.addEventListener("pointercancel", (event) => {
    if (isHeld(event)) hand.cancel();
  });
}

const TAP_REACH = 10; // pixels that a finger may move during a tap

// A finger that comes up where it went down; the browser cancels one that scrolls or zooms.
function giveTap(picture, hand) {
  let began = null;
  const forget = () => {
    began = null;
  };
  picture.addEventListener("pointerdown", (event) => {
    began = event.pointerType === "touch" && event.isPrimary ? event : null;
  });
  picture.addEventListener("pointercancel", forget);
  picture.addEventListener("pointerup", (event) => {
    if (began === null || event.pointerId !== began.pointerId) return;
    const way = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY);
    const place = shares(began, picture.getBoundingClientRect());
    forget();
    if (way < TAP_REACH && hand.down(place)) hand.up(place);
  });
}

export const shares = ({ clientX, clientY }, { left, top, width, height }) => ({
  u: (clientX - left) / width,
  v: 1 - (clientY - top) / height,
});
