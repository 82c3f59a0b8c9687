// Tests that octavo conform takes a sum for one of products where an amount was 1 at first: a tab adds up drinks times their price.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { memberBy, movementsIn, narrowed, wrongMovement } from '../../generator/conform/sequences/inner/sums.ts';
import type { Inside } from '../../generator/inference/inner/index.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

const ROUND = { drinks: { type: 'integer', minimum: 1, maximum: 20 }, price: { type: 'integer', minimum: 1, maximum: 9000 } };
const TAB = object({
  id: ID,
  guest: { type: 'string', minLength: 1, maxLength: 30 },
  rounds: { type: 'array', items: object({ ...ROUND, cents: { type: 'integer' } }) },
  owed: { type: 'integer', description: 'The sum of all rounds.' },
});

const service = await serviceOf({
  '/tabs': {
    post: {
      operationId: 'openTab',
      ...body(object({ guest: { type: 'string', minLength: 1, maxLength: 30 } }), { guest: 'Ida' }),
      responses: { 201: shown(TAB), ...refused },
    },
  },
  '/tabs/{id}': { ...inPath('id'), get: { operationId: 'getTab', responses: { 200: shown(TAB), ...refused } } },
  '/tabs/{id}/rounds': {
    ...inPath('id'),
    post: { operationId: 'addRound', ...body(object(ROUND), { drinks: 1, price: 450 }), responses: { 201: shown(TAB), ...refused } },
  },
});

function tabs(isForgetful: boolean): Handler {
  const all = new Map<string, { guest: string; rounds: { drinks: number; price: number; cents: number }[]; owed: number }>();
  const isIn = (value: unknown, most: number): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  const tab = (status: number, id: string): Response =>
    all.has(id) ? json(status, { id, ...all.get(id) }) : refusal(404, 'There is none.');
  return handlerOf({
    'POST tabs'(_path, { guest }) {
      if (typeof guest !== 'string' || guest.length < 1 || guest.length > 30) return refusal(422, 'guest');
      const id = crypto.randomUUID();
      all.set(id, { guest, rounds: [], owed: 0 });
      return tab(201, id);
    },
    'GET tabs/*': ([, id = '']) => tab(200, id),
    'POST tabs/*/rounds'([, id = ''], { drinks, price }) {
      const one = all.get(id);
      if (one === undefined) return refusal(404, 'There is none.');
      if (!isIn(drinks, 20) || !isIn(price, 9000)) return refusal(422, 'round');
      one.rounds.push({ drinks, price, cents: drinks * price });
      one.owed = (isForgetful && one.rounds.length > 2 ? 0 : one.owed) + drinks * price;
      return tab(201, id);
    },
  });
}

describe('a sum of products', () => {
  test.each([
    [false, []],
    [true, ['inner-sums getTab']],
  ])('is judged as such (forgetful: %s)', async (isForgetful, wanted) => {
    const report = await conformService(service, { target: tabs(isForgetful), seed: 1, random: 0, most: 4, ...lookingFor('inner-sums') });
    expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(wanted);
  });
});

describe('the ways in which a number may move', () => {
  const inside = {
    operation: service.operations.find(({ id }) => id === 'addRound'),
    holder: { read: { id: 'getTab' }, shape: { properties: new Map([['owed', [{ description: 'The sum of all rounds.' }]]]) } },
  } as unknown as Inside;
  const sent = (drinks: number, price: number): ReadonlyMap<string, number> => new Map(Object.entries({ drinks, price }));
  const [movement] = movementsIn(inside, { owed: 0 }, { owed: 450 }, sent(1, 450));

  test('are those of one amount, and of it times what was 1', () => {
    expect(movement?.ways).toEqual([['price'], ['price', 'drinks']]);
    expect(movement && memberBy(movement)).toBe('price');
    expect(movementsIn(inside, { owed: 0 }, { owed: 450 }, sent(2, 450))[0]?.ways).toEqual([['price']]);
  });

  test.each([
    ['by the product', 3, 1350 + 450, undefined, [['price', 'drinks']]],
    ['by the amount alone', 3, 450 + 450, undefined, [['price']]],
    ['by neither', 3, 450 + 3, 'wrong', [['price'], ['price', 'drinks']]],
  ] as const)('are fewer once it has moved %s', (_, drinks, owed, wrong, ways) => {
    if (movement === undefined) throw new Error('no movement');
    const found = wrongMovement(inside, movement, { owed: 450 }, { owed }, sent(drinks, 450));
    expect(found === undefined ? undefined : 'wrong').toBe(wrong);
    expect(narrowed(movement, { owed: 450 }, { owed }, sent(drinks, 450)).ways).toEqual(ways);
  });

  test.each([
    ['payable', 1],
    ['refundable', 1],
    ['spendable', 1],
    ['readable', 0],
  ])('%s tells what is left, or does not', (member, count) => {
    expect(movementsIn(inside, { [member]: 900 }, { [member]: 450 }, sent(2, 450))).toHaveLength(count);
  });
});
