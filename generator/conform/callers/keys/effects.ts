// Whether a request that was sent again has had its effect a second time: a number or a list that it moves has moved once more by as much.
import { lastNameOf, pointerTo } from '../../../inference/pointers.ts';
import type { Answered } from '../../contract/exchange.ts';

export interface Repeated {
  /** JSON pointer into the body that was read. */
  readonly at: string;
  readonly values: readonly [before: number, once: number, twice: number];
}

/** Numbers that may rise with each request, whatever it does. */
const OF_REQUESTS = /version|revision|etag|views?$|hits?$|requests?|visits?|attempts?|retr|calls?$|seq/i;

/** Decimal texts are amounts. */
const DECIMAL = /^-?\d{1,12}(?:\.\d{1,4})?$/;

/**
 * What moved with the first request and again with the second one. `before`, `once` and `still` are reads before the first one and twice between
 * them, so that what moves by itself is left out, and `twice` is one after the second.
 */
export function repeatedIn(before: Answered, once: Answered, still: Answered, twice: Answered): Repeated | undefined {
  const [first, second, third, last] = [before, once, still, twice].map(({ reading }) => new Map(numbersIn(reading.body)));
  for (const [at, value] of first ?? []) {
    const [after, again, end] = [second?.get(at), third?.get(at), last?.get(at)];
    if (after === undefined || end === undefined || after === value || again !== after || OF_REQUESTS.test(lastNameOf(at))) continue;
    if (Math.abs(end - after - (after - value)) < 1e-9) return { at, values: [value, after, end] };
  }
  return undefined;
}

/** The numbers of a value to a small depth, and the lengths of its lists. */
function* numbersIn(value: unknown, at = '', depth = 0): Generator<readonly [at: string, value: number]> {
  if (typeof value === 'number') yield [at, value];
  else if (typeof value === 'string' && DECIMAL.test(value)) yield [at, Number(value)];
  else if (Array.isArray(value)) yield [at, value.length];
  else if (typeof value === 'object' && value !== null && depth < 4)
    for (const [name, member] of Object.entries(value)) yield* numbersIn(member, at + pointerTo(name), depth + 1);
}
