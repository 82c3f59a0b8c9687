// Tests declared tables on each database: what their first migration makes, and what flags and JSON are in rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { type Given, prepare } from '../../../services/platform/store/prepare.ts';
import type { OpenStore, Part } from '../../../services/platform/store/store.ts';
import {
  double,
  flag,
  integer,
  json,
  key,
  nullable,
  type RowOf,
  type TablesOf,
  table,
  text,
  textOf,
} from '../../../services/platform/store/table.ts';
import { describeOnEachDatabase } from '../../support/databases.ts';
import { madeTables } from '../../support/made-tables.ts';

interface Edit {
  readonly at: number;
  readonly text: string;
}

const posts = table(
  't_posts',
  {
    id: key(text),
    author: text,
    edits: json<Edit[]>(),
    is_pinned: flag,
    is_read: nullable(flag),
    place: nullable(json<{ readonly name: string }>()),
    kind: textOf<'post' | 'reply'>(),
    at: integer,
    score: double,
  },
  { indexes: { newest: ['author', 'at'] }, unique: { once: ['at', 'author'] } },
);
const likes = table('t_likes', { by: text, post: text, is_hidden: flag }, { key: ['post', 'by'] });
const tables = [posts, likes] as const;
const part: Part = { name: 't-service', tables, migrations: { '001-tables': createTables(tables) } };

type Tables = TablesOf<typeof tables>;
type Post = RowOf<typeof posts>;

const POST: Post = {
  id: 'p1',
  author: 'ada',
  edits: [{ at: 1, text: 'a \0 b "c" \\ é' }],
  is_pinned: true,
  is_read: null,
  place: null,
  kind: 'post',
  at: 7,
  score: 0.5,
};

test('a row has the types of the columns', () => {
  expectTypeOf<Post>().toEqualTypeOf<{
    readonly id: string;
    readonly author: string;
    readonly edits: Edit[];
    readonly is_pinned: boolean;
    readonly is_read: boolean | null;
    readonly place: { readonly name: string } | null;
    readonly kind: 'post' | 'reply';
    readonly at: number;
    readonly score: number;
  }>();
});

test('refuses a table without a key', () => {
  expect(() => table('t_rows', { id: text })).toThrow('The table t_rows has no key: write `id: key(text)`.');
});

test('JSON in a row has the names that it says, whatever names other rows have had', () => {
  // V8 13.6 reads the second text with the name of the first.
  JSON.parse('{"row":1,"\\\\":2}');
  expect(json<object>().read?.('{"row":1,"\\n":2}' as never)).toEqual({ row: 1, '\n': 2 });
});

describeOnEachDatabase('declared tables', ({ place }) => {
  let store: OpenStore<Tables> | undefined;
  async function open(): Promise<OpenStore<Tables>> {
    store = await openStore<Tables>(await place());
    await store.migrate(part);
    return store;
  }
  afterEach(() => store?.close());

  test('the first migration makes the columns, keys and indexes that are declared', async () => {
    const { read } = await open();
    expect(await madeTables(read as Kysely<unknown>)).toEqual({
      t_posts: {
        columns: {
          id: 'text',
          author: 'text',
          edits: 'text',
          is_pinned: 'whole',
          is_read: 'whole?',
          place: 'text?',
          kind: 'text',
          at: 'whole',
          score: 'double',
        },
        key: ['id'],
        indexes: { t_posts_newest: 'author, at', t_posts_once: 'unique at, author' },
      },
      t_likes: { columns: { by: 'text', post: 'text', is_hidden: 'whole' }, key: ['post', 'by'], indexes: {} },
    });
  });

  test('rows have booleans and what is in JSON, and the database has 0, 1 and JSON', async () => {
    const { read, write } = await open();
    await write((unit) => unit.insertInto('t_posts').values(POST).execute());
    expect(await read.selectFrom('t_posts').selectAll().execute()).toEqual([POST]);
    const place = { name: 'Malmö' };
    await write((unit) => unit.updateTable('t_posts').set({ is_pinned: false, is_read: true, edits: [], place }).execute());
    const changed = { ...POST, is_pinned: false, is_read: true, edits: [], place };
    expect(await read.selectFrom('t_posts').selectAll().execute()).toEqual([changed]);
    const stored = sql<unknown>`select is_pinned + 0 as pinned, is_read + 0 as read, edits || '' as edits, place || '' as place from t_posts`;
    expect((await stored.execute(read)).rows).toEqual([{ pinned: 0, read: 1, edits: '[]', place: '{"name":"Malmö"}' }]);
  });

  test('queries look for booleans, and give them in joins, `returning`, `from` and `with`, under any name', async () => {
    const { read, write } = await open();
    await write(async (unit) => {
      await unit
        .insertInto('t_posts')
        .values([POST, { ...POST, id: 'p2', author: 'bob', is_pinned: false }])
        .execute();
      await unit.insertInto('t_likes').values({ by: 'bob', post: 'p1', is_hidden: true }).execute();
    });
    expect(await read.selectFrom('t_posts').select('id').where('is_pinned', '=', true).execute()).toEqual([{ id: 'p1' }]);
    const joined = await read
      .selectFrom('t_likes')
      .innerJoin('t_posts', 't_posts.id', 't_likes.post')
      .select(['is_hidden as hidden', 'is_pinned', 'edits as changes', 't_posts.at'])
      .executeTakeFirst();
    expect(joined).toEqual({ hidden: true, is_pinned: true, changes: POST.edits, at: 7 });
    const inner = await read
      .with('some', (query) => query.selectFrom('t_posts').selectAll().orderBy('id').limit(1))
      .selectFrom((query) => query.selectFrom('some').select(['id', 'is_pinned as first', 'edits']).as('inner'))
      .selectAll()
      .execute();
    expect(inner).toEqual([{ id: 'p1', first: true, edits: POST.edits }]);
    const returned = await write(async (unit) => [
      await unit.updateTable('t_posts').set({ is_read: false }).where('id', '=', 'p1').returning(['is_read', 'edits as changes']).execute(),
      await unit
        .insertInto('t_posts')
        .values({ ...POST, id: 'p3', author: 'cy' })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute(),
      await unit.deleteFrom('t_likes').returning('is_hidden').execute(),
    ]);
    expect(returned).toEqual([[{ is_read: false, changes: POST.edits }], [{ ...POST, id: 'p3', author: 'cy' }], [{ is_hidden: true }]]);
    expect((await sql`select is_pinned, count(*) as count from t_posts group by is_pinned order by 1`.execute(read)).rows).toEqual([
      { is_pinned: false, count: 1 },
      { is_pinned: true, count: 2 },
    ]);
  });

  test('prepared queries take and give the same, and texts of lists as they are', async () => {
    const { read, write } = await open();
    const insert = prepare((unit: Kysely<Tables>, given: Given<Post>) =>
      unit
        .insertInto('t_posts')
        .values({ ...POST, id: given('id'), author: given('author'), edits: given('edits'), is_pinned: given('is_pinned') }),
    );
    const pinned = prepare((unit: Kysely<Tables>, given: Given<{ is_pinned: boolean; ids: readonly string[] }>) =>
      unit
        .selectFrom('t_posts')
        .select(['id', 'edits', 'is_pinned'])
        .where('is_pinned', '=', given('is_pinned'))
        .where('id', 'in', given.list('ids'))
        .orderBy('at'),
    );
    const ids = ['a "b" \\ c', '{d, e}', 'NULL', '', 'é,'];
    for (const id of ids) await write((unit) => insert.run(unit, { ...POST, id, author: id }));
    const row = { edits: POST.edits, is_pinned: true };
    const found = await pinned.all(read, { is_pinned: true, ids });
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids));
    expect(found.map(({ id: _, ...others }) => others)).toEqual(ids.map(() => row));
    expect(await pinned.all(read, { is_pinned: true, ids: ['NULL'] })).toEqual([{ id: 'NULL', ...row }]);
    expect(await pinned.all(read, { is_pinned: false, ids })).toEqual([]);
    // A long list is another query, which PostgreSQL plans for its values.
    const many = [...ids, ...Array.from({ length: 300 }, (_, index) => `none ${index}`)];
    for (const list of [many, ids, many]) expect(new Set(await pinned.all(read, { is_pinned: true, ids: list }))).toEqual(new Set(found));
  });

  test('migrations write and see what is stored, and the code that adjusts a snapshot sees rows', async () => {
    let stored: unknown;
    const seen: unknown[] = [];
    const look = sql`select is_hidden from t_likes`;
    store = await openStore<Tables>(await place());
    await store.migrate({
      ...part,
      migrations: {
        ...part.migrations,
        '002-look': {
          async up(database) {
            await sql`insert into t_likes values ('ada', 'p1', 1)`.execute(database);
            stored = (await look.execute(database)).rows;
          },
        },
      },
    });
    // The same text, after the migration.
    await store.write(async (unit) => void seen.push(...(await look.execute(unit)).rows));
    const folder = mkdtempSync(join(tmpdir(), 'octavo-snapshot-'));
    await store.snapshot(join(folder, 'one.sqlite'));
    await store.restore(join(folder, 'one.sqlite'), async (copy) => {
      seen.push(...(await look.execute(copy)).rows);
      await copy.updateTable('t_likes').set({ is_hidden: false }).execute();
    });
    rmSync(folder, { recursive: true });
    expect(stored).toEqual([{ is_hidden: 1 }]);
    expect(seen).toEqual([{ is_hidden: true }, { is_hidden: true }]);
    expect(await store.read.selectFrom('t_likes').selectAll().execute()).toEqual([{ by: 'ada', post: 'p1', is_hidden: false }]);
  });
});
