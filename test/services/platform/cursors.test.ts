// Tests page tokens: they are read as they were made, for their list and by their sandbox only, and pages stay right while rows change.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursors, type Position } from '../../../services/platform/cursors.ts';
import { createTable } from '../../../services/platform/store/create-table.ts';
import { openStore } from '../../../services/platform/store/open.ts';

const cursors = createCursors('secret');

const positions = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger()), { minLength: 1, maxLength: 3 });

test('a token is base64url without padding, and is read as it was made', () => {
  fc.assert(
    fc.property(fc.string(), positions, (list, position) => {
      const token = cursors.token(list, position);
      expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(cursors.position(list, token)).toEqual(position);
    }),
  );
});

test('the same position has the same token, also in another process with the secret', () => {
  expect(createCursors('secret').token('events', [1, 'a'])).toBe(cursors.token('events', [1, 'a']));
});

test('a token of another list, another sandbox, or with a change is refused', () => {
  const token = cursors.token('events:ines', [1762764600000, 'ev_1']);
  expect(cursors.position('events:kofi', token)).toBeUndefined();
  expect(createCursors('other').position('events:ines', token)).toBeUndefined();
  for (let index = 0; index < token.length; index += 1) {
    const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
    expect(cursors.position('events:ines', changed), `character ${index}`).toBeUndefined();
  }
});

test('a list whose name ends as a position begins is another list', () => {
  const token = cursors.token('a', ['b']);
  expect(cursors.position('a["b"]', token)).toBeUndefined();
  expect(cursors.position('', token)).toBeUndefined();
});

test.each(['', 'AAAA', `${cursors.token('events', [1])}=`, ` ${cursors.token('events', [1])}`, 'x'.repeat(3000), '%00', '🍞'])(
  'the text %j is no token',
  (text) => {
    expect(cursors.position('events', text)).toBeUndefined();
  },
);

test('pages have each row once while rows are added and removed', async () => {
  const store = await openStore<{ t_events: { readonly id: string; readonly created: number } }>({ memory: true });
  await store.migrate('t-events', {
    '0001': {
      up: (database) => createTable(database, 't_events', { id: 'text', created: 'whole' }, ['id']),
    },
  });
  const add = (...ids: readonly string[]) =>
    store.write((tables) =>
      tables
        .insertInto('t_events')
        .values(ids.map((id) => ({ id, created: 5 })))
        .execute(),
    );
  await add('b', 'd', 'f', 'h', 'j');
  const page = async (token?: string) => {
    const after: Position | undefined = token === undefined ? undefined : cursors.position('events', token);
    let query = store.read.selectFrom('t_events').selectAll().orderBy('created').orderBy('id').limit(2);
    if (after !== undefined) {
      const [created, id] = [Number(after[0]), String(after[1])];
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created', 'id'), '>', tuple(created, id)));
    }
    const rows = await query.execute();
    const last = rows.at(-1);
    return { ids: rows.map(({ id }) => id), next: last === undefined ? undefined : cursors.token('events', [last.created, last.id]) };
  };
  const first = await page();
  await add('a', 'c', 'e');
  await store.write((tables) => tables.deleteFrom('t_events').where('id', '=', 'd').execute());
  const second = await page(first.next);
  const third = await page(second.next);
  expect([first.ids, second.ids, third.ids]).toEqual([
    ['b', 'd'],
    ['e', 'f'],
    ['h', 'j'],
  ]);
  await store.close();
});
