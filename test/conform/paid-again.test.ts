// Tests that a payment that is put a second time is no addition: it takes nothing of what is left.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

const PAYMENT = object({ minor: { type: 'integer', minimum: 1, maximum: 9000 } });
const FEE = object({ id: ID, paid: { type: 'integer' }, balance: { type: 'integer' } });

const service = await serviceOf({
  '/fees': { post: { operationId: 'addFee', responses: { 201: shown(FEE), ...refused } } },
  '/fees/{id}': { ...inPath('id'), get: { operationId: 'readFee', responses: { 200: shown(FEE), ...refused } } },
  '/fees/{id}/close': { ...inPath('id'), post: { operationId: 'closeFee', responses: { 200: shown(FEE), ...refused } } },
  '/fees/{id}/payments/{reference}': {
    ...inPath('id', 'reference'),
    put: {
      operationId: 'recordPayment',
      description: 'A payment that has been recorded is answered as it is. Refused with 409 is an amount above the balance.',
      ...body(PAYMENT, { minor: 5000 }),
      responses: { 200: shown(PAYMENT), 201: shown(PAYMENT), ...refused },
    },
  },
});

function cashier() {
  const fees = new Map<string, { readonly id: string; paid: number; isClosed: boolean; readonly payments: Map<string, number> }>();
  const shownOf = (id = '') => {
    const fee = fees.get(id);
    return fee && { id, paid: fee.paid, balance: fee.isClosed ? 0 : Math.max(0, 9000 - fee.paid) };
  };
  return handlerOf({
    'POST fees': () => {
      const id = crypto.randomUUID();
      fees.set(id, { id, paid: 0, isClosed: false, payments: new Map() });
      return json(201, shownOf(id) ?? {});
    },
    'GET fees/*': ([, id]) => {
      const fee = shownOf(id);
      return fee === undefined ? refusal(404, 'There is no such fee.') : json(200, fee);
    },
    'POST fees/*/close': ([, id = '']) => {
      const fee = fees.get(id);
      if (fee === undefined) return refusal(404, 'There is no such fee.');
      fee.isClosed = true;
      return json(200, shownOf(id) ?? {});
    },
    'PUT fees/*/payments/*': ([, id = '', , reference = ''], { minor }) => {
      const fee = fees.get(id);
      if (fee === undefined) return refusal(404, 'There is no such fee.');
      if (!Number.isInteger(minor) || Number(minor) < 1 || Number(minor) > 9000) return refusal(422, 'The amount is wrong.');
      if (fee.payments.get(reference) === minor) return json(200, { minor });
      if (fee.payments.has(reference)) return refusal(409, 'The payment has another amount.');
      if (Number(minor) > (shownOf(id)?.balance ?? 0)) return refusal(409, 'The amount is above the balance.');
      fee.payments.set(reference, Number(minor));
      fee.paid += Number(minor);
      return json(201, { minor });
    },
  });
}

test('a payment that is put twice is none that takes more than is left', async () => {
  const { findings } = await conformService(service, { ...lookingFor('stated-again'), target: cashier(), seed: 1, random: 2, most: 20 });
  expect(findings.filter(({ check }) => check === 'stated-again').map(({ message }) => message)).toEqual([]);
});
