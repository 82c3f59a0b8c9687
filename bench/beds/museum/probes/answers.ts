// Probes of the faults of answers: responses, conditions, accounts and secrets.
import { etag, location as locationOf, of } from '../../probes.ts';
import {
  exhibitionWith,
  group,
  location,
  type MuseumProbes,
  made,
  move,
  patch,
  propose,
  register,
  seen,
  statusIs,
  treat,
  turn,
  value,
} from './callers.ts';

const OLD = { 'if-match': '"old"' };

const responses: MuseumProbes = {
  'object-without-location': async ({ linden }) => locationOf(await register(linden)) === '/objects/2020.1',
  'first-valuation-as-200': async ({ linden }) => statusIs(value(linden, await made(linden)), 201),
  'new-location-as-200': ({ linden }) => statusIs(location(linden, 'ST-009'), 201),
  'no-other-titles-left-out': async ({ linden }) => Array.isArray((await seen(linden, '/objects/1998.1')).otherTitles),
  'unknown-condition-as-text': async ({ linden }) => of(await register(linden)).condition === null,
  'free-below-zero': async ({ linden }) => {
    await location(linden, 'ST-009', { capacity: 1 });
    const shown = await made(linden, { home: 'ST-009' });
    const number = await exhibitionWith(linden, [shown]);
    await turn(linden, number, 'open');
    await register(linden, { home: 'ST-009' });
    await turn(linden, number, 'closed');
    const { objectCount, free } = await seen(linden, '/locations/ST-009');
    return objectCount === 2 && free === 0;
  },
  'errors-under-another-name': async ({ linden }) => typeof (await seen(linden, '/objects/1901.1')).message === 'string',
  'broken-json-as-invalid': ({ linden }) => statusIs(linden('POST', '/objects', { raw: '{', type: 'application/json' }), 400),
};

const conditions: MuseumProbes = {
  'only-one-known-tag': async ({ linden }) => {
    const tag = etag(await linden('GET', '/objects/1998.1'));
    return statusIs(linden('GET', '/objects/1998.1', { headers: { 'if-none-match': `"old", ${tag}` } }), 304);
  },
  'object-tag-ignored': ({ linden }) => statusIs(patch(linden, '/objects/1998.1', { title: 'Harbour' }, OLD), 412),
  'loan-tag-ignored': ({ linden }) =>
    statusIs(linden('PUT', '/loans/LO-2026-001/status', { body: { status: 'declined', reason: 'No' }, headers: OLD }), 412),
  'delete-without-tag': ({ linden }) => statusIs(linden('DELETE', '/locations/GA-104', { headers: OLD }), 412),
  'only-create-replaces': ({ linden }) => {
    const body = { name: 'Other', kind: 'gallery', lux: 50, capacity: 5 };
    return statusIs(linden('PUT', '/locations/GA-104', { body, headers: { 'if-none-match': '*' } }), 412);
  },
  'loans-without-head': ({ linden }) => statusIs(linden('HEAD', '/loans/LO-2026-001'), 200),
};

const accounts: MuseumProbes = {
  'objects-of-other-museums': ({ linden }) => statusIs(linden('GET', '/objects/1975.1'), 404),
  'assistants-set-values': ({ assistant }) => statusIs(value(assistant, '1998.1'), 403),
  'assistants-read-loans': ({ assistant }) => statusIs(assistant('GET', '/loans/LO-2026-001'), 403),
  'assistants-approve-treatments': ({ assistant }) => statusIs(treat(assistant, 'T0001', 'approved', { approvedBy: 'A' }), 403),
  'keys-in-any-case': ({ stranger }) => statusIs(stranger('GET', '/locations?apikey=LND-7KQ2VX0SRT'), 401),
  'all-moves-by-registrars': async ({ assistant }) => of(await move(assistant, '1998.1', 'WS-001', 'treatment')).by === 'assistant',
  'two-groups-at-once': async ({ linden }) => {
    const number = await exhibitionWith(linden, [], { groupPlaces: 15 });
    await Promise.all([0, 1].map(() => group(linden, number)));
    return (await seen(linden, `/exhibitions/${number}`)).booked === 10;
  },
  'two-moves-into-the-last-place': async ({ linden }) => {
    await location(linden, 'ST-009', { capacity: 1 });
    await Promise.all(['1998.1', '2004.1'].map((accession) => move(linden, accession, 'ST-009', 'storage')));
    return (await seen(linden, '/locations/ST-009')).objectCount === 1;
  },
  'two-proposals-at-once': async ({ linden }) => {
    const all = await Promise.all([0, 1].map(() => propose(linden, '1998.1')));
    return all.filter(({ status }) => status === 201).length === 1;
  },
};

const secrets: MuseumProbes = {
  'assistants-see-prices': async ({ linden, assistant }) => {
    const accession = await made(linden, { acquisition: { method: 'purchase', year: 2020, price: 900 } });
    const { acquisition } = await seen(assistant, `/objects/${accession}`);
    return typeof acquisition === 'object' && acquisition !== null && !('price' in acquisition);
  },
  'assistants-see-insured-total': async ({ assistant }) => !('insuredTotal' in (await seen(assistant, '/exhibitions/E101'))),
  'key-in-links': async ({ linden }) => {
    const { info } = await seen(linden, '/objects?size=2');
    return !String((info as { next: string }).next).includes('apikey');
  },
};

export const answers: MuseumProbes = { ...responses, ...conditions, ...accounts, ...secrets };
