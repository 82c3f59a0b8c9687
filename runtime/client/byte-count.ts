// Counts the bytes of a body as they are read, and says so at most once in an interval.
import type { ByteStream } from '../contract/body.ts';

/** How far a body is. */
export interface ByteState<State extends string> {
  readonly bytes: number;
  readonly total: number | undefined;
  readonly state: State;
}

/** The bytes of one body. */
export interface ByteCount {
  /** The body is read from its beginning, for the first time or once more. */
  start(): void;
  add(bytes: number): void;
  complete(): void;
  /** The body failed or is not wanted any more: nothing follows. */
  stop(): void;
  /** Whether anything was counted. */
  hasBytes(): boolean;
}

/** The longest delay of a timer. One with a longer delay would fire at once. */
const MAX_DELAY = 2 ** 31 - 1;

/** Tells of the first bytes at once, of later ones once in `interval` milliseconds, and of the end at once. */
export function countBytes(
  total: number | undefined,
  tell: (state: ByteState<'running' | 'complete'>) => void,
  interval: number,
): ByteCount {
  let bytes = 0;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function cancelTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function emit(state: 'running' | 'complete'): void {
    cancelTimer();
    last = performance.now();
    // A length that turned out to be wrong is none.
    tell({ bytes, total: total !== undefined && bytes > total ? undefined : total, state });
  }
  return {
    start() {
      cancelTimer();
      bytes = 0;
      isOver = false;
    },
    add(more) {
      if (isOver) return;
      bytes += more;
      const wait = last + interval - performance.now();
      if (wait <= 0) emit('running');
      else timer ??= setTimeout(emit, Math.min(wait, MAX_DELAY), 'running');
    },
    complete() {
      if (!isOver) emit('complete');
      isOver = true;
    },
    stop() {
      cancelTimer();
      isOver = true;
    },
    hasBytes: () => bytes > 0,
  };
}

/**
 * The bytes of a stream, counted. The stream is opened, and each chunk read, only when somebody reads.
 *
 * @param most chunks with more bytes are handed on in pieces: a `Blob` in memory is one chunk
 */
export function counting(open: () => ByteStream, count: ByteCount, most = Number.POSITIVE_INFINITY): ByteStream {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  let rest: Uint8Array<ArrayBuffer> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          reader ??= open().getReader();
          rest ??= (await reader.read()).value;
          if (rest === undefined) {
            count.complete();
            controller.close();
            return;
          }
          const piece = rest.length > most ? rest.subarray(0, most) : rest;
          rest = piece === rest ? undefined : rest.subarray(most);
          count.add(piece.length);
          controller.enqueue(piece);
        } catch (error) {
          count.stop();
          controller.error(error);
        }
      },
      async cancel(reason) {
        count.stop();
        await (reader ?? open()).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
