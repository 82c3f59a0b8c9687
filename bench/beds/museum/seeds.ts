// What the museums have at first.
import { relocate } from './rules.ts';
import { type Museum, Store } from './store.ts';
import type { Exhibition, Item, Loan, LocationInput, Treatment } from './things.ts';

function addLocation(
  museum: Museum,
  code: string,
  kind: LocationInput['kind'],
  capacity: number,
  others: Partial<LocationInput> = {},
): void {
  const name = `${kind === 'store' ? 'Store' : kind === 'gallery' ? 'Gallery' : 'Workshop'} ${code.slice(3)}`;
  const lux = kind === 'gallery' ? 150 : null;
  museum.locations.set(code, { code, name, kind, capacity, maxHeight: null, lux, climate: null, closed: false, ...others });
}

interface Seed extends Partial<Item> {
  readonly year: number;
  readonly at?: string;
  readonly value?: number;
  readonly grade?: string;
}

function addObject(store: Store, museum: Museum, { year, at = 'ST-001', value, grade, ...others }: Seed): Item {
  const now = store.now();
  const item: Item = {
    accession: `${year}.${museum.next(String(year))}`,
    title: 'Untitled',
    otherTitles: [],
    classification: 'painting',
    maker: null,
    made: { earliest: 1850, latest: 1900 },
    materials: ['oil paint', 'canvas'],
    dimensions: { height: 60, width: 80 },
    weight: null,
    acquisition: { method: 'gift', year, source: null },
    home: at === 'WS-001' || at === 'GA-101' ? 'ST-001' : at,
    maxLux: 200,
    description: '',
    images: [],
    identifiers: {},
    location: null,
    movements: [],
    conditions: [],
    valuation: null,
    deaccession: null,
    createdAt: now,
    updatedAt: now,
    ...others,
  };
  relocate(item, { to: at, reason: 'registration', by: 'registrar', at: now });
  const appraiser = { appraiser: 'Dr. Ines Falk', secondAppraiser: 'Marek Oja' };
  if (value !== undefined) item.valuation = { value, valuedOn: '2024-02-01', ...appraiser, basis: 'market', change: null };
  const report = { inspectedOn: '2025-06-01', inspector: 'Mira Holt', damages: [], remarks: '' };
  if (grade !== undefined) item.conditions.push({ number: 1, grade, ...report });
  museum.objects.set(item.accession, item);
  return item;
}

function addExhibition(
  store: Store,
  museum: Museum,
  others: Pick<Exhibition, 'title' | 'opensOn' | 'closesOn' | 'rooms'> & Partial<Exhibition>,
): void {
  const exhibition = `E${museum.next('exhibitions', 100)}`;
  const plain = { curator: 'Nadia Brill', description: '', groupPlaces: 60, admission: { adult: 12, reduced: 7 } };
  const start = { status: 'planned', exhibits: [], groups: [], createdAt: store.now() } as const;
  museum.exhibitions.set(exhibition, { exhibition, ...plain, ...start, exhibits: [], groups: [], ...others });
}

function addLoan(store: Store, museum: Museum, others: Pick<Loan, 'direction' | 'from' | 'until'> & Partial<Loan>): void {
  const series = `${others.direction === 'outgoing' ? 'LO' : 'LI'}-2026`;
  const reference = `${series}-${String(museum.next(series)).padStart(3, '0')}`;
  const partner = { name: 'City gallery', city: 'Lindau', country: 'DE', email: 'loans@gallery.example' };
  const open = { insuredTotal: null, agreedBy: null, dispatchedOn: null, courier: null, returnedOn: null, reason: null, extensions: [] };
  const terms = { purpose: 'exhibition', insuredBy: 'museum', status: 'requested' } as const;
  museum.loans.set(reference, { reference, partner, ...terms, ...open, createdAt: store.now(), ...others });
}

function addTreatment(store: Store, museum: Museum, accession: string, others: Partial<Treatment> = {}): void {
  const treatment = `T${String(museum.next('treatments')).padStart(4, '0')}`;
  const plan = { estimatedHours: 20, hourlyRate: 60, plannedFrom: '2026-12-01', plannedTo: '2026-12-18', cost: 1200 };
  const open = { status: 'proposed', workedHours: null, approvedBy: null, reason: null, createdAt: store.now() } as const;
  museum.treatments.set(treatment, { treatment, accession, kind: 'cleaning', conservator: 'Tomas Reyl', ...plan, ...open, ...others });
}

function fillLinden(store: Store): void {
  const museum = store.linden;
  addLocation(museum, 'ST-001', 'store', 60);
  addLocation(museum, 'ST-002', 'store', 2, { maxHeight: 120 });
  addLocation(museum, 'GA-101', 'gallery', 6, { maxHeight: 300 });
  addLocation(museum, 'GA-102', 'gallery', 4, { lux: 50 });
  addLocation(museum, 'GA-103', 'gallery', 5, { lux: 200 });
  addLocation(museum, 'GA-104', 'gallery', 5, { closed: true });
  addLocation(museum, 'WS-001', 'workshop', 10);

  const maker = { name: 'Aletta Brandis', born: 1841, died: 1907 };
  addObject(store, museum, { year: 1998, title: 'View of the harbour', maker, value: 24_000, grade: 'good', weight: 7.25 });
  addObject(store, museum, {
    year: 1998,
    title: 'Standing boy',
    classification: 'sculpture',
    at: 'GA-101',
    value: 2_500_000,
    grade: 'good',
  });
  addObject(store, museum, { year: 2004, title: 'Reeds', classification: 'drawing', maxLux: 50, value: 3000, grade: 'excellent', maker });
  addObject(store, museum, { year: 2004, title: 'The ferry', classification: 'print', maxLux: 50, value: 1200, grade: 'good' });
  addObject(store, museum, { year: 2011, title: 'Altar cloth', classification: 'textile', maxLux: 50, at: 'WS-001', grade: 'fair' });
  const made = { earliest: -450, latest: -420 };
  addObject(store, museum, { year: 2011, title: 'Oil flask', otherTitles: ['Lekythos'], classification: 'ceramic', made, at: 'ST-002' });
  const photograph = addObject(store, museum, { year: 2019, title: 'Market day', classification: 'photograph', value: 900, grade: 'good' });
  const horn = addObject(store, museum, { year: 2019, title: 'Post horn', classification: 'instrument' });
  addObject(store, museum, { year: 1987, title: 'Self-portrait', maker, value: 61_000, grade: 'excellent' });

  relocate(photograph, { to: null, reason: 'loan', by: 'registrar', at: store.now() });
  horn.deaccession = { reason: 'duplicate', decidedOn: '2025-11-03', resolution: 'Board minute 12/25' };
  horn.location = null;

  const now = { title: 'Figures', opensOn: '2026-10-01', closesOn: '2027-04-30', rooms: ['GA-101'], status: 'open' } as const;
  addExhibition(store, museum, { ...now, exhibits: [{ accession: '1998.2', room: 'GA-101', label: '' }] });
  addExhibition(store, museum, { title: 'By the water', opensOn: '2031-04-01', closesOn: '2031-07-31', rooms: ['GA-102'] });

  addLoan(store, museum, { direction: 'outgoing', accessions: ['1987.1'], from: '2027-05-01', until: '2027-08-31' });
  const fixed = { agreedBy: 'Dr. Ines Falk', insuredTotal: 900 };
  const sent = { status: 'on-loan', dispatchedOn: '2026-03-02', courier: 'Arno Pohl' } as const;
  addLoan(store, museum, { direction: 'outgoing', accessions: ['2019.1'], from: '2026-03-01', until: '2027-06-30', ...fixed, ...sent });
  addLoan(store, museum, { direction: 'incoming', works: [{ title: 'Low tide', value: 40_000 }], from: '2027-02-01', until: '2027-05-31' });
  addTreatment(store, museum, '2011.1');
}

function fillQuay(store: Store): void {
  const museum = store.quay;
  addLocation(museum, 'ST-901', 'store', 20);
  addLocation(museum, 'GA-901', 'gallery', 5);
  addObject(store, museum, { year: 1975, title: 'Ship model', classification: 'sculpture', at: 'ST-901', value: 8000, grade: 'good' });
}

/** The museums with what they have at first. */
export function createStore(): Store {
  const store = new Store();
  fillLinden(store);
  fillQuay(store);
  return store;
}
