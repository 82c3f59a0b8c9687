// Sends an invalid case again without what hides its mistake: where the refusal blames another part of the request, such as one that another value of
// the edited member does not allow, a service that overlooks the mistake would answer so too.
import { overlaps, valueAt } from '../../inference/pointers.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, REMOVED } from '../plan/index.ts';
import type { Bases } from './bases.ts';
import { namedParts } from './blamed.ts';

export interface FocusOptions {
  readonly judge: Judge;
  readonly bases: Bases;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

export interface Focus {
  /** Looks at the answers to the invalid cases of an operation. */
  settle(exchanges: readonly Exchange[]): Promise<void>;
}

/** The most cases of one operation that are sent again, and the most requests for one of them. */
const MOST_CASES = 12;
const MOST_REQUESTS = 3;

export function createFocus({ judge, bases, send }: FocusOptions): Focus {
  let number = 0;

  return {
    async settle(exchanges) {
      let cases = 0;
      for (const first of exchanges) {
        let blamed = hiddenBy(first);
        const { case: one } = first;
        if (blamed === undefined || one.input === undefined || cases++ >= MOST_CASES) continue;
        let sent = 0;
        for (const input of withoutOther(bases.all(one.operation), one.input, blamed)) {
          const request = sent < MOST_REQUESTS && blamed !== undefined ? await confirmed(judge, one, input) : undefined;
          if (request === undefined) continue;
          sent++;
          const exchange = await send({ ...one, id: `${one.id} without ${blamed} #${number++}`, input, request });
          blamed = exchange && hiddenBy(exchange);
        }
      }
    },
  };
}

/** The inputs without a part that is blamed, or with another value of it. `known`: inputs that have succeeded. */
export function* withoutOther(known: readonly Input[], input: Input, blamed: string): Generator<Input> {
  const given = valueAt(input, blamed);
  if (given !== undefined) yield* [REMOVED, null].map((value) => changedAt(input, blamed, value) as Input);
  const values = known.map((one) => valueAt(one, blamed));
  const other = values.findLast((value) => value !== undefined && value !== null && value !== given);
  if (other !== undefined) yield changedAt(input, blamed, other) as Input;
}

/** The other part of an invalid case that its refusal names; `undefined` where it is refused for what is wrong, as far as is known. */
function hiddenBy(exchange: Exchange): string | undefined {
  const { case: one, response } = exchange;
  const { intent, at, isGrounded } = one;
  // A place that is taken, or a thing in another state, hides it just so.
  const isRefusal = response !== undefined && [400, 409, 422].includes(response.status);
  if (intent.kind !== 'invalid' || isGrounded !== true || at === undefined || !isRefusal) return undefined;
  const named = namedParts(exchange);
  return named.some((place) => overlaps(place, at)) ? undefined : named[0];
}
