// Finds the richest request of an operation that succeeds: one that has succeeded, with each optional part added that the service accepts.
import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import { segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import {
  type Base,
  branchesOf,
  changedAt,
  conditionsOf,
  confirmed,
  type Input,
  randomFor,
  sampleInput,
  withoutConditions,
} from '../plan/index.ts';
import { type Bases, hasSucceeded, sizeOf } from './bases.ts';
import { cursorIn, cursorSearch } from './cursors.ts';

export interface GroundOptions {
  readonly judge: Judge;
  readonly bases: Bases;
  readonly seed: number;
  /** The user's values in place of made ones. */
  readonly override: (operation: Operation, input: Input) => Input;
  /** Puts values of things that exist into an input. */
  readonly fill: (operation: Operation, input: Input) => Input;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** In place of a keyword, for a case that adds a part to what has succeeded. */
export const PART = 'part';

export interface Ground {
  /** Empty where no request of the operation succeeds. The first one is the richest. */
  readonly bases: readonly Base[];
  /** The parts that the service has refused with every value that was tried, each with one of the exchanges. */
  readonly refused: ReadonlyMap<string, Exchange>;
  /** The answers to requests with one more part. */
  readonly parts: readonly Exchange[];
}

/** Samples of all that is optional, from which parts are taken. */
const SAMPLES = 4;

/** The most requests that look for a success of an operation without one. */
const LUCKY = 8;

/** The most requests that look for the parts of one input. */
const MOST_PARTS = 40;

/** So many of the successes with the least numbers are tried where the richest ones do not succeed again. */
const LEAST = 2;

/** The sum of the numbers in a value. */
function amountIn(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value);
  return typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, one) => sum + amountIn(one), 0) : 0;
}

/** `room`: how many requests may look for parts. 0: only what has succeeded before is tried. */
export type Grounding = (operation: Operation, room: number) => Promise<Ground>;

export function createGrounding(options: GroundOptions): Grounding {
  const { judge, bases, seed, override, fill } = options;
  let number = 0;

  /** The input as it has succeeded; otherwise the exchange, or nothing where the input cannot be sent. */
  async function tried(operation: Operation, input: Input, says: string, at?: string): Promise<{ input?: Input; exchange?: Exchange }> {
    const intent: Case['intent'] = { kind: 'valid', by: 'all' };
    const request = await confirmed(judge, { operation, intent }, input);
    if (request === undefined) return {};
    const id = `${operation.id} valid ${says} #${number++}`;
    const exchange = await options.send({
      ...{ id, operation, intent, says, location: operation.location, request, input },
      ...{ credential: 'given', isGrounded: true },
      ...(at === undefined ? {} : { at, constraint: { at, keyword: PART } }),
    });
    if (exchange === undefined) return {};
    return hasSucceeded(exchange) ? { input: exchange.case.input ?? input, exchange } : { exchange };
  }

  /** The sample with the members of its body that have succeeded in other operations of the same collection. */
  function withKnown(operation: Operation, sample: Input): Input {
    const [collection] = segmentsOf(operation.path);
    const bodies = judge.service.operations
      .filter((one) => one !== operation && segmentsOf(one.path)[0] === collection)
      .flatMap((one) => bases.all(one).map(({ body }) => body))
      .filter(isObject);
    const names = isObject(sample.body) ? Object.keys(sample.body) : [];
    return names.reduce<Input>((whole, name) => {
      const known = bodies.findLast((body) => sizeOf(body[name]) > 0)?.[name];
      const changed = known === undefined ? whole : (changedAt(whole, pointerTo('body', name), known) as Input);
      return judge.input(operation, changed).length === 0 ? changed : whole;
    }, sample);
  }

  async function firstOf(operation: Operation, contentType: string | undefined): Promise<Input | undefined> {
    const richest = bases.of(operation, contentType);
    const others = bases.all(operation).filter((one) => one.contentType === contentType && !richest.includes(one));
    // What takes least of a balance is taken longest.
    const least = others.toSorted((one, other) => amountIn(one.body) - amountIn(other.body)).slice(0, LEAST);
    for (const known of [...richest, ...least]) {
      // A condition of the first success, such as that nothing is there yet, need not hold any more.
      const input = withoutConditions(operation, known);
      const { input: found } = await tried(operation, input, 'what has succeeded');
      if (found !== undefined) return found;
      // The things that it names may be gone.
      const filled = override(operation, fill(operation, input));
      const { input: other } = await tried(operation, filled, 'what has succeeded, with things that exist');
      if (other !== undefined) return other;
    }
    return undefined;
  }

  /** The first success of an operation that has had none: the examples of the document with all that is optional, or all by chance. */
  async function lucky(operation: Operation): Promise<Input | undefined> {
    const sampled = (purpose: string, wishes: Parameters<typeof sampleInput>[3]): Input | undefined => {
      const input = sampleInput(judge, operation, randomFor(seed, operation.id, 'ground', purpose), wishes);
      return input && override(operation, fill(operation, input));
    };
    const example = sampled('example', { examples: 'first' });
    for (let round = 0; round < LUCKY; round++) {
      const rich = sampled(`lucky ${round}`, { examples: round % 2 === 0 ? 'some' : 'none', optional: 'all' });
      if (rich === undefined) return undefined;
      const isWhole = round % 2 === 0 && example !== undefined && example.contentType === rich.contentType;
      const parts = isWhole ? partsOf(operation, example, rich) : [];
      const { input } = await tried(operation, isWhole ? withParts(example, parts) : rich, 'all that is optional');
      if (input !== undefined) return input;
    }
    return undefined;
  }

  async function grown(
    operation: Operation,
    start: Input,
    room: number,
    { refused, parts: answers }: { readonly refused: Map<string, Exchange>; readonly parts: Exchange[] },
  ): Promise<Input> {
    let base = start;
    let left = Math.min(room, MOST_PARTS);
    const optional = {
      examples: 'some',
      optional: 'all',
      ...(typeof start.contentType === 'string' ? { contentType: start.contentType } : {}),
    } as const;
    for (let round = 0; round < SAMPLES && left > 0; round++) {
      const random = randomFor(seed, operation.id, 'ground', String(round), String(start.contentType));
      const sample = sampleInput(judge, operation, random, optional);
      if (sample === undefined) return base;
      const rich = override(operation, fill(operation, round === 0 ? withKnown(operation, sample) : sample));
      const parts = partsOf(operation, base, rich);
      if (parts.length === 0) return base;
      const whole = withParts(base, parts);
      left--;
      const { input: all } = parts.length > 1 ? await tried(operation, whole, 'with all that is optional') : {};
      if (all !== undefined) {
        for (const [at] of parts) refused.delete(at);
        base = all;
        continue;
      }
      for (const [at, value] of parts) {
        if (left-- <= 0) break;
        const { input, exchange } = await tried(operation, changedAt(base, at, value) as Input, `with ${at}`, at);
        if (exchange !== undefined) answers.push(exchange);
        if (input !== undefined) {
          base = input;
          refused.delete(at);
        } else if (exchange !== undefined && !refused.has(at)) refused.set(at, exchange);
      }
    }
    return base;
  }

  /** Inputs with other branches of unions. */
  async function branched(operation: Operation, base: Input): Promise<readonly Base[]> {
    const found = new Map<string, Base>();
    for (let round = 0; round < SAMPLES; round++) {
      for (const { at, value, says, location } of branchesOf(
        judge,
        operation,
        base,
        randomFor(seed, operation.id, 'branches', String(round)),
      )) {
        const key = `${at} ${location.pointer}`;
        if (found.has(key) || found.size >= MOST_PARTS / 4) continue;
        const { input } = await tried(operation, changedAt(base, at, value) as Input, `with ${at}: ${says}`);
        if (input !== undefined) found.set(key, { input, isGrounded: true, within: at });
      }
    }
    return [...found.values()];
  }

  /** An input with a cursor that a page gave. */
  async function cursored(operation: Operation, first: Input): Promise<readonly Base[]> {
    const search = cursorSearch(judge.service, operation, first);
    for (const input of search?.inputs ?? []) {
      const { exchange } = await tried(operation, input, 'a short page');
      const cursor = exchange === undefined ? undefined : cursorIn(exchange);
      if (search === undefined || cursor === undefined) continue;
      const { input: next } = await tried(operation, changedAt(input, search.at, cursor) as Input, 'a next page', search.at);
      if (next !== undefined) return [{ input: next, isGrounded: true, within: search.at }];
    }
    return [];
  }

  return async (operation, room) => {
    const seen = { refused: new Map<string, Exchange>(), parts: [] as Exchange[] };
    const [main, ...others] = operation.body?.contents ?? [];
    const known = (await firstOf(operation, undefined)) ?? (main === undefined ? undefined : await firstOf(operation, main.contentType));
    const isNew = room > 0 && bases.all(operation).length === 0;
    const first = known ?? (isNew ? await lucky(operation) : undefined);
    if (first === undefined) return { bases: [], ...seen };
    const richest = await grown(operation, first, room, seen);
    const found: Base[] = [
      { input: richest, isGrounded: true },
      ...(await branched(operation, richest)),
      ...(await cursored(operation, richest)),
    ];
    for (const { contentType } of others) {
      const other = await firstOf(operation, contentType);
      if (other === undefined) continue;
      found.push({ input: await grown(operation, other, room, { refused: new Map(), parts: [] }), isGrounded: true, within: '/body' });
    }
    return { bases: found, ...seen };
  };
}

function withParts(input: Input, parts: readonly Part[]): Input {
  return parts.reduce<Input>((whole, [at, value]) => changedAt(whole, at, value) as Input, input);
}

type Part = readonly [at: string, value: unknown];

/** The parts of a richer input that another one lacks, or has only empty. Headers that make a request conditional are none. */
function partsOf(operation: Operation, base: Input, rich: Input): readonly Part[] {
  const conditions = new Set(conditionsOf(operation));
  return ['query', 'header', 'cookie', 'body'].flatMap((section) =>
    [...missing(base[section], rich[section], `/${section}`)].filter(([at]) => !conditions.has(at)),
  );
}

function* missing(base: unknown, rich: unknown, at: string): Generator<Part> {
  if (rich === undefined || sizeOf(rich) === 0) return;
  // A section or an object as a whole is added with its members one by one, where the members are independent of each other.
  const isSection = /^\/[a-z]+$/.test(at) && at !== '/body';
  if (sizeOf(base) === 0 && !(isSection && isObject(rich))) yield [at, rich];
  else if (isObject(rich) && (base === undefined || isObject(base)))
    for (const [name, member] of Object.entries(rich)) yield* missing(valueAt(base, pointerTo(name)), member, at + pointerTo(name));
  else if (Array.isArray(rich) && Array.isArray(base)) yield* missing(base[0], rich[0], `${at}/0`);
}
