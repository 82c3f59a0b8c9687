// Tests promo codes alive, on each engine: what an upload changes, and that a code is given once.

import type { PromoCode } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { savePromoCodes, takePromoCode } from '../../../services/g-messaging/catalogue/promo-codes.ts';
import type { Deps } from '../../../services/g-messaging/deps.ts';
import { migrations } from '../../../services/g-messaging/migrations/index.ts';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { write } from '../../../services/g-messaging/store.ts';
import { type MessagingTables, tables } from '../../../services/g-messaging/tables.ts';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import { describeOnEachDatabase } from '../../support/databases.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { messagingOf, openMessaging } from './support.ts';

const SHOP = 1;
const NOW = Date.parse('2026-11-21T09:30:00Z');

describeOnEachDatabase('promo codes that are given', (databases) => {
  /** What `write` needs, on a store that is empty or has been filled by another process. */
  async function open(place: StorePlace): Promise<Deps> {
    const store = await openStore<MessagingTables>(place);
    onTestFinished(() => store.close());
    await store.migrate({ name: 'g-messaging', tables, migrations });
    return { store, clock: { now: () => NOW } } as unknown as Deps;
  }

  test('50 takers at once get 50 codes, and others get none', async () => {
    const place = await databases.place();
    const deps = await open(place);
    // An embedded store has one process at a time.
    const other = 'postgres' in place ? await open(place) : deps;
    const codes = Array.from({ length: 50 }, (_, index) => ({ code: `C-${index}`, type: 'autumn' }));
    await write(deps, (unit) => savePromoCodes(unit, SHOP, codes));
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, contact) =>
        write(contact % 2 === 0 ? deps : other, (unit) => takePromoCode(unit, SHOP, { type: 'autumn' }, contact)),
      ),
    );
    const given = taken.flatMap((code) => (code === undefined ? [] : [code.code]));
    expect(given.toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
    const rows = await deps.store.read.selectFrom('g_promo_codes').select(['code', 'contact']).execute();
    expect(new Set(rows.map(({ contact }) => contact)).size).toBe(50);
    for (const { code, contact } of rows) expect(taken[contact ?? -1]?.code).toBe(code);
  });

  test('the oldest code of the type is given that has not expired, to an account that has it', async () => {
    const deps = await open(await databases.place());
    const past = { expirationDate: '2026-11-21T09:30:00' };
    const future = { expirationDate: '2026-11-21T10:30:00.001+01:00' };
    const given = [
      { code: 'z', type: 'spring' },
      { code: 'over', type: 'autumn', ...past },
      { code: 'b', type: 'autumn', ...future },
      { code: 'a', type: 'autumn' },
    ];
    await write(deps, (unit) => savePromoCodes(unit, SHOP, given));
    const take = (type?: string, account = SHOP) =>
      write(deps, async (unit) => (await takePromoCode(unit, account, type === undefined ? {} : { type }, 7))?.code);
    expect(await take('autumn', 2)).toBeUndefined();
    expect([await take('autumn'), await take('autumn'), await take('autumn')]).toEqual(['b', 'a', undefined]);
    expect([await take(), await take()]).toEqual(['z', undefined]);
  });
});

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
