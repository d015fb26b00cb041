// The hand in a picture that the kernel draws: what it does is sent there.

export class Pointer {
  waiting = false; // a move was sent and its frame has not come yet
  moved = false; // since the hand went down
  newest = null; // a move to send after that

  constructor(send) {
    this.send = send;
  }

  // The hand that goes down on a handle.
  holding(handle) {
    return {
      down: (place) => this.down({ ...handle, ...place }),
      move: (place) => this.move(place),
      up: (place) => this.up(place),
      cancel: () => this.cancel(),
    };
  }

  down(place) {
    this.send({ kind: "down", ...place });
    return true;
  }

  // One move at a time, so that a slow kernel is never behind the hand.
  move(place) {
    this.moved = true;
    if (this.waiting) this.newest = place;
    else this.sendMove(place);
  }

  up(place) {
    if (this.moved) this.sendMove(place); // where the hand let go
    this.waiting = this.moved = false;
    this.send({ kind: "up", ...place });
  }

  cancel() {
    this.waiting = this.moved = false;
    this.newest = null;
    this.send({ kind: "cancel" });
  }

  // The frame of the last move is here, or the move has left no trace.
  answered() {
    this.waiting = false;
    if (this.newest) this.sendMove(this.newest);
  }

  sendMove(place) {
    this.newest = null;
    this.waiting = true;
    this.send({ kind: "move", ...place });
  }
}
