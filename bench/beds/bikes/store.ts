// What the bike service keeps in memory, for each company.
import { createHash, randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Bike, Booking, Customer, Dock, Photo, Repair, Station, Token } from './things.ts';

export interface BikeRecord {
  value: Bike;
  etag: string;
  photo?: { readonly look: Photo; readonly bytes: Buffer };
  readonly repairs: Repair[];
}

export interface StationRecord {
  value: Station;
  readonly docks: Map<number, Dock>;
}

/** What one company has. Maps keep the order of creation. */
export interface Company {
  readonly name: string;
  readonly stations: Map<string, StationRecord>;
  readonly bikes: Map<string, BikeRecord>;
  readonly bookings: Map<string, Booking>;
  readonly customers: Map<string, Customer>;
  readonly tokens: Map<string, { readonly value: Token; readonly secret: string }>;
  /** Ids and plates of things that are deleted. */
  readonly gone: Set<string>;
}

const emptyCompany = (name: string): Company => ({
  name,
  stations: new Map(),
  bikes: new Map(),
  bookings: new Map(),
  customers: new Map(),
  tokens: new Map(),
  gone: new Set(),
});

/** All companies, with a clock that they share. */
export class Store extends Clock {
  readonly companies = new Map<string, Company>();
  #version = 0;

  company(name: string): Company {
    const company = this.companies.get(name) ?? emptyCompany(name);
    this.companies.set(name, company);
    return company;
  }

  id(): string {
    return randomUUID();
  }

  etag(): string {
    const digest = createHash('sha1')
      .update(`bike ${++this.#version}`)
      .digest('base64url');
    return `"${digest.slice(0, 10)}"`;
  }
}
