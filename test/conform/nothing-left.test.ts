// Tests that octavo conform finds what is taken once nothing is left, where the first success has taken all of it.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { moreThanIn } from '../../generator/inference/prose/index.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

const MONEY = { type: 'string', pattern: '^[0-9]\\.[0-9]{2}$', examples: ['5.00'] };
const OWNER = { owner: { type: 'string', minLength: 1, maxLength: 30 } };
const PAYOUT = object({ number: { type: 'integer' }, amount: MONEY });
const KITTY = object({ id: ID, ...OWNER, payable: MONEY, payouts: { type: 'array', items: PAYOUT } });

const serviceWith = (says: string): ReturnType<typeof serviceOf> =>
  serviceOf({
    '/kitties': { post: { operationId: 'openKitty', ...body(object(OWNER)), responses: { 201: shown(KITTY), ...refused } } },
    '/kitties/{id}': { ...inPath('id'), get: { operationId: 'getKitty', responses: { 200: shown(KITTY), ...refused } } },
    '/kitties/{id}/payouts': {
      ...inPath('id'),
      post: {
        operationId: 'payOut',
        description: says,
        ...body(object({ amount: MONEY }), { amount: '5.00' }),
        responses: { 201: shown(PAYOUT), ...refused },
      },
    },
  });

/** `isForgetful`: each payout is compared with what was there at first. */
function kitties(isForgetful: boolean): Handler {
  const all = new Map<string, { readonly owner: string; readonly cents: number[] }>();
  const money = (cents: number): string => (Math.max(0, cents) / 100).toFixed(2);
  const left = (cents: readonly number[]): number => 500 - cents.reduce((sum, one) => sum + one, 0);
  const show = (status: number, id = ''): Response => {
    const { owner, cents } = all.get(id) ?? {};
    if (owner === undefined || cents === undefined) return refusal(404, 'There is no such kitty.');
    const payouts = cents.map((one, at) => ({ number: at + 1, amount: money(one) }));
    return json(status, { id, owner, payable: money(left(cents)), payouts });
  };
  return handlerOf({
    'POST kitties': (_, { owner }) => {
      if (typeof owner !== 'string' || owner === '') return refusal(422, 'Whose is it?');
      const id = crypto.randomUUID();
      all.set(id, { owner, cents: [] });
      return show(201, id);
    },
    'GET kitties/*': ([, id]) => show(200, id),
    'POST kitties/*/payouts': ([, id = ''], { amount }) => {
      const kitty = all.get(id);
      if (kitty === undefined) return show(200, id);
      if (typeof amount !== 'string' || !/^[0-9]\.[0-9]{2}$/.test(amount)) return refusal(422, 'How much?');
      const cents = Math.round(Number(amount) * 100);
      if (cents > (isForgetful ? 500 : left(kitty.cents))) return refusal(409, 'That is more than what is payable.');
      return json(201, { number: kitty.cents.push(cents), amount: money(cents) });
    },
  });
}

describe('a payout of more than is payable', () => {
  test.each([
    ['More than what is payable is refused with 409.', false, []],
    [
      'More than what is payable is refused with 409.',
      true,
      [/^stated-again: payOut has accepted `amount` [\d.]+, where `payable` was [\d.]+\.$/],
    ],
    ['Pays something out.', true, []],
  ] as const)('%s (forgetful: %s)', async (says, isForgetful, wanted) => {
    const { findings } = await conformService(await serviceWith(says), {
      target: kitties(isForgetful),
      random: 0,
      ...lookingFor('stated-again'),
    });
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual(wanted.map((one) => expect.stringMatching(one)));
  });
});

describe('what says how much is too much', () => {
  const found = async (says: string): Promise<boolean> => {
    const service = await serviceWith(says);
    const operation = service.operations.find(({ id }) => id === 'payOut');
    return operation !== undefined && moreThanIn(service, operation, 'payable') !== undefined;
  };
  test.each([
    ['More than what is payable is refused with 409.', true],
    ['An amount above the payable one is a 409.', true],
    ['Amounts that exceed `payable` are refused with 409.', true],
    ['Unless it is an advance, more than what is payable is refused with 409.', false],
    ['More than two payouts are refused with 409 while something is payable.', false],
  ])('%s', async (says, isSaid) => expect(await found(says)).toBe(isSaid));
});
