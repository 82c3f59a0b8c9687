// Tests promo codes alive, on each engine: what an upload changes.

import type { PromoCode } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { messagingOf, openMessaging } from './support.ts';

describeOnEngines('promo codes', (engine) => {
  test('an upload adds codes and changes those that nobody has', async () => {
    const { main, sandbox } = await openMessaging(engine);
    const promocodes: [PromoCode, ...PromoCode[]] = [
      { code: 'POETRY-7K2Q', type: 'winter', discount: 50 },
      { code: 'POETRY-9M4X', type: 'winter', discount: 12.5 },
      { code: 'NEW', discount: 99, expirationDate: '2026-12-01T00:00:00', inUse: true },
      { code: 'NEW', discount: 0, expirationDate: '2026-12-01T00:00:00+02:00' },
    ];
    expect((await main.uploadPromoCodes({ body: { promocodes } })).status).toBe(200);
    const { body, headers } = await main.listPromoCodes({ query: {} });
    expect(headers).toMatchObject({ TotalCount: 3 });
    expect(body).toEqual([
      { code: 'POETRY-7K2Q', type: 'autumnPoetry', discount: 10, expirationDate: '2026-11-30T23:00:00Z', inUse: true },
      { code: 'POETRY-9M4X', type: 'winter', discount: 12.5, inUse: false },
      { code: 'NEW', discount: 0, expirationDate: '2026-11-30T22:00:00Z', inUse: false },
    ]);
    const codes = async (query: object) => unwrap(await main.listPromoCodes({ query }), 200).map(({ code }) => code);
    expect(await codes({ inUse: false, discount: 12.5 })).toEqual(['POETRY-9M4X']);
    expect(await codes({ startindex: 2, maxrows: 1 })).toEqual(['POETRY-9M4X']);
    expect(await codes({ startindex: 4 })).toEqual([]);
    expect(await codes({ inUse: true, type: 'winter' })).toEqual([]);
    expect((await main.countPromoCodes()).body).toEqual({ count: 2 });
    expect((await main.countPromoCodes({ query: { type: 'winter', discount: 12.5 } })).body).toEqual({ count: 1 });
    const other = messagingOf(sandbox, users.harbour);
    expect((await other.main.countPromoCodes()).body).toEqual({ count: 0 });
    expect((await other.main.uploadPromoCodes({ body: { promocodes: [{ code: 'NEW' }] } })).status).toBe(200);
    expect(await codes({ discount: 0 })).toEqual(['NEW']);
  });

  test('an upload with a code that is wrong adds nothing', async () => {
    const { main } = await openMessaging(engine);
    const upload = async (code: object) =>
      (await main.uploadPromoCodes({ body: { promocodes: [{ code: 'FINE' }, code as { code: string }] } })) as {
        status: number;
        body: unknown;
      };
    const refused = (message: unknown) => ({ status: 400, body: { status: 'error', code: 'invalid-value', message } });
    expect(await upload({ code: ' ' })).toMatchObject(refused('A promo code must not be empty.'));
    const date = '2026-02-30T00:00:00';
    expect(await upload({ code: 'X', expirationDate: date })).toMatchObject(
      refused(`The field expirationDate of X must be a time, not ${date}.`),
    );
    expect((await main.countPromoCodes()).body).toEqual({ count: 1 });
  });

  test('thousands of codes are uploaded at once', async () => {
    const { main } = await openMessaging(engine);
    const bulk = (index: number) => ({ code: `BULK-${index}`, type: 'bulk' });
    const promocodes: [PromoCode, ...PromoCode[]] = [bulk(0), ...Array.from({ length: 2_999 }, (_, index) => bulk(index + 1))];
    expect((await main.uploadPromoCodes({ body: { promocodes } })).status).toBe(200);
    expect((await main.countPromoCodes({ query: { type: 'bulk' } })).body).toEqual({ count: 3_000 });
    const page = unwrap(await main.listPromoCodes({ query: { type: 'bulk', startindex: 2_999 } }), 200);
    expect(page.map(({ code }) => code)).toEqual(['BULK-2998', 'BULK-2999']);
  });
});
