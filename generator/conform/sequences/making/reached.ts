// Makes things as the run has reached their create before: it may need more than a sequence knows of, such as steps on what it names, or things
// that go together.

import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered, Exchange, Reached } from '../../contract/exchange.ts';
import type { ReachedMaker } from '../lab.ts';
import { identifierOf, isSuccess, type Thing } from '../thing.ts';

/** So many attempts in a row may be in vain, and so many things are made so in one run. */
const MOST_VAIN = 2;
const MOST_MADE = 30;

/** How the run reaches creates. */
export interface Reaching {
  /** What a create makes with all that the run has learnt to reach it; `undefined` where it is refused all the same. */
  readonly reached: (create: Operation) => Promise<Reached | undefined>;
}

export class ReachedThings implements ReachedMaker {
  readonly #reaching: Reaching;
  readonly #resources: readonly Resource[];
  readonly #counts = new Map<Operation, { made: number; vain: number }>();

  constructor(reaching: Reaching, resources: readonly Resource[]) {
    this.#reaching = reaching;
    this.#resources = resources;
  }

  /** Whether things of a create have been made so: other ways were in vain. */
  isKnown(create: Operation): boolean {
    const { made = 0, vain = 0 } = this.#counts.get(create) ?? {};
    return made > 0 && made < MOST_MADE && vain < MOST_VAIN;
  }

  async make(resource: Resource): Promise<Thing | undefined> {
    const { create } = resource;
    const count = this.#counts.get(create) ?? { made: 0, vain: 0 };
    this.#counts.set(create, count);
    if (count.vain >= MOST_VAIN || count.made >= MOST_MADE) return undefined;
    const found = await this.#reaching.reached(create);
    const thing = found && this.#thingOf(found, resource);
    if (thing === undefined) {
      count.vain++;
      return undefined;
    }
    Object.assign(count, { made: count.made + 1, vain: 0 });
    return thing;
  }

  #thingOf({ exchange, sources }: Reached, resource: Resource): Thing | undefined {
    if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
    const id = identifierOf(resource, exchange);
    return id === undefined ? undefined : { resource, created: exchange, id, sources: this.#sourcesOf(sources) };
  }

  #sourcesOf(all: readonly Reached[]): readonly Thing[] {
    return all.flatMap((one) => {
      const resource = this.#resources.find(({ create }) => create === one.exchange.case.operation);
      const thing = resource && this.#thingOf(one, resource);
      return thing === undefined ? [] : [thing];
    });
  }
}

function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined;
}
