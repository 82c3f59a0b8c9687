// Gives a change the ETag, or the version in its body, that the thing has now.
import { memberPlace } from '../../inference/bodies.ts';
import { isObject, isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { successOf } from '../../inference/shapes.ts';
import { versionMemberOf } from '../../inference/stated/versions.ts';
import { pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { ifMatchOf, needsIfMatch } from '../contract/if-match.ts';
import { isReading } from '../contract/methods.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, REMOVED } from '../plan/index.ts';
import { rewritten } from './rewritten.ts';

interface ConditionOptions {
  readonly judge: Judge;
  /** A valid case that reads the thing that an operation changes. */
  readonly readOf: (operation: Operation) => Case | undefined;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** Statuses by which a change with another version is refused. */
const REFUSALS: ReadonlySet<string> = new Set(['409', '412']);

export interface Conditions {
  /** The input with the ETag, or the version in its body, that the thing has now. */
  withCondition(one: Case, input: Input): Promise<Input>;
  /** Has things be read again once one may have changed, or once a condition has failed. */
  see(exchange: Exchange): void;
}

/** A valid case that reads what an operation changes: `GET` at the same path, or else what it is a part of, where that has an ETag. */
export function readFor({ path }: Operation, firsts: ReadonlyMap<Operation, Case>): Case | undefined {
  const isTagged = (one: Operation): boolean => successOf(one)?.headers.some(({ name }) => name.toLowerCase() === 'etag') === true;
  return [...firsts]
    .filter(([one]) => one.method === 'GET' && (one.path === path || (path.startsWith(`${one.path}/`) && isTagged(one))))
    .sort(([one], [other]) => other.path.length - one.path.length)[0]?.[1];
}

/** A made-up ETag or version is refused with 412 or 409, whatever else is wrong. */
export function createConditions({ judge, readOf, send }: ConditionOptions): Conditions {
  let number = 0;
  /** Reads that still hold, by what they have read: most requests are refused, and change nothing. */
  const reads = new Map<string, Exchange | undefined>();

  async function readNow(read: Case, path: unknown): Promise<Exchange | undefined> {
    const input = { ...read.input, ...(path === undefined ? {} : { path }) };
    const one = await rewritten(judge, { ...read, id: `${read.id} condition ${number++}` }, input);
    const { target } = one.request;
    if (!reads.has(target)) {
      const exchange = await send(one);
      reads.set(target, exchange);
    }
    return reads.get(target);
  }

  function see({ case: { request }, response }: Exchange): void {
    const mayHaveChanged = response === undefined || response.status < 300 || response.status >= 500 || FAILED.has(response.status);
    if (mayHaveChanged && !isReading(request.method)) reads.clear();
  }

  async function withCondition(one: Case, input: Input): Promise<Input> {
    const { operation, at: about } = one;
    const header = ifMatchOf(operation);
    const tagAt = header && pointerTo('header', header.name);
    const version = operation.responses.some(({ status }) => REFUSALS.has(status)) ? versionMemberOf(operation) : undefined;
    const versionAt = version && memberPlace(operation, version);
    const isWanted = (at: string | undefined): at is string => at !== undefined && at !== about && valueAt(input, at) !== undefined;
    const needsTag = tagAt !== undefined && tagAt !== about && needsIfMatch(operation) && one.intent.kind === 'valid';
    if (about?.startsWith('/path/') === true || !(needsTag || isWanted(tagAt) || isWanted(versionAt))) return input;
    const read = readOf(operation);
    const exchange = read?.input && (await readNow(read, read.input.path === undefined ? undefined : pathFor(read.operation, input)));
    const tag = exchange?.response?.headers.get('etag');
    const present = version && memberIn(exchange?.reading?.body, version);
    const tagged = typeof tag === 'string' && (needsTag || isWanted(tagAt)) ? (changedAt(input, tagAt ?? '', tag) as Input) : input;
    // What is not there yet, such as the file that an upload puts, has no ETag: a made-up one is that of another version.
    const isMadeUp = typeof tag !== 'string' && isWanted(tagAt) && !needsIfMatch(operation) && one.intent.kind === 'valid';
    const whole = isMadeUp ? (changedAt(tagged, tagAt, REMOVED) as Input) : tagged;
    return isTextOrNumber(present) && isWanted(versionAt) ? (changedAt(whole, versionAt, present) as Input) : whole;
  }

  return { withCondition, see };
}

function pathFor({ path }: Operation, input: Input): Readonly<Record<string, unknown>> {
  const places = pathPlacesOf(path).map((place) => [tokensOf(place)[1] ?? '', valueAt(input, place)] as const);
  return Object.fromEntries(places);
}

/** Statuses that may blame a condition. */
const FAILED: ReadonlySet<number> = new Set([404, 409, 410, 412, 428]);

/** A member of a thing, which may stand in an envelope: `{ "data": { "attributes": { … } } }` is one in another. */
function memberIn(body: unknown, name: string, depth = 2): unknown {
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body[name];
  const inner = depth === 0 ? [] : Object.values(body).map((one) => memberIn(one, name, depth - 1));
  return inner.find((one) => one !== undefined);
}
