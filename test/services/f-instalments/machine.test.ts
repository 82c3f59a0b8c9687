// Compares the states that control shows, which are those of the rules, with a table of what may follow that was written apart from them.

import { expect, test } from 'vitest';
import { paymentMachine } from '../../../services/f-instalments/machine.ts';
import { NEXT } from './sequences/invariants.ts';

test('the states of payments and what follows them are those of the table', () => {
  const shown = Object.fromEntries(
    paymentMachine.states.map((state) => [state, paymentMachine.transitions.filter(({ from }) => from === state).map(({ to }) => to)]),
  );
  const sorted = (states: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(states).map(([state, next]) => [state, [...next].sort()]));
  expect(sorted(shown)).toEqual(sorted(NEXT));
});
