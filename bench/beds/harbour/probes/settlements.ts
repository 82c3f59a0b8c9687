// Probes of sequences: orders, dues, departures, incidents and notices.
import type { Got, Send } from '../../client.ts';
import { of, type Probes, same } from '../../probes.ts';
import {
  after,
  announced,
  arrivedNew,
  berth,
  type Callers,
  cancel,
  complete,
  FIRST,
  get,
  grant,
  NOTICE,
  order,
  PAYMENT,
  PILOT,
  post,
  report,
  TUGS,
} from './callers.ts';

const DEPARTURE = '2031-06-03T12:00:00Z';

/** Lets a new ferry of 2950 tons berth, with tugs if they are asked for; gives the path of the call. */
async function berthed(send: Send, tugs?: object): Promise<string> {
  const call = await arrivedNew(send, {});
  if (tugs !== undefined) await order(send, call, tugs);
  await berth(send, call, 'B2');
  return call;
}

const duesOf = async (send: Send, call: string): Promise<Readonly<Record<string, unknown>>> => of(await get(send, `${call}/dues`));

async function pay(send: Send, call: string): Promise<Got> {
  const { balance } = await duesOf(send, call);
  return post(send, `${call}/payments`, { ...PAYMENT, amount: balance });
}

const depart = (send: Send, call: string, at = DEPARTURE): Promise<Got> => post(send, `${call}/departure`, { at });

/** What a line of dues has. */
async function amountOf(send: Send, call: string, kind: string): Promise<number | undefined> {
  const { lines } = await duesOf(send, call);
  return (lines as readonly { readonly kind: string; readonly amount: number }[]).find((line) => line.kind === kind)?.amount;
}

const departures: Probes<Callers> = {
  'departure-with-open-tugs': async ({ skarvik }) => {
    const call = await berthed(skarvik, TUGS);
    return after(pay(skarvik, call), () => depart(skarvik, call), 409);
  },
  'departure-without-paying': async ({ skarvik }) => {
    const call = await berthed(skarvik);
    return (await depart(skarvik, call)).status === 409;
  },
  'detained-vessel-departs': async ({ skarvik }) => {
    const call = await berthed(skarvik);
    await report(skarvik, { shipNumber: '9300011', detains: true });
    return after(pay(skarvik, call), () => depart(skarvik, call), 409);
  },
  'resolved-detains': async ({ skarvik }) => {
    const { id } = of(await report(skarvik, { shipNumber: '9100013', detains: true }));
    const resolution = { at: '2031-04-12T00:00:00Z', outcome: 'Repaired.' };
    return after(post(skarvik, `/incidents/${id}/resolution`, resolution), () => grant(skarvik, FIRST.announced), 200);
  },
};

const orders: Probes<Callers> = {
  'second-pilot-ordered': async ({ skarvik }) =>
    (await post(skarvik, `${FIRST.ordered}/orders`, { ...PILOT, at: '2031-05-02T10:00:00Z' })).status === 409,
  'done-tugs-counted': async ({ skarvik }) => {
    const call = await announced(skarvik);
    const tugs = await order(skarvik, call, { ...TUGS, tugs: 4 });
    return after(complete(skarvik, tugs, '2031-06-01T09:00:00Z'), () => post(skarvik, `${call}/orders`, TUGS), 201);
  },
  'pilot-price-rounds-metres': async ({ skarvik }) => {
    const call = await announced(skarvik);
    return of(await post(skarvik, `${call}/orders`, PILOT)).price === 25_000 + 96 * 150;
  },
  'half-hours-rounded-down': async ({ skarvik }) => {
    const got = await complete(skarvik, '/orders/0d0000000004', '2031-05-02T08:10:00Z');
    return of(got).hours === 2.5 && of(got).price === 100_000;
  },
  'price-stays-as-ordered': async ({ skarvik }) =>
    of(await complete(skarvik, '/orders/0d0000000004', '2031-05-02T09:00:00Z')).price === 120_000,
  'two-hours-before-costs': async ({ skarvik }) => of(await cancel(skarvik, '/orders/0d0000000004', '2031-05-02T04:00:00Z')).price === 0,
  'done-order-cancelled': async ({ skarvik }) => (await cancel(skarvik, '/orders/0d0000000002', '2031-04-09T14:00:00Z')).status === 409,
};

const dues: Probes<Callers> = {
  'begun-day-free': async ({ skarvik }) => {
    const { days, total } = await duesOf(skarvik, await berthed(skarvik));
    return same([days, total], [3, 3 * 8 * 2950]);
  },
  'seventh-day-half': async ({ skarvik }) => (await amountOf(skarvik, FIRST.berthed, 'tonnage')) === 29_001 * 18 * 6,
  'surcharge-on-all': async ({ skarvik }) => (await amountOf(skarvik, FIRST.berthed, 'dangerousGoods')) === (29_001 * 18 * 6) / 4,
  'late-departure-free': async ({ skarvik }) => {
    const call = await berthed(skarvik);
    await pay(skarvik, call);
    await depart(skarvik, call, '2031-06-04T07:00:00Z');
    const { days, balance } = await duesOf(skarvik, call);
    return same([days, balance], [4, 8 * 2950]);
  },
  'payment-counted-again': async ({ skarvik }) => {
    const path = `${FIRST.berthed}/payments`;
    await post(skarvik, path, PAYMENT);
    const again = await post(skarvik, path, PAYMENT);
    return again.status === 200 && (await duesOf(skarvik, FIRST.berthed)).paid === 1000;
  },
  'other-payment-same-reference': async ({ skarvik }) => {
    const path = `${FIRST.berthed}/payments`;
    return after(post(skarvik, path, PAYMENT), () => post(skarvik, path, { ...PAYMENT, method: 'cash' }), 409);
  },
  'whole-balance-refused': async ({ skarvik }) => (await pay(skarvik, FIRST.berthed)).status === 201,
  'race-payment': async ({ skarvik }) => {
    const call = await berthed(skarvik);
    const amount = Number((await duesOf(skarvik, call)).balance);
    const references = ['BANK-1', 'BANK-2'];
    const both = await Promise.all(references.map((reference) => post(skarvik, `${call}/payments`, { ...PAYMENT, reference, amount })));
    return same(both.map(({ status }) => status).toSorted(), [201, 409]);
  },
};

const others: Probes<Callers> = {
  'unknown-vessel-in-incident': async ({ skarvik }) => (await report(skarvik, { shipNumber: '9999999' })).status === 422,
  'litres-without-spill': async ({ skarvik }) => (await report(skarvik, { litres: 12 })).status === 422,
  'resolved-twice': async ({ skarvik }) => {
    const resolve = (): Promise<Got> =>
      post(skarvik, '/incidents/1c0000000001/resolution', { at: '2031-04-12T00:00:00Z', outcome: 'Bandaged.' });
    return after(resolve(), resolve, 409);
  },
  'last-berth-checked': async ({ skarvik }) => (await post(skarvik, '/notices', { ...NOTICE, berths: ['Z9', 'B1'] })).status === 422,
  'closes-no-berth': async ({ skarvik }) => (await post(skarvik, '/notices', { ...NOTICE, closes: true })).status === 422,
};

export const settlements: Probes<Callers> = { ...departures, ...orders, ...dues, ...others };
