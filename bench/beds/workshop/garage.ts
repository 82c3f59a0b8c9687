// What the service keeps, what it has at the start, and how it shows things.

import { among, byMember, type Check, day, listOf, orNull, shape, text, whole } from '../checks.ts';
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';

export type JobState = 'booked' | 'in_progress' | 'done' | 'collected' | 'cancelled';

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly created_at: string;
}

export interface Vehicle {
  readonly id: number;
  readonly customer_id: number;
  plate: string;
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
  mileage: number;
}

export interface Part {
  readonly sku: string;
  name: string;
  price_cents: number;
  on_hand: number;
  minimum: number;
  reserved: number;
}

export type NewLine =
  | { readonly kind: 'labour'; readonly description: string; readonly minutes: number }
  | { readonly kind: 'part'; readonly sku: string; readonly quantity: number };
export type Line = NewLine & { readonly amount_cents: number };

export interface Quote {
  readonly id: number;
  readonly job_number: string;
  state: 'open' | 'accepted' | 'declined' | 'superseded';
  readonly note: string;
  readonly lines: readonly Line[];
  readonly total_cents: number;
  readonly created_at: string;
  decided_at: string | null;
}

export interface Job {
  readonly number: string;
  readonly vehicle_id: number;
  state: JobState;
  readonly complaint: string;
  readonly booked_for: string;
  readonly promised_on: string | null;
  readonly mileage: number;
  accepted_quote_id: number | null;
  readonly created_at: string;
  finished_at: string | null;
  readonly quotes: Quote[];
  readonly lines: Line[];
  /** What is still reserved for the job, by SKU. */
  readonly reserved: Map<string, number>;
}

export interface Garage {
  readonly customers: Map<number, Customer>;
  readonly vehicles: Map<number, Vehicle>;
  readonly parts: Map<string, Part>;
  readonly jobs: Map<string, Job>;
}

export interface Store {
  readonly clock: Clock;
  readonly garages: Readonly<Record<'leeds' | 'york', Garage>>;
  readonly nextId: () => number;
  readonly nextNumber: () => string;
}

/** A request that is refused. */
export class Refusal extends Error {
  readonly #status: number;
  readonly #error: object;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, more: { fields?: object; headers?: Readonly<Record<string, string>> } = {}) {
    super(message);
    this.#status = status;
    this.#error = { code, message, ...(more.fields === undefined ? {} : { fields: more.fields }) };
    this.#headers = more.headers ?? {};
  }

  reply(): Reply {
    return { status: this.#status, body: { error: this.#error }, headers: this.#headers };
  }
}

export const conflict = (code: string, message: string): Refusal => new Refusal(409, code, message);
export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);

const SKU = /^[A-Z]{2,4}-[0-9]{3,5}$/;
const plate = text({ pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]$/ });
const mileage = whole(0, 2_000_000);
const newLine = (shortest: number): Check =>
  byMember('kind', {
    labour: shape({ kind: among('labour'), description: text({ min: 1, max: 120 }), minutes: whole(shortest, 1440) }),
    part: shape({ kind: among('part'), sku: text({ pattern: SKU }), quantity: whole(1, 100) }),
  });

/** The bodies of requests. A fault takes labour of no time. */
export const bodiesOf = (shortest: number): Readonly<Record<string, Check>> => ({
  createCustomer: shape({ name: text({ min: 1, max: 80 }) }, { phone: orNull(text({ pattern: /^\+?[0-9][0-9 ]{4,18}[0-9]$/ })) }),
  addVehicle: shape(
    { plate, make: text({ min: 1, max: 40 }), model: text({ min: 1, max: 40 }) },
    { year: orNull(whole(1900, 2100)), mileage },
  ),
  changeVehicle: shape({}, { plate, mileage }, { least: 1 }),
  putPart: shape(
    { name: text({ min: 1, max: 80 }), price_cents: whole(1, 1_000_000), on_hand: whole(0, 10_000) },
    { minimum: whole(0, 1000) },
  ),
  bookJob: shape(
    { vehicle_id: whole(1, 999_999_999), complaint: text({ min: 1, max: 500 }), booked_for: day },
    { promised_on: orNull(day), mileage },
  ),
  moveJob: shape({ to: among('booked', 'in_progress', 'done', 'collected', 'cancelled') }),
  quoteJob: shape({ lines: listOf(newLine(shortest), { min: 1, max: 20 }) }, { note: text({ max: 300 }) }),
  decideQuote: shape({ decision: among('accept', 'decline') }),
  logLine: newLine(shortest),
});

/** The values of a path. */
export const PATHS: Readonly<Record<string, RegExp>> = {
  customer_id: /^[1-9][0-9]{0,8}$/,
  vehicle_id: /^[1-9][0-9]{0,8}$/,
  quote_id: /^[1-9][0-9]{0,8}$/,
  number: /^J[0-9]{4,8}$/,
  sku: SKU,
};

export const totalOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

export const showPart = (part: Part): object => ({ ...part, available: part.on_hand - part.reserved });

export const showCustomer = (garage: Garage, { id, name, phone, created_at }: Customer): object => {
  const vehicles = [...garage.vehicles.values()].filter(({ customer_id }) => customer_id === id);
  return { id, name, phone, vehicle_ids: vehicles.map((vehicle) => vehicle.id), created_at };
};

export function showSummary({ quotes: _quotes, lines, reserved: _reserved, ...job }: Job): object {
  return { ...job, total_cents: totalOf(lines) };
}

export const showJob = (job: Job): object => ({ ...showSummary(job), quotes: job.quotes, lines: job.lines });

const emptyGarage = (): Garage => ({ customers: new Map(), vehicles: new Map(), parts: new Map(), jobs: new Map() });

type Car = readonly [plate: string, make: string, model: string, year: number | null, mileage: number];

export function createStore(): Store {
  const clock = new Clock();
  let id = 10;
  let number = 1000;
  const nextId = (): number => ++id;
  const nextNumber = (): string => `J${++number}`;
  const leeds = emptyGarage();
  const york = emptyGarage();
  const customer = (garage: Garage, name: string, phone: string | null, cars: readonly Car[]): void => {
    const one = { id: nextId(), name, phone, created_at: clock.now() };
    garage.customers.set(one.id, one);
    for (const [plate, make, model, year, mileage] of cars) {
      const car = { id: nextId(), customer_id: one.id, plate, make, model, year, mileage };
      garage.vehicles.set(car.id, car);
    }
  };
  customer(leeds, 'Petra Hallam', '+44 113 4960 201', [
    ['KX19 ZHE', 'Skoda', 'Octavia', 2019, 84_210],
    ['YD66-RTO', 'Ford', 'Transit', 2016, 190_400],
  ]);
  customer(leeds, 'anton Bey', null, [['LM70 WSA', 'Renault', 'Zoe', 2020, 31_007]]);
  customer(leeds, 'Cold Beck Farm', '0113 496 0777', [['Q471 KLM', 'Massey Ferguson', '135', null, 0]]);
  customer(york, 'Edith Marsh', null, [['BD51 SMR', 'Volvo', 'V70', 2001, 402_118]]);
  const part = (garage: Garage, sku: string, name: string, price_cents: number, on_hand: number, minimum: number): void => {
    garage.parts.set(sku, { sku, name, price_cents, on_hand, reserved: 0, minimum });
  };
  part(leeds, 'BRK-0410', 'Brake pads, front', 4650, 6, 2);
  part(leeds, 'FLT-118', 'Oil filter', 890, 14, 5);
  part(leeds, 'OIL-5030', 'Engine oil 5W-30, 1 l', 1120, 3, 12);
  part(leeds, 'WIP-600', 'Wiper blade 600 mm', 1495, 8, 4);
  part(york, 'FLT-118', 'Oil filter', 950, 2, 2);
  const book = (garage: Garage, plate: string, complaint: string, booked_for: string): void => {
    const car = [...garage.vehicles.values()].find((one) => one.plate === plate);
    if (car === undefined) return;
    const job = { number: nextNumber(), vehicle_id: car.id, state: 'booked' as const, complaint, booked_for, promised_on: null };
    const rest = { mileage: car.mileage, accepted_quote_id: null, created_at: clock.now(), finished_at: null };
    garage.jobs.set(job.number, { ...job, ...rest, quotes: [], lines: [], reserved: new Map() });
  };
  book(leeds, 'KX19 ZHE', 'Squeals when braking.', '2026-03-02');
  book(york, 'BD51 SMR', 'Starts badly in the morning.', '2026-03-03');
  return { clock, garages: { leeds, york }, nextId, nextNumber };
}
