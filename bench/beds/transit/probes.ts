// The probes of the faults of the transit service.
import { setTimeout as wait } from 'node:timers/promises';
import type { Got, Send } from '../client.ts';
import { etag, header, type Item, location, of, type Probes, same, times } from '../probes.ts';

type Callers = Readonly<Record<'nina' | 'omar' | 'pia', Send>>;
type TransitProbes = Probes<Callers>;

let count = 0;

const newLine = (send: Send, more: object = {}): Promise<Got> => {
  count += 1;
  const body = { name: `Line ${count}`, mode: 'bus', operatesOn: ['mon', 'tue'], validFrom: '2026-01-01', ...more };
  return send('POST', '/lines', { body });
};

const put = (send: Send, more: object = {}, headers: Record<string, string> = {}, code = 'ZOO-7'): Promise<Got> =>
  send('PUT', `/stops/${code}`, { body: { name: 'Zoo', zone: 3, latitude: 1.5, longitude: -2, ...more }, headers });

const CALLS = [
  { stop: 'HBF-1', at: '2026-03-02T08:00:00+01:00' },
  { stop: 'MKT-4', at: '2026-03-02T08:20:30+01:00' },
];

const newTrip = (send: Send, line: string, more: object = {}): Promise<Got> =>
  send('POST', `${line}/trips`, { body: { serviceDate: '2026-03-02', seats: 60, calls: CALLS, ...more } });

const newProduct = (send: Send, more: object = {}): Promise<Got> => {
  const body = { name: 'Ten days', days: 10, priceCents: 2000, settlementCents: 1800, zones: [4, 5], ...more };
  return send('POST', '/fare-products', { body });
};

const buy = async (send: Send, owner: Send, more: object = {}): Promise<Got> => {
  const { id } = of(await newProduct(owner));
  return send('POST', '/passes', { body: { productId: id, holder: { name: 'Ada' }, startsOn: '2026-05-01', ...more } });
};

const act = (send: Send, pass: string, action: string, body?: object): Promise<Got> =>
  send('POST', `${pass}/${action}`, body === undefined ? {} : { body });

const patch = (send: Send, line: string, body: object, headers: Record<string, string>): Promise<Got> =>
  send('PATCH', line, { body, type: 'application/merge-patch+json', headers });

const list = ({ json }: Got): readonly Item[] => (Array.isArray(json) ? (json as Item[]) : []);

const values: TransitProbes = {
  'line-name-long': async ({ nina }) =>
    (await newLine(nina, { name: 'x'.repeat(60) })).status === 201 && (await newLine(nina, { name: 'y'.repeat(61) })).status === 400,
  'colour-small-letters': async ({ nina }) => (await newLine(nina, { colour: '#00ffaa' })).status === 400,
  'headway-any-minutes': async ({ nina }) => (await newLine(nina, { headwayMinutes: 12 })).status === 400,
  'weekday-twice': async ({ nina }) => (await newLine(nina, { operatesOn: ['mon', 'mon'] })).status === 400,
  'line-member-unknown': async ({ nina }) => (await newLine(nina, { owner: 'me' })).status === 400,
  'zone-ten': async ({ nina }) => (await put(nina, { zone: 10 })).status === 400,
  'latitude-pole': async ({ nina }) => (await put(nina, { latitude: 90 })).status === 201,
  'trip-of-one-call': async ({ nina }) => (await newTrip(nina, location(await newLine(nina)), { calls: CALLS.slice(0, 1) })).status === 400,
  'email-any-text': async ({ nina }) => (await buy(nina, nina, { holder: { name: 'Ada', email: 'nobody' } })).status === 400,
  'reference-goes-on': async ({ nina }) => (await buy(nina, nina, { reference: 'AB-1234 and more!' })).status === 400,
};

const active = async ({ nina, pia }: Callers): Promise<string> => {
  const pass = location(await buy(pia, nina));
  await act(pia, pass, 'activate');
  return pass;
};

async function suspended(send: Send, pass: string): Promise<number> {
  const { status } = await act(send, pass, 'suspend', { days: 2, reason: 'travel' });
  await act(send, pass, 'resume');
  return status;
}

const ROW = { code: 'IMP-1', name: 'Imported', zone: 2, latitude: 3, longitude: 4 };

const sequences: TransitProbes = {
  'cancelled-trips-counted': async ({ nina }) => {
    const line = location(await newLine(nina));
    const trip = location(await newTrip(nina, line));
    await act(nina, trip, 'cancel');
    return of(await nina('GET', line)).tripCount === 0;
  },
  'weekday-unchecked': async ({ nina }) => {
    const line = location(await newLine(nina, { operatesOn: ['tue'] }));
    return (await newTrip(nina, line)).status === 422;
  },
  'activated-twice': async (callers) => (await act(callers.pia, await active(callers), 'activate')).status === 409,
  'third-suspension': async (callers) => {
    const pass = await active(callers);
    return same(
      [await suspended(callers.pia, pass), await suspended(callers.pia, pass), await suspended(callers.pia, pass)],
      [200, 200, 409],
    );
  },
  'refund-day-lost': async (callers) => {
    const refund = await act(callers.pia, await active(callers), 'refund', { on: '2026-05-08' });
    return of(refund).refundCents === 600;
  },
  'refunded-passes-counted': async (callers) => {
    const pass = await active(callers);
    const { productId } = of(await act(callers.pia, pass, 'refund', { on: '2026-05-08' }));
    return of(await callers.nina('GET', `/fare-products/${String(productId)}`)).soldCount === 0;
  },
  'visited-stop-deleted': async ({ nina }) => {
    await newTrip(nina, location(await newLine(nina)));
    return (await nina('DELETE', '/stops/MKT-4')).status === 409;
  },
  'import-takes-twice': async ({ nina }) => {
    const made = await nina('POST', '/imports', { body: { name: 'Spring', rows: [ROW, ROW] } });
    await wait(80);
    const done = of(await nina('GET', location(made)));
    return same(done.result, { created: ['IMP-1'], replaced: [], refused: [{ index: 1, code: 'IMP-1', reason: 'duplicate' }] });
  },
};

const rich: TransitProbes = {
  'note-not-removed': async ({ nina }) => {
    const made = await newLine(nina, { note: 'Detour' });
    const changed = await patch(nina, location(made), { note: null }, { 'if-match': etag(made) });
    return changed.status === 200 && of(changed).note === null;
  },
  'platforms-stay': async ({ nina }) => {
    await put(nina, { platforms: ['A', 'B'] });
    return same(of(await put(nina)).platforms, []);
  },
  'stop-name-in-units': async ({ nina }) => (await put(nina, { name: '🚋'.repeat(80) })).status === 201,
};

const responses: TransitProbes = {
  'import-without-location': async ({ nina }) =>
    location(await nina('POST', '/imports', { body: { name: 'Spring', rows: [ROW] } })).startsWith('/imports/'),
  'refund-as-text': async (callers) =>
    typeof of(await act(callers.pia, await active(callers), 'refund', { on: '2026-05-08' })).refundCents === 'number',
  'conflict-as-json': async (callers) =>
    header(await act(callers.pia, await active(callers), 'resume'), 'content-type') === 'application/problem+json',
};

const conditions: TransitProbes = {
  'if-match-left-out': async ({ nina }) => (await patch(nina, location(await newLine(nina)), { mode: 'tram' }, {})).status === 428,
  'stop-none-match-ignored': async ({ nina }) => {
    await put(nina);
    return (await put(nina, {}, { 'if-none-match': '*' })).status === 412;
  },
  'stop-tag-of-name': async ({ nina }) => etag(await put(nina)) !== etag(await put(nina, { zone: 4 })),
};

const lists: TransitProbes = {
  'last-page-empty': async ({ nina }) => {
    const got = await nina('GET', '/stops?perPage=1');
    return header(got, 'link')?.includes('</stops?perPage=1&page=2>; rel="last"') === true;
  },
  'count-of-page': async ({ nina }) => {
    for (const _ of times(2, String)) await buy(nina, nina);
    return header(await nina('GET', '/passes?perPage=1'), 'x-total-count') === '2';
  },
  'first-zone-only': async ({ nina }) => list(await nina('GET', '/fare-products?zone=2')).length === 1,
  'trips-sorted-as-text': async ({ nina }) => {
    const line = location(await newLine(nina));
    const early = [CALLS[0], CALLS[1]].map((call, index) => ({ ...call, at: `2026-03-02T09:0${index}:00+05:00` }));
    await newTrip(nina, line);
    const { id } = of(await newTrip(nina, line, { calls: early }));
    return list(await nina('GET', `${line}/trips`))[0]?.id === id;
  },
};

const secrets: TransitProbes = {
  'settlement-in-list': async ({ pia, nina }) =>
    list(await nina('GET', '/fare-products'))[0]?.settlementCents === 5900 &&
    list(await pia('GET', '/fare-products'))[0]?.settlementCents === undefined,
};

export const probes: TransitProbes = { ...values, ...sequences, ...rich, ...responses, ...conditions, ...lists, ...secrets };
