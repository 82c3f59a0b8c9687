// Deletes what a run has made, as far as the document has a delete for it, and counts what remains.

import type { Edge } from '../../inference/edge.ts';
import { isNamedByCaller } from '../../inference/makers.ts';
import { pointerTo, valueAt } from '../../inference/pointers.ts';
import { lastPlaceOf, pathPlacesOf, segmentsOf, valuesIn } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case, CredentialUse } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Remaining } from '../contract/report.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, randomFor, sampleInput } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';

export interface Cleanup {
  /** Notes what an exchange has created or deleted. */
  see(exchange: Exchange): void;
  /** Deletes what is left, the newest first. Gives up at the first request without an answer. */
  run(): Promise<void>;
  /** How many things there are that the operation of a case has created below the parents that its path names. */
  alive(one: Case): number;
  /** Deletes most of them, the oldest first, and returns how many. Others may use the newest. */
  free(one: Case): Promise<number>;
  /** The number of things that were deleted by `run`. */
  readonly deleted: number;
  /** What the service still has, by the operation that created it. */
  readonly remaining: readonly Remaining[];
}

interface Made {
  readonly create: Operation;
  /** Absent: the document has no delete. */
  readonly remove?: Operation;
  /** JSON pointers into the input of `remove`, such as `/path/id`, and their values. */
  readonly places: readonly (readonly [at: string, value: unknown])[];
  readonly credential: CredentialUse;
  /** Why it remains, after it could not be deleted. */
  reason?: string;
}

export interface CleanupOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly seed: number;
  readonly override: (operation: Operation, input: Input) => Input;
  readonly mayCall: (operation: Operation) => boolean;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}

/** The newest things, which `free` leaves. */
const LEFT = 3;

/** The most things that `free` deletes. */
const MOST_FREED = 40;

/** How many things `free` leaves that may not be deleted, before it ends. */
const MOST_REFUSED = 4;

export function createCleanup({ judge, edges, seed, override, mayCall, send }: CleanupOptions): Cleanup {
  /** By the key of the delete, in the order of creation. */
  const made = new Map<string, Made>();
  let deleted = 0;
  let number = 0;

  /** The things that an operation has created below the parents of a case, the oldest first. */
  function aliveFor({ operation, request }: Case): readonly (readonly [key: string, made: Made])[] {
    const named = pathPlaces(operation, request.target).map(([, value]) => value);
    // The last name in the path of a PUT is that of the thing itself.
    const parents = isNamedByCaller(operation) ? named.slice(0, -1) : named;
    return [...made].filter(
      ([, { create, places, credential }]) =>
        create === operation && credential === 'given' && parents.every((value, index) => String(places[index]?.[1]) === value),
    );
  }

  /** Deletes a thing; `undefined` where there was no answer. */
  async function removed(key: string, thing: Made, remove: Operation): Promise<boolean | undefined> {
    const { places, credential } = thing;
    const input = sampleInput(judge, remove, randomFor(seed, remove.id, 'cleanup'), { examples: 'some', optional: 'none' }) ?? {};
    const placed = places.reduce<Input>(
      (whole, [at, value]) => changedAt(whole, at, asTaken(remove, at, value)) as Input,
      override(remove, input),
    );
    const request = await confirmed(judge, { operation: remove, intent: { kind: 'valid', by: 'override' } }, placed);
    if (request === undefined) {
      thing.reason = 'its identifier is none that the document allows';
      return false;
    }
    const exchange = await send({
      id: `${remove.id} cleanup ${number++}`,
      operation: remove,
      intent: { kind: 'unjudged' },
      says: 'delete what the run has made',
      location: remove.location,
      request,
      input: placed,
      credential,
    });
    if (exchange?.response === undefined) return undefined;
    const { status } = exchange.response;
    const isGone = status < 300 || status === 404 || status === 410;
    if (isGone) made.delete(key);
    else thing.reason = `the delete got ${status}`;
    return isGone;
  }

  return {
    see(exchange) {
      const { case: one, response } = exchange;
      if (response === undefined || response.status < 200 || response.status >= 300) return;
      if (one.request.method === 'DELETE') made.delete(keyOf(one.operation, pathPlaces(one.operation, one.request.target)));
      // Another method than the operation's is a probe.
      else if (one.request.method === one.operation.method) for (const [key, thing] of madeBy(exchange, edges)) made.set(key, thing);
    },
    async run() {
      for (const [key, thing] of [...made].reverse()) {
        const { remove } = thing;
        if (remove === undefined || !mayCall(remove)) continue;
        const isGone = await removed(key, thing, remove);
        if (isGone === undefined) return;
        if (isGone) deleted++;
      }
    },
    alive: (one) => aliveFor(one).length,
    async free(one) {
      let [freed, refused] = [0, 0];
      for (const [key, thing] of aliveFor(one).slice(0, -LEFT).slice(0, MOST_FREED)) {
        const { remove } = thing;
        if (remove === undefined || !mayCall(remove)) break;
        const isGone = await removed(key, thing, remove);
        if (isGone === true) freed++;
        // Where some may not be deleted, others may not either.
        else if (++refused >= MOST_REFUSED) break;
      }
      return freed;
    },
    get deleted() {
      return deleted;
    },
    get remaining() {
      const groups = new Map<string, { create: Operation; count: number; reason: string }>();
      for (const { create, remove, reason: said } of made.values()) {
        const reason = said ?? (remove === undefined ? 'the document has no delete for it' : 'it was not deleted');
        const group = groups.get(`${create.id} ${reason}`) ?? { create, count: 0, reason };
        groups.set(`${create.id} ${reason}`, group);
        group.count++;
      }
      return [...groups.values()];
    },
  };
}

/** What an exchange has created: by each delete that takes a value of the answer, or once where there is none. */
function* madeBy(exchange: Exchange, edges: readonly Edge[]): Generator<readonly [key: string, made: Made]> {
  const { case: one, response } = exchange;
  const { operation: create } = one;
  // Somebody with fewer rights may create and not delete.
  const credential = one.credential === 'other' ? 'other' : 'given';
  if (response === undefined || (create.method !== 'POST' && !(create.method === 'PUT' && response.status === 201))) return;
  const result = resultOf(exchange);
  const own = pathPlaces(create, one.request.target);
  let isFound = false;
  for (const { producer, consumer, from, to } of edges) {
    if (producer !== create || consumer.method !== 'DELETE' || to !== lastPlaceOf(consumer.path)) continue;
    const value = valueAt(result, from);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') continue;
    // The parents have the same names below the same path.
    const parents = own
      .slice(0, pathPlacesOf(consumer.path).length - 1)
      .map(([, text], index) => [pathPlacesOf(consumer.path)[index] ?? '', text] as const);
    const places = [...parents, [to, value] as const];
    // A delete below something that the create does not name takes the thing out of that, and deletes nothing.
    if (places.length < pathPlacesOf(consumer.path).length) continue;
    isFound = true;
    yield [keyOf(consumer, places), { create, remove: consumer, places, credential }];
  }
  if (!isFound && response.status === 201) yield [`${one.id} ${one.request.target}`, { create, places: [], credential }];
}

/** The values of the parameters of a path in a target. */
function pathPlaces(operation: Operation, target: string): readonly (readonly [at: string, value: string])[] {
  const values = valuesIn(segmentsOf(operation.path), segmentsOf(target));
  return [...(values ?? [])].map(([name, value]) => [pointerTo('path', name), value]);
}

function keyOf({ id }: Operation, places: Made['places']): string {
  return JSON.stringify([id, ...places.map(([, value]) => String(value))]);
}
