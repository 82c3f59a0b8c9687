// What the parcel service keeps in memory, for each account.
import { randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';
import type { Address, Label, Parcel, Pickup, Shipment, TrackingEvent, WebhookEndpoint } from './things.ts';

/** What one account has. Maps keep the order of creation. */
export interface Account {
  readonly name: string;
  readonly addresses: Map<string, Address>;
  readonly shipments: Map<string, Shipment>;
  readonly parcels: Map<string, Parcel>;
  readonly labels: Map<string, Label>;
  readonly events: Map<string, TrackingEvent>;
  readonly pickups: Map<string, Pickup>;
  readonly webhooks: Map<string, WebhookEndpoint>;
  /** The secrets of webhook endpoints. */
  readonly secrets: Map<string, string>;
  /** The first answers to requests with an idempotency key, by path and key. */
  readonly answers: Map<string, { readonly body: unknown; readonly reply: Reply }>;
}

const emptyAccount = (name: string): Account => ({
  name,
  addresses: new Map(),
  shipments: new Map(),
  parcels: new Map(),
  labels: new Map(),
  events: new Map(),
  pickups: new Map(),
  webhooks: new Map(),
  secrets: new Map(),
  answers: new Map(),
});

const FIRST_NUMBER = 1_000_000_000;

/** All accounts, with a clock that they share. */
export class Store extends Clock {
  readonly accounts = new Map<string, Account>();
  #numbers = 0;

  account(name: string): Account {
    const account = this.accounts.get(name) ?? emptyAccount(name);
    this.accounts.set(name, account);
    return account;
  }

  trackingNumber(): string {
    this.#numbers += 1;
    return `PW${FIRST_NUMBER + this.#numbers}`;
  }
}

/** A new id with the prefix of its kind. */
export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
