// What two agencies have from the start.
import { type Agency, Store } from './store.ts';
import type { Building, Charge, Flat, Lease, Repair, Tenant, Tradesperson } from './things.ts';

type Only<T, Needed extends keyof T> = Pick<T, Needed> & Partial<T>;

/** Adds the things of an agency, with values that are usual where none are given. */
function fillerOf(store: Store, agency: Agency) {
  const times = (): { createdAt: string; updatedAt: string } => {
    const now = store.now();
    return { createdAt: now, updatedAt: now };
  };
  return {
    building(given: Only<Building, 'id' | 'name' | 'address' | 'floors'>): void {
      const usual = { yearBuilt: null, amenities: [], energyClass: null, contactEmail: null, notes: null };
      agency.buildings.set(given.id, { ...usual, ...times(), ...given });
    },
    flat(given: Only<Flat, 'id' | 'buildingId' | 'number' | 'floor' | 'rooms' | 'area' | 'baseRent'>): void {
      agency.flats.set(given.id, { petsAllowed: false, features: [], equipment: [], ...times(), ...given });
    },
    tenant(given: Only<Tenant, 'id' | 'firstName' | 'lastName'>): void {
      const email = `${given.firstName.toLowerCase()}@mail.example`;
      const usual = { email, phone: null, birthDate: null, contactBy: 'email', tags: [], emergencyContact: null };
      agency.tenants.set(given.id, { ...usual, ...times(), ...given });
    },
    lease(given: Only<Lease, 'id' | 'flatId' | 'tenantIds' | 'startsOn' | 'state'>): void {
      const terms = { endsOn: null, rent: 90_000, serviceCharge: 12_000, deposit: 180_000, currency: 'EUR', dueDay: 3, noticeMonths: 3 };
      const usual = { ...terms, occupants: [], signedOn: null, terminationReason: null, createdAt: store.now() };
      agency.leases.set(given.id, { ...usual, ...given });
    },
    charge(given: Only<Charge, 'leaseId' | 'month'>): void {
      const usual = { rent: 90_000, serviceCharge: 12_000, extras: [], note: null, payments: [] };
      agency.charges.set(`${given.leaseId} ${given.month}`, { ...usual, ...given });
    },
    tradesperson(given: Only<Tradesperson, 'id' | 'company' | 'trades'>): void {
      agency.tradespeople.set(given.id, {
        email: null,
        phone: null,
        hourlyRate: null,
        rating: null,
        createdAt: store.now(),
        ...given,
      });
    },
    repair(given: Only<Repair, 'id' | 'flatId' | 'title' | 'trade'>): void {
      const reported = { description: null, priority: 'normal', reportedBy: null, photos: [] };
      const started = { status: 'reported', tradespersonId: null, scheduledFor: null, cost: null } as const;
      agency.repairs.set(given.id, { ...reported, ...started, ...times(), ...given });
    },
  };
}

const BERLIN = { street: 'Lindenallee 12', postalCode: '10117', city: 'Berlin' };
const POTSDAM = { street: 'Mühlenweg 3', postalCode: '14467', city: 'Potsdam' };

function fillBrook(store: Store): void {
  const add = fillerOf(store, store.brook);
  add.building({ id: 'lq7d-02km', name: 'Linden Court', address: BERLIN, floors: 5, amenities: ['garden'], energyClass: 'D' });
  add.building({ id: 'p83v-w1xt', name: 'Old Mill', address: POTSDAM, floors: 3, amenities: ['lift', 'parking'], yearBuilt: 1889 });
  add.building({ id: 'g5no-66ad', name: 'North Gate', address: { ...BERLIN, street: 'Nordplatz 1' }, floors: 12 });
  add.flat({ id: '4tzm-08ra', buildingId: 'lq7d-02km', number: '1A', floor: 0, rooms: 2, area: 54.5, baseRent: 88_000 });
  add.flat({
    id: 'k19c-hh3s',
    buildingId: 'lq7d-02km',
    number: '2B',
    floor: 4,
    rooms: 3.5,
    area: 91.25,
    baseRent: 90_000,
    petsAllowed: true,
    features: ['balcony'],
  });
  add.flat({ id: 'w0ye-7p2q', buildingId: 'p83v-w1xt', number: '1A', floor: 1, rooms: 1, area: 28, baseRent: 51_000 });
  add.flat({ id: 'b6rj-x4un', buildingId: 'p83v-w1xt', number: '3', floor: 2, rooms: 4, area: 110, baseRent: 132_000 });
  add.tenant({ id: 'u2n6-yy4c', firstName: 'Samuel', lastName: 'Okafor', tags: ['smoker'] });
  add.tenant({ id: 'c8ta-1f0z', firstName: 'Mira', lastName: 'Lindqvist', birthDate: '1988-11-30' });
  add.tenant({ id: 'n7hg-d2e9', firstName: 'Theo', lastName: 'Ahrens', phone: '+4930998877', contactBy: 'phone' });
  add.tenant({ id: 'j4ks-5tb8', firstName: 'Ines', lastName: 'Roth' });
  add.lease({
    id: 'a3wx-9k5b',
    flatId: 'k19c-hh3s',
    tenantIds: ['u2n6-yy4c', 'c8ta-1f0z'],
    startsOn: '2030-01-01',
    state: 'active',
    signedOn: '2029-12-01',
  });
  add.lease({
    id: 'z0pf-r64m',
    flatId: 'w0ye-7p2q',
    tenantIds: ['c8ta-1f0z', 'j4ks-5tb8'],
    startsOn: '2024-03-01',
    endsOn: '2029-12-31',
    state: 'ended',
    signedOn: '2024-02-10',
    terminationReason: 'tenant',
  });
  add.lease({ id: 'h2vd-q81j', flatId: '4tzm-08ra', tenantIds: ['u2n6-yy4c'], startsOn: '2031-05-01', state: 'draft' });
  add.charge({ leaseId: 'a3wx-9k5b', month: '2030-02' });
  const paid = { amount: 50_000, paidOn: '2030-01-03', method: 'transfer', reference: 'LC-0101' };
  add.charge({ leaseId: 'a3wx-9k5b', month: '2030-01', payments: [paid] });
  add.tradesperson({ id: 'e1pw-55kd', company: 'Pipes & Sons', trades: ['plumbing', 'heating'], phone: '+49305550101', rating: 4.5 });
  add.tradesperson({ id: 's9qm-0zz7', company: 'Volt', trades: ['electrical'], hourlyRate: 7200 });
  add.repair({ id: 'r5xn-27wa', flatId: 'b6rj-x4un', title: 'Boiler is cold', trade: 'plumbing', priority: 'high' });
  add.repair({
    id: 'd0ug-8c3v',
    flatId: 'k19c-hh3s',
    title: 'Leaking pipe',
    trade: 'plumbing',
    status: 'assigned',
    tradespersonId: 'e1pw-55kd',
  });
  add.repair({
    id: 't6bh-m14y',
    flatId: '4tzm-08ra',
    title: 'Blown fuse',
    trade: 'electrical',
    priority: 'low',
    reportedBy: 'n7hg-d2e9',
    status: 'done',
    tradespersonId: 's9qm-0zz7',
    cost: 12_000,
  });
}

function fillCastle(store: Store): void {
  const add = fillerOf(store, store.castle);
  add.building({
    id: 'x1aa-90rt',
    name: 'Castle Row',
    address: { street: 'Burgstraße 9', postalCode: '90403', city: 'Nürnberg' },
    floors: 4,
  });
  add.flat({ id: 'y2bb-41su', buildingId: 'x1aa-90rt', number: '1', floor: 1, rooms: 2, area: 60, baseRent: 70_000 });
  add.tenant({ id: 'o3cc-52tv', firstName: 'Jonas', lastName: 'Weber' });
  add.tradesperson({ id: 'f4dd-63uw', company: 'Bright Walls', trades: ['painting'] });
  add.repair({ id: 'i5ee-74vx', flatId: 'y2bb-41su', title: 'Damp wall', trade: 'painting' });
}

export function createStore(): Store {
  const store = new Store();
  fillBrook(store);
  fillCastle(store);
  return store;
}
