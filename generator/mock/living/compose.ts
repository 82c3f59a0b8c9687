// Makes the values of things: what the caller sent, what the document has as defaults, and for the rest examples and samples that refer to what exists.
import type { Random } from '@octavo/runtime/testing';
import { listedValues, typesOf } from '../../conform/sequences/lists/places.ts';
import { plain } from '../../conform/sequences/names.ts';
import { isObject, isTextOrNumber, valueAt } from '../../conform/sequences/pointers.ts';
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { exampleOf, type Ground, placed, withThing } from './results.ts';
import type { LivingThing } from './things.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The identifier of what exists that a member refers to by its name: `shelfId` and `shelf` for one of `shelves`. */
export type Existing = (member: string) => unknown;

const CREATED = /^(?:created|inserted|added)(?:at|on|date|time)?$/;
const UPDATED = /^(?:updated|modified|changed|lastmodified|lastupdated)(?:at|on|date|time)?$/;

/** A thing as the document has it: its example, or with a random source any one. */
export function sampleOf(ground: Ground, { whole: { operation, at, isList } }: LivingThing, random?: Random): Members {
  const found = valueAt(exampleOf(ground, operation, random), isList ? `${at}/0` : at);
  return isObject(found) ? found : {};
}

/** The value with all that the document asks for besides, and without what it refuses. Members that no answer has stay as they are. */
export function settledValue(ground: Ground, thing: LivingThing, value: Members): Members {
  const { operation, at, isList, members } = thing.whole;
  const place = isList ? `${at}/0` : at;
  const example = exampleOf(ground, operation);
  const start = isList && !isObject(valueAt(example, place)) ? placed(example, at, [value]) : example;
  const fitted = valueAt(withThing(ground, operation, start, place, new Set(members.keys()), value), place);
  const unseen = Object.entries(value).filter(([name]) => !members.has(name));
  return { ...Object.fromEntries(unseen), ...(isObject(fitted) ? fitted : {}) };
}

/**
 * The members of a new thing. `sent`: what the caller sent; `taken`: the schema of the body that could be sent, whose other members stay absent or
 * have their defaults. Without `now`, what the service alone sets is that of `sample`, which is the thing before.
 */
export function composed(thing: LivingThing, sample: Members, sent: Members, taken: Schema | undefined, now?: Date): Members {
  const accepted = taken === undefined ? new Map<string, readonly Schema[]>() : propertiesOf([taken]);
  const value: Record<string, unknown> = { ...sent };
  for (const [name, schemas] of thing.whole.members) {
    if (Object.hasOwn(sent, name)) continue;
    const usual = defaultIn(accepted.get(name) ?? schemas);
    if (usual !== undefined) value[name] = usual;
    else if (!accepted.has(name) && Object.hasOwn(sample, name))
      value[name] = now === undefined ? sample[name] : ownValue(name, schemas, sample[name], now);
  }
  return value;
}

/** The value with the time of a change. */
export function touched(thing: LivingThing, value: Members, sent: Members, now: Date): Members {
  const names = Object.keys(value).filter((name) => UPDATED.test(plain(name)) && !Object.hasOwn(sent, name));
  return { ...value, ...Object.fromEntries(names.map((name) => [name, timeIn(thing.whole.members.get(name) ?? [], value[name], now)])) };
}

/** The value with members that refer to things which exist, where the caller did not send them. */
export function referring(value: Members, sent: Members, existing: Existing): Members {
  const own = Object.entries(value).map(([name, before]) => {
    const found = Object.hasOwn(sent, name) || !isTextOrNumber(before) ? undefined : existing(name);
    return [name, typeof found === typeof before ? found : before] as const;
  });
  return Object.fromEntries(own);
}

/** A state begins with the first that the document lists, and times are those of the clock. */
function ownValue(name: string, schemas: readonly Schema[], sample: unknown, now: Date): unknown {
  const word = plain(name);
  if (CREATED.test(word) || UPDATED.test(word)) return timeIn(schemas, sample, now);
  const listed = /^(?:status|state)$/.test(word) ? listedValues(conjuncts(schemas)) : undefined;
  return listed === undefined ? sample : listed[0];
}

function timeIn(schemas: readonly Schema[], before: unknown, now: Date): unknown {
  const all = conjuncts(schemas);
  if (typesOf(all).has('integer') && typeof before === 'number') return before > 1e11 ? now.getTime() : Math.floor(now.getTime() / 1000);
  if (typeof before !== 'string') return before;
  return all.some(({ format }) => format === 'date') ? now.toISOString().slice(0, 10) : now.toISOString();
}

function defaultIn(schemas: readonly Schema[]): unknown {
  return conjuncts(schemas).find((one) => one.default !== undefined)?.default;
}
