// The ports of services that run beside the portal and the mocks.
import { expect, test } from 'vitest';
import { portsOf } from '../../generator/live/ports.ts';

test.each([
  ['one after the other', 4010, [4000, 4001], [4010, 4011, 4012]],
  ['past those of the portal and the mocks', 3999, [4000, 4001], [3999, 4002, 4003]],
  ['also where the first one is taken', 4000, [4000, 4001], [4002, 4003, 4004]],
])('%s, control last', (_, firstPort, otherPorts, want) => {
  const port = portsOf({ firstPort, otherPorts, documents: ['orders', 'notes'], lastPorts: {} });
  expect(['orders', 'notes', 'control'].map(port)).toEqual(want);
});

test('a port past the last one is refused by name', () => {
  const port = portsOf({ firstPort: 65_535, otherPorts: [], documents: ['orders'], lastPorts: {} });
  expect([port('orders'), () => port('notes')]).toEqual([65_535, expect.any(Function)]);
  expect(() => port('notes')).toThrow('There is no port for `notes`');
});
