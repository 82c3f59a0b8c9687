// Carries out the steps of one sequence: makes each input with the values of earlier answers, sends it, and keeps what was sent.
import { jsonText } from '../../base/exact.ts';
import { tokensOf } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import type { Case, CredentialUse, Intent, WireRequest } from '../contract/case.ts';
import type { Answered, Bound, Exchange } from '../contract/exchange.ts';
import type { Target } from '../contract/target.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, schemasOf, withMask } from '../plan/index.ts';
import type { Inputs } from './inputs.ts';
import type { Fitting } from './making/fitting.ts';
import type { Groundwork } from './making/groundwork.ts';
import type { Refusals } from './making/refusals.ts';
import type { Thing } from './thing.ts';

export interface Step {
  readonly operation: Operation;
  /** One phrase: `read after delete`. */
  readonly says: string;
  /** The input without the values of earlier answers. */
  readonly input: Input | undefined;
  readonly bound?: readonly Bound[];
  readonly credential?: CredentialUse;
  /** The check that alone judges the answer. Absent: the step is a valid case, which all checks judge. */
  readonly probe?: string;
  /** Sent in place of what the input gives: a request that no input gives, the same request again, or the next page by its link. */
  readonly request?: WireRequest;
  /** Header fields beside those of the input, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The fault that a step has on purpose, and the place of it. */
  readonly intent?: Intent;
  readonly at?: string;
  /** The case that a finding of this step is about. Absent: the step itself. */
  readonly broken?: Pick<Case, 'says' | 'location' | 'constraint'>;
}

/** Makes things as the run has reached their creates. */
export interface ReachedMaker {
  /** Whether things of a create have been made so: other ways were in vain. */
  isKnown(create: Operation): boolean;
  make(resource: Resource): Promise<Thing | undefined>;
}

/** The tools of all steps, the same for all sequences of a run. */
export interface Equipment {
  readonly judge: Judge;
  readonly target: Pick<Target, 'origin' | 'basePath'>;
  readonly inputs: Inputs;
  /** Sends a case. `undefined`: there is no such credential, or the operation has not responded too often. */
  readonly send: (one: Case, after: Exchange | undefined) => Promise<Exchange | undefined>;
  /** The input of a create with new values where the service wants values of their own, before and after it was refused. */
  readonly unique: (operation: Operation, input: Input) => Input;
  readonly renewed: (exchange: Exchange) => Input | undefined;
  /** The input with values that are known to fit the things that it names. */
  readonly suited: (operation: Operation, input: Input) => Input;
  /** An input that has succeeded in this run; `undefined` where none has. */
  readonly proven: (operation: Operation) => Input | undefined;
  /** Brings the thing that a refused request names into the state that its operation needs; `false` where nothing is known of it. */
  readonly prepare: (exchange: Exchange) => Promise<boolean>;
  readonly reached: ReachedMaker;
  /** What refusals say of later requests. */
  readonly refusals: Refusals;
  /** Days and numbers that fit the things to which operations are done. */
  readonly fitting: Fitting;
  /** What is done to the things that creates name, before they succeed. */
  readonly groundwork: Groundwork;
  /** Has the other checks judge an exchange. */
  readonly observe: (exchange: Exchange) => void;
  /** A number for each case, so that no two have the same id. */
  readonly number: () => number;
  /** Whether there is time and room for one more request. */
  readonly mayGoOn: () => boolean;
  /** Lets so many requests be sent beyond the most: a fault that was found is tried once more. */
  readonly allowMore: (requests: number) => void;
}

/** Ends a sequence that cannot go on, without a fault: a create is refused, an identifier cannot be sent, the time is over. */
export class Stopped extends Error {}

/** Ends a sequence because no more requests may be sent. */
export class Exhausted extends Stopped {}

/** What a step gives; `undefined` where its request cannot be sent. */
export async function unlessStopped<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

/** Ends a sequence that shows a fault; its last exchange is the failing one. */
export class SequenceFault extends Error {
  readonly check: string;
  readonly expected: string;
  readonly exchanges: readonly [...Exchange[], Exchange];

  constructor(check: string, message: string, expected: string, exchanges: readonly [...Exchange[], Exchange]) {
    super(message);
    this.check = check;
    this.expected = expected;
    this.exchanges = exchanges;
  }
}

/** The steps of one sequence. */
export class Lab {
  readonly equipment: Equipment;
  readonly #steps: Exchange[] = [];

  constructor(equipment: Equipment) {
    this.equipment = equipment;
  }

  /** @throws {Stopped} where the step cannot be sent, or has no response. */
  async step(step: Step): Promise<Answered> {
    const { operation, says, input, bound = [], credential = 'given', probe, intent, at, headers, broken } = step;
    const { judge, send, observe, number, mayGoOn } = this.equipment;
    if (!mayGoOn()) throw new Exhausted('over');
    if (input === undefined && step.request === undefined) throw new Stopped(`no valid input of ${operation.id} was found`);
    const placed = input && withBound(input, bound);
    const complete = placed && withMask(judge, operation, placed, at);
    const form: Intent = intent !== undefined && breaksInput(intent) ? intent : { kind: 'valid', by: 'random' };
    const facts = { operation, intent: form, ...(at === undefined ? {} : { at }) };
    const request = step.request ?? (complete && (await confirmed(judge, facts, complete)));
    if (request === undefined) throw new Stopped(`${operation.id} cannot take the values of earlier answers`);
    const one: Case = {
      id: `${operation.id} sequence ${says} #${number()}`,
      operation,
      intent: intent ?? (probe === undefined ? { kind: 'valid', by: 'random' } : { kind: 'probe', check: probe }),
      ...(broken ?? { says, location: operation.location }),
      ...(broken === undefined || at === undefined ? {} : { at }),
      request: headers === undefined ? request : { ...request, headers: { ...request.headers, ...headers } },
      ...(complete === undefined ? {} : { input: complete }),
      credential,
    };
    const sent = await send(one, bound.at(-1)?.of);
    if (sent === undefined) throw new Stopped(`${operation.id} cannot be called`);
    const exchange: Exchange = bound.length === 0 ? sent : { ...sent, bound };
    this.#steps.push(exchange);
    observe(exchange);
    if (exchange.response === undefined) throw new Stopped(`${operation.id} has no response`);
    return exchange;
  }

  /** The exchanges of all steps so far. */
  get steps(): readonly Exchange[] {
    return this.#steps;
  }

  /** Takes exchanges of the run into the sequence, which others have sent. */
  adopt(exchanges: readonly Exchange[]): void {
    this.#steps.push(...exchanges.filter((one) => !this.#steps.includes(one)));
  }

  /** A step that may fail without a trace in the finding, such as a create that is refused. */
  forget(exchange: Exchange): void {
    const index = this.#steps.lastIndexOf(exchange);
    if (index >= 0) this.#steps.splice(index, 1);
  }

  /** @throws {SequenceFault} always. `by` fails; `since` are the other steps that show it, all of the sequence unless given. */
  fault(check: string, message: string, expected: string, by: Exchange, since: readonly Exchange[] = this.#steps): never {
    throw new SequenceFault(check, message, expected, [
      ...withSources([...since.filter((one) => one !== by), by]).filter((one) => one !== by),
      by,
    ]);
  }
}

/** An input with values of earlier answers. */
export function withBound(input: Input, bound: readonly Pick<Bound, 'to' | 'value'>[]): Input {
  return bound.reduce<Input>((whole, { to, value }) => changedAt(whole, to, value) as Input, input);
}

/** Whether a case breaks a constraint of its input, and not of its credential. */
function breaksInput(intent: Intent): boolean {
  return intent.kind === 'invalid' && !/^(?:credential-|scope$)/.test(intent.by);
}

/** The exchanges and those whose values they use, each after those that it uses. */
function withSources(exchanges: readonly Exchange[]): readonly Exchange[] {
  const all = new Set<Exchange>();
  const add = (one: Exchange): void => {
    if (all.has(one)) return;
    for (const { of } of one.bound ?? []) add(of);
    all.add(one);
  };
  for (const one of exchanges) add(one);
  return [...all];
}

/** A value as a parameter or a field takes it: an identifier may be a number in an answer and text in a path, or the other way round. */
export function asTaken(operation: Operation, to: string, value: unknown): unknown {
  const [where, name] = tokensOf(to);
  const parameter = operation.parameters.find((one) => one.in === where && one.name === name);
  if (parameter !== undefined) return asShape(parameter, value);
  // A `Location` has what it names as a text, and a body takes it as a number.
  const isDigits = where === 'body' && typeof value === 'string' && /^(?:0|[1-9]\d*)$/.test(value);
  const types = isDigits ? possibleConjuncts(schemasOf(operation, to)).flatMap(({ type = [] }) => type) : [];
  return types.includes('integer') && !types.includes('string') && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function asShape({ shape }: Parameter, value: unknown): unknown {
  if (shape.kind !== 'primitive' || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')) return value;
  const text = typeof value === 'string' ? value : jsonText(value);
  if (shape.types.includes('string')) return text;
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return value;
  if (shape.types.includes('int64') && !Number.isSafeInteger(Number(value))) return BigInt(value);
  return shape.types.some((type) => type === 'integer' || type === 'int64' || type === 'number') ? Number(value) : value;
}
