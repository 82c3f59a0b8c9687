// Probes of values: what is refused, what is not, and what is kept.
import type { Send } from '../../client.ts';
import { header, isKept, of, same, times } from '../../probes.ts';
import {
  ADDRESS,
  building,
  charge,
  FLATS,
  flat,
  GATE_FLATS,
  gives,
  LEASES,
  lease,
  patch,
  post,
  REPAIRS,
  removes,
  repair,
  seen,
  TENANTS,
  type TenancyProbes,
  tenant,
  values as valuesOf,
} from './callers.ts';

const buildingGives = (status: number, send: Send, others: object): Promise<boolean> => gives(status, send, '/buildings', building(others));
const flatGives = (status: number, send: Send, others: object): Promise<boolean> => gives(status, send, GATE_FLATS, flat(others));
const leaseGives = (status: number, send: Send, others: object): Promise<boolean> => gives(status, send, '/leases', lease(others));

const isLeaseRefused = async (send: Send, headers: Readonly<Record<string, string>>): Promise<boolean> =>
  (await send('POST', '/leases', { body: lease(), headers })).status === 400;

export const values: TenancyProbes = {
  'building-name-of-81': ({ brook }) => buildingGives(422, brook, { name: 'a'.repeat(81) }),
  'building-name-of-80-refused': ({ brook }) => buildingGives(201, brook, { name: 'a'.repeat(80) }),
  'built-in-2100-refused': ({ brook }) => buildingGives(201, brook, { yearBuilt: 2100 }),
  'energy-class-any': ({ brook }) => buildingGives(422, brook, { energyClass: 'Z' }),
  'amenities-repeated': ({ brook }) => buildingGives(422, brook, { amenities: ['lift', 'lift'] }),
  'address-any-member': ({ brook }) => buildingGives(422, brook, { address: { ...ADDRESS, planet: 'Earth' } }),
  'postal-code-with-more': ({ brook }) => buildingGives(422, brook, { address: { ...ADDRESS, postalCode: '010670' } }),
  'contact-email-any-text': ({ brook }) => buildingGives(422, brook, { contactEmail: 'at home' }),
  'quarter-rooms': ({ brook }) => flatGives(422, brook, { rooms: 2.25 }),
  'area-of-zero': ({ brook }) => flatGives(422, brook, { area: 0 }),
  'flat-number-lower-case': ({ brook }) => flatGives(422, brook, { number: '7b' }),
  'equipment-quantity-of-21': ({ brook }) => flatGives(422, brook, { equipment: [{ name: 'Lamp', quantity: 21 }] }),
  'twenty-pieces-refused': ({ brook }) => flatGives(201, brook, { equipment: times(20, (index) => ({ name: `Lamp ${index}` })) }),
  'currency-any': ({ brook }) => leaseGives(422, brook, { currency: 'CHF' }),
  'due-day-29': ({ brook }) => leaseGives(422, brook, { dueDay: 29 }),
  'start-on-impossible-day': ({ brook }) => leaseGives(422, brook, { startsOn: '2031-02-30' }),
  'rent-as-text': ({ brook }) => leaseGives(422, brook, { rent: '100000' }),
  'last-name-missing': ({ brook }) => gives(422, brook, '/tenants', { firstName: 'Pia', email: 'pia@mail.example' }),
  'first-name-null': ({ brook }) => gives(422, brook, '/tenants', tenant({ firstName: null })),
  'size-of-101': async ({ brook }) => (await brook('GET', '/repairs?size=101')).status === 400,
  'correlation-id-any-text': ({ brook }) => isLeaseRefused(brook, { 'x-correlation-id': 'mine' }),
  'month-13': async ({ brook }) => (await brook('PUT', charge('2031-13'), { body: { rent: 1 } })).status === 404,
  'any-media-type': async ({ brook }) =>
    (await brook('POST', '/buildings', { raw: JSON.stringify(building()), type: 'text/plain' })).status === 415,
};

export const richValues: TenancyProbes = {
  'name-in-utf16': ({ brook }) => buildingGives(201, brook, { name: '🏠'.repeat(80) }),
  'names-composed': ({ brook }) => isKept(brook, 'POST', '/tenants', tenant({ lastName: 'Zoe\u0308' }), 'lastName', 'Zoe\u0308'),
  'description-cut': ({ brook }) => {
    const description = 'drip '.repeat(60);
    return isKept(brook, 'POST', '/repairs', repair({ description }), 'description', description);
  },
  'leap-day-moved': ({ brook }) => isKept(brook, 'POST', '/tenants', tenant({ birthDate: '2004-02-29' }), 'birthDate', '2004-02-29'),
  'cost-in-32-bits': async ({ brook }) =>
    of(await patch(brook, `/repairs/${REPAIRS.reported}`, { cost: 5_000_000_000 })).cost === 5_000_000_000,
  'extras-by-text': async ({ brook }) => {
    const extras = [100, 200].map((amount) => ({ text: 'Key', amount }));
    const put = of(await brook('PUT', charge('2031-04'), { body: { rent: 1000, extras } }));
    return put.total === 1300 && same(put.extras, extras);
  },
  'features-stay': async ({ brook }) => same(of(await patch(brook, `/flats/${FLATS.let}`, { features: [] })).features, []),
  'pets-stay-allowed': async ({ brook }) => of(await patch(brook, `/flats/${FLATS.let}`, { petsAllowed: false })).petsAllowed === false,
};

export const responses: TenancyProbes = {
  'building-created-200': ({ brook }) => buildingGives(201, brook, {}),
  'flat-without-location': async ({ brook }) => header(await post(brook, GATE_FLATS, flat()), 'location')?.startsWith('/flats/') ?? false,
  'tenant-deleted-200': ({ brook }) => removes(204, brook, `/tenants/${TENANTS.theo}`),
  'invalid-without-at': async ({ brook }) => {
    const { error } = of(await post(brook, GATE_FLATS, flat({ equipment: [{ name: 'Lamp', quantity: 0 }] })));
    return same((error as { at?: unknown }).at, ['equipment[0].quantity']);
  },
  'created-at-as-number': async ({ brook }) => (await valuesOf(brook, '/tradespeople')).every((one) => typeof one.createdAt === 'string'),
  'tenant-without-empty-phone': async ({ brook }) => (await seen(brook, `/tenants/${TENANTS.mira}`)).phone === null,
  'list-without-balance': async ({ brook }) => {
    const { balance } = await seen(brook, `/leases/${LEASES.active}`);
    return (await valuesOf(brook, '/leases'))[0]?.balance === balance;
  },
  'unauthorized-without-challenge': async ({ stranger }) => header(await stranger('GET', '/flats'), 'www-authenticate') !== null,
  'method-without-allow': async ({ brook }) => header(await brook('PUT', '/tenants', { body: {} }), 'allow') === 'GET, HEAD, POST',
};
