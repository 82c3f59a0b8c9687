/** A clock that never shows a time twice, so that the order of creation is always clear. */
export class Clock {
  #last = 0;

  now(): string {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last).toISOString();
  }
}
