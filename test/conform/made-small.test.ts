// Tests that octavo conform makes things with amounts that are small, where what was made otherwise comes to no state in which an operation succeeds.
import { describe, expect, test } from 'vitest';
import { leastsOf } from '../../generator/conform/reach/ways/qualities.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown, unreachedOf } from './small-services.ts';

const MONEY = { type: 'string', pattern: '^(?!0\\.00$)(0|[1-9][0-9]{0,6})\\.[0-9]{2}$' };
const SHOWN = object({ id: ID });
const create = (operationId: string, schema: object, description = 'Adds one.') => ({
  post: { operationId, description, ...body(schema), responses: { 201: shown(SHOWN), ...refused } },
});
const action = (operationId: string, schema?: object) => ({
  ...inPath('id'),
  post: { operationId, ...(schema && body(schema)), responses: { 200: shown(SHOWN), ...refused } },
});

/** Lots that take bids while they are open; where the highest bid is below the reserve, closing leaves them unsold. */
function lots() {
  const known = new Map<string, { state: string; reserve: number; highest: number }>();
  const bids = new Set<string>();
  const handler = handlerOf({
    'POST lots': (_, { reserve }) => {
      const id = crypto.randomUUID();
      known.set(id, { state: 'draft', reserve: Number(reserve), highest: 0 });
      return json(201, { id });
    },
    'POST lots/*/open': ([, id = '']) => moved(id, 'draft', 'open'),
    'POST lots/*/close': ([, id = '']) => {
      const lot = known.get(id);
      return moved(id, 'open', lot !== undefined && lot.highest >= lot.reserve ? 'sold' : 'unsold');
    },
    'POST lots/*/bids': ([, id = ''], { amount }) => {
      const lot = known.get(id);
      if (lot?.state !== 'open') return wrong(lot?.state);
      lot.highest = Math.max(lot.highest, Number(amount));
      const bid = crypto.randomUUID();
      bids.add(bid);
      return json(201, { id: bid });
    },
    'GET bids/*': ([, id = '']) => (bids.has(id) ? json(200, { id }) : refusal(404, 'There is no such bid.')),
    'POST lots/*/refunds': ([, id = ''], { amount }) => {
      const lot = known.get(id);
      if (lot?.state !== 'sold') return wrong(lot?.state);
      return Number(amount) > lot.highest ? refusal(409, 'That is more than what was paid.') : json(201, { id: crypto.randomUUID() });
    },
  });
  const wrong = (state: string | undefined) =>
    state === undefined ? refusal(404, 'There is no such lot.') : refusal(409, `The lot is ${state}.`);
  function moved(id: string, from: string, to: string) {
    const lot = known.get(id);
    if (lot?.state !== from) return wrong(lot?.state);
    lot.state = to;
    return json(200, { id });
  }
  return handler;
}

describe('things of small amounts', () => {
  test('a lot whose reserve any bid reaches is sold, and a refund is as small as what was paid', async () => {
    const service = await serviceOf({
      '/lots': create('makeLot', object({ title: { type: 'string', minLength: 1 }, reserve: MONEY })),
      '/lots/{id}/open': action('openLot'),
      '/lots/{id}/bids': { ...inPath('id'), ...create('bid', object({ amount: { ...MONEY, example: '12.50' } })) },
      '/bids/{bid}': { ...inPath('bid'), get: { operationId: 'readBid', responses: { 200: shown(SHOWN), ...refused } } },
      '/lots/{id}/close': action('closeLot'),
      '/lots/{id}/refunds': { ...inPath('id'), ...create('refund', object({ amount: { ...MONEY, example: '900.00' } }), 'Of sold lots.') },
    });
    expect(await unreachedOf(service, lots())).toEqual([]);
  });

  test('the amounts of a create, those first that a refusal names', async () => {
    const fee = object({ minor: { type: 'integer', minimum: 0 }, currency: { type: 'string', enum: ['EUR'] } });
    const schema = object({ seats: { type: 'integer', minimum: 3 }, deposit: { type: 'string', pattern: '^\\d+\\.\\d{3}$' }, fee });
    const [maker] = (await serviceOf({ '/outings': create('makeOuting', schema) })).operations;
    if (maker === undefined) throw new Error('the operation is missing');
    const set = (place: string, value: number | string) => ({ maker, set: { place, value } });
    expect(leastsOf(maker, 'The fee is not paid.', true)).toEqual([set('/body/fee/minor', 0)]);
    expect(leastsOf(maker, 'The fee is not paid.', false)).toEqual([
      set('/body/fee/minor', 0),
      set('/body/seats', 3),
      set('/body/deposit', '0.001'),
    ]);
    expect(leastsOf(maker, 'The outing is full.', true)).toEqual([]);
  });
});
