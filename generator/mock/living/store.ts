// What a living mock remembers, in memory. Each request is one unit of work: all of what it writes is kept, or nothing.

export interface Kept {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Grows by one with each change. */
  readonly version: number;
}

/** The reads and writes of one request. `collection` is a path with its values: `/shelves/1/books`. */
export interface Unit {
  find(collection: string, key: string): Kept | undefined;
  /** In the order in which they were made. */
  list(collection: string): readonly Kept[];
  put(collection: string, kept: Kept): void;
  /** Removes a thing, and all that stands below it. */
  remove(collection: string, key: string): void;
}

export interface LivingStore {
  /** @throws what the work throws, and `FullError`; nothing is kept then. */
  write<T>(work: (unit: Unit) => T): T;
}

/** The things together would need more bytes than the store may have. */
export class FullError extends Error {
  override readonly name = 'FullError';
}

interface Entry {
  readonly kept: Kept;
  readonly bytes: number;
}

type Collections = Map<string, ReadonlyMap<string, Entry>>;

/** @param mostBytes of all things as JSON. */
export function memoryStore(mostBytes: number): LivingStore {
  let collections: Collections = new Map();
  let bytes = 0;
  return {
    write(work) {
      const draft: Collections = new Map(collections);
      let size = bytes;
      const change = (collection: string, edit: (entries: Map<string, Entry>) => void): void => {
        const entries = new Map(draft.get(collection));
        edit(entries);
        draft.set(collection, entries);
      };
      const result = work({
        find: (collection, key) => draft.get(collection)?.get(key)?.kept,
        list: (collection) => [...(draft.get(collection)?.values() ?? [])].map(({ kept }) => kept),
        put(collection, kept) {
          const entry = { kept, bytes: sizeOf(kept.value) };
          size += entry.bytes - (draft.get(collection)?.get(kept.key)?.bytes ?? 0);
          change(collection, (entries) => entries.set(kept.key, entry));
        },
        remove(collection, key) {
          size -= draft.get(collection)?.get(key)?.bytes ?? 0;
          change(collection, (entries) => entries.delete(key));
          const below = `${addressOf(collection, key)}/`;
          for (const [name, entries] of draft) {
            if (!name.startsWith(below)) continue;
            for (const entry of entries.values()) size -= entry.bytes;
            draft.delete(name);
          }
        },
      });
      if (size > mostBytes && size > bytes)
        throw new FullError(`The living mock keeps at most ${mostBytes} bytes, and these would be ${size}.`);
      collections = draft;
      bytes = size;
      return result;
    },
  };
}

function addressOf(collection: string, key: string): string {
  return `${collection}/${encodeURIComponent(key)}`;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)));
}
