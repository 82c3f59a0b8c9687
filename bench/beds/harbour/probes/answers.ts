// Probes of rich values, responses and conditions.
import type { Send } from '../../client.ts';
import { etag, header, isKept, joined, location, of, type Probes, same, times } from '../../probes.ts';
import {
  announce,
  announced,
  BERTH,
  CALL,
  type Callers,
  declare,
  FIRST,
  get,
  NOTICE,
  PETROL,
  patch,
  post,
  put,
  register,
  TUGS,
  VESSEL,
} from './callers.ts';

const ELVINE = '/vessels/9100049';

const tagOf = async (send: Send, path: string): Promise<string> => etag(await get(send, path));

export const richValues: Probes<Callers> = {
  'name-counted-in-units': ({ skarvik }) => {
    const name = `${'🚢'.repeat(3)}${'n'.repeat(57)}`;
    return isKept(skarvik, 'POST', '/vessels', { ...VESSEL, name }, 'name', name);
  },
  'fifth-contact-lost': ({ skarvik }) => {
    const contacts = times(5, (index) => ({ name: `Contact ${index}`, email: `c${index}@fjord.example`, phone: null }));
    return isKept(skarvik, 'POST', '/vessels', { ...VESSEL, contacts }, 'contacts', contacts);
  },
  'old-building-lost': ({ skarvik }) => isKept(skarvik, 'POST', '/vessels', { ...VESSEL, builtOn: '1969-12-31' }, 'builtOn', '1969-12-31'),
  'null-changes-nothing': async ({ skarvik }) => {
    await register(skarvik, { callSign: 'LGKM' });
    return of(await patch(skarvik, `/vessels/${VESSEL.shipNumber}`, { callSign: null })).callSign === null;
  },
  'offset-dropped': ({ skarvik }) =>
    isKept(skarvik, 'POST', '/calls', { ...CALL, eta: '2031-06-01T01:30:00+02:30' }, 'eta', '2031-05-31T23:00:00.000Z'),
  'ports-made-unique': ({ skarvik }) => {
    const previousPorts = ['NOBGO', 'DEHAM', 'NOBGO'];
    return isKept(skarvik, 'POST', '/calls', { ...CALL, previousPorts }, 'previousPorts', previousPorts);
  },
  'grams-lost': async ({ skarvik }) => {
    const got = await declare(skarvik, FIRST.announced, { ...PETROL, quantity: 12.345 });
    return same(of(got), { items: [{ ...PETROL, quantity: 12.345 }], totalQuantity: 12.345 });
  },
  'long-text-cut': ({ skarvik }) => {
    const text = 'Keep clear. '.repeat(300);
    return isKept(skarvik, 'POST', '/notices', { ...NOTICE, text }, 'text', text);
  },
  'berth-keeps-note': async ({ skarvik }) => {
    await put(skarvik, '/berths/C1', { ...BERTH, note: 'Crane of 40 t.' });
    const got = await put(skarvik, '/berths/C1', BERTH);
    return got.status === 200 && of(got).note === null;
  },
};

export const responses: Probes<Callers> = {
  'location-of-no-vessel': async ({ skarvik }) => (await get(skarvik, location(await register(skarvik)))).status === 200,
  'announcement-answers-200': async ({ skarvik }) => (await announce(skarvik)).status === 201,
  'deletion-answers-200': async ({ skarvik }) => (await skarvik('DELETE', ELVINE)).status === 204,
  'nulls-left-out': async ({ skarvik }) => of(await get(skarvik, FIRST.announced)).berth === null,
  'total-as-text': async ({ skarvik }) => of(await declare(skarvik, FIRST.announced, PETROL)).totalQuantity === 500,
  'order-shows-more': async ({ skarvik }) => {
    const made = await post(skarvik, `${FIRST.announced}/orders`, { ...TUGS, at: '2031-05-02T08:00:00Z' });
    return (
      made.status === 201 &&
      joined(
        [Object.keys(of(made)).toSorted()].map((names) => ({ names })),
        'names',
      ) === 'at,callId,doneAt,hours,id,kind,price,state,tugs'
    );
  },
  'empty-lines-shown': async ({ skarvik }) => {
    const { lines } = of(await get(skarvik, `${FIRST.departed}/dues`));
    return same(lines, [{ kind: 'tonnage', amount: 3200 }]);
  },
  'details-as-texts': async ({ skarvik }) => {
    const { details } = of(await register(skarvik, { beam: 200 })) as { details?: readonly { field?: string }[] };
    return details?.[0]?.field === 'beam';
  },
  'not-found-as-text': async ({ skarvik }) => of(await get(skarvik, '/calls/ffffffffffff')).reason === 'not_found',
};

export const conditions: Probes<Callers> = {
  'vessel-changed-against-tag': async ({ skarvik }) => {
    const got = await skarvik('PATCH', ELVINE, { body: { flag: 'SE' }, headers: { 'if-match': '"old"' } });
    return got.status === 412 && of(await get(skarvik, ELVINE)).flag === 'NO';
  },
  'if-match-star-refused': async ({ skarvik }) =>
    (await skarvik('PATCH', ELVINE, { body: { flag: 'SE' }, headers: { 'if-match': '*' } })).status === 200,
  'if-none-match-first-only': async ({ skarvik }) => {
    const tag = await tagOf(skarvik, ELVINE);
    return (await skarvik('GET', ELVINE, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'tag-knows-no-state': async ({ skarvik }) => {
    const call = await announced(skarvik);
    const before = await tagOf(skarvik, call);
    await post(skarvik, `${call}/arrival`, { at: CALL.eta });
    return before !== '' && before !== (await tagOf(skarvik, call));
  },
  'star-replaces-berth': async ({ skarvik }) =>
    (await skarvik('PUT', '/berths/B2', { body: BERTH, headers: { 'if-none-match': '*' } })).status === 412,
  'no-head-of-berths': async ({ skarvik }) => {
    const got = await skarvik('HEAD', '/berths/B2');
    return got.status === 200 && header(got, 'etag') === (await tagOf(skarvik, '/berths/B2'));
  },
};
