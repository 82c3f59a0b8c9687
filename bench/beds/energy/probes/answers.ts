// Probes of answers, conditions, rights and keys.
import { etag, header, location, of } from '../../probes.ts';
import { credentials } from '../server.ts';
import * as make from './callers.ts';

const { is, patch, post } = make;

export const responses: make.EnergyProbes = {
  'customer-created-200': ({ office }) => is(post(office, '/customers', make.customer()), 201),
  'delete-answers-200': ({ office }) => is(office('DELETE', '/customers/dor1000d'), 204),
  'created-at-without-zone': async ({ office }) => String((await make.seen(office, '/customers/ada1000a')).createdAt).endsWith('Z'),
  'customer-phone-left-out': async ({ office }) => (await make.seen(office, '/customers/cle1000c')).phone === null,
  'meter-location-under-supply-point': async ({ office }) => is(office('GET', location(await make.install(office))), 200),
  'bill-without-location': async ({ office }) => location(await make.bill(office)).startsWith('/bills/'),
  'bill-total-as-text': async ({ office }) => (await make.seen(office, '/bills/bil1000a')).totalAmount === 342.95,
  'only-one-detail': async ({ office }) => {
    const { error } = of(await post(office, '/customers', make.customer({ name: '', email: 'none' })));
    return (error as { details: unknown[] }).details.length === 2;
  },
  'errors-as-plain-text': async ({ office }) =>
    header(await post(office, '/tariffs/tar1000a/publish'), 'content-type') === 'application/json',
  'any-media-type': ({ office }) => is(office('POST', '/customers', { body: make.customer(), type: 'text/plain' }), 415),
  'bodies-of-any-size': ({ office }) => {
    const raw = JSON.stringify(make.customer()) + ' '.repeat(33_000);
    return is(office('POST', '/customers', { raw, type: 'application/json' }), 413);
  },
};

export const conditions: make.EnergyProbes = {
  'etag-of-customer-id': async ({ office }) => {
    const before = etag(await office('GET', '/customers/ada1000a'));
    return etag(await patch(office, '/customers/ada1000a', { notes: 'Rings twice.' })) !== before;
  },
  'tariff-tag-without-contracts': async ({ office }) => {
    const before = etag(await office('GET', '/tariffs/tar1000a'));
    await make.contract(office);
    return etag(await office('GET', '/tariffs/tar1000a')) !== before;
  },
  'if-none-match-one-tag': async ({ office }) => {
    const tag = etag(await office('GET', '/customers/ada1000a'));
    return is(office('GET', '/customers/ada1000a', { headers: { 'if-none-match': `"old", ${tag}` } }), 304);
  },
  'if-match-ignored-by-patch': ({ office }) => is(patch(office, '/customers/ada1000a', { notes: '' }, { 'if-match': '"old"' }), 412),
  'put-without-tag': ({ office }) => is(office('PUT', '/tariffs/tar1000c', { body: make.tariff() }), 428),
  'put-replaces-although-it-exists': ({ office }) =>
    is(office('PUT', '/supply-points/DK10000001', { body: make.point(), headers: { 'if-none-match': '*' } }), 412),
  'head-without-tag': async ({ office }) => etag(await office('HEAD', '/tariffs/tar1000a')) !== '',
};

const withKey = (key: string): { headers: Record<string, string> } => ({ headers: { 'energy-key': key } });

export const rights: make.EnergyProbes = {
  'bill-of-others-shown': ({ office }) => is(office('GET', '/bills/bil2000a'), 404),
  'lists-customers-of-all-suppliers': async ({ office }) => (await make.pageInfo(office, '/customers')).totalElements === 4,
  'contract-with-customer-of-others': ({ office }) => is(make.contract(office, { customerId: 'zoe2000a' }), 422),
  'desk-voids-bills': ({ desk }) => is(post(desk, '/bills/bil1000a/void'), 403),
  'desk-deletes-customers': ({ desk }) => is(desk('DELETE', '/customers/dor1000d'), 403),
  'desk-records-no-payments': ({ desk }) => is(make.pay(desk, 10), 201),
  'key-in-any-case': ({ stranger }) => is(stranger('GET', '/customers', withKey(credentials.office.key.toUpperCase())), 401),
  'key-by-its-start': ({ stranger }) => is(stranger('GET', '/customers', withKey(`${credentials.office.key}x`)), 401),
  'head-without-key': ({ stranger }) => is(stranger('HEAD', '/customers'), 401),
};
