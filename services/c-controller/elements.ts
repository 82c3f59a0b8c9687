// Reads and writes tables: as a whole, in part, and by element.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Deps } from './deps.ts';
import { type RangeCode, readRange, writeRange } from './rules/ranges.ts';
import type { ValueType } from './rules/values.ts';
import { put } from './store.ts';
import type { ControllerTables, TableKind, TagRow } from './tables.ts';
import { asKind, isLoaded, stored } from './tags.ts';

type Tables = Kysely<ControllerTables>;

const elementsByName = prepare((tables: Tables, given: Given<{ name: string }>) =>
  tables
    .selectFrom('c_tags')
    .leftJoin('c_elements', 'tag', 'name')
    .select(['kind', 'width', 'c_elements.value'])
    .where(isLoaded)
    .where('name', '=', given('name'))
    .orderBy('c_elements.position'),
);
const elementByIndex = prepare((tables: Tables, given: Given<{ name: string; kind: TableKind; index: number }>) =>
  tables
    .selectFrom('c_tags')
    .innerJoin('c_elements', 'tag', 'name')
    .select('c_elements.value')
    .where(isLoaded)
    .where('name', '=', given('name'))
    .where('kind', '=', given('kind'))
    .where('c_elements.position', '=', given('index')),
);
const lengthsByKind = prepare((tables: Tables, given: Given<{ kind: TableKind }>) =>
  tables
    .selectFrom('c_tags')
    .select((eb) => [
      'name',
      eb
        .selectFrom('c_elements')
        .select(({ fn }) => fn.countAll<number>().as('length'))
        .whereRef('tag', '=', 'name')
        .as('length'),
    ])
    .where(isLoaded)
    .where('kind', '=', given('kind'))
    .orderBy('position'),
);

/** A table with the texts of its elements. @throws the refusals of `tagOf` */
async function requireTable(tables: Tables, name: string, kind: TableKind): Promise<Pick<TagRow, 'width'> & { readonly texts: string[] }> {
  const rows = await elementsByName.all(tables, { name });
  const { width } = await asKind(tables, rows[0], name, kind);
  return { width, texts: rows.flatMap(({ value }) => value ?? []) };
}

function refusal(code: RangeCode, length: number): Error {
  const detail =
    code === -12 ? `The last index of the table is ${length - 1}.` : 'The range exceeds the table, or its length is not valid.';
  return refuse(400, { code, detail });
}

/**
 * Writes texts from an index on, in one unit of work. Those beyond the end of the table are not written.
 * @param textsFor makes the texts for the table, whose width strings must fit
 * @throws the refusals of `tagOf`, and -12 for an index that the table does not have
 */
export async function writeElements(
  { store }: Pick<Deps, 'store'>,
  kind: TableKind,
  name: string,
  start: number,
  textsFor: (table: Pick<TagRow, 'width'>) => readonly string[],
): Promise<void> {
  await store.write(async (tables) => {
    const table = await requireTable(tables, name, kind);
    const { length } = table.texts;
    const range = writeRange(length, start, textsFor(table));
    if ('code' in range) throw refusal(range.code, length);
    const rows = range.values.map((value, offset) => ({ tag: name, position: start + offset, value }));
    // The elements exist, and are written by one statement.
    await put(tables, 'c_elements', rows, ['tag', 'position']);
  });
}

/** The tables of one kind, as the document shows them. */
export function table<Value>(deps: Deps, kind: TableKind, type: ValueType<Value>) {
  const { store } = deps;

  async function values(name: string): Promise<Value[]> {
    return (await requireTable(store.read, name, kind)).texts.map((text) => type.read(text));
  }

  return {
    async list() {
      const tables = await lengthsByKind.all(store.read, { kind });
      return { status: 200, body: tables.map(({ name, length }) => ({ name, length: length ?? 0 })) } as const;
    },
    async read(name: string, { startIndex, numElements }: { startIndex: number; numElements?: number }) {
      const all = await values(name);
      const range = readRange(all.length, startIndex, numElements);
      if ('code' in range) throw refusal(range.code, all.length);
      return { status: 200, body: all.slice(startIndex, range.end) } as const;
    },
    async readElement(name: string, index: number) {
      const element = await elementByIndex.first(store.read, { name, kind, index });
      if (element === undefined) throw refusal(-12, (await values(name)).length);
      return { status: 200, body: { value: type.read(element.value) } } as const;
    },
    async write(name: string, elements: readonly Value[], startIndex: number) {
      const texts = elements.map((value) => stored(type, value));
      await writeElements(deps, kind, name, startIndex, () => texts);
      return { status: 200 } as const;
    },
    async writeElement(name: string, index: number, value: Value) {
      const text = stored(type, value);
      await writeElements(deps, kind, name, index, () => [text]);
      return { status: 200 } as const;
    },
  };
}
