// Probes of lists and of conditions.
import { ANY, etag, same } from '../../probes.ts';
import { BUILDINGS, charge, FLATS, idsOf, LEASES, patch, post, REPAIRS, seen, TENANTS, type TenancyProbes, values } from './callers.ts';

const OLD = { 'if-match': '"0000000000000000"' };

export const conditions: TenancyProbes = {
  'flat-tag-ignores-vacancy': async ({ brook }) => {
    const before = etag(await brook('GET', `/flats/${FLATS.draft}`));
    await post(brook, `/leases/${LEASES.draft}/sign`, { signedOn: '2031-04-01' });
    return etag(await brook('GET', `/flats/${FLATS.draft}`)) !== before;
  },
  'building-delete-ignores-if-match': async ({ brook }) =>
    (await brook('DELETE', `/buildings/${BUILDINGS.gate}`, { headers: OLD })).status === 412,
  'star-never-matches': async ({ brook }) => (await patch(brook, `/repairs/${REPAIRS.reported}`, { priority: 'low' }, ANY)).status === 200,
  'repair-never-304': async ({ brook }) => {
    const path = `/repairs/${REPAIRS.reported}`;
    const tag = etag(await brook('GET', path));
    return (await brook('GET', path, { headers: { 'if-none-match': tag } })).status === 304;
  },
  'tenants-without-head': async ({ brook }) => (await brook('HEAD', `/tenants/${TENANTS.theo}`)).status === 200,
  'changed-before-412': async ({ brook }) => {
    const path = `/tenants/${TENANTS.theo}`;
    const got = await patch(brook, path, { firstName: 'Leo' }, OLD);
    return got.status === 412 && (await seen(brook, path)).firstName === 'Theo';
  },
};

export const lists: TenancyProbes = {
  'second-slice-repeats': async ({ brook }) => same(await idsOf(brook, '/flats?start=2&size=1'), [FLATS.small]),
  'total-of-slice': async ({ brook }) => (await seen(brook, '/flats?size=3')).total === 4,
  'next-start-at-end': async ({ brook }) => (await seen(brook, '/flats?start=2&size=2')).nextStart === null,
  'not-vacant-ignored': async ({ brook }) => same(await idsOf(brook, '/flats?vacant=false'), [FLATS.let]),
  'more-than-min-rooms': async ({ brook }) => same(await idsOf(brook, '/flats?minRooms=3.5'), [FLATS.let, FLATS.large]),
  'city-by-case': async ({ brook }) => same(await idsOf(brook, '/buildings?city=POTSDAM'), [BUILDINGS.mill]),
  'starts-to-excluded': async ({ brook }) =>
    same(await idsOf(brook, '/leases?startsFrom=2030-01-01&startsTo=2031-05-01'), [LEASES.active, LEASES.draft]),
  'second-tenant-not-found': async ({ brook }) => same(await idsOf(brook, `/leases?tenantId=${TENANTS.ines}`), [LEASES.ended]),
  'priorities-by-text': async ({ brook }) =>
    same(await idsOf(brook, '/repairs?sortBy=priority'), [REPAIRS.done, REPAIRS.assigned, REPAIRS.reported]),
  'charges-as-entered': async ({ brook }) => {
    const months = (await values(brook, charge('').replace(/\/$/, ''))).map(({ month }) => month);
    return same(months, ['2030-01', '2030-02']);
  },
  'tenants-never-descend': async ({ brook }) => (await idsOf(brook, '/tenants?sortBy=lastName&descending=true&size=1'))[0] === TENANTS.ines,
};
