// What the clinic service keeps in memory, for each clinic.
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';
import type { Appointment, InvoiceRecord, Key, Patient, Practitioner, Prescription, Role, Room } from './things.ts';

/** A thing with the version that its ETag tells. */
export interface Versioned<T> {
  value: T;
  version: number;
}

/** The first answer to a request with an idempotency key, and the request. */
export interface Remembered {
  readonly request: string;
  readonly answer: Reply;
}

/** What one clinic has. Maps keep the order of creation. */
export interface Clinic {
  readonly practitioners: Map<number, Versioned<Practitioner>>;
  readonly rooms: Map<number, Room>;
  readonly patients: Map<number, Versioned<Patient>>;
  /** The national ids of patients, which are never shown. */
  readonly nationalIds: Map<number, string>;
  readonly appointments: Map<number, Appointment>;
  readonly prescriptions: Map<number, Prescription>;
  readonly invoices: Map<number, InvoiceRecord>;
  readonly keys: Map<number, Key>;
  readonly remembered: Map<string, Remembered>;
}

const emptyClinic = (): Clinic => ({
  practitioners: new Map(),
  rooms: new Map(),
  patients: new Map(),
  nationalIds: new Map(),
  appointments: new Map(),
  prescriptions: new Map(),
  invoices: new Map(),
  keys: new Map(),
  remembered: new Map(),
});

export type ClinicName = 'noord' | 'zuid';

/** Both clinics, with a clock and ids that they share. Seeds have ids below 1000. */
export class Store extends Clock {
  readonly clinics: Readonly<Record<ClinicName, Clinic>> = { noord: emptyClinic(), zuid: emptyClinic() };
  /** What the secrets of keys open. */
  readonly secrets = new Map<string, { readonly clinic: Clinic; readonly role: Role }>();
  #last = 1000;

  id(): number {
    return ++this.#last;
  }
}
