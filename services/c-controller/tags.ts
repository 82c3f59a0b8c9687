// Reads and writes tags. What the controller refuses has the code of the document.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Deps } from './deps.ts';
import type { ValueType } from './rules/values.ts';
import type { ControllerRow, ControllerTables, TagKind, TagRow } from './tables.ts';

type Tables = Kysely<ControllerTables>;

const controllers = prepare((tables: Tables) => tables.selectFrom('c_controllers').selectAll());

/** The tags of the loaded strategy; there are none where it is not loaded. */
const loadedTags = (tables: Tables) =>
  tables
    .selectFrom('c_tags')
    .selectAll()
    .where(({ exists, selectFrom }) => exists(selectFrom('c_controllers').select('id').where('has_strategy', '=', 1)));

const tagByName = prepare((tables: Tables, given: Given<{ name: string }>) => loadedTags(tables).where('name', '=', given('name')));
const tagsByKind = prepare((tables: Tables, given: Given<{ kind: TagKind }>) =>
  loadedTags(tables).where('kind', '=', given('kind')).orderBy('position'),
);

export async function controllerOf(tables: Tables): Promise<ControllerRow> {
  const controller = await controllers.first(tables, {});
  if (controller === undefined) throw new Error('The store has no controller.');
  return controller;
}

/**
 * A tag of the loaded strategy.
 * @throws the refusals -1 (no strategy), -28 (no such tag) and -29 (another type)
 */
export async function tagOf(tables: Tables, name: string, kind: TagKind): Promise<TagRow> {
  const tag = await tagByName.first(tables, { name });
  if (tag === undefined) {
    const { has_strategy } = await controllerOf(tables);
    if (has_strategy === 0) throw refuse(400, { code: -1, detail: 'No strategy is loaded.' });
    throw refuse(404, { code: -28, detail: `The strategy has no tag ${name}.` });
  }
  if (tag.kind !== kind) throw refuse(404, { code: -29, detail: `${name} has another type.` });
  return tag;
}

/** The tags of a kind in their order; none where no strategy is loaded. */
export function tagsOf(tables: Tables, kind: TagKind): Promise<readonly TagRow[]> {
  return tagsByKind.all(tables, { kind });
}

/**
 * The text that the store holds for a value.
 * @throws the refusal -13 for a value that does not fit its type
 */
export function stored<Value>(type: ValueType<Value>, value: Value): string {
  const text = type.store(value);
  if (text === undefined) throw refuse(400, { code: -13, detail: 'The value does not fit its type.' });
  return text;
}

/** The list and the single values of one kind of tag, as the document shows them. */
export function single<Value>({ store }: Deps, kind: TagKind, type: ValueType<Value>) {
  return {
    async list() {
      const tags = await tagsOf(store.read, kind);
      return { status: 200, body: tags.map(({ name, value }) => ({ name, value: type.read(value) })) } as const;
    },
    async read(name: string) {
      return { status: 200, body: { value: type.read((await tagOf(store.read, name, kind)).value) } } as const;
    },
    async write(name: string, value: Value) {
      const text = stored(type, value);
      await store.write(async (tables) => {
        await tagOf(tables, name, kind);
        await tables.updateTable('c_tags').set({ value: text }).where('name', '=', name).execute();
      });
      return { status: 200 } as const;
    },
  };
}
