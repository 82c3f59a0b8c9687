// Finds a cursor that a page of a list gives: with a made-up one, each request for a next page is refused.
import { NEXT_CURSORS } from '../../inference/lists/around.ts';
import { listFactsOf, sizeLimits } from '../../inference/lists/facts.ts';
import { plain } from '../../inference/names.ts';
import { isObject, isTextOrNumber, valueAt } from '../../inference/pointers.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';

export interface CursorSearch {
  /** JSON pointer into the input. */
  readonly at: string;
  /** Requests for short pages, which are likely to have a next one. */
  readonly inputs: readonly Input[];
}

/** How a cursor of a list is found; `undefined` where the list has none, or the input has one. */
export function cursorSearch(service: Service, operation: Operation, input: Input): CursorSearch | undefined {
  const facts = operation.method === 'GET' ? listFactsOf(service, operation) : undefined;
  const { cursor, size } = facts?.roles ?? {};
  if (facts === undefined || cursor === undefined || size === undefined || valueAt(input, cursor.at) !== undefined) return undefined;
  const least = Math.max(1, sizeLimits(facts)?.least ?? 1);
  const short = (one: Input): Input => changedAt(one, size.at, least) as Input;
  // Filters may leave no next page.
  const { query: _, ...plainly } = input;
  return { at: cursor.at, inputs: [short(plainly), short(input)] };
}

/** The cursor of the next page in an answer. */
export function cursorIn({ reading }: Exchange): string | number | undefined {
  const found = [...membersIn(reading?.body, 0)];
  const clearest = [...NEXT_CURSORS].flatMap((name) => found.filter((one) => plain(one.name) === name));
  return clearest.map(({ value }) => value).find((value) => value !== '' && !/^(?:https?:|[/?])/i.test(String(value)));
}

function* membersIn(value: unknown, depth: number): Generator<{ readonly name: string; readonly value: string | number }> {
  if (!isObject(value) || depth > 2) return;
  for (const [name, member] of Object.entries(value)) {
    if (isTextOrNumber(member) && typeof member !== 'bigint') yield { name, value: member };
    else yield* membersIn(member, depth + 1);
  }
}
