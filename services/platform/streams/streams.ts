// Streams that a service holds open: how many somebody may have, what waits for a slow reader, and how they end.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../service.ts';

/** Why the service ends a stream: its owner asked for it, the credential is not valid any more, the reader is too slow, or the server stops. */
export type Ending = 'asked' | 'revoked' | 'slow' | 'stopping';

interface StreamOptions<Item> {
  /** Whose stream it is, and of what: `b-microblog:streams:<app>:<operation>`. All processes together hold at most `limit` of a key. */
  readonly key: string;
  readonly limit: number;
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal;
  /** What comes before the items that are pushed, such as what a reader has missed. */
  readonly before?: AsyncIterable<Item>;
  /** The last item of a stream that the service ends. */
  last(ending: Ending): Item;
  /** Called once, when the stream has ended, for whatever reason. */
  ended(): void;
}

/** A stream, whose reader pulls items. */
export interface OpenStream<Item> extends AsyncIterable<Item> {
  /** Adds an item. A stream where more waits than a reader may leave ends. @param length says about how many bytes it has, where it has to wait */
  push(item: Item, length: () => number): void;
  /**
   * Ends the stream.
   * @param ending what waits is dropped, and the last item says why. Absent: the reader has asked for no more, and gets what waits
   */
  end(ending?: Ending): void;
}

export interface Streams {
  /** @returns `undefined` where there are as many streams of the key as may be */
  open<Item>(options: StreamOptions<Item>): Promise<OpenStream<Item> | undefined>;
}

/** What may wait for a reader. */
const MOST_ITEMS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** How long readers have to take the last items when the server stops, in milliseconds of wall time. */
const STOPPING = 1_000;

/** For one server: all streams end with it. */
export function createStreams({ semaphores, onEnd }: Pick<Platform<unknown>, 'semaphores' | 'onEnd'>): Streams {
  const all = new Set<{ end(ending: Ending): void; readonly left: Promise<void> }>();
  onEnd(async () => {
    const open = [...all];
    for (const stream of open) stream.end('stopping');
    const waiting = new AbortController();
    const late = sleep(STOPPING, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([Promise.all(open.map(({ left }) => left)), late]);
    waiting.abort();
  });
  return {
    async open(options) {
      if (!(await semaphores.acquire(options.key, options.limit))) return undefined;
      const stream = new HeldStream(options, () => semaphores.release(options.key));
      all.add(stream);
      void stream.left.then(() => all.delete(stream));
      return stream;
    },
  };
}

interface Waiting<Item> {
  readonly item: Item;
  readonly bytes: number;
}

class HeldStream<Item> implements OpenStream<Item> {
  /** Settles when the reader has taken the last item, or is gone. */
  readonly left: Promise<void>;
  readonly #options: StreamOptions<Item>;
  readonly #release: () => void;
  readonly #leave: () => void;
  #before: AsyncIterator<Item> | undefined;
  #waiting: Waiting<Item>[] = [];
  #bytes = 0;
  /** `ending`: what waits is the rest. */
  #state: 'open' | 'ending' | 'left' = 'open';
  /** Gives the reader what it waits for. */
  #give: ((step: IteratorResult<Item>) => void) | undefined;
  #isHeld = true;

  constructor(options: StreamOptions<Item>, release: () => void) {
    this.#options = options;
    this.#release = release;
    this.#before = options.before?.[Symbol.asyncIterator]();
    const gone = () => this.#close();
    let leave = () => {};
    this.left = new Promise((resolve) => {
      leave = resolve;
    });
    this.#leave = () => {
      options.signal.removeEventListener('abort', gone);
      leave();
    };
    options.signal.addEventListener('abort', gone);
    if (options.signal.aborted) gone();
  }

  push(item: Item, length: () => number): void {
    if (this.#state !== 'open') return;
    const give = this.#give;
    if (give !== undefined) {
      this.#give = undefined;
      give({ done: false, value: item });
      return;
    }
    const bytes = length();
    this.#waiting.push({ item, bytes });
    this.#bytes += bytes;
    if (this.#waiting.length > MOST_ITEMS || this.#bytes > MOST_BYTES) this.end('slow');
  }

  end(ending?: Ending): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    if (ending !== undefined) {
      this.#drop();
      this.#waiting = [{ item: this.#options.last(ending), bytes: 0 }];
    }
    // Another stream of the key can be opened at once, however long the reader takes for the last item.
    if (ending !== undefined) this.#free();
    this.#wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.#close();
        return { done: true, value: undefined };
      },
    };
  }

  /** Costs one promise, since there are many readers, and all of them wait for the same item. */
  #next(): Promise<IteratorResult<Item>> {
    if (this.#before !== undefined) return this.#nextBefore(this.#before);
    return new Promise((resolve) => {
      this.#give = resolve;
      this.#wake();
    });
  }

  async #nextBefore(before: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
    const step = await before.next();
    if (step.done !== true && this.#before !== undefined) return step;
    this.#before = undefined;
    return this.#next();
  }

  /** Gives a reader that waits the next item, or the end, if there is one. */
  #wake(): void {
    const give = this.#give;
    if (give === undefined) return;
    const first = this.#waiting.shift();
    if (first === undefined && this.#state === 'open') return;
    this.#give = undefined;
    if (first === undefined) {
      this.#close();
      give({ done: true, value: undefined });
      return;
    }
    this.#bytes -= first.bytes;
    give({ done: false, value: first.item });
  }

  /** The reader is gone, or has everything. */
  #close(): void {
    if (this.#state === 'left') return;
    this.#state = 'left';
    this.#drop();
    this.#free();
    this.#wake();
    this.#leave();
  }

  #drop(): void {
    void this.#before?.return?.();
    this.#before = undefined;
    this.#waiting = [];
    this.#bytes = 0;
  }

  #free(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#release();
    this.#options.ended();
  }
}
