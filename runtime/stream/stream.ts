// Items as they come and go: an async iterable turned into a stream of bytes, pulled by whoever reads it, and a stream of bytes into items.

import type { ByteStream, ItemReading, ItemWriting } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import { BrokenStreamError, InvalidItemError } from '../contract/stream-errors.ts';
import { recurse } from '../validate/report.ts';
import { heed } from './heed.ts';

export interface StreamOptions {
  /** Bytes that one item may have. Default: 1 MiB. */
  readonly maxItemBytes?: number;
  /** When the source has had nothing to say for so long, a sign of life is sent, which readers pass over. */
  readonly keepAliveSeconds?: number;
}

/** One stream's parser. Yields items as they are complete. */
export interface ItemParser {
  /** @throws {SyntaxFault} */
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<unknown>;
  /** The stream is over. @throws {SyntaxFault} */
  end(): Iterable<unknown>;
}

export interface ItemWriter {
  /**
   * One item as text; `undefined` for a value without a form.
   * @throws {SyntaxFault}
   */
  write(item: unknown): string | undefined;
  readonly keepAlive: string;
}

const DEFAULT_LIMIT = 1024 * 1024;

export function limitOf(options: StreamOptions): number {
  return options.maxItemBytes ?? DEFAULT_LIMIT;
}

export function readItems(parser: ItemParser, stream: ByteStream, reading: ItemReading): AsyncIterableIterator<unknown> {
  const { operation, status, validate, signal } = reading;
  const reader = heed(stream, signal);
  let index = 0;
  let stopped = false;
  const place = () => ({ operation, status, stream: status === undefined ? 'request' : 'answer', index }) as const;

  const next = async () => {
    try {
      return await reader.read();
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new BrokenStreamError(place(), error);
    }
  };
  const stop = (): void => {
    stopped = true;
    reader.cancel().catch(() => {});
  };

  async function* items(): AsyncGenerator<unknown, undefined> {
    try {
      for (;;) {
        const step = await next();
        if (stopped) return;
        for (const item of step.done ? parser.end() : parser.push(step.value)) {
          const issues: Issue[] = [];
          if (validate !== undefined && !recurse(validate, item, issues)) throw new InvalidItemError(place(), 'is not as declared', issues);
          yield item;
          index++;
        }
        if (step.done) return;
      }
    } catch (error) {
      throw error instanceof SyntaxFault ? new InvalidItemError(place(), error.message) : error;
    } finally {
      stop();
    }
  }

  const iterator = items();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => iterator.next(),
    // A generator takes a `return` only between two items; who leaves shall not wait for the next one.
    return: () => {
      stop();
      return iterator.return(undefined);
    },
  };
}

const utf8 = /* @__PURE__ */ new TextEncoder();

export function writeItems(writer: ItemWriter, source: unknown, options: StreamOptions, writing: ItemWriting = {}): ByteStream | undefined {
  const start = starterOf(source);
  if (start === undefined) return undefined;
  const { operation, validate, signal, onError } = writing;
  const period = options.keepAliveSeconds === undefined ? undefined : options.keepAliveSeconds * 1000;
  let iterator: AnyIterator | undefined;
  let ended = false;
  let index = 0;
  let abort = (): void => {};
  const place = () => ({ operation, stream: 'source', index }) as const;

  const finish = (): void => {
    ended = true;
    signal?.removeEventListener('abort', abort);
  };
  const returnSource = (): void => {
    // The source may be in the middle of something: nobody waits for it, but nothing that it throws is lost.
    const returned = async () => iterator?.return?.();
    returned().catch((error: unknown) => onError?.(error));
  };

  const textOf = (item: unknown): string => {
    const issues: Issue[] = [];
    if (validate !== undefined && !recurse(validate, item, issues)) throw new InvalidItemError(place(), 'is not as declared', issues);
    let text: string | undefined;
    try {
      text = writer.write(item);
    } catch (error) {
      throw error instanceof SyntaxFault ? new InvalidItemError(place(), error.message) : error;
    }
    if (text === undefined) throw new InvalidItemError(place(), 'has no form in its media type');
    return text;
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        abort = () => {
          if (ended) return;
          finish();
          controller.error(signal?.reason);
          returnSource();
        };
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort);
      },
      async pull(controller) {
        const timer =
          period === undefined
            ? undefined
            : setInterval(() => {
                // At most one sign of life waits to be read.
                if (!ended && (controller.desiredSize ?? -1) >= 0) controller.enqueue(utf8.encode(writer.keepAlive));
              }, period);
        try {
          iterator ??= start();
          const step = await iterator.next();
          if (ended) return;
          if (step.done === true) {
            finish();
            controller.close();
            return;
          }
          controller.enqueue(utf8.encode(textOf(step.value)));
          index++;
        } catch (error) {
          if (ended) return;
          finish();
          controller.error(error);
          onError?.(error);
          returnSource();
        } finally {
          clearInterval(timer);
        }
      },
      cancel() {
        finish();
        returnSource();
      },
    },
    { highWaterMark: 0 },
  );
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/** What starts the source: nothing runs before the first byte is asked for. Texts are iterable too, and never meant. */
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
