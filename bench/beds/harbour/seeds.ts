// What the ports have at first.
import { type Berth, emptyPort, type Port, type Store, storeOf, type Vessel, type Visit } from './store.ts';

const THEN = '2031-01-01T08:00:00.000Z';

type Given<T, K extends keyof T> = Pick<T, K> & Partial<T>;

const vesselOf = (given: Given<Vessel, 'shipNumber' | 'name' | 'type' | 'length' | 'beam' | 'maxDraught' | 'grossTonnage'>): Vessel => ({
  callSign: null,
  flag: 'NO',
  equipment: [],
  contacts: [],
  builtOn: null,
  remarks: null,
  createdAt: THEN,
  updatedAt: THEN,
  ...given,
});

const berthOf = (given: Given<Berth, 'code' | 'length' | 'depth' | 'accepts'>): Berth => ({
  bollards: 8,
  shorePower: false,
  note: null,
  ...given,
});

const visitOf = (given: Given<Visit, 'id' | 'shipNumber' | 'eta' | 'etd' | 'draught'>): Visit => ({
  purpose: 'unloading',
  crew: 12,
  passengers: 0,
  agent: { name: 'Nordlys Shipping', email: 'desk@nordlys.example' },
  previousPorts: ['NOBGO'],
  remarks: null,
  state: 'announced',
  berth: null,
  arrivedAt: null,
  berthedAt: null,
  departedAt: null,
  cancelReason: null,
  goods: [],
  clearance: null,
  payments: [],
  createdAt: THEN,
  ...given,
});

const granted = (validUntil: string): Visit['clearance'] => ({ decision: 'granted', validUntil, reason: null, decidedAt: THEN });

const VESSELS: readonly Vessel[] = [
  vesselOf({
    shipNumber: '9100001',
    name: 'Aurora Trader',
    callSign: 'LAXB',
    type: 'container',
    length: 150,
    beam: 24,
    maxDraught: 8.5,
    grossTonnage: 9800,
    equipment: ['bowThruster'],
  }),
  vesselOf({
    shipNumber: '9100013',
    name: 'Brisling',
    callSign: 'LK2041',
    type: 'fishing',
    length: 28.4,
    beam: 8,
    maxDraught: 4,
    grossTonnage: 320,
  }),
  vesselOf({
    shipNumber: '9100025',
    name: 'Corona Star',
    flag: 'LR',
    type: 'tanker',
    length: 182.5,
    beam: 32.2,
    maxDraught: 11,
    grossTonnage: 29_001,
  }),
  vesselOf({ shipNumber: '9100037', name: 'Dagny', type: 'ferry', length: 88, beam: 16.4, maxDraught: 4.5, grossTonnage: 4200 }),
  vesselOf({ shipNumber: '9100049', name: 'Elvine', type: 'bulk', length: 96.5, beam: 15, maxDraught: 6.5, grossTonnage: 3100 }),
];

const BERTHS: readonly Berth[] = [
  berthOf({ code: 'A1', length: 210, depth: 12, accepts: ['container', 'bulk', 'tanker'], bollards: 20 }),
  berthOf({ code: 'A2', length: 195, depth: 11.5, accepts: ['tanker', 'bulk'], note: 'Oil terminal.' }),
  berthOf({ code: 'B1', length: 60, depth: 6, accepts: ['fishing', 'ferry'] }),
  berthOf({ code: 'B2', length: 110, depth: 6.5, accepts: ['ferry', 'cruise', 'fishing', 'bulk'], shorePower: true }),
];

const VISITS: readonly Visit[] = [
  visitOf({ id: '5f0c00000001', shipNumber: '9100013', eta: '2031-05-02T06:00:00.000Z', etd: '2031-05-04T06:00:00.000Z', draught: 3.5 }),
  visitOf({
    id: '5f0c00000002',
    shipNumber: '9100001',
    eta: '2031-05-02T06:00:00.000Z',
    etd: '2031-05-06T06:00:00.000Z',
    draught: 8,
    clearance: granted('2031-05-03T00:00:00.000Z'),
  }),
  visitOf({
    id: '5f0c00000003',
    shipNumber: '9100037',
    eta: '2031-04-10T08:00:00.000Z',
    etd: '2031-04-12T08:00:00.000Z',
    draught: 4.2,
    purpose: 'passengers',
    passengers: 240,
    state: 'arrived',
    arrivedAt: '2031-04-10T08:10:00.000Z',
    clearance: granted('2031-04-11T00:00:00.000Z'),
  }),
  visitOf({
    id: '5f0c00000004',
    shipNumber: '9100025',
    eta: '2031-04-09T08:00:00.000Z',
    etd: '2031-04-16T08:00:00.000Z',
    draught: 10.5,
    state: 'berthed',
    berth: 'A2',
    arrivedAt: '2031-04-09T10:00:00.000Z',
    berthedAt: '2031-04-09T13:00:00.000Z',
    goods: [{ unNumber: '1203', class: '3', name: 'Petrol', quantity: 900_000, packages: 6, flashPoint: -40 }],
    clearance: granted('2031-04-11T00:00:00.000Z'),
  }),
  visitOf({
    id: '5f0c00000005',
    shipNumber: '9100013',
    eta: '2031-01-20T06:00:00.000Z',
    etd: '2031-01-22T06:00:00.000Z',
    draught: 3.8,
    state: 'departed',
    berth: 'B1',
    arrivedAt: '2031-01-20T06:30:00.000Z',
    berthedAt: '2031-01-20T07:00:00.000Z',
    departedAt: '2031-01-22T05:00:00.000Z',
    payments: [{ reference: 'BANK-0001', amount: 3200, method: 'card', paidOn: '2031-01-21', recordedAt: THEN }],
  }),
  visitOf({
    id: '5f0c00000006',
    shipNumber: '9100037',
    eta: '2031-02-10T08:00:00.000Z',
    etd: '2031-02-11T08:00:00.000Z',
    draught: 4.2,
    state: 'cancelled',
    cancelReason: 'Engine trouble.',
  }),
];

/** A port with a little of everything. */
function skarvik(): Port {
  const port = emptyPort();
  for (const vessel of VESSELS) port.vessels.set(vessel.shipNumber, vessel);
  for (const berth of BERTHS) port.berths.set(berth.code, berth);
  for (const visit of VISITS) port.visits.set(visit.id, visit);
  const done = { callId: '5f0c00000004', at: '2031-04-09T11:00:00.000Z', state: 'completed', doneAt: '2031-04-09T13:00:00.000Z' } as const;
  const open = { callId: '5f0c00000002', at: '2031-05-02T06:00:00.000Z', state: 'open', doneAt: null } as const;
  port.orders.set('0d0000000001', { ...done, id: '0d0000000001', kind: 'pilot', boarding: 'outerBuoy', price: 52_300 });
  port.orders.set('0d0000000002', { ...done, id: '0d0000000002', kind: 'tug', tugs: 2, hours: 2, price: 160_000 });
  port.orders.set('0d0000000003', { ...open, id: '0d0000000003', kind: 'pilot', boarding: 'outerBuoy', price: 47_500 });
  port.orders.set('0d0000000004', { ...open, id: '0d0000000004', kind: 'tug', tugs: 1, hours: 1.5, price: 60_000 });
  port.incidents.set('1c0000000001', {
    id: '1c0000000001',
    kind: 'injury',
    severity: 2,
    happenedAt: '2031-04-09T15:00:00.000Z',
    shipNumber: '9100025',
    position: { latitude: 59.41, longitude: 5.27 },
    litres: null,
    detains: false,
    description: 'A docker hurt a hand.',
    state: 'open',
    outcome: null,
    resolvedAt: null,
  });
  port.notices.set(1, {
    number: 1,
    title: 'Works at B1',
    text: 'No vessel may berth.',
    from: '2031-08-01T00:00:00.000Z',
    until: '2031-08-20T00:00:00.000Z',
    berths: ['B1'],
    closes: true,
    publishedAt: THEN,
  });
  return port;
}

/** A smaller port. */
function lunde(): Port {
  const port = emptyPort();
  const vessel = { name: 'Falk', type: 'fishing', length: 31, beam: 9, maxDraught: 4.4, grossTonnage: 380 } as const;
  port.vessels.set('9200005', vesselOf({ shipNumber: '9200005', ...vessel }));
  port.berths.set('L1', berthOf({ code: 'L1', length: 90, depth: 7, accepts: ['fishing', 'ferry'] }));
  const stay = { eta: '2031-06-01T06:00:00.000Z', etd: '2031-06-02T06:00:00.000Z', draught: 4 } as const;
  port.visits.set('5f0d00000001', visitOf({ id: '5f0d00000001', shipNumber: '9200005', ...stay }));
  return port;
}

export const SKARVIK = 0;
export const LUNDE = 1;

export const seededStore = (): Store => storeOf([skarvik(), lunde()]);
