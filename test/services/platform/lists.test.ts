// Tests pages of lists on both engines: by tokens in both directions, by whole numbers and cursors, and by the number of a page.

import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCursors } from '../../../services/platform/cursors.ts';
import { defineList, readCursorPage, readPage, readTokenPage } from '../../../services/platform/lists.ts';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import type { Given } from '../../../services/platform/store/prepare.ts';
import type { OpenStore } from '../../../services/platform/store/store.ts';
import { integer, key, type TablesOf, table, text } from '../../../services/platform/store/table.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { type SharedPostgres, sharePostgres } from '../../support/shared-servers.ts';

const tables = [table('t_notes', { id: key(text), seq: integer, owner: text })] as const;

type Tables = TablesOf<typeof tables>;

interface Filters {
  readonly owner: string | undefined;
}

const filtered = (tables: Kysely<Tables>, given: Given<Filters>) => {
  const rows = tables.selectFrom('t_notes').selectAll();
  return given.has('owner') ? rows.where('owner', '=', given('owner')) : rows;
};
const byOwner = defineList('t_notes', ['owner', 'id'], filtered);
const bySeq = defineList('t_notes', ['seq'], filtered);
const cursors = createCursors('secret');
const ALL: Filters = { owner: undefined };

let postgres: SharedPostgres | undefined;
let store: OpenStore<Tables>;

describe.each(['SQLite', 'PostgreSQL'])('lists on %s', (engine) => {
  const skip = engine === 'PostgreSQL' && !POSTGRES;
  beforeAll(async () => {
    if (skip) return;
    postgres = engine === 'PostgreSQL' ? await sharePostgres() : undefined;
    store = await openStore<Tables>(postgres === undefined ? { memory: true } : { postgres: await postgres.newDatabase() });
    await store.migrate({ name: 't-notes', tables, migrations: { '0001': createTables(tables) } });
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => ({ id, seq: 1000 + index, owner: index < 4 ? 'x' : 'y' }));
    await store.write((tables) => tables.insertInto('t_notes').values(rows).execute());
  });
  afterAll(async () => {
    if (skip) return;
    await store.close();
    await postgres?.stop();
  });

  const ids = (page: { readonly rows: readonly { readonly id: string }[] } | undefined) => page?.rows.map(({ id }) => id).join('');

  describe.each([
    [false, ['abc', 'def', 'g']],
    [true, ['gfe', 'dcb', 'a']],
  ] as const)('by tokens, down: %s', (isDown, want) => {
    test.skipIf(skip)('forwards and back again', async () => {
      const read = (token?: string) => readTokenPage(byOwner, store.read, ALL, { cursors, caller: 'me', token, limit: 3, isDown });
      const first = await read();
      const second = await read(first?.next ?? '');
      const third = await read(second?.next ?? '');
      expect([first, second, third].map(ids)).toEqual(want);
      expect([first?.previous, third?.next]).toEqual([null, null]);
      const back = await read(third?.previous ?? '');
      const start = await read(back?.previous ?? '');
      expect([back, start].map(ids)).toEqual([want[1], want[0]]);
      expect([start?.previous, start?.next]).toEqual([null, expect.any(String)]);
    });
  });

  test.skipIf(skip)('a token is of its caller, filters and direction', async () => {
    const asked = { cursors, limit: 2 };
    const page = await readTokenPage(byOwner, store.read, ALL, { ...asked, caller: 'me', token: undefined });
    const token = page?.next ?? '';
    expect(ids(await readTokenPage(byOwner, store.read, ALL, { ...asked, caller: 'me', token }))).toBe('cd');
    expect(await readTokenPage(byOwner, store.read, ALL, { ...asked, caller: 'you', token })).toBeUndefined();
    expect(await readTokenPage(byOwner, store.read, { owner: 'x' }, { ...asked, caller: 'me', token })).toBeUndefined();
    expect(await readTokenPage(byOwner, store.read, ALL, { ...asked, caller: 'me', token, isDown: true })).toBeUndefined();
    expect(await readTokenPage(bySeq, store.read, ALL, { ...asked, caller: 'me', token: 'AAAA' })).toBeUndefined();
  });

  test.skipIf(skip).each<[Omit<Parameters<typeof readPage>[3], 'from'>, string, boolean]>([
    [{ limit: 3, above: 1004 }, 'gf', false],
    [{ limit: 3, below: 1003 }, 'cba', false],
    [{ limit: 2, below: 1003 + 1 }, 'dc', true],
    [{ limit: 9, above: 1001, below: 1004 }, 'dc', false],
    [{ limit: 3, page: 1 }, 'gfe', true],
    [{ limit: 3, page: 3 }, 'a', false],
    [{ limit: 3, page: Number.MAX_SAFE_INTEGER }, '', false],
  ])('%j gives %j', async (asked, want, hasNext) => {
    const page = await readPage(bySeq, store.read, ALL, { isDown: true, ...asked });
    expect([ids(page), page.hasNext]).toEqual([want, hasNext]);
  });

  test.skipIf(skip)('by cursors of 64 bits', async () => {
    const read = (cursor?: number) => readCursorPage(bySeq, store.read, ALL, { cursor, limit: 3, isDown: true });
    const [first, second] = [await read(), await read(1004)];
    expect([ids(first), first.next, first.previous]).toEqual(['gfe', 1004, 0]);
    expect(await read(-1)).toEqual(first);
    expect([ids(second), second.next, second.previous]).toEqual(['dcb', 1001, -1003]);
    const [third, back] = [await read(1001), await read(-1003)];
    expect([ids(third), third.next, third.previous]).toEqual(['a', 0, -1000]);
    expect([ids(back), back.next, back.previous]).toEqual(['gfe', 1004, 0]);
    expect(await read(0)).toMatchObject({ rows: [], next: 0, previous: 0 });
  });

  test.skipIf(skip)('pages have each row once while rows are added and removed', async () => {
    const read = async (token?: string) => readTokenPage(bySeq, store.read, { owner: 'z' }, { cursors, caller: 'me', token, limit: 2 });
    const add = (...seqs: readonly number[]) =>
      store.write((tables) =>
        tables
          .insertInto('t_notes')
          .values(seqs.map((seq) => ({ id: `z${seq}`, seq, owner: 'z' })))
          .execute(),
      );
    await add(2, 4, 6, 8, 10);
    const first = await read();
    await add(1, 3, 5);
    await store.write((tables) => tables.deleteFrom('t_notes').where('seq', '=', 4).execute());
    const second = await read(first?.next ?? '');
    const third = await read(second?.next ?? '');
    expect([first, second, third].map((page) => page?.rows.map(({ seq }) => seq))).toEqual([
      [2, 4],
      [5, 6],
      [8, 10],
    ]);
  });
});
