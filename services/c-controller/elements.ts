// Reads and writes tables: as a whole, in part, and by element.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Deps } from './deps.ts';
import { type RangeCode, readRange, writeRange } from './rules/ranges.ts';
import type { ValueType } from './rules/values.ts';
import type { ControllerTables, ElementRow, TableKind, TagRow } from './tables.ts';
import { stored, tagOf, tagsOf } from './tags.ts';

type Tables = Kysely<ControllerTables>;

async function elementsOf(tables: Tables, tag: string): Promise<ElementRow[]> {
  return await tables.selectFrom('c_elements').selectAll().where('tag', '=', tag).orderBy('position').execute();
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
  textsFor: (table: TagRow) => readonly string[],
): Promise<void> {
  await store.write(async (tables) => {
    const table = await tagOf(tables, name, kind);
    const { length } = await elementsOf(tables, name);
    const range = writeRange(length, start, textsFor(table));
    if ('code' in range) throw refusal(range.code, length);
    for (const [offset, value] of range.values.entries()) {
      const place = tables.updateTable('c_elements').set({ value }).where('tag', '=', name);
      await place.where('position', '=', start + offset).execute();
    }
  });
}

/** The tables of one kind, as the document shows them. */
export function table<Value>(deps: Deps, kind: TableKind, type: ValueType<Value>) {
  const { store } = deps;

  async function values(name: string): Promise<Value[]> {
    await tagOf(store.read, name, kind);
    return (await elementsOf(store.read, name)).map(({ value }) => type.read(value));
  }

  return {
    async list() {
      const tags = await tagsOf(store.read, kind);
      const counted = store.read.selectFrom('c_elements').select(['tag', ({ fn }) => fn.countAll<number | string>().as('length')]);
      const lengths = new Map((await counted.groupBy('tag').execute()).map(({ tag, length }) => [tag, Number(length)]));
      return { status: 200, body: tags.map(({ name }) => ({ name, length: lengths.get(name) ?? 0 })) } as const;
    },
    async read(name: string, { startIndex = 0, numElements }: { startIndex?: number; numElements?: number } = {}) {
      const all = await values(name);
      const range = readRange(all.length, startIndex, numElements);
      if ('code' in range) throw refusal(range.code, all.length);
      return { status: 200, body: all.slice(startIndex, range.end) } as const;
    },
    async readElement(name: string, index: number) {
      const all = await values(name);
      const value = all[index];
      if (value === undefined) throw refusal(-12, all.length);
      return { status: 200, body: { value } } as const;
    },
    async write(name: string, elements: readonly Value[], startIndex = 0) {
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
