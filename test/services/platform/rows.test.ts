// Tests how single rows are found and changed.

import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../../services/platform/rows.ts';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { flag, integer, json, key, nullable, type TablesOf, table, text } from '../../../services/platform/store/table.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const tables = [
  table('t_notes', { id: key(text), text, created_at: integer }),
  table('t_tags', { id: key(text), note: text, by: nullable(text), at: nullable(integer) }),
] as const;

type Tables = TablesOf<typeof tables>;

test('a row is found by its identifier, in its own table, and changed alone', async () => {
  const store = await openStore<Tables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate({ name: 't-notes', tables, migrations: { '0001': createTables(tables) } });
  const { find, requireRow, all, among, byIds, insert, add, change, revise } = rowsOf<Tables>(
    tables,
    (table, id) => new Error(`no ${id} in ${table}`),
  );
  await store.write(async (tables) => {
    await insert(tables, 't_notes', { id: 'a', text: 'first', created_at: 1 });
    await insert(tables, 't_notes', { id: 'b', text: 'second', created_at: 2 });
    expect(await add(tables, 't_tags', { id: 'a', note: 'b', at: 3 })).toEqual({ id: 'a', note: 'b', by: null, at: 3 });
    await change(tables, 't_notes', 'b', { text: 'other' });
    expect(await revise(tables, 't_notes', { id: 'b', created_at: 2 }, { text: 'changed' })).toEqual({
      id: 'b',
      created_at: 2,
      text: 'changed',
    });
    expect(await find(tables, 't_notes', 'b')).toEqual({ id: 'b', text: 'changed', created_at: 2 });
  });
  expect(await find(store.read, 't_notes', 'a')).toEqual({ id: 'a', text: 'first', created_at: 1 });
  expect(await find(store.read, 't_tags', 'a')).toEqual({ id: 'a', note: 'b', by: null, at: 3 });
  expect(await find(store.read, 't_tags', 'b')).toBeUndefined();
  expect((await requireRow(store.read, 't_tags', 'a', ({ at }) => at === 3)).note).toBe('b');
  await expect(requireRow(store.read, 't_tags', 'a', ({ at }) => at === 4)).rejects.toThrow('no a in t_tags');
  await expect(requireRow(store.read, 't_tags', 'b')).rejects.toThrow('no b in t_tags');
  const textsOf = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text);
  expect(textsOf(await all(store.read, 't_notes', { text: 'changed' }))).toEqual(['changed']);
  expect(textsOf(await all(store.read, 't_notes', {}, ['text']))).toEqual(['changed', 'first']);
  expect(textsOf(await all(store.read, 't_notes', {}, ['created_at']))).toEqual(['first', 'changed']);
  expect(textsOf(await among(store.read, 't_notes', 'id', ['b', 'a', 'x'], ['created_at']))).toEqual(['first', 'changed']);
  expect(await among(store.read, 't_notes', 'id', [])).toEqual([]);
  expect(textsOf(await byIds(store.read, 't_notes', ['b', 'x', 'a', 'b']))).toEqual(['changed', 'first']);
  expect(textsOf(await byIds(store.read, 't_notes', ['first', 'x', 'changed'], 'text'))).toEqual(['first', 'changed']);
});

describeOnEngines('rows by the values of columns', (engine) => {
  const counters = [table('t_counters', { id: key(integer), owner: text, is_open: flag, sum: integer, words: json<string[]>() })] as const;
  type Counters = TablesOf<typeof counters>;

  test('are found, numbered, added where they are missing, put in place of others, counted on, changed and removed', async () => {
    const { store: place } = await engine.place();
    const store = await openStore<Counters>(place);
    onTestFinished(() => store.close());
    await store.migrate({ name: 't-counters', tables: counters, migrations: { '0001': createTables(counters) } });
    const { find, findBy, all, insertMissing, put, changeAll, addTo, nextId, remove } = rowsOf<Counters>();
    const row = (id: number, sum = 0) => ({ id, owner: 'ada', is_open: true, sum, words: ['a'] });
    await store.write(async (tables) => {
      expect(await nextId(tables, 't_counters')).toBe(1);
      expect(await insertMissing(tables, 't_counters', [])).toBe(0);
      expect(await insertMissing(tables, 't_counters', [row(1), row(2)])).toBe(2);
      expect(await insertMissing(tables, 't_counters', [row(2, 5), row(3)])).toBe(1);
      expect(await nextId(tables, 't_counters')).toBe(4);
      await put(tables, 't_counters', [], ['id']);
      await put(tables, 't_counters', [{ ...row(3, 7), words: ['b', 'c'] }, row(4)], ['id']);
      await addTo(tables, 't_counters', 3, { sum: -2 });
      expect(await changeAll(tables, 't_counters', { owner: 'ada', id: 4 }, { is_open: false })).toBe(1);
    });
    expect(await find(store.read, 't_counters', 3)).toEqual({ ...row(3, 5), words: ['b', 'c'] });
    expect(await findBy(store.read, 't_counters', { owner: 'ada', is_open: false })).toEqual({ ...row(4), is_open: false });
    expect(await findBy(store.read, 't_counters', { owner: 'ben' })).toBeUndefined();
    await store.write(async (tables) => expect(await remove(tables, 't_counters', { is_open: true })).toBe(3));
    expect((await all(store.read, 't_counters', {})).map(({ id }) => id)).toEqual([4]);
  });

  test('are added as a list of any length, whatever columns its rows leave out', async () => {
    const tags = [table('t_tags', { id: key(integer), note: text, by: nullable(text), at: nullable(integer) })] as const;
    const { store: place } = await engine.place();
    const store = await openStore<TablesOf<typeof tags>>(place);
    onTestFinished(() => store.close());
    await store.migrate({ name: 't-tags', tables: tags, migrations: { '0001': createTables(tags) } });
    const { all, insert, put, change, insertMissing } = rowsOf<TablesOf<typeof tags>>();
    const many = Array.from({ length: 9 }, (_, index) => ({ id: index + 10, note: 'many', by: 'eve' }));
    await store.write(async (tables) => {
      await insert(tables, 't_tags', [
        { id: 1, note: 'a', by: 'ada' },
        { id: 2, note: 'b', at: 5 },
        { id: 3, note: 'c' },
      ]);
      await insert(tables, 't_tags', many);
      expect(
        await insertMissing(tables, 't_tags', [
          { id: 3, note: 'd' },
          { id: 4, note: 'd', at: 6 },
        ]),
      ).toBe(1);
      await put(
        tables,
        't_tags',
        [
          { id: 1, note: 'e', at: 7 },
          { id: 5, note: 'f', by: 'ben' },
        ],
        ['id'],
      );
      for (const at of [8, 9]) await change(tables, 't_tags', 2, { at });
      await change(tables, 't_tags', 3, { at: null, by: 'cy' });
    });
    const rows = await all(store.read, 't_tags', {}, ['id']);
    expect(rows.slice(0, 5)).toEqual([
      { id: 1, note: 'e', by: 'ada', at: 7 },
      { id: 2, note: 'b', by: null, at: 9 },
      { id: 3, note: 'c', by: 'cy', at: null },
      { id: 4, note: 'd', by: null, at: 6 },
      { id: 5, note: 'f', by: 'ben', at: null },
    ]);
    expect(rows.slice(5)).toEqual(many.map((row) => ({ ...row, at: null })));
  });
});
