// What is there when the service starts.
import { daysOf } from './handlers/days.ts';
import { totalOf } from './handlers/money.ts';
import { type Company, Store } from './store.ts';
import type { Address, Customer, Machine, Model, Reservation } from './things.ts';

const placed = (street: string, postcode: string, city: string): Address => ({ street, postcode, city, country: 'DE' });

const OFFICE = placed('Baumwall 7', '20459', 'Hamburg');
const SITE = placed('Elbchaussee 40', '22765', 'Hamburg');

/** Each kind of thing is made with what differs, and kept. */
class Seeds {
  readonly #store: Store;
  readonly #company: Company;

  constructor(store: Store, company: Company) {
    this.#store = store;
    this.#company = company;
  }

  depot(name: string): string {
    const number = this.#store.number('D');
    const times = { opensAt: '06:00', closesAt: '17:30', holidays: ['2040-12-24'], createdAt: this.#store.now() };
    this.#company.depots.set(number, {
      number,
      name,
      address: OFFICE,
      phone: '+49405550100',
      keyBoxCode: this.#store.keyBoxCode(),
      ...times,
    });
    return number;
  }

  model(given: Pick<Model, 'name' | 'manufacturer' | 'category' | 'dayRate' | 'power'> & Partial<Model>): string {
    const number = this.#store.number('T');
    const usual = { deposit: 0, weightKg: 120, licenceRequired: false, attributes: {}, safetySheet: null };
    this.#company.models.set(number, { number, ...usual, ...given, createdAt: this.#store.now() });
    return number;
  }

  machine(given: Pick<Machine, 'modelNumber' | 'depotNumber' | 'serialNumber'> & Partial<Machine>): string {
    const number = this.#store.number('M');
    const usual = {
      yearBuilt: 2021,
      operatingHours: 150,
      state: 'available',
      note: null,
      nextInspectionOn: '2040-06-01',
      tags: [],
    } as const;
    this.#company.machines.set(number, { number, ...usual, ...given, createdAt: this.#store.now() });
    return number;
  }

  customer(given: Pick<Customer, 'name'> & Partial<Customer>): string {
    const number = this.#store.number('C');
    const email = `office@${number.toLowerCase()}.example`;
    const contact = { name: 'Jo Brandt', email: `jo@${number.toLowerCase()}.example`, roles: ['orders'] };
    const terms = { creditLimit: 5_000_000, paymentDays: 30, priceListNumber: null, blocked: false, vatNumber: null };
    const customer = { number, email, billingAddress: OFFICE, contacts: [contact], ...terms, portalPin: '271828' };
    this.#company.customers.set(number, { ...customer, ...given, createdAt: this.#store.now() });
    return number;
  }

  reservation(given: Pick<Reservation, 'customerNumber' | 'machineNumber' | 'from' | 'until' | 'dayRate'> & Partial<Reservation>): string {
    const number = this.#store.number('R');
    const days = daysOf(given);
    const order = { site: SITE, insured: false, accessories: [], note: null };
    const course = { state: 'booked', pickedUpOn: null, returnedOn: null, invoiceNumber: null, cancelReason: null } as const;
    const deposit = { due: 0, paid: 0, kept: 0, refunded: 0 };
    const total = totalOf(days, given.dayRate, false, new Set());
    this.#company.reservations.set(number, { number, ...order, days, ...course, deposit, total, ...given, createdAt: this.#store.now() });
    return number;
  }

  priceList(name: string, modelNumber: string): string {
    const number = this.#store.number('P');
    const rates = [{ modelNumber, dayRate: 15_000 }];
    this.#company.priceLists.set(number, {
      number,
      name,
      validFrom: '2020-01-01',
      validUntil: '2045-12-31',
      rates,
      createdAt: this.#store.now(),
    });
    return number;
  }

  /** A reservation that came back on its last day, and its invoice. */
  returned(given: Parameters<Seeds['reservation']>[0], dueOn: string): void {
    const invoiceNumber = this.#store.number('I');
    const { from, until, customerNumber, machineNumber } = given;
    const number = this.reservation({ ...given, state: 'returned', pickedUpOn: from, returnedOn: until, invoiceNumber });
    const amount = this.#company.reservations.get(number)?.total ?? 0;
    this.#company.invoices.set(invoiceNumber, {
      number: invoiceNumber,
      customerNumber,
      reservationNumber: number,
      issuedOn: until,
      dueOn,
      lines: [{ kind: 'rental', text: `Rental of ${machineNumber}`, amount }],
      payments: [],
      createdAt: this.#store.now(),
    });
  }
}

function fillNorth(seeds: Seeds): void {
  const [harbour, city] = [seeds.depot('Harbour'), seeds.depot('City'), seeds.depot('Airport')];
  const diesel = { source: 'diesel', tankLitres: 24 };
  const digger = { name: 'Mini digger 1.5', manufacturer: 'Terrafirm', category: 'excavator', dayRate: 18_000, power: diesel };
  const diggers = seeds.model({ ...digger, deposit: 50_000, weightKg: 1540.5, licenceRequired: true, attributes: { width: '99 cm' } });
  const hammer = {
    name: 'Breaker 10',
    manufacturer: 'Nordpick',
    category: 'tool',
    dayRate: 4_500,
    power: { source: 'electric', voltage: 230 },
  };
  const hammers = seeds.model(hammer);
  const plate = { name: 'Plate 90', manufacturer: 'Terrafirm', category: 'compactor', dayRate: 6_000, power: diesel };
  const plates = seeds.model({ ...plate, deposit: 10_000 });
  const prices = seeds.priceList('Frame contract', diggers);
  const numbers = ['TF-15-0001', 'TF-15-0002', 'NP-10-0001', 'NP-10-0002', 'TF-90-0001', 'TF-90-0002'];
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = numbers.map((serialNumber, index) => {
    const modelNumber = [diggers, hammers, plates][Math.floor(index / 2)] ?? diggers;
    const state = index === 1 ? 'out' : 'available';
    return seeds.machine({ modelNumber, depotNumber: index % 2 === 0 ? harbour : city, serialNumber, state, tags: ['checked'] });
  });
  const holt = seeds.customer({ name: 'Holt Tiefbau', vatNumber: 'DE811000001', priceListNumber: prices });
  const marin = seeds.customer({ name: 'Marin & Sons', paymentDays: 7 });
  seeds.customer({ name: 'Old Mill Builders', blocked: true });
  const deposit = { due: 50_000, paid: 0, kept: 0, refunded: 0 };
  seeds.reservation({ customerNumber: holt, machineNumber: first, from: '2040-03-02', until: '2040-03-06', dayRate: 15_000, deposit });
  const out = { state: 'out', pickedUpOn: '2040-02-01', deposit: { ...deposit, paid: 50_000 } } as const;
  seeds.reservation({ customerNumber: holt, machineNumber: second, from: '2040-02-01', until: '2040-02-10', dayRate: 15_000, ...out });
  seeds.reservation({ customerNumber: marin, machineNumber: third, from: '2040-04-02', until: '2040-04-04', dayRate: 4_500 });
  const cancelled = { state: 'cancelled', cancelReason: 'The site is closed.' } as const;
  seeds.reservation({
    customerNumber: marin,
    machineNumber: fourth,
    from: '2040-04-02',
    until: '2040-04-04',
    dayRate: 4_500,
    ...cancelled,
  });
  seeds.returned({ customerNumber: holt, machineNumber: fifth, from: '2025-05-05', until: '2025-05-09', dayRate: 6_000 }, '2025-06-08');
  seeds.returned({ customerNumber: marin, machineNumber: sixth, from: '2025-06-02', until: '2025-06-03', dayRate: 6_000 }, '2025-06-10');
}

function fillSouth(seeds: Seeds): void {
  const depotNumber = seeds.depot('Valley');
  const power = { source: 'manual' };
  const modelNumber = seeds.model({ name: 'Hand roller', manufacturer: 'Rollo', category: 'compactor', dayRate: 2_500, power });
  const machineNumber = seeds.machine({ modelNumber, depotNumber, serialNumber: 'RO-1-0001' });
  const customerNumber = seeds.customer({ name: 'Steiger Hochbau' });
  seeds.reservation({ customerNumber, machineNumber, from: '2040-03-02', until: '2040-03-06', dayRate: 2_500 });
}

/** A store with the things of both companies. */
export function createStore(): Store {
  const store = new Store();
  fillNorth(new Seeds(store, store.north));
  fillSouth(new Seeds(store, store.south));
  return store;
}
