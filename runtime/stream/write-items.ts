// Writes items as a stream of bytes: an iterable that is pulled by the reader of the stream.
import type { ByteStream, ItemWriting } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import { InvalidItemError } from '../contract/stream-errors.ts';
import { recurse } from '../validate/report.ts';
import type { ItemWriter, StreamOptions } from './format.ts';

const utf8 = /* @__PURE__ */ new TextEncoder();

/** Pulls the items of `source` and writes them; see `StreamItems.encode`. `undefined` for a source that is not iterable. */
export function writeItems(writer: ItemWriter, source: unknown, options: StreamOptions, writing: ItemWriting = {}): ByteStream | undefined {
  const start = starterOf(source);
  if (start === undefined) return undefined;
  const { signal, onError } = writing;
  let iterator: AnyIterator | undefined;
  let ended = false;
  let index = 0;
  let abort = (): void => {};

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
        const stopKeepAlive = keepAlive(controller, writer, options.keepAliveSeconds, () => ended);
        try {
          iterator ??= start();
          const step = await iterator.next();
          if (ended) return;
          if (step.done === true) {
            finish();
            if (writer.end !== undefined) controller.enqueue(utf8.encode(writer.end));
            controller.close();
            return;
          }
          controller.enqueue(utf8.encode(textOf(writer, step.value, writing, index)));
          index++;
        } catch (error) {
          if (ended) return;
          finish();
          controller.error(error);
          onError?.(error);
          returnSource();
        } finally {
          stopKeepAlive();
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

/** Sends keep-alives until the function that it returns is called. At most one waits to be read. */
function keepAlive(
  controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
  writer: ItemWriter,
  seconds: number | undefined,
  ended: () => boolean,
): () => void {
  if (seconds === undefined) return () => {};
  const timer = setInterval(() => {
    if (!ended() && (controller.desiredSize ?? -1) >= 0) controller.enqueue(utf8.encode(writer.keepAlive));
  }, seconds * 1000);
  return () => clearInterval(timer);
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
