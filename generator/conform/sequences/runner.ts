// Runs the sequences of one resource: each script twice where it finds a fault, and then random orders of calls.
import type { Resource } from '../../inference/resources.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { CheckContext } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { FastCheck } from '../shrink/index.ts';
import { SequenceFault, Stopped } from './lab.ts';
import { randomFault } from './random.ts';
import type { Script, Setting } from './script.ts';
import type { Things } from './things.ts';

export interface RunnerOptions {
  readonly fc: FastCheck;
  readonly context: CheckContext;
  readonly seed: number;
  /** Sequences by chance for each resource. */
  readonly runs: number;
  readonly hasOther: boolean;
  readonly isOn: (check: string) => boolean;
  /** Whether an operation may be called. */
  readonly mayCall: (operation: Operation) => boolean;
  /** Requests to an operation that are invalid on purpose. */
  readonly invalid: (operation: Operation) => Promise<readonly Case[]>;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: SequenceFault) => void;
}

/** The most faults of one resource that random orders are tried for. */
const MOST_RANDOM_FAULTS = 3;

/** The most requests beyond those of a resource by which a fault is tried again. */
const MOST_AGAIN = 200;

/** The sequences of one resource. */
export class Runner {
  readonly resource: Resource;
  readonly things: Things;
  readonly #options: RunnerOptions;
  readonly #setting: Setting;
  readonly #faulty = new Set<string>();

  constructor(options: RunnerOptions, resource: Resource, things: Things) {
    const { context, hasOther, invalid, mayCall } = options;
    this.resource = resource;
    this.things = things;
    this.#options = options;
    this.#setting = { resource, things, inputs: things.inputs, context, hasOther, invalid, mayCall };
  }

  async try(script: Script): Promise<void> {
    const { isOn, found } = this.#options;
    if (!isOn(script.check)) return;
    const fault = await this.#faultOf(script);
    if (fault === undefined || !isOn(fault.check) || this.#faulty.has(fault.check)) return;
    // A fault that shows only once may come from others who use the service at the same time.
    this.things.allowMore(MOST_AGAIN);
    if ((await this.#faultOf(script))?.check !== fault.check) return;
    this.#faulty.add(fault.check);
    found(fault);
  }

  async tryRandom(): Promise<void> {
    const { fc, seed, runs, isOn, found } = this.#options;
    for (let count = 0; count < MOST_RANDOM_FAULTS; count++) {
      const isMuted = (check: string): boolean => !isOn(check) || this.#faulty.has(check);
      const fault = await randomFault(this.#setting, { fc, seed, runs, isMuted });
      if (fault === undefined) return;
      this.#faulty.add(fault.check);
      found(fault);
    }
  }

  async #faultOf({ check, run }: Script): Promise<SequenceFault | undefined> {
    try {
      for await (const operation of run(this.#setting)) this.#options.looked(check, operation, this.things.steps);
    } catch (error) {
      if (error instanceof SequenceFault) return error;
      if (!(error instanceof Stopped)) throw error;
    }
    return undefined;
  }
}
