// Reads and writes tags. What the controller refuses has the code of the document.

import { refuse } from '@octavo/runtime';
import { expressionBuilder, type Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import { requireController } from './controller.ts';
import type { Deps } from './deps.ts';
import type { ValueType } from './rules/values.ts';
import type { ControllerTables, TagKind, TagRow } from './tables.ts';

type Tables = Kysely<ControllerTables>;

const { exists, selectFrom } = expressionBuilder<ControllerTables>();

/** Where the strategy is not loaded, it has no tags. */
export const isLoaded = exists(selectFrom('c_controllers').select('c_controllers.id').where('has_strategy', '=', true));

const tagByName = prepare((tables: Tables, given: Given<{ name: string }>) =>
  tables.selectFrom('c_tags').selectAll().where(isLoaded).where('name', '=', given('name')),
);
const tagsByKind = prepare((tables: Tables, given: Given<{ kind: TagKind }>) =>
  tables.selectFrom('c_tags').selectAll().where(isLoaded).where('kind', '=', given('kind')).orderBy('position'),
);
const valueByName = prepare((tables: Tables, given: Given<{ name: string; kind: TagKind; value: string }>) =>
  tables
    .updateTable('c_tags')
    .set({ value: given('value') })
    .where(isLoaded)
    .where('name', '=', given('name'))
    .where('kind', '=', given('kind')),
);

/**
 * A tag of the loaded strategy.
 * @throws the refusals -1 (no strategy), -28 (no such tag) and -29 (another type)
 */
export async function requireTag(tables: Tables, name: string, kind: TagKind): Promise<TagRow> {
  return asKind(tables, await tagByName.first(tables, { name }), name, kind);
}

/**
 * A tag that was looked for.
 * @throws the same refusals, where there is none or it is of another kind
 */
export async function asKind<Tag extends Pick<TagRow, 'kind'>>(
  tables: Tables,
  tag: Tag | undefined,
  name: string,
  kind: TagKind,
): Promise<Tag> {
  if (tag === undefined) {
    const { has_strategy } = await requireController(tables);
    if (!has_strategy) throw refuse(400, { code: -1, detail: 'No strategy is loaded.' });
    throw refuse(404, { code: -28, detail: `The strategy has no tag ${name}.` });
  }
  if (tag.kind !== kind) throw refuse(404, { code: -29, detail: `${name} has another type.` });
  return tag;
}

/** Writes the value of a tag, within a unit of work. @throws the refusals of `tagOf` */
export async function writeTag(tables: Tables, name: string, kind: TagKind, value: string): Promise<void> {
  if ((await valueByName.run(tables, { name, kind, value })) === 0) await requireTag(tables, name, kind);
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
      return { status: 200, body: { value: type.read((await requireTag(store.read, name, kind)).value) } } as const;
    },
    async write(name: string, value: Value) {
      const text = stored(type, value);
      await store.write((tables) => writeTag(tables, name, kind, text));
      return { status: 200 } as const;
    },
  };
}
