// Keeps cases from failing for what others have done: it gives each a value of its own where the service wants values to be unique, and a thing that still
// exists where an operation uses up what it takes. Behind a 404 or a 409, no check sees more.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';
import {
  headerOf,
  isObject,
  isVersion,
  newValues,
  overlaps,
  pathPlacesOf,
  pointerTo,
  sameForm,
  tokensOf,
  valueAt,
} from '../sequences/index.ts';
import type { Existing } from './existing.ts';

export interface Freshness {
  /** The case as it is to be sent now. */
  ready(one: Case): Promise<Case>;
  /** Another case in place of one that was refused for what is used already; `undefined` where nothing is known to help. */
  another(exchange: Exchange): Promise<Case | undefined>;
  /** The input with new values where the service is known to want values of their own. */
  unique(operation: Operation, input: Input): Input;
  /** The input with other values in place of those that it was refused for, since others have them; `undefined` where nothing is known to help. */
  renewed(exchange: Exchange): Input | undefined;
  /** Notes whether the other case was answered better: values that did not help need not be unique. */
  helped(operation: Operation, isBetter: boolean): void;
}

export interface FreshnessOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  /** The user's values in place of made ones. */
  readonly override: (operation: Operation, input: Input) => Input;
  /** A valid case that creates something. */
  readonly createOf: (operation: Operation) => Case | undefined;
  /** A valid case that reads the thing that an operation changes: `GET` at the same path. */
  readonly readOf: (operation: Operation) => Case | undefined;
  /** Sends a case, and learns from its answer before it returns. */
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** The most things that are made for the cases of one operation, so that a run ends. */
const MOST_SOURCES = 120;

/** The most attempts to find out what an operation wants to be new, in all of its cases. */
const MOST_ATTEMPTS = 6;

/** How deep sources are made for sources. */
const MOST_DEPTH = 4;

interface Knowledge {
  /** JSON pointers of values that must be unique. */
  readonly unique: Set<string>;
  /** The pointers that the last attempt has renewed, and those whose new values did not help. */
  trial: readonly string[];
  readonly vain: Set<string>;
  /** Whether a success uses up the thing that the path names. */
  usesUp: boolean;
  attempts: number;
  sources: number;
}

export function createFreshness({ judge, edges, existing, override, createOf, readOf, send }: FreshnessOptions): Freshness {
  const known = new Map<Operation, Knowledge>();
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? {
      ...{ unique: new Set<string>(), trial: [], vain: new Set<string>() },
      ...{ usesUp: operation.method === 'DELETE', attempts: 0, sources: 0 },
    };
    known.set(operation, one);
    return one;
  };
  let number = 0;

  async function ready(one: Case, depth = 0): Promise<Case> {
    const { operation, input } = one;
    // A case without a credential does not reach the thing.
    if (input === undefined || one.intent.kind === 'probe') return one;
    const { usesUp, unique } = of(operation);
    if (usesUp && depth < MOST_DEPTH) await makeSource(operation, depth);
    const filled = one.isGrounded === true ? withSource(operation, input, one.at, usesUp) : existing.fillerOf(operation)(input, one.at);
    return rewritten(one, override(operation, await withCondition(one, withUnique(one, filled, unique))));
  }

  /** What has succeeded stays as it is; only the thing that an operation uses up is another one. */
  function withSource(operation: Operation, input: Input, at: string | undefined, usesUp: boolean): Input {
    if (!usesUp) return input;
    const { path } = existing.fillerOf(operation)(input, at);
    return path === undefined ? input : { ...input, path };
  }

  /** The input with the ETag that the thing has now: a made-up one is refused with 412, whatever else is wrong. */
  async function withCondition(one: Case, input: Input): Promise<Input> {
    const header = headerOf(one.operation, 'if-match');
    const at = header && pointerTo('header', header.name);
    if (at === undefined || valueAt(input, at) === undefined || one.at === at || one.at?.startsWith('/path/') === true) return input;
    const read = readOf(one.operation);
    if (read?.input === undefined) return input;
    const exchange = await send(
      await rewritten(
        { ...read, id: `${read.id} condition ${number++}` },
        { ...read.input, ...(input.path === undefined ? {} : { path: input.path }) },
      ),
    );
    const tag = exchange?.response?.headers.get('etag');
    return typeof tag === 'string' ? (changedAt(input, at, tag) as Input) : input;
  }

  /** The case with another input, unless the judge finds something else in it than before. */
  async function rewritten(one: Case, input: Input): Promise<Case> {
    if (isDeepStrictEqual(input, one.input)) return one;
    const request = await confirmed(judge, one, input);
    if (request === undefined) return one;
    // Headers that are no part of the input, such as a key that was added, stay.
    return { ...one, input, request: { ...request, headers: { ...one.request.headers, ...request.headers } } };
  }

  function withUnique(one: Pick<Case, 'operation' | 'at'>, input: Input, places: ReadonlySet<string>): Input {
    const before = judge.input(one.operation, input).length;
    const all = [...places].flatMap((place) => eachItem(input, place));
    return all.reduce<Input>((whole, at) => {
      const value = valueAt(whole, at);
      if (value === undefined || (one.at !== undefined && overlaps(at, one.at) && one.at !== at)) return whole;
      // The case is about this value: only its form may stay.
      const candidates = one.at === at ? sameForm(value) : newValues(value);
      const found = candidates.find((candidate) => judge.input(one.operation, changedAt(whole, at, candidate) as Input).length === before);
      return found === undefined ? whole : (changedAt(whole, at, found) as Input);
    }, input);
  }

  /** Makes a thing that the last parameter of the path names. */
  async function makeSource(operation: Operation, depth: number): Promise<boolean> {
    const knowledge = of(operation);
    if (knowledge.sources >= MOST_SOURCES) return false;
    const edge = edges.find(({ consumer, to }) => consumer === operation && to === pathPlacesOf(operation.path).at(-1));
    const create = edge === undefined || edge.producer === operation ? undefined : createOf(edge.producer);
    if (create === undefined) return false;
    knowledge.sources++;
    const prepared = await ready({ ...create, id: `${create.id} source ${number++}` }, depth + 1);
    let exchange = await send(prepared);
    for (let attempt = 0; attempt < 2 && exchange?.response !== undefined && exchange.response.status >= 300; attempt++) {
      const next = await another(exchange, depth + 1);
      if (next === undefined) return false;
      exchange = await send({ ...next, id: `${create.id} source ${number++}` });
      helped(create.operation, exchange?.response !== undefined && exchange.response.status < 300);
    }
    return exchange?.response !== undefined && exchange.response.status < 300;
  }

  async function another(exchange: Exchange, depth = 0): Promise<Case | undefined> {
    const { case: one, response } = exchange;
    const { operation, input, intent } = one;
    if (response === undefined || input === undefined || intent.kind !== 'valid' || one.credential !== 'given') return undefined;
    const knowledge = of(operation);
    if (knowledge.attempts >= MOST_ATTEMPTS || depth > MOST_DEPTH) return undefined;
    const renewal = renewed(exchange);
    if (renewal !== undefined) {
      const next = await rewritten(one, renewal);
      if (next !== one) return next;
    }
    if (!GONE.has(response.status) || pathPlacesOf(operation.path).at(-1) === undefined) return undefined;
    knowledge.attempts++;
    if (!(await makeSource(operation, depth))) return undefined;
    const next = await rewritten(one, override(operation, existing.fillerOf(operation)(input, one.at)));
    if (next === one) return undefined;
    knowledge.usesUp = true;
    return next;
  }

  function renewed(exchange: Exchange): Input | undefined {
    const { case: one } = exchange;
    const knowledge = of(one.operation);
    if (one.input === undefined || knowledge.attempts >= MOST_ATTEMPTS || !isDuplicate(exchange)) return undefined;
    const places = uniquePlaces(exchange, new Set([...knowledge.unique, ...knowledge.vain]), edges);
    if (places.length === 0) return undefined;
    knowledge.attempts++;
    const input = override(one.operation, withUnique(one, one.input, new Set(places)));
    if (isDeepStrictEqual(input, one.input)) return undefined;
    for (const place of places) knowledge.unique.add(place);
    knowledge.trial = places;
    return input;
  }

  function helped(operation: Operation, isBetter: boolean): void {
    const knowledge = of(operation);
    if (!isBetter)
      for (const place of knowledge.trial) {
        knowledge.unique.delete(place);
        knowledge.vain.add(place);
      }
    knowledge.trial = [];
  }

  return {
    unique: (operation, input) => override(operation, withUnique({ operation }, input, of(operation).unique)),
    renewed,
    ready: (one) => ready(one),
    another: (exchange) => another(exchange),
    helped,
  };
}

/** Statuses that may say that a thing is gone, or in a state that the operation does not take. */
const GONE: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422, 423]);

const DUPLICATE = /exist|taken|duplicate|unique|already|in use|conflict|not available|unavailable/i;

function isDuplicate({ response }: Exchange): boolean {
  if (response?.status === 409) return true;
  if (response?.status !== 400 && response?.status !== 422) return false;
  // What does not exist is no duplicate.
  return DUPLICATE.test(textOf(response).replace(/\b(?:not|n't|n’t|never)\s+(?:exist|taken|unique|in use)/gi, ''));
}

const NAMES = /mail|slug|sku|code|key|handle|user|login|number|ref|title|name|domain|url|uri|phone|serial|isbn|extern|id$|label|path|host/i;

/** The values of a body that may have to be unique: those that the answer names, then those whose names say so, then all that are left. */
function uniquePlaces({ case: one, response }: Exchange, known: ReadonlySet<string>, edges: readonly Edge[]): readonly string[] {
  const text = response === undefined ? '' : textOf(response).toLowerCase();
  const taken = new Set(edges.filter(({ consumer }) => consumer === one.operation).map(({ to }) => to));
  const nameOf = (at: string): string => tokensOf(at).at(-1) ?? '';
  const leaves = [...leavesOf(valueAt(one.input, '/body'), '/body', 0)].filter(
    (at) => !known.has(at) && !taken.has(at.replaceAll('/*/', '/0/')) && !isVersion(nameOf(at)),
  );
  const blamed = leaves.filter((at) => nameOf(at).length > 1 && text.includes(nameOf(at).toLowerCase()));
  if (blamed.length > 0) return blamed;
  const likely = leaves.filter((at) => NAMES.test(nameOf(at)));
  return likely.length > 0 ? likely : leaves.filter((at) => !at.includes('/*/'));
}

/** The most items of a list that get values of their own. */
const MOST_ITEMS = 60;

/** The places that a pointer means, where `*` stands for each item of a list. */
function eachItem(input: Input, place: string): readonly string[] {
  const [before = '', ...after] = place.split('/*/');
  const list = after.length === 0 ? undefined : valueAt(input, before);
  if (after.length === 0) return [place];
  return Array.isArray(list) ? list.slice(0, MOST_ITEMS).map((_, index) => `${before}/${index}/${after.join('/*/')}`) : [];
}

/** JSON pointers of texts and numbers, with `*` for the items of a list of objects, as an import has it. The items of other lists seldom identify anything. */
function* leavesOf(value: unknown, at: string, depth: number): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield at;
  else if (isObject(value) && depth < 3)
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, at + pointerTo(name), depth + 1);
  else if (Array.isArray(value) && isObject(value[0]) && depth < 2) yield* leavesOf(value[0], `${at}/*`, depth + 1);
}
