// What a reader has changed, to be taken back move by move.

import { isSame } from "./source.js";

const ONE_MOVE_MS = 700; // changes of one control within so long are one move
const LONGEST = 100;

export class UndoHistory {
  before = [];
  moved = "";
  movedAt = 0;
  isDragging = false; // a drag is one move
  isWhole = false; // the next change is a whole move

  constructor(state, now = () => performance.now()) {
    this.present = state;
    this.now = now;
  }

  // This state is here.
  note(state) {
    if (this.isDragging) return;
    const names = Object.keys(state).filter((name) => !isSame(state[name], this.present[name]));
    const moved = names.join();
    if (!moved) return;
    if (moved !== this.moved || this.now() - this.movedAt > ONE_MOVE_MS)
      this.before = [...this.before, this.present].slice(-LONGEST);
    Object.assign(this, { present: state, moved: this.isWhole ? "" : moved, movedAt: this.now() });
    this.isWhole = false;
  }

  // What changes next is a move of its own.
  endMove() {
    this.moved = "";
  }

  // And what changes after that is one of its own, too.
  beginWhole() {
    this.endMove();
    this.isWhole = true;
  }

  // The state before the last move, or null; it becomes the present one.
  undo() {
    if (this.before.length === 0) return null;
    this.present = this.before.pop();
    this.endMove();
    return this.present;
  }
}
