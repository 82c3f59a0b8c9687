// Tests how single rows are found and changed.

import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../../services/platform/rows.ts';
import { createTable } from '../../../services/platform/store/create-table.ts';
import { openStore } from '../../../services/platform/store/open.ts';

interface Tables {
  t_notes: { readonly id: string; readonly text: string };
  t_tags: { readonly id: string; readonly note: string };
}

test('a row is found by its identifier, in its own table, and changed alone', async () => {
  const store = await openStore<Tables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate('t-notes', {
    '0001': {
      async up(database) {
        await createTable(database, 't_notes', { id: 'text', text: 'text' }, ['id']);
        await createTable(database, 't_tags', { id: 'text', note: 'text' }, ['id']);
      },
    },
  });
  const { find, insert, change } = rowsOf<Tables>();
  await store.write(async (tables) => {
    await insert(tables, 't_notes', { id: 'a', text: 'first' });
    await insert(tables, 't_notes', { id: 'b', text: 'second' });
    await insert(tables, 't_tags', { id: 'a', note: 'b' });
    await change(tables, 't_notes', 'b', { text: 'changed' });
    expect(await find(tables, 't_notes', 'b')).toEqual({ id: 'b', text: 'changed' });
  });
  expect(await find(store.read, 't_notes', 'a')).toEqual({ id: 'a', text: 'first' });
  expect(await find(store.read, 't_tags', 'a')).toEqual({ id: 'a', note: 'b' });
  expect(await find(store.read, 't_tags', 'b')).toBeUndefined();
});
