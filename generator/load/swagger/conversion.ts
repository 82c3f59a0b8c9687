// What all parts of the conversion share: how a value is copied, where it came from, and where references lead.
import type { Problem } from '../../base/problem.ts';
import type { ObjectName } from '../check/grammar.ts';
import { fixForNewer } from '../check/swagger-newer.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import type { Link } from '../references/cycles.ts';
import type { Target } from '../references/library.ts';
import { below, type Place } from './places.ts';

/** A list of media types or schemes, and where it is written; no place where nothing says so. */
export interface Words {
  readonly words: readonly string[];
  readonly place?: Place;
}

/** What the root of the document says for all operations. */
interface Defaults {
  readonly consumes: Words | undefined;
  readonly produces: Words | undefined;
}

export interface Conversion {
  readonly defaults: Defaults;
  /** What each object of the documents was checked as. */
  readonly checked: ReadonlyMap<object, ObjectName>;
  /** Converts a value by what it was checked as; anything else is copied. */
  copy(value: Json, place: Place): Json;
  /** Records where an object was made of. @throws TooManyValues */
  mark<T extends object>(made: T, place: Place, members?: Readonly<Record<string, Place>>): T;
  /** Where the `$ref` of an object leads. */
  linkOf(holder: JsonObject): Link | undefined;
  /** An object whose `$ref` leads to what has become of the target. */
  reference(link: Link, place: Place): JsonObject;
  report(problem: Problem): void;
}

/** Thrown where the converted documents would have more values than the limit allows. */
export class TooManyValues extends Error {}

/** What a `$ref` leads to, through others; the object itself where it has none. */
export function targetOf(conversion: Conversion, value: Json, place: Place): { readonly value: Json; readonly place: Place } {
  const met = new Set<unknown>();
  let found = { value, place };
  while (isObject(found.value) && !met.has(found.value)) {
    met.add(found.value);
    const target: Target | undefined = conversion.linkOf(found.value)?.target;
    if (target === undefined) break;
    found = { value: target.value, place: target };
  }
  return found;
}

/**
 * The members of an object that are not named in `others`, each converted; extensions as they are. Fields of OpenAPI 3 that the rules have refused
 * would mean something again.
 */
export function copyMembers(
  conversion: Conversion,
  value: JsonObject,
  place: Place,
  others: ReadonlySet<string>,
  name: ObjectName,
): JsonObject {
  const made: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || others.has(key) || fixForNewer(name, key) !== undefined) continue;
    setOwn(made, key, key.startsWith('x-') ? member : conversion.copy(member, below(place, key)));
  }
  return made;
}

/** The text of a field. */
export function textOf(value: JsonObject, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** A list of texts in a field; `undefined` where there is none. */
export function wordsAt(value: JsonObject, key: string, place: Place): Words | undefined {
  const words = wordsOf(value, key);
  return words === undefined ? undefined : { words, place: below(place, key) };
}

export function wordsOf(value: JsonObject, key: string): readonly string[] | undefined {
  const list = own(value, key);
  return Array.isArray(list) ? list.filter((word: Json): word is string => typeof word === 'string') : undefined;
}
