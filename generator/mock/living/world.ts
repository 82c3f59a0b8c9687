// The things that a living mock remembers. A request changes them as a whole or not at all, since nothing waits between its first change and its
// last.
import { jsonText } from '../../base/exact.ts';
import type { Kind } from './plan/kinds.ts';

/** A thing by the members that its document gives it. */
export interface Thing {
  readonly kind: Kind;
  /** The filled path of its collection: `/shelves/3/books`. */
  readonly collection: string;
  /** The last segment of its path. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Grows with each change: its ETag. */
  readonly version: number;
  /** The filled path at which it was created, where it is read elsewhere; of a thing that was made of another one, the path of that. */
  readonly madeAt?: string;
  /** Whether it was deleted and can come back: until then, no request sees it that does not ask for it. */
  readonly isDeleted?: true;
  /** The operations that were done to it, of those that are done once. */
  readonly done?: readonly string[];
}

/** Why a change was not kept. */
export class TooMuch extends Error {}

/** Bytes of all things together, as JSON. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Removed things that are remembered. */
const MOST_REMOVED = 10_000;

export class World {
  /** By the path of the collection, then by id, in the order in which they were made. */
  readonly #collections = new Map<string, Map<string, Thing>>();
  readonly #sizes = new WeakMap<Thing, number>();
  /** The greatest identifier that is a number, by the path of the collection: no other thing gets it again. */
  readonly #greatest = new Map<string, number>();
  /** The collections that have had things, or were asked for. */
  readonly #met = new Set<string>();
  /** The things that were removed, as their paths; the oldest are forgotten. */
  readonly #removed = new Set<string>();
  /** What was at each place before the first change since `begin`. */
  readonly #before = new Map<string, { readonly collection: string; readonly id: string; readonly thing: Thing | undefined }>();
  #bytes = 0;
  #version = 0;

  /** A thing that is not deleted, and was not made below one that is. */
  find(collection: string, id: string): Thing | undefined {
    const thing = this.#collections.get(collection)?.get(id);
    return thing === undefined || this.#isHidden(thing) ? undefined : thing;
  }

  /** What has a path of its own is hidden with what it was made below: `/files/3` of a ticket, until that is restored. */
  #isHidden({ isDeleted, kind, madeAt }: Thing): boolean {
    if (isDeleted === true) return true;
    const [, above = '', id = ''] = kind.madeAt === undefined ? [] : (/^(.*)\/([^/]+)\/[^/]+$/.exec(madeAt ?? '') ?? []);
    return above !== '' && this.#collections.get(above)?.get(decodeURIComponent(id))?.isDeleted === true;
  }

  /** A thing that is deleted and can come back. */
  findDeleted(collection: string, id: string): Thing | undefined {
    const thing = this.#collections.get(collection)?.get(id);
    return thing?.isDeleted === true ? thing : undefined;
  }

  /** Whether a thing had the identifier and was removed. */
  hadOnce(collection: string, id: string): boolean {
    return this.#removed.has(JSON.stringify([collection, id]));
  }

  /** Whether a thing has the identifier, or had it and can come back. */
  has(collection: string, id: string): boolean {
    return this.#collections.get(collection)?.has(id) === true;
  }

  in(collection: string): readonly Thing[] {
    return [...(this.#collections.get(collection)?.values() ?? [])].filter((thing) => !this.#isHidden(thing));
  }

  /** The things of a kind, in all collections of it. */
  *ofKind(kind: Kind): Generator<Thing> {
    for (const things of this.#collectionsOf(kind)) for (const thing of things.values()) if (!this.#isHidden(thing)) yield thing;
  }

  /** The things of a kind with these identifiers. */
  named(kind: Kind, ids: Iterable<string>): readonly Thing[] {
    const all = [...this.#collectionsOf(kind)];
    const found = [...ids].flatMap((id) => all.flatMap((things) => things.get(id) ?? []));
    return found.filter((thing) => !this.#isHidden(thing));
  }

  /** A collection has things of one kind. */
  *#collectionsOf(kind: Kind): Generator<ReadonlyMap<string, Thing>> {
    for (const things of this.#collections.values()) {
      const [first] = things.values();
      if (first?.kind === kind) yield things;
    }
  }

  deletedIn(collection: string): readonly Thing[] {
    return [...(this.#collections.get(collection)?.values() ?? [])].filter(({ isDeleted }) => isDeleted === true);
  }

  /** The greatest identifier that is a number, of all things that the collection has had; 0 where none was. */
  greatest(collection: string): number {
    return this.#greatest.get(collection) ?? 0;
  }

  /** All that are not deleted. */
  *all(): Generator<Thing> {
    for (const thing of this.whole()) if (!this.#isHidden(thing)) yield thing;
  }

  /** All, with those that can come back. */
  *whole(): Generator<Thing> {
    for (const things of this.#collections.values()) yield* things.values();
  }

  /** Whether a collection is met for the first time, and has never had a thing. */
  meet(collection: string): boolean {
    if (this.#met.has(collection)) return false;
    this.#met.add(collection);
    return true;
  }

  /** From now on, `changes` counts. */
  begin(): void {
    this.#before.clear();
  }

  /** What was made, changed and removed since `begin`. */
  changes(): readonly { readonly before: Thing | undefined; readonly after: Thing | undefined }[] {
    return [...this.#before.values()]
      .map(({ collection, id, thing }) => ({ before: thing, after: this.#collections.get(collection)?.get(id) }))
      .filter(({ before, after }) => before?.version !== after?.version);
  }

  #note(collection: string, id: string): void {
    const place = JSON.stringify([collection, id]);
    if (!this.#before.has(place)) this.#before.set(place, { collection, id, thing: this.#collections.get(collection)?.get(id) });
  }

  /**
   * Keeps a thing in the place of the one with its id. `version`: of one that counts as unchanged. @throws {TooMuch} where there is no room for it.
   */
  keep(kept: Omit<Thing, 'version'> & { readonly version?: number }): Thing {
    const { collection, id, value } = kept;
    const thing: Thing = { ...kept, version: kept.version ?? ++this.#version };
    const size = jsonText(value).length;
    const before = this.#collections.get(collection)?.get(id);
    const bytes = this.#bytes + size - (before === undefined ? 0 : (this.#sizes.get(before) ?? 0));
    if (bytes > MOST_BYTES)
      throw new TooMuch(`The mock keeps ${MOST_BYTES / 1024 / 1024} MiB of things, and this one would be too much. Delete some first.`);
    this.#note(collection, id);
    this.#bytes = bytes;
    this.#sizes.set(thing, size);
    const things = this.#collections.get(collection) ?? new Map<string, Thing>();
    this.#collections.set(collection, things.set(id, thing));
    this.#met.add(collection);
    const number = Number(id);
    if (Number.isSafeInteger(number) && number > this.greatest(collection)) this.#greatest.set(collection, number);
    return thing;
  }

  /** Forgets all things, and has these in their place. */
  replace(things: readonly Thing[]): void {
    this.#collections.clear();
    this.#greatest.clear();
    this.#met.clear();
    this.#removed.clear();
    this.#bytes = 0;
    for (const thing of things) {
      this.keep(thing);
      this.#version = Math.max(this.#version, thing.version);
    }
  }

  /** Removes a thing, all that stands below it, and what was created below it. */
  remove({ collection, id }: Thing): void {
    const below = `${collection}/${encodeURIComponent(id)}/`;
    for (const thing of [...this.whole()]) {
      const isBelow =
        `${thing.collection}/`.startsWith(below) || (thing.kind.madeAt !== undefined && thing.madeAt?.startsWith(below) === true);
      if (isBelow || (thing.collection === collection && thing.id === id)) this.#drop(thing);
    }
  }

  #drop(thing: Thing): void {
    this.#note(thing.collection, thing.id);
    const [oldest] = this.#removed.size < MOST_REMOVED ? [] : this.#removed;
    if (oldest !== undefined) this.#removed.delete(oldest);
    this.#removed.add(JSON.stringify([thing.collection, thing.id]));
    this.#bytes -= this.#sizes.get(thing) ?? 0;
    const things = this.#collections.get(thing.collection);
    things?.delete(thing.id);
    if (things?.size === 0) this.#collections.delete(thing.collection);
  }
}
