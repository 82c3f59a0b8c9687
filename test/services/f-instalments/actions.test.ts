// Tests what control does with shops and their keys, on each engine.

import { createHmac } from 'node:crypto';
import { unwrap } from '@octavo/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { listenFor } from '../../support/receiver.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ARMCHAIR, basket, clientOf, openShop, shopOf } from './shop.ts';

describeOnEngines('control of the instalment service', (engine) => {
  async function open() {
    const shop = await openShop(engine);
    const run = async (action: string, body: Record<string, string>) =>
      unwrap(await shop.act(action, body), 200).result as Record<string, string>;
    return { ...shop, run };
  }

  test('adds a shop, which sees nothing of the others', async () => {
    const { sandbox, run } = await open();
    const { shop, key } = await run('add-shop', { name: 'Brine & Birch', website: 'https://brine.example' });
    const client = clientOf(sandbox, key);
    expect(unwrap(await client.listPayments({}), 200).data).toEqual([]);
    const made = unwrap(await client.createPayment({ body: basket() }), 200);
    expect(made).toMatchObject({ merchant_id: shop, merchant_name: 'Brine & Birch', merchant_website: 'https://brine.example' });
  });

  test('mints a further key, and revokes one', async () => {
    const { sandbox, run } = await open();
    const { key = '' } = await run('mint-key', { shop: 'merchant_11vFernOak4' });
    expect(key).toMatch(/^sk_test_[A-Za-z0-9]{20}$/);
    const status = async (one: string) => (await clientOf(sandbox, one).getPayment({ path: { id: ARMCHAIR } })).status;
    expect([await status(keys.fernAndOak), await status(key)]).toEqual([200, 200]);
    await run('revoke-key', { key: keys.fernAndOak });
    await expect.poll(() => status(keys.fernAndOak)).toBe(401);
    expect(await status(key)).toBe(200);
  });

  test.each([
    ['add-shop', { name: ' ' }, 400, '/name must not be empty.'],
    ['add-shop', { name: 'X', website: 'javascript:alert(1)' }, 400, '/website must be an http or https URL.'],
    ['mint-key', { shop: 'merchant_none' }, 404, 'There is no shop merchant_none.'],
    ['revoke-key', { key: 'sk_test_none' }, 404, 'There is no such key.'],
    ['check-out', { payment: 'payment_none' }, 404, 'The payment payment_none does not exist.'],
    ['check-out', { payment: ARMCHAIR }, 400, 'The payment cannot be confirmed: it is in_progress.'],
    ['trigger-payment', { payment: ARMCHAIR }, 400, 'The payment does not wait for a trigger.'],
  ])('refuses %s with %j', async (action, body, status, detail) => {
    const { act } = await open();
    expect(await act(action, body)).toMatchObject({ status, body: { detail } });
  });
});

describe('deliveries', () => {
  test('are signed with the newest key that is valid', async () => {
    const signatures: (string | string[] | undefined)[] = [];
    const origin = await listenFor((request, response) => {
      signatures.push(request.headers['x-alma-signature']);
      request.resume();
      response.end();
    });
    const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story', network: { allowPrivate: true } });
    onTestFinished(() => sandbox.close());
    const { act, create, later } = shopOf(sandbox);
    const callBack = async () => {
      const { id } = await create({ ipn_callback_url: `${origin}/` });
      await act('check-out', { payment: id });
      await later(1);
      await expect.poll(() => signatures.length).toBeGreaterThan(0);
      return { id, got: new Set(signatures.splice(0)) };
    };
    const signed = (key: string, id: string) => new Set([createHmac('sha256', key).update(id).digest('hex')]);

    const { result } = unwrap(await act('mint-key', { shop: 'merchant_11vFernOak4' }), 200);
    const key = String(result.key);
    const first = await callBack();
    expect(first.got).toEqual(signed(key, first.id));
    await act('revoke-key', { key });
    const second = await callBack();
    expect(second.got).toEqual(signed(keys.fernAndOak, second.id));
  });
});
