// Transforms of streams: item by item, as they are read.
import { eventStreamState, keepState } from '../contract/event-state.ts';
import type { Issue } from '../contract/issue.ts';
import { ValidationError } from './check.ts';
import { applyTransform, arrayTransform, type Direction, type LazyTransform, type Transform } from './transform.ts';

/**
 * Converts the items of a stream as they are read; the loop throws for an item that cannot be converted. An array stays an array, since it is
 * sent as one body.
 */
/* @__NO_SIDE_EFFECTS__ */
export function streamTransform(item: LazyTransform): Transform {
  const list = arrayTransform(item);
  return {
    convert(value, direction, issues) {
      if (Array.isArray(value)) return list.convert(value, direction, issues);
      if (typeof value !== 'object' || value === null) return value;
      if (Symbol.asyncIterator in value) return transformedItems(value as AsyncIterable<unknown>, item, direction);
      return Symbol.iterator in value ? transformedItems(iterated(value as Iterable<unknown>), item, direction) : value;
    },
  };
}

async function* iterated(source: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* source;
}

function transformedItems(source: AsyncIterable<unknown>, item: LazyTransform, direction: Direction): AsyncIterableIterator<unknown> {
  let started: AsyncIterator<unknown> | undefined;
  const iterator = (): AsyncIterator<unknown> => {
    started ??= source[Symbol.asyncIterator]();
    return started;
  };
  const items: AsyncIterableIterator<unknown> = {
    [Symbol.asyncIterator]: () => items,
    async next() {
      const step = await iterator().next();
      if (step.done === true) return step;
      const issues: Issue[] = [];
      const value = applyTransform(item, step.value, direction, issues);
      if (issues.length === 0) return { done: false, value };
      await iterator().return?.();
      throw new ValidationError(issues);
    },
    // Passed on at once: a generator would wait for the next item first.
    async return() {
      await iterator().return?.();
      return { done: true, value: undefined };
    },
  };
  keepState(items, eventStreamState(source));
  return items;
}
