// Sends a step, with other values where it is refused.
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../../inference/pointers.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { type Equipment, type Lab, type Step, withBound } from '../lab.ts';
import { isSuccess } from '../thing.ts';

/** How often a step is sent again with other values. */
const MOST_TRIES = 5;

export class Sending {
  readonly #equipment: Equipment;

  constructor(equipment: Equipment) {
    this.#equipment = equipment;
  }

  /**
   * Sends a step, with other values where it is refused for what others have or for what does not fit. `isMade`: the sequence needs that it succeeds.
   */
  async send(lab: Lab, step: Step, isMade = false, isExact = false): Promise<Answered> {
    const isProbe = step.probe !== undefined || step.intent !== undefined;
    const isSuited = isMade || (step.probe !== undefined && step.intent === undefined && !isExact);
    let next = isSuited ? this.#suited(step) : step;
    let exchange = await lab.step(next);
    let isPrepared = !isMade;
    for (let count = 0; count < MOST_TRIES && !isProbe && !isSuccess(exchange); count++) {
      const input = this.#equipment.renewed(exchange);
      if (input === undefined && (isPrepared || !(await this.#equipment.prepare(exchange)))) return exchange;
      if (input === undefined) isPrepared = true;
      else next = withInput(next, input);
      lab.forget(exchange);
      exchange = await lab.step(next);
    }
    return exchange;
  }

  /** The step with values that are known to fit the things that it names. */
  #suited(step: Step): Step {
    const { operation, input, bound = [] } = step;
    return input === undefined ? step : withInput(step, this.#equipment.suited(operation, withBound(input, bound)));
  }
}

/**
 * The step with another input. Where what its body names did not fit, the input has the last word; the path still names the things of the sequence.
 */
function withInput(step: Step, input: Input): Step {
  const { bound = [] } = step;
  return {
    ...step,
    input,
    bound: bound.filter(({ to, value }) => !to.startsWith('/body/') || isDeepStrictEqual(valueAt(input, to), value)),
  };
}
