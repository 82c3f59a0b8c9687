// The living mock of a document: it keeps what it is sent, and answers requests from that. What fits no thing is left to the mock that answers by examples.
import { refuse, type ServerRequest } from '@octavo/runtime';
import { createRandom } from '@octavo/runtime/testing';
import { idempotencyHeader } from '../../conform/sequences/inputs.ts';
import { isObject, valueAt } from '../../conform/sequences/pointers.ts';
import { bodySchemaOf, listOf, successOf } from '../../conform/sequences/shapes.ts';
import type { Operation, Service } from '../../model/service.ts';
import { patched } from './changes.ts';
import { composed, type Members, referring, sampleOf, settledValue, touched } from './compose.ts';
import { withPage } from './envelopes.ts';
import { newKey } from './keys.ts';
import { type PageReader, pageReader } from './lists.ts';
import { type Place, placesOfThings } from './places.ts';
import { declaredStatus, refused } from './refusals.ts';
import { exampleOf, type Ground, held, placed, type Result, sent, withThing } from './results.ts';
import { seed } from './seed.ts';
import { FullError, type Kept, type LivingStore, memoryStore, type Unit } from './store.ts';
import { type Inferred, inferredOf, type LivingThing, shapeIn } from './things.ts';

export interface LivingOptions {
  /** From which samples are made; the same one makes the same things. */
  readonly seed: number;
}

export interface Living {
  /** Whether the operation has state. */
  has(operation: Operation): boolean;
  /** The result of a request that is valid, to an operation that has state. */
  answer(operation: Operation, input: unknown, request: Pick<ServerRequest, 'header'>): unknown;
}

/** The most bytes of all things as JSON. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a request is about, while it is answered. */
interface Turn {
  readonly operation: Operation;
  readonly thing: LivingThing;
  readonly unit: Unit;
  readonly place: Place;
  readonly input: unknown;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
}

export function createLiving(service: Service, ground: Ground, options: LivingOptions): Living {
  const store: LivingStore = memoryStore(MOST_BYTES);
  const random = createRandom(options.seed);
  const inferred = new Map(inferredOf(service).map((one) => [one.operation, one]));
  const things = [...new Set([...inferred.values()].flatMap(({ thing }) => thing ?? []))];
  const places = placesOfThings(things);
  const readers = new Map<Operation, PageReader>();
  const answered = new Map<string, { readonly body: string; readonly result: Result }>();
  seed({ ground, store, things, places, random });

  const deny = (operation: Operation, status: number, detail: string): Result => refused(service, ground, operation, status, detail);

  const shown = ({ operation, thing, place }: Turn, kept: Kept, result = exampleOf(ground, operation)): Result => {
    const shape = shapeIn(thing, operation);
    const body = shape && withThing(ground, operation, result, shape.at, new Set(shape.properties.keys()), kept.value);
    return withHeaders(operation, body ?? result, place, kept);
  };

  const create = (turn: Turn, key?: string): Result => {
    const { operation, thing, unit, place, body } = turn;
    if (!isObject(body)) return exampleOf(ground, operation);
    const conflict = declaredStatus(operation, 409) ? conflictOf(turn, body) : undefined;
    if (conflict !== undefined) return deny(operation, 409, conflict);
    const now = new Date();
    const sample = sampleOf(ground, thing, random);
    const value = composed(thing, sample, body, bodySchemaOf(operation), now);
    const complete = settledValue(ground, thing, referring(value, body, places.existing(unit, place, thing)));
    const kept = { ...newKey({ ground, thing, unit, place, random }, complete, body, key), version: 1 };
    unit.put(place.collection, kept);
    return shown(turn, kept, createdResult(ground, operation, key !== undefined));
  };

  const change = (turn: Turn, kept: Kept, value: Members): Result => {
    const { thing, unit, place, body } = turn;
    const given = isObject(body) ? body : {};
    const complete = settledValue(ground, thing, touched(thing, value, given, new Date()));
    const own = thing.id === undefined ? {} : { [thing.id]: kept.value[thing.id] };
    const changed = { key: kept.key, value: { ...complete, ...own }, version: kept.version + 1 };
    unit.put(place.collection, changed);
    return shown(turn, changed);
  };

  const replace = (turn: Turn, kept: Kept): Result => {
    const { operation, thing, body } = turn;
    if (!isObject(body)) return exampleOf(ground, operation);
    return change(turn, kept, composed(thing, kept.value, body, bodySchemaOf(operation)));
  };

  const patch = (turn: Turn, kept: Kept): Result => {
    const value = patched(kept.value, turn.body, turn.header('content-type') ?? '');
    if (value !== undefined) return change(turn, kept, value);
    return deny(turn.operation, [409, 422, 400].find((status) => declaredStatus(turn.operation, status)) ?? 409, 'The patch does not fit.');
  };

  const list = (turn: Turn): Result => {
    const { operation, unit, place, input } = turn;
    const reader = readers.get(operation) ?? pageReader(service, operation);
    readers.set(operation, reader);
    const page = reader(unit.list(place.collection), input);
    if (page === undefined) return deny(operation, 400, 'The cursor names no page.');
    const example = exampleOf(ground, operation);
    const shape = listOf(operation);
    if (shape === undefined) return example;
    const names = new Set(shape.properties.keys());
    const usual = valueAt(example, `${shape.at}/0`);
    const items = page.kept.map(({ value }) => {
      const one = placed(example, shape.at, [usual ?? value]);
      return valueAt(withThing(ground, operation, one, `${shape.at}/0`, names, value), `${shape.at}/0`);
    });
    return withPage(ground, operation, placed(example, shape.at, items), shape.at, page);
  };

  const onOne = (turn: Turn, role: Inferred['role']): Result => {
    const { operation, thing, unit, place } = turn;
    const key = place.key ?? '';
    const kept = unit.find(place.collection, key);
    const makes = role === 'replace' && (thing.create === undefined || declaredStatus(operation, 201));
    if (kept === undefined) return makes ? create(turn, key) : deny(operation, 404, `None of ${thing.name} has this identifier.`);
    const condition = turn.header('if-match');
    if (condition !== undefined && role !== 'read' && declaredStatus(operation, 412) && !isMet(condition, kept)) {
      return deny(operation, 412, 'The thing has changed since.');
    }
    if (role === 'read') return shown(turn, kept);
    if (role === 'replace') return replace(turn, kept);
    if (role === 'patch') return patch(turn, kept);
    if (role === 'remove') {
      unit.remove(place.collection, key);
      return shown(turn, kept);
    }
    const action = thing.actions.find((one) => one.operation === operation);
    return action === undefined ? shown(turn, kept) : change(turn, kept, { ...kept.value, [action.member]: action.state });
  };

  const work = (turn: Turn, role: Inferred['role']): Result => {
    const missing = places.missingAbove(turn.unit, turn.place, turn.thing);
    if (missing !== undefined) return deny(turn.operation, 404, `None of ${missing} has this identifier.`);
    if (role === 'create') return create(turn);
    return role === 'list' ? list(turn) : onOne(turn, role);
  };

  /** The result that a request with the same idempotency key had. */
  const once = (operation: Operation, input: unknown, act: () => Result): Result => {
    const header = idempotencyHeader(operation);
    const key = header && valueAt(input, `/header/${header.name}`);
    if (key === undefined) return act();
    const name = `${operation.id} ${String(key)}`;
    const body = JSON.stringify(sent(valueAt(input, '/body')) ?? null);
    const before = answered.get(name);
    const status = [409, 422].find((one) => declaredStatus(operation, one));
    if (before !== undefined && before.body !== body && status !== undefined)
      return deny(operation, status, 'The idempotency key had another body.');
    if (before !== undefined) return before.result;
    const result = act();
    if (result.status < 300) answered.set(name, { body, result });
    return result;
  };

  return {
    has: (operation) => inferred.get(operation)?.thing !== undefined,
    answer(operation, input, request) {
      const { thing, role } = inferred.get(operation) ?? {};
      if (thing === undefined) return undefined;
      const place = places.of(operation, thing, input);
      const body = sent(valueAt(input, '/body'));
      const header = (name: string): string | undefined => request.header(name) ?? undefined;
      try {
        const act = (): Result => store.write((unit) => work({ operation, thing, unit, place, input, body, header }, role));
        return held(ground, operation, role === 'create' || role === 'act' ? once(operation, input, act) : act());
      } catch (error) {
        if (error instanceof FullError) throw refuse(507, { detail: error.message });
        throw error;
      }
    },
  };
}

/** Why a new thing cannot exist beside the others. */
function conflictOf({ thing, unit, place }: Turn, body: Members): string | undefined {
  const names = [...thing.unique, ...(thing.id === undefined ? [] : [thing.id])];
  for (const name of names) {
    const value = body[name];
    if (value !== undefined && unit.list(place.collection).some((one) => one.value[name] === value))
      return `Another of ${thing.name} has this \`${name}\`.`;
  }
  return undefined;
}

/** A PUT that makes a thing answers 201 where the document has it. */
function createdResult(ground: Ground, operation: Operation, isPut: boolean): Result {
  const isDeclared = isPut && operation.responses.some(({ status }) => status === '201');
  return isDeclared ? (sent(ground.example(operation, undefined, 201)) as Result) : exampleOf(ground, operation);
}

/** RFC 9110 section 13.1.1. */
function isMet(condition: string, kept: Kept): boolean {
  return condition.trim() === '*' || condition.split(',').some((tag) => tag.trim() === tagOf(kept));
}

function tagOf({ version }: Kept): string {
  return `"${version}"`;
}

/** The headers that say where a thing is, and which version it has. The address is relative to that of the request (RFC 3986 section 5). */
function withHeaders(operation: Operation, result: Result, { name }: Place, kept: Kept): Result {
  const declared = (successOf(operation)?.headers ?? []).map((one) => one.name);
  const values: Readonly<Record<string, string>> = { etag: tagOf(kept), location: `${name}/${encodeURIComponent(kept.key)}` };
  const own = declared.flatMap((header) => {
    const value = operation.method === 'POST' || header.toLowerCase() === 'etag' ? values[header.toLowerCase()] : undefined;
    const key = Object.keys(result.headers ?? {}).find((one) => one.toLowerCase() === header.toLowerCase()) ?? header.toLowerCase();
    return value === undefined ? [] : [[key, value] as const];
  });
  return own.length === 0 ? result : { ...result, headers: { ...result.headers, ...Object.fromEntries(own) } };
}
