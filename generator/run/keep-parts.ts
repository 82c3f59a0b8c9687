// Puts the schemas and operations of the version before in the place of those of a new version that say the same, so that what was found out about
// them and printed of them stays.
import { isRecord } from '../base/is-record.ts';
import type { Location, Source } from '../base/problem.ts';
import type { Service } from '../model/service.ts';

/** A schema or an operation. */
type Part = Record<string, unknown> & { location: Location };

/**
 * The service `after`, with the parts of `before` that say the same and lead to parts that do. These get the locations of those of `after`, which
 * must not be used any more.
 * @param sources those of `after`
 */
export function keepParts(before: Service, after: Service, sources: readonly Source[]): Service {
  const comparison = new Comparison(sources);
  comparison.compare(before, after);
  // What was found out about the object itself is about the parts that it had.
  const service = { ...after };
  replaceIn(service, comparison);
  return service;
}

/** A location in a part of the version before, and the one that takes its place. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly location: Location;
}

class Comparison {
  readonly #sources: ReadonlySet<unknown>;
  // Parts of the new version are numbers in the order met, so that all that is known of them stands in arrays.
  readonly #numbers = new Map<object, number>();
  readonly #parts: Part[] = [];
  /** The part that stood in the place of each, where there was one. */
  readonly #olds: (Part | undefined)[] = [];
  /** Whether the part does not say the same, or leads to one that does not. */
  readonly #isChanged: boolean[] = [];
  /** The locations besides its own. */
  readonly #places: (readonly Place[] | undefined)[] = [];
  /** By part: the last edge that leads to it, or -1. By edge: the part that it comes from, and the edge before it to the same part. */
  readonly #lastEdge: number[] = [];
  readonly #users: number[] = [];
  readonly #edgeBefore: number[] = [];
  /** The part that is compared, and the locations that were met in it besides its own. */
  #current = 0;
  #met: Place[] = [];

  constructor(sources: readonly Source[]) {
    this.#sources = new Set(sources);
  }

  /** The other parts of the new version lead to those that are kept then. */
  compare(before: Service, after: Service): void {
    const known = new Map(partsIn(before).map((part) => [nameOf(part), part]));
    for (const part of partsIn(after)) this.#pair(part, known.get(nameOf(part)));
    // Parts that are met on the way are compared too.
    for (let number = 0; number < this.#parts.length; number++) this.#compare(number);
    this.#noteTwins();
    this.#noteUsers();
    this.#moveKept();
    for (const part of this.#parts) if (this.keptFor(part) === undefined) replaceIn(part, this);
  }

  /** The part of the version before that takes the place of an object; `undefined` where none does. */
  keptFor(object: object): Part | undefined {
    const number = this.#numbers.get(object);
    return number === undefined || this.#isChanged[number] === true ? undefined : this.#olds[number];
  }

  #pair(part: Part, old: Part | undefined): number {
    const known = this.#numbers.get(part);
    if (known !== undefined) {
      if (this.#olds[known] !== old) this.#isChanged[known] = true;
      return known;
    }
    const number = this.#parts.push(part) - 1;
    this.#numbers.set(part, number);
    this.#olds.push(old);
    this.#isChanged.push(old === undefined);
    this.#places.push(undefined);
    this.#lastEdge.push(-1);
    return number;
  }

  #compare(number: number): void {
    const [part, old] = [this.#parts[number] as Part, this.#olds[number]];
    this.#current = number;
    if (old === undefined || !this.#areFieldsSame(old, part, true)) {
      this.#isChanged[number] = true;
      for (const inner of partsIn(part)) if (!this.#numbers.has(inner)) this.#pair(inner, undefined);
    }
    if (this.#met.length === 0) return;
    this.#places[number] = this.#met;
    this.#met = [];
  }

  /** Two parts in whose places one part stood are not the same any more. */
  #noteTwins(): void {
    const olds = this.#olds.filter((old) => old !== undefined);
    if (new Set(olds).size === olds.length) return;
    const taken = new Map<Part, number>();
    for (const [number, old] of this.#olds.entries()) {
      if (old === undefined) continue;
      const twin = taken.get(old);
      if (twin === undefined) taken.set(old, number);
      else for (const each of [number, twin]) this.#isChanged[each] = true;
    }
  }

  /** What leads to a changed part is changed. */
  #noteUsers(): void {
    const open = [...this.#parts.keys()].filter((number) => this.#isChanged[number]);
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      for (let edge = this.#lastEdge[number] ?? -1; edge !== -1; edge = this.#edgeBefore[edge] ?? -1) {
        const user = this.#users[edge] ?? 0;
        if (this.#isChanged[user] === true) continue;
        this.#isChanged[user] = true;
        open.push(user);
      }
    }
  }

  /** Gives the parts that are kept the locations of those whose places they take. */
  #moveKept(): void {
    for (let number = 0; number < this.#parts.length; number++) {
      const old = this.#olds[number];
      const part = this.#parts[number];
      if (old === undefined || part === undefined || this.#isChanged[number] === true) continue;
      old.location = part.location;
      for (const { holder, key, location } of this.#places[number] ?? []) holder[key] = location;
    }
  }

  /** The order of fields counts, since some are printed in it. After a difference, the rest is compared too, so that the parts in it are paired. */
  #areFieldsSame(old: Record<string, unknown>, now: Record<string, unknown>, isPartItself = false): boolean {
    const names = Object.keys(old);
    let count = 0;
    let same = true;
    for (const name in now) {
      same = name === names[count++] && same;
      const before = old[name];
      const after = now[name];
      if (typeof after !== 'object' || after === null) same = before === after && same;
      else if (isLocation(after, this.#sources)) {
        if (!isPartItself || name !== 'location') this.#met.push({ holder: old, key: name, location: after });
        same = isSamePlace(before, after) && same;
      } else same = this.#isSame(before, after) && same;
    }
    return same && count === names.length;
  }

  #isSame(old: unknown, now: unknown): boolean {
    if (typeof now !== 'object' || now === null) return old === now;
    if (typeof old !== 'object' || old === null) return false;
    if (Array.isArray(now)) return Array.isArray(old) && this.#areItemsSame(old, now);
    if (now instanceof Map) return old instanceof Map && this.#areEntriesSame(old, now);
    if (!isPlain(now) || !isPlain(old)) return false;
    if (!isPart(now)) return this.#areFieldsSame(old, now);
    if (!isPart(old)) return false;
    const number = this.#pair(now, old);
    this.#edgeBefore.push(this.#lastEdge[number] ?? -1);
    this.#lastEdge[number] = this.#users.push(this.#current) - 1;
    return true;
  }

  #areItemsSame(old: readonly unknown[], now: readonly unknown[]): boolean {
    let same = old.length === now.length;
    for (let index = 0; index < now.length; index++) same = this.#isSame(old[index], now[index]) && same;
    return same;
  }

  #areEntriesSame(old: ReadonlyMap<unknown, unknown>, now: ReadonlyMap<unknown, unknown>): boolean {
    const names = old.keys();
    let same = old.size === now.size;
    for (const [name, item] of now) {
      same = names.next().value === name && same;
      same = this.#isSame(old.get(name), item) && same;
    }
    return same;
  }
}

/** All parts of a service, those in other parts too. */
export function partsOf(service: Service): readonly Part[] {
  // A set also visits what is added on the way.
  const found = new Set(partsIn(service));
  for (const part of found) for (const inner of partsIn(part)) found.add(inner);
  return [...found];
}

/** The parts that stand in a value, without those that stand in other parts. */
function partsIn(value: object): Part[] {
  const found: Part[] = [];
  const visit = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return;
    if (isPart(item)) found.push(item);
    else eachItem(item, visit);
  };
  eachItem(value, visit);
  return found;
}

/** Puts other parts in the places of those that a value holds, without those that stand in other parts. */
function replaceIn(value: object, others: Pick<Comparison, 'keptFor'>): void {
  eachItem(value, (item, key) => {
    if (typeof item !== 'object' || item === null) return;
    const other = others.keptFor(item);
    if (other === undefined) {
      if (!isPart(item)) replaceIn(item, others);
    } else if (value instanceof Map) value.set(key, other);
    else Reflect.set(value, String(key), other);
  });
}

function eachItem(value: object, visit: (item: unknown, key: unknown) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, index);
  else if (value instanceof Map) for (const [key, item] of value) visit(item, key);
  else if (isPlain(value)) for (const key in value) visit(value[key], key);
}

/** Data of a document may look like this too. It is compared as a part then, and nothing else follows from it. */
function isPart(value: object): value is Part {
  if (!('location' in value) || !isRecord(value.location) || !('source' in value.location)) return false;
  return ('key' in value && typeof value.key === 'string') || 'typeName' in value;
}

/** What no other part of a service has: an operation is named by its `id`, since the `key` of a webhook is not its own. */
function nameOf(part: Part): string {
  return `${part.id ?? ''} ${part.id === undefined ? part.key : part.location.pointer}`;
}

/** The source tells a location from data that looks like one. */
function isLocation(value: object, sources: ReadonlySet<unknown>): value is Location {
  return 'source' in value && sources.has(value.source);
}

function isSamePlace(old: unknown, { source, pointer, at }: Location): boolean {
  return isRecord(old) && isRecord(old.source) && old.source.path === source.path && old.pointer === pointer && old.at === at;
}

/** Whether a value is an object that has all it says in its fields. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
