// Gives a change the ETag that the thing has now.
import { pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { ifMatchOf, needsIfMatch } from '../contract/if-match.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { rewritten } from './rewritten.ts';

interface ConditionOptions {
  readonly judge: Judge;
  /** A valid case that reads the thing that an operation changes. */
  readonly readOf: (operation: Operation) => Case | undefined;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** A made-up ETag is refused with 412, whatever else is wrong. */
export function createConditions({ judge, readOf, send }: ConditionOptions): (one: Case, input: Input) => Promise<Input> {
  let number = 0;
  return async (one, input) => {
    const header = ifMatchOf(one.operation);
    const at = header && pointerTo('header', header.name);
    if (at === undefined || one.at === at || one.at?.startsWith('/path/') === true) return input;
    if (valueAt(input, at) === undefined && !(needsIfMatch(one.operation) && one.intent.kind === 'valid')) return input;
    const read = readOf(one.operation);
    if (read?.input === undefined) return input;
    const exchange = await send(
      await rewritten(
        judge,
        { ...read, id: `${read.id} condition ${number++}` },
        { ...read.input, ...(input.path === undefined ? {} : { path: input.path }) },
      ),
    );
    const tag = exchange?.response?.headers.get('etag');
    return typeof tag === 'string' ? (changedAt(input, at, tag) as Input) : input;
  };
}
