// Reads a stream of bytes as items.
import type { ByteStream, ItemReading } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import { BrokenStreamError, InvalidItemError } from '../contract/stream-errors.ts';
import { recurse } from '../validate/report.ts';
import { abortableReader } from './abortable-reader.ts';
import type { ItemParser } from './format.ts';

/** Reads the items of a stream, which can be iterated once; see `StreamItems.decode`. */
export function readItems(parser: ItemParser, stream: ByteStream, reading: ItemReading): AsyncIterableIterator<unknown> {
  const { operation, status, validate, signal } = reading;
  const reader = abortableReader(stream, signal);
  let index = 0;
  let stopped = false;
  const position = () => ({ operation, status, stream: status === undefined ? 'request' : 'response', index }) as const;

  const next = async () => {
    try {
      return await reader.read();
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new BrokenStreamError(position(), error);
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
          if (validate !== undefined && !recurse(validate, item, issues))
            throw new InvalidItemError(position(), 'does not match its schema', issues);
          yield item;
          index++;
        }
        if (step.done || parser.isComplete) return;
      }
    } catch (error) {
      throw error instanceof SyntaxFault ? new InvalidItemError(position(), error.message) : error;
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
    // A generator handles `return` only between two items; leaving the loop must not wait for the next one.
    return: () => {
      stop();
      return iterator.return(undefined);
    },
  };
}
