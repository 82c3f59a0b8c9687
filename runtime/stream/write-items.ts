// Writes items as a stream of bytes: an iterable that is pulled by the reader of the stream.
import type { ByteStream, ItemWriting } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import { InvalidItemError } from '../contract/stream-errors.ts';
import { recurse } from '../validate/report.ts';
import type { ItemWriter, StreamOptions } from './format.ts';
import { type TakeBytes, withPump } from './pump.ts';

const utf8 = /* @__PURE__ */ new TextEncoder();

/** Pulls the items of `source` and writes them; see `StreamItems.encode`. `undefined` for a source that is not iterable. */
export function writeItems(writer: ItemWriter, source: unknown, options: StreamOptions, writing: ItemWriting = {}): ByteStream | undefined {
  const start = starterOf(source);
  if (start === undefined) return undefined;
  const { signal, onError } = writing;
  const idle = { milliseconds: (options.keepAliveSeconds ?? 0) * 1000, bytes: writer.keepAlive };
  let iterator: AnyIterator | undefined;
  let ended = false;
  let index = 0;
  let abort = (): void => {};
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

  const finish = (): void => {
    ended = true;
    signal?.removeEventListener('abort', abort);
  };
  const returnSource = (): void => {
    // A source that was never asked for an item is told too, since it may hold something open. Not awaited, since the source may be busy; what it
    // throws is still reported.
    const returned = async () => (iterator ?? start()).return?.();
    returned().catch((error: unknown) => onError?.(error));
  };
  const fail = (error: unknown): void => {
    if (ended) return;
    finish();
    controller.error(error);
    onError?.(error);
    returnSource();
  };
  const next = () => {
    iterator ??= start();
    return iterator.next();
  };
  /** Gives the bytes of the next item, or of the end, to a taker. */
  const give = (step: IteratorResult<unknown>, take: TakeBytes): Promise<void> | undefined => {
    if (ended) return undefined;
    if (step.done !== true) return take(bytesOf(writer, step.value, writing, index++));
    finish();
    if (writer.end !== undefined) take(utf8.encode(writer.end));
    controller.close();
    return undefined;
  };

  const stream: ByteStream = new ReadableStream(
    {
      start(given) {
        controller = given;
        abort = () => {
          if (ended) return;
          finish();
          controller.error(signal?.reason);
          returnSource();
        };
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort);
      },
      async pull() {
        // At most one keep-alive waits to be read.
        const keeper = keepAlive(idle, (bytes) => void (!ended && (controller.desiredSize ?? -1) >= 0 && controller.enqueue(bytes)));
        try {
          give(await next(), (bytes) => void controller.enqueue(bytes));
        } catch (error) {
          fail(error);
        } finally {
          keeper.stop();
        }
      },
      cancel() {
        finish();
        returnSource();
      },
    },
    { highWaterMark: 0 },
  );
  return withPump(stream, async (take) => {
    let behind: Promise<void> | undefined;
    const keeper = keepAlive(idle, (bytes) => void (!ended && behind === undefined && take(bytes)));
    try {
      while (!ended) {
        behind = give(await next(), take);
        keeper.wrote();
        if (behind !== undefined) await behind;
        behind = undefined;
      }
    } catch (error) {
      fail(error);
    } finally {
      keeper.stop();
    }
  });
}

/** Sends a keep-alive each time that nothing was written for a while. */
function keepAlive({ milliseconds, bytes }: { milliseconds: number; bytes: string }, send: (bytes: Uint8Array<ArrayBuffer>) => void) {
  if (milliseconds === 0) return { wrote() {}, stop() {} };
  let last = performance.now();
  const wait = (rest: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      // One timer goes on, since a new one for each item would cost more than to write it.
      const left = last + milliseconds - performance.now();
      if (left <= 0) send(utf8.encode(bytes));
      timer = wait(left <= 0 ? milliseconds : left);
    }, rest);
  let timer = wait(milliseconds);
  return {
    wrote() {
      last = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}

/** The bytes of an item: those that were made before, for one that several streams share. */
function bytesOf(writer: ItemWriter, item: unknown, writing: ItemWriting, index: number): Uint8Array<ArrayBuffer> {
  const make = () => utf8.encode(textOf(writer, item, writing, index));
  return writing.keep === undefined ? make() : writing.keep(item, writer, writing.validate, make);
}

/** @throws {InvalidItemError} for an item that its schema does not allow, or that cannot be written. */
function textOf(writer: ItemWriter, item: unknown, { operation, validate }: ItemWriting, index: number): string {
  const position = { operation, stream: 'source', index } as const;
  const issues: Issue[] = [];
  if (validate !== undefined && !recurse(validate, item, issues)) throw new InvalidItemError(position, 'does not match its schema', issues);
  let text: string | undefined;
  try {
    text = writer.write(item);
  } catch (error) {
    throw error instanceof SyntaxFault ? new InvalidItemError(position, error.message) : error;
  }
  if (text === undefined) throw new InvalidItemError(position, 'cannot be written in its media type');
  return text;
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/** A function that starts the source, so that nothing runs before the first byte is read. Strings are iterable, but not a source. */
function starterOf(source: unknown): (() => AnyIterator) | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  if (Symbol.asyncIterator in source) {
    const iterable = source as AsyncIterable<unknown>;
    return () => iterable[Symbol.asyncIterator]();
  }
  if (!(Symbol.iterator in source)) return undefined;
  const iterable = source as Iterable<unknown>;
  return () => iterable[Symbol.iterator]();
}
