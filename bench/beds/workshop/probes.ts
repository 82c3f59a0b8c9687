// The probes of the workshop.
import type { Send } from '../client.ts';
import { itemsOf, joined, of, type Probes, statusesOfTwo } from '../probes.ts';

type Callers = Readonly<Record<'leeds' | 'york' | 'mechanic', Send>>;

const LABOUR = { kind: 'labour', description: 'Look at it', minutes: 60 };
const part = (sku: string, quantity: number): object => ({ kind: 'part', sku, quantity });

let cars = 100;

async function newCar(send: Send): Promise<{ customer: unknown; vehicle: unknown }> {
  const customer = of(await send('POST', '/customers', { body: { name: 'New' } })).id;
  const body = { plate: `NEW ${cars++}`, make: 'Fiat', model: 'Panda' };
  return { customer, vehicle: of(await send('POST', `/customers/${customer}/vehicles`, { body })).id };
}

const book = async (send: Send, vehicle: unknown): Promise<string> =>
  String(of(await send('POST', '/jobs', { body: { vehicle_id: vehicle, complaint: 'It rattles.', booked_for: '2026-03-05' } })).number);

const newJob = async (send: Send): Promise<string> => book(send, (await newCar(send)).vehicle);

const quote = async (send: Send, job: string, ...lines: readonly object[]): Promise<string> =>
  String(of(await send('POST', `/jobs/${job}/quotes`, { body: { lines } })).id);

const decide = async (send: Send, id: string, decision: string): Promise<number> =>
  (await send('POST', `/quotes/${id}/decision`, { body: { decision } })).status;

const move = async (send: Send, job: string, to: string): Promise<number> =>
  (await send('POST', `/jobs/${job}/state`, { body: { to } })).status;

const log = async (send: Send, job: string, line: object): Promise<number> =>
  (await send('POST', `/jobs/${job}/lines`, { body: line })).status;

async function accepted(send: Send, job: string, ...lines: readonly object[]): Promise<boolean> {
  return (await decide(send, await quote(send, job, ...lines), 'accept')) === 200;
}

async function reserved(send: Send, sku: string): Promise<unknown> {
  return itemsOf(await send('GET', '/parts')).find((one) => one.sku === sku)?.reserved;
}

export const probes: Probes<Callers> = {
  'plate-as-written': async ({ leeds }) => {
    const { customer } = await newCar(leeds);
    const body = { plate: 'kx-19zhe', make: 'Fiat', model: 'Uno' };
    return (await leeds('POST', `/customers/${customer}/vehicles`, { body })).status === 409;
  },
  'second-job-booked': async ({ leeds }) => {
    const { vehicle } = await newCar(leeds);
    await book(leeds, vehicle);
    const again = await leeds('POST', '/jobs', { body: { vehicle_id: vehicle, complaint: 'Again.', booked_for: '2026-03-05' } });
    return again.status === 409;
  },
  'started-on-open-quote': async ({ leeds }) => {
    const job = await newJob(leeds);
    await quote(leeds, job, LABOUR);
    return (await move(leeds, job, 'in_progress')) === 409;
  },
  'older-quote-stays-open': async ({ leeds }) => {
    const job = await newJob(leeds);
    const old = await quote(leeds, job, LABOUR);
    await quote(leeds, job, LABOUR);
    return (await decide(leeds, old, 'accept')) === 409;
  },
  'cancelled-keeps-parts': async ({ leeds }) => {
    const job = await newJob(leeds);
    await accepted(leeds, job, part('FLT-118', 2));
    const before = await reserved(leeds, 'FLT-118');
    await move(leeds, job, 'cancelled');
    return before === 2 && (await reserved(leeds, 'FLT-118')) === 0;
  },
  'finished-keeps-parts': async ({ leeds }) => {
    const job = await newJob(leeds);
    await accepted(leeds, job, LABOUR, part('FLT-118', 3));
    await move(leeds, job, 'in_progress');
    await log(leeds, job, LABOUR);
    await log(leeds, job, part('FLT-118', 1));
    const before = await reserved(leeds, 'FLT-118');
    return before === 2 && (await move(leeds, job, 'done')) === 200 && (await reserved(leeds, 'FLT-118')) === 0;
  },
  'overrun-per-line': async ({ leeds }) => {
    const job = await newJob(leeds);
    await accepted(leeds, job, { ...LABOUR, minutes: 150 });
    await move(leeds, job, 'in_progress');
    const fits = [await log(leeds, job, { ...LABOUR, minutes: 150 }), await log(leeds, job, { ...LABOUR, minutes: 15 })];
    return fits.join() === '201,201' && (await log(leeds, job, { ...LABOUR, minutes: 15 })) === 409;
  },
  'finished-car-forgotten': async ({ leeds }) => {
    const { customer, vehicle } = await newCar(leeds);
    const job = await book(leeds, vehicle);
    await accepted(leeds, job, LABOUR);
    await move(leeds, job, 'in_progress');
    await log(leeds, job, LABOUR);
    await move(leeds, job, 'done');
    const early = await leeds('DELETE', `/customers/${customer}`);
    await move(leeds, job, 'collected');
    return early.status === 409 && (await leeds('DELETE', `/customers/${customer}`)).status === 204;
  },
  'last-part-twice': async ({ leeds }) => {
    const ids = [];
    for (let made = 0; made < 2; made++) ids.push(await quote(leeds, await newJob(leeds), part('BRK-0410', 4)));
    const statuses = await Promise.all(ids.map((id) => decide(leeds, id, 'accept')));
    return statuses.toSorted((a, b) => a - b).join() === '200,409';
  },
  'low-by-on-hand': async ({ leeds }) => {
    await accepted(leeds, await newJob(leeds), part('WIP-600', 5));
    return joined(itemsOf(await leeds('GET', '/parts?low=true')), 'sku') === 'OIL-5030,WIP-600';
  },
  'names-in-byte-order': async ({ leeds }) =>
    joined(itemsOf(await leeds('GET', '/customers?sort=name')), 'name') === 'anton Bey,Cold Beck Farm,Petra Hallam',
  'labour-of-no-time': async ({ leeds }) => {
    const body = { lines: [{ ...LABOUR, minutes: 0 }] };
    return (await statusesOfTwo(leeds, 'POST', `/jobs/${await newJob(leeds)}/quotes`, body)) === '422,422';
  },
  'quarters-to-the-nearest': async ({ leeds }) => {
    const body = { lines: [{ ...LABOUR, minutes: 35 }] };
    return of(await leeds('POST', `/jobs/${await newJob(leeds)}/quotes`, { body })).total_cents === 6300;
  },
  'mechanic-decides': async ({ leeds, mechanic }) => {
    const id = await quote(leeds, await newJob(leeds), LABOUR);
    return (await decide(mechanic, id, 'accept')) === 403;
  },
};
