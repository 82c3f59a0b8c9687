// Writes messages to the streams of connections, and gathers what goes to the same stream in one turn of the event loop. System calls take most of
// the time of a server with many subscribers, and one call takes many messages.

import type { Duplex } from 'node:stream';

/** Text for a stream is gathered up to this size, and then written. So anything that still waits then is text that the client does not read. */
const MOST_GATHERED_BYTES = 16_384;

export class Outlet {
  #corked: Duplex[] = [];

  /** Writes the first message of a turn at once, and the others at the end of the turn. All that is written to the stream keeps its order. */
  write(stream: Duplex, bytes: Buffer): void {
    stream.write(bytes);
    if (stream.writableCorked === 0) {
      this.gather(stream);
    } else if (stream.writableLength >= MOST_GATHERED_BYTES) {
      this.flush(stream);
    }
  }

  /** Gathers all that is written to a stream until the end of the turn. */
  gather(stream: Duplex): void {
    stream.cork();
    if (this.#corked.push(stream) === 1) setImmediate(() => this.#endTurn());
  }

  /** Writes what is gathered for a stream now. What follows in this turn is gathered again. */
  flush(stream: Duplex): void {
    if (stream.writableCorked === 0) return;
    stream.uncork();
    stream.cork();
  }

  #endTurn(): void {
    const streams = this.#corked;
    this.#corked = [];
    for (const stream of streams) stream.uncork();
  }
}
