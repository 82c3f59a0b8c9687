// Tests which sentences octavo conform tries with the kinds of the things that a request names.
import { expect, test } from 'vitest';
import { kindSides } from '../../generator/conform/values/sides/kinds.ts';
import type { About } from '../../generator/conform/values/sides/sided.ts';

/** What is read of a sentence on a body that names a thing, has a number, and has a member with listed values. */
function read(text: string, [reference, number, of]: readonly string[], listed: readonly string[]): readonly string[] {
  const schema = (type: 'string' | 'integer') => [{ type: [type] }] as unknown as [];
  const members: About['members'] = new Map([
    [reference ?? '', schema('string')],
    [number ?? '', schema('integer')],
  ]);
  const said = { text } as About['said'];
  return kindSides({ said, text, at: '/body', members, listed: new Map([[of ?? '', listed]]), optional: [] }).map(({ member }) => member);
}

test.each([
  ['Only vans and lorries carry livestock.', ['vehicleId', 'weight', 'cargo'], ['livestock', 'parcels']],
  ['Only greenhouses take seedlings.', ['bedCode', 'rows', 'content'], ['seedlings', 'bulbs']],
  ['Only theatres show premieres.', ['hall', 'seats', 'occasion'], ['premieres', 'reruns']],
])('a listed value goes with kinds of what is named: %s', (text, members, listed) => {
  expect(read(text, members, listed)).toEqual([members[0], members[0]]);
});

test.each([
  ['Only vans and lorries carry livestock.', ['vehicleId', 'livestock', 'cargo'], ['livestock', 'parcels']],
  ['Only greenhouses take seedlings.', ['bedCode', 'seedlings', 'content'], ['seedlings', 'bulbs']],
  ['Only theatres show premieres.', ['hall', 'premieres', 'occasion'], ['premieres', 'reruns']],
])('a number of the same name may be meant: %s', (text, members, listed) => {
  expect(read(text, members, listed)).toEqual([]);
});
