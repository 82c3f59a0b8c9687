// Probes of faults in answers and in conditions.
import type { Got } from '../../client.ts';
import { ANY, etag, header, location, of, same } from '../../probes.ts';
import {
  after,
  any,
  B,
  bike,
  booking,
  C,
  customer,
  first,
  gives,
  K,
  listOf,
  type Probe,
  type Probes,
  post,
  put,
  repair,
  S,
  station,
} from './requests.ts';

/** One request of the first company, with something to see in its answer. */
const answers =
  (method: string, path: string, sent: Parameters<typeof gives>[3], good: (got: Got) => boolean): Probe =>
  async (all) =>
    good(await first(all, path)(method, path, sent));

const imported = (...plates: string[]): object => ({ bikes: plates.map((plate) => ({ plate, bike: bike() })) });
const results = (got: Got, name: string): string =>
  ((of(got).results ?? []) as readonly Record<string, unknown>[]).map((result) => String(result[name])).join();
const exported = (good: (text: string) => boolean): Probe => answers('GET', '/exports/bikes', {}, ({ bytes }) => good(bytes.toString()));
const minimal = (path: string, body: object, good: (got: Got) => boolean): Probe =>
  answers('PATCH', path, any(body, { prefer: 'return=minimal' }), good);
const photo = { raw: 'a photo', type: 'image/png' };

export const responses: Probes = {
  'unauthorized-without-challenge': async ({ nobody }) =>
    header(await nobody('GET', '/bikes'), 'www-authenticate')?.startsWith('Bearer ') === true,
  'method-without-allow': answers('DELETE', '/bikes', {}, (got) => got.status === 405 && header(got, 'allow') !== null),
  'error-without-details': answers('GET', '/bikes/NW-0001', {}, (got) => same(of(got).details, [])),
  'error-details-texts': answers('GET', '/bikes?pageSize=0', {}, (got) =>
    ((of(got).details ?? []) as readonly { field: unknown }[]).every(({ field }) => field === 'pageSize'),
  ),
  'error-in-envelope': answers('DELETE', B(1), {}, (got) => typeof of(got).message === 'string'),
  'error-404-as-text': answers('GET', '/bikes/NW-0001', {}, (got) => typeof of(got).message === 'string'),
  'stations-empty-null': answers('GET', '/stations?page=9', {}, ({ json }) => same(json, [])),
  'station-created-200': post(201, '/stations', station()),
  'station-location-of-nothing': async ({ velo }) => {
    const made = await velo('POST', '/stations', { body: station() });
    return (await velo('GET', location(made))).status === 200;
  },
  'station-delete-200': gives(204, 'DELETE', S(2)),
  'dock-new-200': put(201, S(1, '/docks/3'), { kind: 'plain' }),
  'bike-created-200': put(201, '/bikes/NW-0001', bike()),
  'bike-created-without-location': answers('PUT', '/bikes/NW-0001', { body: bike() }, (got) => location(got) === '/bikes/NW-0001'),
  'bike-patch-answers-old': answers('PATCH', B(1), any({ model: 'Old' }), (got) => of(got).model === 'Old'),
  'bike-prefer-ignored': minimal(B(1), { model: 'Old' }, ({ status }) => status === 204),
  'bike-preference-not-named': minimal(B(1), { model: 'Old' }, (got) => header(got, 'preference-applied') === 'return=minimal'),
  'booking-minimal-with-body': minimal(K(1), { helmets: 1 }, ({ status }) => status === 204),
  'booking-total-number': answers('POST', '/bookings', { body: booking() }, (got) => of(got).total === '37.50'),
  'repair-cost-number': answers('POST', B(1, '/repairs'), { body: repair() }, (got) => of(got).cost === '38.40'),
  'repair-without-parts-left-out': after(
    [['POST', B(1, '/repairs'), repair()]],
    answers('GET', B(1, '/repairs'), {}, (got) => same(listOf(got)[0]?.parts, [])),
  ),
  'import-200': post(207, '/imports/bikes', imported('NW-0001')),
  'import-failures-201': answers('POST', '/imports/bikes', { body: imported('DE-1001') }, (got) => results(got, 'status') === '409'),
  'import-failures-first': answers(
    'POST',
    '/imports/bikes',
    { body: imported('NW-0001', 'DE-1001') },
    (got) => results(got, 'plate') === 'NW-0001,DE-1001',
  ),
  'export-quotes': exported((text) => text.includes('"The ""Loader"""')),
  'export-line-feeds': exported((text) => text.split('\r\n').length === 8 && !/[^\r]\n/.test(text)),
  'export-without-names': exported((text) => text.startsWith('plate,model,kind,status,dailyRate\r\n')),
  'export-without-disposition': answers('GET', '/exports/bikes', {}, (got) => header(got, 'content-disposition') !== null),
  'photo-size-in-kilobytes': answers('PUT', B(1, '/photo'), photo, (got) => of(got).size === 7),
  'photo-always-jpeg': async ({ velo }) => {
    await velo('PUT', B(1, '/photo'), photo);
    return header(await velo('GET', B(1, '/photo')), 'content-type') === 'image/png';
  },
  'customer-created-without-location': answers('POST', '/customers', { body: customer() }, (got) => location(got) !== ''),
  'customer-created-at-number': answers('POST', '/customers', { body: customer() }, (got) => typeof of(got).createdAt === 'string'),
  'customer-undeclared-member': answers('GET', C(1), {}, (got) => !('internalScore' in of(got))),
};

const SEEDED = 'Thu, 01 Jan 2026 08:00:00 GMT';
const since = (status: number, time: string): Probe => gives(status, 'GET', S(1), { headers: { 'if-modified-since': time } });
const centraal = station({ name: 'Centraal', city: 'Delft' });
const withTag = (headers: Readonly<Record<string, string>>): object => ({ body: bike(), headers });

/** A request with a header made of the ETag of the first bike gets this status. */
const tagged =
  (status: number, name: string, made: (tag: string) => string, method = 'GET'): Probe =>
  async ({ velo }) => {
    const tag = etag(await velo('GET', B(1)));
    const body = method === 'GET' ? {} : { body: method === 'PUT' ? bike() : { model: 'Old' } };
    return (await velo(method, B(1), { ...body, headers: { [name]: made(tag) } })).status === status;
  };

/** The ETag of the first bike differs after a change. */
const changes =
  (method: string, path: string, body: object): Probe =>
  async ({ velo }) => {
    const before = etag(await velo('GET', B(1)));
    await velo(method, path, { body, headers: ANY });
    return etag(await velo('GET', B(1))) !== before;
  };

export const conditions: Probes = {
  'station-never-304': since(304, SEEDED),
  'station-304-whatever-time': since(200, 'Thu, 01 Jan 2026 07:59:59 GMT'),
  'station-304-same-time-only': since(304, 'Fri, 02 Jan 2026 08:00:00 GMT'),
  'station-304-without-last-modified': answers(
    'GET',
    S(1),
    { headers: { 'if-modified-since': SEEDED } },
    (got) => got.status === 304 && header(got, 'last-modified') === SEEDED,
  ),
  'station-last-modified-of-creation': answers('PUT', S(1), { body: centraal }, (got) => header(got, 'last-modified') !== SEEDED),
  'station-last-modified-iso': answers('GET', S(1), {}, (got) => header(got, 'last-modified') === SEEDED),
  'bike-put-without-if-match': put(428, B(1), bike()),
  'bike-patch-without-if-match': gives(428, 'PATCH', B(1), { body: { model: 'Old' } }),
  'bike-put-any-if-match': gives(412, 'PUT', B(1), withTag({ 'if-match': '"old"' })),
  'bike-patch-any-if-match': gives(412, 'PATCH', B(1), { body: { model: 'Old' }, headers: { 'if-match': '"old"' } }),
  'bike-weak-if-match': tagged(412, 'if-match', (tag) => `W/${tag}`, 'PATCH'),
  'bike-if-match-first-only': tagged(200, 'if-match', (tag) => `"old", ${tag}`, 'PATCH'),
  'bike-if-match-adds': gives(412, 'PUT', '/bikes/NW-0001', withTag(ANY)),
  'bike-only-add-replaces': gives(412, 'PUT', B(1), withTag({ ...ANY, 'if-none-match': '*' })),
  'bike-never-304': tagged(304, 'if-none-match', (tag) => tag),
  'bike-304-without-etag': async ({ velo }) => {
    const tag = etag(await velo('GET', B(1)));
    return etag(await velo('GET', B(1), { headers: { 'if-none-match': tag } })) === tag;
  },
  'bike-if-none-match-strong': tagged(304, 'if-none-match', (tag) => `W/${tag}`),
  'bike-etag-each-time': async ({ velo }) => {
    const before = etag(await velo('GET', B(1)));
    return etag(await velo('GET', B(1))) === before;
  },
  'bike-etag-of-model': changes('PUT', B(1), bike({ model: 'Grand Tour' })),
  'bike-etag-stays-when-status': changes('PATCH', B(1), { status: 'inRepair' }),
  'bike-etag-stays-when-repaired': changes('POST', B(1, '/repairs'), repair()),
  'bike-patch-without-etag': answers('PATCH', B(1), any({ model: 'Old' }), (got) => etag(got) !== ''),
};
