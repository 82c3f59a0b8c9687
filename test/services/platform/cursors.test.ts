// Tests page tokens: they are read as they were made, for their list and by their sandbox only.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursors } from '../../../services/platform/cursors.ts';
import { anyText } from '../../support/any-text.ts';

const cursors = createCursors('secret');

const positions = fc.array(fc.oneof(anyText, fc.maxSafeInteger()), { minLength: 1, maxLength: 3 });

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
