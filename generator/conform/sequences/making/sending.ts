// Sends a step, with other values where it is refused.
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { reasonOf } from '../../contract/reason.ts';
import type { Input } from '../../plan/index.ts';
import { type Equipment, type Lab, type Step, withBound } from '../lab.ts';
import { isSuccess, type Thing } from '../thing.ts';

/** What a step is done to: the thing, and what it stands below or names. */
export type Around = readonly Thing[];

/** How often a step is sent again with other values. */
const MOST_TRIES = 5;

/** How often an example is sent as it stands that is refused. */
const MOST_VAIN = 6;

/** How often an example is sent with what the sequence has made, in vain. */
const MOST_UNNAMED = 2;

/** Statuses that may say that something which a body names is not there. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404, 422]);

export class Sending {
  readonly #equipment: Equipment;
  /** How often the example of an operation was refused as it stands. */
  readonly #vain = new Map<Operation, number>();
  /** How often in a row an example as it is was refused as invalid, for the same reason. */
  readonly #refused = new Map<Operation, { readonly reason: string; readonly times: number }>();
  /** How often it was refused with what the sequence has made as well. */
  readonly #unnamed = new Map<Operation, number>();

  constructor(equipment: Equipment) {
    this.#equipment = equipment;
  }

  /**
   * Sends a step, with other values where it is refused for what others have or for what does not fit. `isMade`: the sequence needs that it
   * succeeds.
   */
  async send(lab: Lab, step: Step, around: Around, isMade = false, isExact = false): Promise<Answered> {
    const isProbe = step.probe !== undefined || step.intent !== undefined;
    const isSuited = isMade || (step.probe !== undefined && step.intent === undefined && !isExact);
    let next = isSuited ? this.#suited(step, around) : step;
    let exchange = await lab.step(next);
    let isPrepared = !isMade;
    for (let count = 0; count < MOST_TRIES && !isProbe && !isSuccess(exchange); count++) {
      const input = this.#equipment.renewed(exchange);
      if (input === undefined && (isPrepared || !(await this.#isPrepared(exchange)))) break;
      if (input === undefined) isPrepared = true;
      else next = withInput(next, input);
      lab.forget(exchange);
      exchange = await lab.step(next);
    }
    if (isSuccess(exchange)) {
      this.#equipment.fitting.succeeded(step.operation);
      this.#equipment.refusals.unprepared.forget(step.operation);
    } else if (isMade && !isProbe) return this.#fit(lab, next, exchange, around);
    return exchange;
  }

  /** Whether the thing that a request names was prepared, which may help: it has not been in vain where a refusal gave the same reason. */
  async #isPrepared(refused: Answered): Promise<boolean> {
    const reason = reasonOf(refused.response);
    const { operation } = refused.case;
    if (this.#equipment.refusals.unprepared.has(operation, reason)) return false;
    this.#equipment.refusals.unprepared.note(operation, reason);
    return this.#equipment.prepare(refused);
  }

  /**
   * The success of an example as it stands, or of one that names what the sequence has made: what the example names need not be there, and what is
   * left out of it then would be missed later.
   */
  async given(lab: Lab, step: Step, named: Step): Promise<Answered | undefined> {
    const plain = await this.#asItIs(lab, step);
    if (plain !== undefined && isSuccess(plain)) return plain;
    const vain = this.#unnamed.get(step.operation) ?? 0;
    const isMore = (named.bound ?? []).length > (step.bound ?? []).length;
    if (!isMore || vain >= MOST_UNNAMED || (plain !== undefined && !UNKNOWN.has(plain.response.status))) return undefined;
    const other = await lab.step(named);
    if (isSuccess(other)) return other;
    this.#unnamed.set(step.operation, vain + 1);
    lab.forget(other);
    return undefined;
  }

  /** The answer to an example as it is; `undefined` where it was refused as invalid each time, for the same reason: it would be so again. */
  async #asItIs(lab: Lab, step: Step): Promise<Answered | undefined> {
    const before = this.#refused.get(step.operation);
    if (before !== undefined && before.times >= MOST_VAIN) return undefined;
    const plain = await lab.step(step);
    if (isSuccess(plain)) {
      this.#refused.delete(step.operation);
      return plain;
    }
    lab.forget(plain);
    const reason = reasonOf(plain.response);
    if (UNKNOWN.has(plain.response.status))
      this.#refused.set(step.operation, { reason, times: before?.reason === reason ? before.times + 1 : 1 });
    return plain;
  }

  /** Sends an example as it stands, and then as others have helped: what goes with other values may be far from what other examples go with. */
  async example(lab: Lab, step: Step, around: Around): Promise<Answered> {
    const vain = this.#vain.get(step.operation) ?? 0;
    if (vain < MOST_VAIN) {
      const plain = await this.send(lab, step, around);
      if (isSuccess(plain)) return plain;
      this.#vain.set(step.operation, vain + 1);
      lab.forget(plain);
    }
    return this.send(lab, step, around, true);
  }

  /** Sends a step that is refused again, with days and numbers that may fit. */
  async #fit(lab: Lab, step: Step, refused: Answered, around: Around): Promise<Answered> {
    const { operation, input, bound = [] } = step;
    let last = refused;
    const reason = reasonOf(refused.response);
    if (this.#equipment.refusals.unfit.has(operation, reason)) return refused;
    this.#equipment.refusals.unfit.note(operation, reason);
    const placed = input && withBound(input, bound);
    for (const { fit, input: changed } of placed === undefined ? [] : this.#equipment.fitting.tries(refused, placed, around)) {
      lab.forget(last);
      last = await lab.step(withInput(step, changed));
      if (!isSuccess(last)) continue;
      this.#equipment.fitting.succeeded(operation, fit);
      this.#equipment.refusals.unfit.forget(operation);
      break;
    }
    return last;
  }

  /** The step with values that are known to fit the things that it names. */
  #suited(step: Step, around: Around): Step {
    const { operation, input, bound = [] } = step;
    if (input === undefined) return step;
    return withInput(step, this.#equipment.fitting.fitted(operation, this.#equipment.suited(operation, withBound(input, bound)), around));
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
