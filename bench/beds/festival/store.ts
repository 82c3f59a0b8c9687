// What the festival service keeps in memory, for each account.
import { randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Device, Festival, Order, Performer, Poster, Slot, Stage, Ticket, TicketType, WaitingEntry, Webhook } from './things.ts';

export interface StageRecord {
  value: Stage;
  readonly slots: Map<string, Slot>;
}

export interface FestivalRecord {
  value: Festival;
  deleteTime?: string | undefined;
  poster?: { readonly look: Poster; readonly bytes: Buffer };
  readonly stages: Map<string, StageRecord>;
  readonly ticketTypes: Map<string, TicketType>;
  waiting: readonly WaitingEntry[];
}

export interface Export {
  readonly operationId: string;
  readonly festivalId: string;
  readonly createTime: string;
  /** Milliseconds since 1970 at which it is done. */
  readonly doneAt: number;
  readonly rows: readonly Order[];
}

export interface WebhookRecord {
  readonly value: Webhook;
  readonly secret: string;
  /** Milliseconds since 1970 of the last pings. */
  pings: readonly number[];
}

/** What one account has. Maps keep the order of creation. */
export interface Account {
  readonly name: string;
  readonly festivals: Map<string, FestivalRecord>;
  readonly performers: Map<string, Performer>;
  readonly orders: Map<string, Order>;
  readonly tickets: Map<string, Ticket>;
  /** The orders that request ids made, with the bodies that they came with. */
  readonly requests: Map<string, { readonly body: unknown; readonly orderId: string }>;
  readonly exports: Map<string, Export>;
  readonly webhooks: Map<string, WebhookRecord>;
  readonly devices: Map<string, { readonly value: Device; readonly key: string }>;
  /** Devices by the keys that work. */
  readonly keys: Map<string, Device>;
}

const emptyAccount = (name: string): Account => ({
  name,
  festivals: new Map(),
  performers: new Map(),
  orders: new Map(),
  tickets: new Map(),
  requests: new Map(),
  exports: new Map(),
  webhooks: new Map(),
  devices: new Map(),
  keys: new Map(),
});

/** All accounts, with a clock that they share. */
export class Store extends Clock {
  readonly accounts = new Map<string, Account>();

  account(name: string): Account {
    const account = this.accounts.get(name) ?? emptyAccount(name);
    this.accounts.set(name, account);
    return account;
  }

  id(): string {
    return randomUUID();
  }
}
