// Gives an operation days and numbers that may fit the thing it is done to, where it is refused and the answer does not say for what.
import type { Edge } from '../../../inference/edge.ts';
import { isObject, pointerTo } from '../../../inference/pointers.ts';
import { lastingOf } from '../../../inference/spans.ts';
import { isTimeText, timeLike } from '../../../inference/steps.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, type Input, inOrder, schemasOf } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import type { Thing } from '../thing.ts';

/** Where the days of a body come from: `first` and `last` are those between which the thing lasts. */
const DAYS = ['given', 'first', 'now', 'last'] as const;
/** Where its numbers come from: `more` is more than the thing has anywhere. */
const NUMBERS = ['given', 'least', 'more', 'most'] as const;

/** How an input is changed so that it fits. */
export interface Fit {
  readonly days: (typeof DAYS)[number];
  readonly numbers: (typeof NUMBERS)[number];
}

export interface Fitted {
  /** Absent for a number that the refusal names: the next one names another. */
  readonly fit?: Fit;
  readonly input: Input;
}

/** All ways to change an input, those that change least first. */
const FITS: readonly Fit[] = DAYS.flatMap((days, day) => NUMBERS.map((numbers, number) => ({ fit: { days, numbers }, cost: day + number })))
  .filter(({ cost }) => cost > 0)
  .sort((one, other) => one.cost - other.cost)
  .map(({ fit }) => fit);

/** The most inputs that are tried after one refusal, and the most refusals of one operation after which some are: few once it has succeeded. */
const MOST_TRIED = 12;
const MOST_REFUSALS = 4;
const MOST_ONCE_DONE = 1;

const SAID =
  /\b(?:at least|at most|not (?:less|lower|more|higher|greater) than|no (?:less|lower|more|higher) than|(?:min|max)imum(?: is| of)?|up to|not (?:below|above)|exactly)\s+(\d+(?:\.\d+)?)\b/i;

const BLAMING: ReadonlySet<number> = new Set([400, 409, 422]);

const DAY = 86_400_000;

export class Fitting {
  readonly #judge: Judge;
  readonly #edges: readonly Edge[];
  readonly #known = new Map<Operation, Fit>();
  /** The refusals of each operation that were tried in vain, each with its status and without its numbers. */
  readonly #vain = new Map<Operation, Set<string>>();
  readonly #done = new Set<Operation>();

  constructor(judge: Judge, edges: readonly Edge[]) {
    this.#judge = judge;
    this.#edges = edges;
  }

  /** The input as one has helped before. `around`: the thing, and what it stands below or names. */
  fitted(operation: Operation, input: Input, around: readonly Thing[]): Input {
    const fit = this.#known.get(operation);
    return (fit && this.#changed(operation, input, around, fit)) ?? input;
  }

  /** The inputs that may help after a refusal, which is not tried again once none has helped. */
  *tries({ case: { operation }, response }: Answered, input: Input, around: readonly Thing[]): Generator<Fitted> {
    // A change says what it wants; an action and a create may have to go by the thing.
    if (operation.method !== 'POST' || !BLAMING.has(response.status)) return;
    const vain = this.#vain.get(operation) ?? new Set<string>();
    const status = `${response.status} `;
    const refusal = status + new TextDecoder().decode(response.body).replace(/\d+/g, '');
    // What was refused for the state of a thing says nothing of days and numbers that are refused as such.
    const alike = [...vain].filter((one) => one.startsWith(status));
    if (vain.has(refusal) || alike.length >= (this.#done.has(operation) ? MOST_ONCE_DONE : MOST_REFUSALS)) return;
    this.#vain.set(operation, vain.add(refusal));
    const seen = new Set([JSON.stringify(input.body)]);
    const said = this.#asSaid(operation, input, new TextDecoder().decode(response.body));
    if (said !== undefined) yield { input: said };
    for (const fit of FITS) {
      const changed = this.#changed(operation, input, around, fit);
      const text = JSON.stringify(changed?.body);
      if (changed === undefined || seen.has(text)) continue;
      seen.add(text);
      yield { fit, input: changed };
      if (seen.size > MOST_TRIED) return;
    }
  }

  /** Notes a success, and the change of the input that has led to it. */
  succeeded(operation: Operation, fit?: Fit): void {
    this.#done.add(operation);
    if (fit === undefined) return;
    this.#known.set(operation, fit);
    this.#vain.delete(operation);
  }

  /** The input with the number that a refusal names as a bound, where it has one number: `The bid must be at least 250`. */
  #asSaid(operation: Operation, input: Input, refusal: string): Input | undefined {
    const [, bound] = SAID.exec(refusal) ?? [];
    const [only, ...others] = this.#amountsOf(operation, input);
    if (bound === undefined || only === undefined || others.length > 0 || only.value === Number(bound)) return undefined;
    const changed = changedAt(input, only.at, Number(bound)) as Input;
    return this.#judge.input(operation, changed).length <= this.#judge.input(operation, input).length ? changed : undefined;
  }

  /** The numbers of a body; one that names something is no amount. */
  #amountsOf(operation: Operation, { body }: Input): readonly Leaf[] {
    const references = new Set(this.#edges.flatMap(({ consumer, to }) => (consumer === operation ? [to] : [])));
    return [...leavesOf(body, '/body', 0)].filter(({ at, value }) => isNumber(value) && !references.has(at));
  }

  #changed(operation: Operation, input: Input, around: readonly Thing[], { days, numbers }: Fit): Input | undefined {
    const moments = momentsOf(around);
    const known = around.flatMap((one) => [...leavesOf(shownOf(one), '', 0), ...leavesOf(one.created.case.input?.body, '', 0)]);
    const largest = Math.max(0, ...known.map(({ value }) => value).filter(isNumber));
    // A number that names something is no amount.
    const references = new Set(this.#edges.flatMap(({ consumer, to }) => (consumer === operation ? [to] : [])));
    const leaves = [...leavesOf(input.body, '/body', 0)].filter(({ at }) => !references.has(at));
    const next = leaves.reduce<Input>((whole, { at, value }) => {
      const other = isTimeText(value)
        ? dayFor(days, value, moments)
        : isNumber(value)
          ? numberFor(numbers, value, largest, boundsAt(operation, at))
          : value;
      return other === value || other === undefined ? whole : (changedAt(whole, at, other) as Input);
    }, input);
    const ordered = inOrder(this.#judge, operation, next);
    return this.#judge.input(operation, ordered).length <= this.#judge.input(operation, input).length ? ordered : undefined;
  }
}

interface Leaf {
  readonly at: string;
  readonly value: unknown;
}

/** The plain values of an object, and of the objects in it and in its lists. */
function* leavesOf(value: unknown, at: string, depth: number): Generator<Leaf> {
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value))
    if ((isObject(member) || Array.isArray(member)) && depth < 3) yield* leavesOf(member, at + pointerTo(name), depth + 1);
    else yield { at: at + pointerTo(name), value: member };
}

function shownOf({ created, resource }: Thing): unknown {
  return resourceIn(created, resource.edge.from);
}

/** The first and the last moment of the nearest thing that lasts, or that names a time beside that of its creation. */
function momentsOf(around: readonly Thing[]): readonly [first: number, last: number] | undefined {
  for (const one of around) {
    const shown = shownOf(one);
    const lasting = isObject(shown) ? lastingOf(shown) : undefined;
    if (lasting !== undefined) return lasting;
    const times = [...leavesOf(shown, '', 0)].flatMap(({ at, value }) =>
      isTimeText(value) && !/creat|updat|modif|record/i.test(at) ? [Date.parse(value)] : [],
    );
    if (times.length > 0) return [Math.min(...times), Math.max(...times) + DAY];
  }
  return undefined;
}

function dayFor(days: Fit['days'], given: string, moments: readonly [first: number, last: number] | undefined): string | undefined {
  if (days === 'given' || (days !== 'now' && moments === undefined)) return given;
  const isDay = given.length === 10;
  const [first = 0, last = 0] = moments ?? [];
  const time = days === 'now' ? Date.now() : days === 'first' ? first : last - (isDay ? DAY : DAY / 24);
  return Number.isNaN(time) ? undefined : timeLike(given, time);
}

interface Bounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

function boundsAt(operation: Operation, at: string): Bounds {
  const schemas = schemasOf(operation, at);
  const [minimum] = schemas.flatMap((one) => (one.minimum === undefined ? [] : [Number(one.minimum)]));
  const [maximum] = schemas.flatMap((one) => (one.maximum === undefined ? [] : [Number(one.maximum)]));
  return { minimum, maximum };
}

function numberFor(numbers: Fit['numbers'], given: number, largest: number, { minimum, maximum }: Bounds): number {
  if (numbers === 'given') return given;
  if (numbers === 'least') return Math.max(1, minimum ?? 1);
  if (numbers === 'most') return maximum ?? Math.max(given, largest) * 10;
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, 2 * Math.max(given, largest));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
