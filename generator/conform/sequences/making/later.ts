// Makes things at later times where the time of earlier ones is full: all rooms of one night are sold, and those of another night are free.
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { reasonOf } from '../../contract/reason.ts';
import type { Input } from '../../plan/index.ts';
import type { Inputs } from '../inputs.ts';
import type { Thing } from '../thing.ts';
import { InVain } from './in-vain.ts';
import type { Proven } from './proven.ts';
import { innerInputs, laterInputs, spreadInputs } from './spans.ts';

/** So many times, each refused for what is there and for the same reason, say that time makes no difference. */
const MOST_CONFLICTS = 6;

export class Later {
  readonly #proven: Proven;
  /** Creates that succeed at later times alone by now. */
  readonly #known = new Set<Operation>();
  /** Creates that were refused at all times. */
  readonly #untimely = new Set<Operation>();

  constructor(proven: Proven) {
    this.#proven = proven;
  }

  /** A thing at a later time, where this has helped before; `make` makes it from an input. */
  async first(create: Operation, make: (input: Input) => Promise<Thing | undefined>): Promise<Thing | undefined> {
    const [input] = this.#known.has(create) ? laterInputs(create, this.#proven.of(create)) : [];
    const thing = input && (await make(input));
    if (thing === undefined) this.#known.delete(create);
    return thing;
  }

  /** Things that last may have to do so while others do, and may not overlap others. `around`: what an input stands below and names. */
  async *timed(create: Operation, inputs: Inputs, around: (input: Input | undefined) => Promise<readonly Thing[]>): AsyncGenerator<Input> {
    yield* laterInputs(create, this.#proven.of(create));
    yield* innerInputs(create, inputs, await around(inputs.of(create, 0)));
    yield* spreadInputs(create, inputs);
  }

  /** A thing at one of several times, after a refusal with this status; `undefined` where all of them were refused before. */
  async search(
    create: Operation,
    status: number,
    inputs: AsyncIterable<Input>,
    make: (input: Input, onRefused: (created: Answered) => void) => Promise<Thing | undefined>,
  ): Promise<Thing | undefined> {
    if (this.#untimely.has(create)) return undefined;
    const conflicts = new InVain(MOST_CONFLICTS);
    let isAlike = false;
    const onRefused = (created: Answered): void => {
      if (created.response.status !== 409) return;
      conflicts.note(create, reasonOf(created.response));
      isAlike ||= conflicts.has(create, reasonOf(created.response));
    };
    for await (const input of inputs) {
      const thing = await make(input, onRefused);
      if (isAlike) break;
      if (thing === undefined) continue;
      if (status === 409) this.#known.add(create);
      return thing;
    }
    this.#untimely.add(create);
    return undefined;
  }
}
