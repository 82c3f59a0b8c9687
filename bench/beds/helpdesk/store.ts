// What the helpdesk service keeps in memory, for each account.
import { createHash } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Address, Agent, Article, Attachment, Comment, Customer, Key, Ticket, TimeEntry, Translation, Webhook } from './things.ts';

/** A thing with an ETag, which differs after each change of what it shows. */
export interface Tagged<T> {
  value: T;
  etag: string;
}

export interface Owned<T> {
  readonly owner: string;
  value: T;
}

export interface Secret<T> {
  value: T;
  secret: string;
}

/** What one customer of the service has. Maps keep the order of creation. */
export interface Account {
  readonly name: string;
  readonly tickets: Map<string, Tagged<Ticket>>;
  readonly comments: Map<string, Comment>;
  readonly entries: Map<string, Owned<TimeEntry>>;
  readonly attachments: Map<string, { value: Attachment; bytes: Buffer }>;
  readonly customers: Map<string, Customer>;
  readonly addresses: Map<string, Owned<Address>>;
  readonly articles: Map<string, Tagged<Article>>;
  /** By slug, and then by language. */
  readonly translations: Map<string, Map<string, Translation>>;
  readonly agents: Map<string, Agent>;
  readonly webhooks: Map<string, Secret<Webhook>>;
  readonly keys: Map<string, Secret<Key>>;
  /** The tickets that idempotency keys made, with the bodies that they came with. */
  readonly replays: Map<string, { input: unknown; etag: string; body: unknown }>;
  /** The times of the last test events. */
  pings: number[];
}

const emptyAccount = (name: string): Account => ({
  name,
  tickets: new Map(),
  comments: new Map(),
  entries: new Map(),
  attachments: new Map(),
  customers: new Map(),
  addresses: new Map(),
  articles: new Map(),
  translations: new Map(),
  agents: new Map(),
  webhooks: new Map(),
  keys: new Map(),
  replays: new Map(),
  pings: [],
});

/** All accounts, with what they share: a clock and ids. */
export class Store extends Clock {
  readonly accounts = new Map<string, Account>();
  #version = 0;
  #id = 1000;

  account(name: string): Account {
    const account = this.accounts.get(name) ?? emptyAccount(name);
    this.accounts.set(name, account);
    return account;
  }

  id(prefix: string): string {
    return `${prefix}_${(++this.#id).toString(36).padStart(10, '0')}`;
  }

  etag(): string {
    return `"${createHash('sha256')
      .update(String(++this.#version))
      .digest('hex')
      .slice(0, 12)}"`;
  }
}
