// Compares the states that control shows, which are those of the rules, with a table of what may follow that was written apart from them.

import { expect, test } from 'vitest';
import { machines } from '../../../services/f-instalments/machines.ts';
import { NEXT } from './sequences/invariants.ts';

test('the states of payments and what follows them are those of the table', () => {
  const [payments] = machines;
  const shown = Object.fromEntries(
    (payments?.states ?? []).map((state) => [state, payments?.transitions.filter(({ from }) => from === state).map(({ to }) => to) ?? []]),
  );
  const sorted = (states: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(states).map(([state, next]) => [state, [...next].sort()]));
  expect(sorted(shown)).toEqual(sorted(NEXT));
});
