// Probes of sequences, of accounts and of requests at once.
import { statusesOfTwo } from '../../probes.ts';
import {
  BUILDINGS,
  building,
  changes,
  charge,
  FLATS,
  flat,
  GATE_FLATS,
  gives,
  idsOf,
  LEASES,
  lease,
  make,
  payment,
  REPAIRS,
  removes,
  seen,
  TENANTS,
  type TenancyProbes,
  TRADESPEOPLE,
  tenant,
} from './callers.ts';

const REPORTED = `/repairs/${REPAIRS.reported}`;
const ASSIGNED = `/repairs/${REPAIRS.assigned}`;

export const sequences: TenancyProbes = {
  'building-names-by-case': ({ brook }) => gives(409, brook, '/buildings', building({ name: 'OLD MILL' })),
  'building-with-flats-deleted': ({ brook }) => removes(409, brook, `/buildings/${BUILDINGS.mill}`),
  'number-taken-by-change': ({ brook }) => changes(409, brook, `/flats/${FLATS.draft}`, { number: '2B' }),
  'flat-numbers-of-all-buildings': ({ brook }) => gives(201, brook, GATE_FLATS, flat({ number: '1A' })),
  'floor-above-top-by-change': ({ brook }) => changes(422, brook, `/flats/${FLATS.large}`, { floor: 4 }),
  'top-floor-below-flats': async ({ brook }) => {
    const body = building({ name: 'Linden Court', floors: 3 });
    return (await brook('PUT', `/buildings/${BUILDINGS.linden}`, { body })).status === 409;
  },
  'repairs-outlive-flat': async ({ brook }) => {
    const isRemoved = await removes(204, brook, `/flats/${FLATS.large}`);
    return isRemoved && (await brook('GET', REPORTED)).status === 404;
  },
  'flat-with-ended-lease-deleted': ({ brook }) => removes(409, brook, `/flats/${FLATS.small}`),
  'email-taken-by-change': ({ brook }) => changes(409, brook, `/tenants/${TENANTS.theo}`, { email: 'MIRA@mail.example' }),
  'old-email-stays-taken': async ({ brook }) => {
    const isRemoved = await removes(204, brook, `/tenants/${TENANTS.theo}`);
    return isRemoved && gives(201, brook, '/tenants', tenant({ email: 'theo@mail.example' }));
  },
  'tenant-of-ended-lease-deleted': ({ brook }) => removes(409, brook, `/tenants/${TENANTS.ines}`),
  'phone-contact-without-phone': ({ brook }) => changes(422, brook, `/tenants/${TENANTS.theo}`, { phone: null }),
  'only-first-tenant-checked': ({ brook }) => gives(422, brook, '/leases', lease({ tenantIds: [TENANTS.theo, 'aaaa-0000'] })),
  'signed-twice': ({ brook }) => gives(409, brook, `/leases/${LEASES.active}/sign`, { signedOn: '2030-01-01' }),
  'flat-let-twice': async ({ brook }) => {
    const { id } = await make(brook, '/leases', lease({ flatId: FLATS.let }));
    return gives(409, brook, `/leases/${id}/sign`, { signedOn: '2030-12-01' });
  },
  'draft-terminated': ({ brook }) => gives(409, brook, `/leases/${LEASES.draft}/terminate`, { endsOn: '2032-01-01', reason: 'mutual' }),
  'active-lease-discarded': ({ brook }) => removes(409, brook, `/leases/${LEASES.active}`),
  'lease-ends-as-it-starts': ({ brook }) => gives(422, brook, '/leases', lease({ endsOn: '2031-01-01' })),
  'deposit-of-any-size': ({ brook }) => gives(422, brook, '/leases', lease({ deposit: 300_001 })),
  'charge-for-draft': async ({ brook }) =>
    (await brook('PUT', `/leases/${LEASES.draft}/charges/2031-05`, { body: { rent: 100 } })).status === 409,
  'paid-charge-replaced': async ({ brook }) => (await brook('PUT', charge('2030-01'), { body: { rent: 100 } })).status === 409,
  'payment-above-total': ({ brook }) => gives(409, brook, `${charge('2030-01')}/payments`, payment(52_001)),
  'done-without-cost': ({ brook }) => changes(409, brook, ASSIGNED, { status: 'done' }),
  'reported-done-at-once': ({ brook }) => changes(409, brook, REPORTED, { status: 'done', tradespersonId: TRADESPEOPLE.pipes, cost: 100 }),
  'other-trade-assigned': ({ brook }) => changes(422, brook, REPORTED, { status: 'assigned', tradespersonId: TRADESPEOPLE.volt }),
  'done-repair-changed': ({ brook }) => changes(409, brook, `/repairs/${REPAIRS.done}`, { title: 'Blown fuses' }),
  'busy-tradesperson-deleted': ({ brook }) => removes(409, brook, `/tradespeople/${TRADESPEOPLE.pipes}`),
  'tradesperson-stays-in-repairs': async ({ brook }) => {
    const isRemoved = await removes(204, brook, `/tradespeople/${TRADESPEOPLE.volt}`);
    return isRemoved && (await seen(brook, `/repairs/${REPAIRS.done}`)).tradespersonId === null;
  },
};

export const accounts: TenancyProbes = {
  'caretaker-registers-tenants': ({ caretaker }) => gives(403, caretaker, '/tenants', tenant()),
  'caretaker-sees-charges': async ({ caretaker }) => (await caretaker('GET', `/leases/${LEASES.active}/charges`)).status === 403,
  'repairs-of-other-agencies': async ({ brook }) => (await brook('GET', `/repairs/${REPAIRS.castle}`)).status === 404,
  'flats-of-other-agencies-let': ({ brook }) => gives(422, brook, '/leases', lease({ flatId: FLATS.castle })),
  'tradespeople-of-all-agencies': async ({ brook }) => (await idsOf(brook, '/tradespeople')).length === 2,
  'building-names-of-all-agencies': ({ brook }) => gives(201, brook, '/buildings', building({ name: 'Castle Row' })),
  'number-twice-at-once': async ({ brook }) => (await statusesOfTwo(brook, 'POST', GATE_FLATS, flat())) === '201,409',
  'paid-twice-at-once': async ({ brook }) =>
    (await statusesOfTwo(brook, 'POST', `${charge('2030-02')}/payments`, payment(102_000))) === '201,409',
};
