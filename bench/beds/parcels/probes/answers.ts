// Probes of answers, conditional requests and lists.
import { etag, header, joined, location, of, type Probe, type Probes } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { address, adr, type Callers, get, gets, made, patch, pickup, post, posts, rate, shipment, shp } from './bodies.ts';

const KEY = { 'idempotency-key': 'again-and-again' };
const EVENT = { type: 'accepted', occurred_at: '2026-03-01T08:00:00+02:00' };

/** Whether a list has the things with these numbers, in this order. */
const lists =
  (path: string, prefix: string, ...numbers: readonly number[]): Probe<Callers> =>
  async ({ north }) =>
    joined((await get(north, path)).items, 'id') === numbers.map((number) => seedId(prefix, number)).join();

/** Whether a filter by the time of creation of the second shipment includes it. */
const bounds =
  (name: string, isIn: boolean): Probe<Callers> =>
  async ({ north }) => {
    const { created } = of(await get(north, `shipments/${shp(2)}`));
    const { items } = await get(north, `shipments?created[${name}]=${created}`);
    return items.some(({ id }) => id === shp(2)) === isIn;
  };

const again = async ({ north }: Callers): Promise<readonly [number, string | null]> => {
  await post(north, 'shipments', shipment(), KEY);
  const got = await post(north, 'shipments', shipment(), KEY);
  return [got.status, header(got, 'idempotency-replayed')];
};

const responses: Probes<Callers> = {
  'shipment-created-200': posts(201, 'shipments', shipment()),
  'shipment-without-location': async ({ north }) => location(await post(north, 'shipments', shipment())) !== '',
  'shipment-weight-as-text': async ({ north }) => of(await get(north, `shipments/${shp(1)}`)).total_weight_g === 2150,
  'label-without-voided-at': async ({ north }) => of(await get(north, `labels/${seedId('lbl', 2)}`)).voided_at === null,
  'label-zpl-as-pdf': async ({ north }) =>
    header(await get(north, `labels/${seedId('lbl', 3)}/file`), 'content-type') === 'application/zpl',
  'event-time-as-sent': async ({ north }) =>
    of(await post(north, `shipments/${shp(2)}/events`, EVENT)).occurred_at === '2026-03-01T06:00:00.000Z',
  'address-delete-with-body': async ({ north }) => (await north('DELETE', `/v1/addresses/${adr(4)}`)).status === 204,
  'rates-dearest-first': async ({ north }) => (await get(north, `shipments/${shp(1)}/rates`)).items[0]?.service_level === 'economy',
  'idempotency-replayed-missing': async (who) => (await again(who))[1] === 'true',
  'idempotency-replay-status': async (who) => (await again(who))[0] === 201,
  'problem-as-json': async ({ north }) => header(await get(north, 'labels/x'), 'content-type') === 'application/problem+json',
  'problem-status-missing': async ({ north }) => of(await get(north, 'labels/x')).status === 404,
  'problem-other-request-id': async ({ north }) => {
    const got = await get(north, 'labels/x');
    return of(got).request_id === header(got, 'request-id');
  },
  'unprocessable-as-400': posts(422, 'shipments', {}),
  'unauthorized-without-challenge': async ({ nobody }) => header(await get(nobody, 'shipments'), 'www-authenticate') === 'Bearer',
};

const conditions: Probes<Callers> = {
  'shipment-never-304': async ({ north }) => {
    const tag = etag(await get(north, `shipments/${shp(1)}`));
    return (await get(north, `shipments/${shp(1)}`, { 'if-none-match': tag })).status === 304;
  },
  'shipment-if-match-ignored': async ({ north }) =>
    (await patch(north, `shipments/${shp(1)}`, { reference: 'a' }, { 'if-match': '"old"' })).status === 412,
  'if-none-match-one-tag': async ({ north }) => {
    const tag = etag(await get(north, `addresses/${adr(1)}`));
    return (await get(north, `addresses/${adr(1)}`, { 'if-none-match': `"old", ${tag}` })).status === 304;
  },
  'if-match-takes-weak-tags': async ({ north }) => {
    const tag = etag(await get(north, `addresses/${adr(1)}`));
    return (await patch(north, `addresses/${adr(1)}`, { name: 'B' }, { 'if-match': `W/${tag}` })).status === 412;
  },
  'address-etag-stays': async ({ north }) => {
    const before = etag(await get(north, `addresses/${adr(1)}`));
    return etag(await patch(north, `addresses/${adr(1)}`, { name: 'B' })) !== before;
  },
  'patch-answers-old-etag': async ({ north }) => {
    const after = etag(await patch(north, `shipments/${shp(1)}`, { reference: 'a' }));
    return etag(await get(north, `shipments/${shp(1)}`)) === after;
  },
  'head-refused': async ({ north }) => (await north('HEAD', '/v1/shipments')).status === 200,
};

const ofLists: Probes<Callers> = {
  'page-repeats-last': lists(`shipments?limit=2&starting_after=${shp(5)}`, 'shp', 4, 3),
  'has-more-on-last-page': async ({ north }) => of(await get(north, 'shipments?limit=7')).has_more === false,
  'link-on-last-page': async ({ north }) => header(await get(north, 'shipments?limit=7'), 'link') === null,
  'link-loses-filters': async ({ north }) =>
    header(await get(north, 'shipments?limit=1&status=draft'), 'link')?.includes('status=draft') === true,
  'total-count-of-page': async ({ north }) => of(await get(north, 'shipments?limit=2')).total_count === 7,
  'starting-after-unknown-starts-over': gets(400, `shipments?starting_after=${shp(99)}`),
  'created-gte-excludes': bounds('gte', true),
  'created-lt-includes': bounds('lt', false),
  'addresses-search-case': lists('addresses?q=LEIPZIG', 'adr', 2),
  'addresses-search-skips-company': lists('addresses?q=Prints', 'adr', 4),
  'shipments-status-first-only': lists('shipments?status=delivered,cancelled', 'shp', 5, 4),
  'shipments-reference-prefix': lists('shipments?reference=order', 'shp'),
  'shipments-sort-created-ignored': lists('shipments?sort=created&limit=2', 'shp', 1, 2),
  'shipments-sort-weight-text': async ({ north }) => {
    const heavy = { dimensions: { length: 1, width: 1, height: 1 }, weight_g: 20_000 };
    const id = await made(north, 'shipments', shipment({ parcels: [heavy] }));
    return (await get(north, 'shipments?sort=-total_weight_g')).items[0]?.id === id;
  },
  'shipments-expand-ignored': async ({ north }) => typeof (await get(north, 'shipments?expand=sender')).items[0]?.sender === 'object',
  'events-by-report': async ({ north }) => {
    await post(north, `shipments/${shp(3)}/events`, { ...EVENT, type: 'arrived', occurred_at: '2026-01-01T00:00:00Z' });
    return (await get(north, `shipments/${shp(3)}/events?order=oldest`)).items[0]?.type === 'arrived';
  },
  'webhooks-disabled-unfiltered': lists('webhook_endpoints?enabled=false', 'whk', 2),
};

const accounts: Probes<Callers> = {
  'shipment-of-any-account': gets(404, `shipments/${shp(51)}`),
  'label-file-of-any-account': gets(404, `labels/${seedId('lbl', 52)}/file`),
  'addresses-of-all-accounts': async ({ north }) => {
    const id = await made(north, 'addresses', address());
    const { items } = await get(north, 'addresses?limit=50');
    return items.length === 5 && items[0]?.id === id;
  },
  'pickup-of-foreign-shipments': posts(422, 'pickups', pickup({ shipments: [shp(52)] })),
  'clerk-cancels-shipments': async ({ clerk }) => (await post(clerk, `shipments/${shp(1)}/cancel`, {})).status === 403,
  'clerk-deletes-addresses': async ({ clerk }) => (await clerk('DELETE', `/v1/addresses/${adr(4)}`)).status === 403,
  'buy-at-once-twice': async ({ north }) => {
    const body = { rate: await rate(north, shp(1)) };
    const got = await Promise.all([0, 1].map(() => post(north, `shipments/${shp(1)}/buy`, body)));
    const statuses = got.map(({ status }) => status).toSorted((a, b) => a - b);
    return statuses.join() === '201,409';
  },
};

const secrets: Probes<Callers> = {
  'webhook-shows-secret': async ({ north }) => of(await get(north, `webhook_endpoints/${seedId('whk', 1)}`)).secret === undefined,
};

export const answers: Probes<Callers> = { ...responses, ...conditions, ...ofLists, ...accounts, ...secrets };
