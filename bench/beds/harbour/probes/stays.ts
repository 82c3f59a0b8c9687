// Probes of sequences: the register, calls and what they need before a vessel berths.
import { joined, of, type Probes, same, statusesOfTwo } from '../../probes.ts';
import {
  after,
  announce,
  announced,
  arrived,
  arrivedNew,
  BERTH,
  berth,
  CALL,
  type Callers,
  cancel,
  declare,
  FIREWORKS,
  FIRST,
  get,
  grant,
  listed,
  NOTICE,
  order,
  PETROL,
  PILOT,
  patch,
  post,
  put,
  register,
  report,
  TUGS,
  VESSEL,
} from './callers.ts';

const LATER = { eta: CALL.etd, etd: '2031-06-05T18:00:00Z' } as const;
const OWN = { shipNumber: VESSEL.shipNumber, draught: 3.5 } as const;

const vessels: Probes<Callers> = {
  'race-ship-number': async ({ skarvik }) => (await statusesOfTwo(skarvik, 'POST', '/vessels', VESSEL)) === '201,409',
  'dimensions-change-at-berth': async ({ skarvik }) => (await patch(skarvik, '/vessels/9100025', { grossTonnage: 100 })).status === 409,
  'vessel-of-cancelled-calls-deleted': async ({ skarvik }) => {
    const call = await announced(skarvik);
    await post(skarvik, `${call}/cancellation`, { reason: 'Storm.' });
    return (await skarvik('DELETE', '/vessels/9100049')).status === 409;
  },
  'cancelled-calls-counted': async ({ skarvik }) => of(await get(skarvik, '/vessels/9100037')).callCount === 1,
  'berth-names-vessel': async ({ skarvik }) => of(await get(skarvik, '/berths/A2')).occupiedBy === '5f0c00000004',
  'occupied-berth-replaced': async ({ skarvik }) => (await put(skarvik, '/berths/A2', BERTH)).status === 409,
};

const calls: Probes<Callers> = {
  'touching-stays-refused': async ({ skarvik }) => after(announce(skarvik), () => announce(skarvik, LATER), 201),
  'cancelled-call-blocks-stay': async ({ skarvik }) => {
    const call = await announced(skarvik);
    return after(post(skarvik, `${call}/cancellation`, { reason: 'Storm.' }), () => announce(skarvik), 201);
  },
  'changed-stay-unchecked': async ({ skarvik }) => {
    const call = await announced(skarvik);
    return after(announce(skarvik, LATER), () => patch(skarvik, call, { etd: '2031-06-04T00:00:00Z' }), 409);
  },
  'changed-draught-unchecked': async ({ skarvik }) => (await patch(skarvik, FIRST.announced, { draught: 4.01 })).status === 422,
  'draught-changes-after-arrival': async ({ skarvik }) => (await patch(skarvik, FIRST.arrived, { draught: 4 })).status === 409,
  'cruise-passengers-refused': async ({ skarvik }) =>
    after(register(skarvik, { type: 'cruise' }), () => announce(skarvik, { ...OWN, passengers: 90 }), 201),
  'pilot-not-for-goods': async ({ skarvik }) => {
    await declare(skarvik, FIRST.announced, PETROL);
    return of(await get(skarvik, FIRST.announced)).pilotRequired === true;
  },
  'two-tugs-above-180': async ({ skarvik }) => {
    await register(skarvik, { length: 180 });
    return of(await announce(skarvik, OWN)).tugsRequired === 2;
  },
  'orders-outlive-call': async ({ skarvik }) => {
    await post(skarvik, `${FIRST.ordered}/cancellation`, { reason: 'Storm.' });
    const orders = listed(await get(skarvik, `${FIRST.ordered}/orders`));
    return joined(orders, 'state') === 'cancelled,cancelled' && joined(orders, 'price') === '0,0';
  },
};

const papers: Probes<Callers> = {
  'no-flash-point': async ({ skarvik }) => (await declare(skarvik, FIRST.announced, { ...PETROL, flashPoint: null })).status === 422,
  'un-number-twice': async ({ skarvik }) => (await declare(skarvik, FIRST.announced, PETROL, PETROL)).status === 422,
  'explosives-by-item': async ({ skarvik }) => {
    const one = { ...FIREWORKS, quantity: 1200 };
    return (await declare(skarvik, FIRST.announced, one, { ...one, unNumber: '0337' })).status === 422;
  },
  'declaration-keeps-clearance': async ({ skarvik }) => {
    await declare(skarvik, FIRST.ordered, PETROL);
    return of(await get(skarvik, FIRST.ordered)).clearance === null;
  },
  'refused-without-reason': async ({ skarvik }) =>
    (await put(skarvik, `${FIRST.announced}/clearance`, { decision: 'refused' })).status === 422,
  'detained-vessel-cleared': async ({ skarvik }) =>
    after(report(skarvik, { shipNumber: '9100013', detains: true }), () => grant(skarvik, FIRST.announced), 409),
};

/** A vessel that needs two tugs. */
const LONG = { type: 'bulk', length: 185, beam: 30, maxDraught: 11 } as const;

const berthing: Probes<Callers> = {
  'clearance-never-over': async ({ skarvik }) => (await berth(skarvik, FIRST.arrived, 'B2', '2031-04-11T00:00:01Z')).status === 409,
  'cancelled-pilot-counts': async ({ skarvik }) => {
    const call = await arrived(skarvik, { draught: 5 });
    const pilot = await order(skarvik, call, PILOT);
    return after(cancel(skarvik, pilot, '2031-05-31T08:00:00Z'), () => berth(skarvik, call, 'B2'), 409);
  },
  'one-tug-is-enough': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, LONG);
    await order(skarvik, call, PILOT);
    return after(post(skarvik, `${call}/orders`, TUGS), () => berth(skarvik, call, 'A1'), 409);
  },
  'berth-as-long-as-vessel': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, { length: 50.1 });
    return (await berth(skarvik, call, 'B1')).status === 409;
  },
  'no-water-under-keel': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, { maxDraught: 8, length: 40 }, { draught: 5.51 });
    return (await berth(skarvik, call, 'B1')).status === 409;
  },
  'two-vessels-at-berth': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, {});
    return after(berth(skarvik, FIRST.arrived, 'B2', '2031-04-10T10:00:00Z'), () => berth(skarvik, call, 'B2'), 409);
  },
  'race-berth': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, {});
    const both = await Promise.all([berth(skarvik, FIRST.arrived, 'B2', '2031-04-10T10:00:00Z'), berth(skarvik, call, 'B2')]);
    return same(both.map(({ status }) => status).toSorted(), [200, 409]);
  },
  'closed-by-eta': async ({ skarvik }) => {
    const call = await arrivedNew(skarvik, { length: 40 });
    const closing = { ...NOTICE, from: '2031-06-01T09:00:00Z', until: '2031-06-01T12:00:00Z', berths: ['B1'], closes: true };
    return after(post(skarvik, '/notices', closing), () => berth(skarvik, call, 'B1'), 409);
  },
};

export const stays: Probes<Callers> = { ...vessels, ...calls, ...papers, ...berthing };
