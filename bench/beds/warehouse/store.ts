// What the warehouse service keeps in memory, for each account.
import { Clock } from '../clock.ts';
import type {
  ApiKey,
  Attachment,
  Bin,
  Movement,
  Order,
  PriceList,
  Product,
  Report,
  Supplier,
  Transfer,
  User,
  Warehouse,
  Webhook,
} from './things.ts';

/** A thing with an ETag of its own, which differs after each change. */
export interface Versioned<T> {
  value: T;
  etag: string;
}

interface BinRecord {
  warehouse: string;
  value: Bin;
}

interface KeyRecord {
  user: string;
  secret: string;
  value: ApiKey;
}

/** What one customer has. */
export interface Account {
  readonly name: string;
  readonly warehouses: Map<string, Versioned<Warehouse>>;
  readonly bins: Map<number, BinRecord>;
  readonly products: Map<string, Versioned<Product>>;
  readonly attachments: Map<string, { value: Attachment; bytes: Buffer }>;
  readonly suppliers: Map<number, Supplier>;
  readonly orders: Map<string, Versioned<Order>>;
  /** The next line number of each order. */
  readonly nextLine: Map<string, number>;
  readonly movements: Map<string, Movement>;
  readonly transfers: Map<string, Transfer>;
  readonly priceLists: Map<string, PriceList>;
  readonly users: Map<string, User>;
  readonly keys: Map<number, KeyRecord>;
  readonly webhooks: Map<string, Webhook>;
  readonly reports: Map<string, Report>;
  /** Goods on hand, by warehouse code and SKU. */
  readonly stock: Map<string, number>;
  readonly idempotency: Map<string, { body: string; order: string; etag: string; answer: unknown }>;
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function base32(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = BASE32[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** All accounts, with what they share: a clock and numbers. */
export class Store extends Clock {
  readonly accounts = new Map<string, Account>();
  #version = 0;
  #id = 100;

  ulid(): string {
    return base32(Date.now(), 10) + base32(++this.#id, 16);
  }

  id(): number {
    return ++this.#id;
  }

  etag(): string {
    return `"v${++this.#version}"`;
  }

  versioned<T>(value: T): Versioned<T> {
    return { value, etag: this.etag() };
  }

  account(name: string): Account {
    const known = this.accounts.get(name);
    if (known !== undefined) return known;
    const account: Account = {
      name,
      warehouses: new Map(),
      bins: new Map(),
      products: new Map(),
      attachments: new Map(),
      suppliers: new Map(),
      orders: new Map(),
      nextLine: new Map(),
      movements: new Map(),
      transfers: new Map(),
      priceLists: new Map(),
      users: new Map(),
      keys: new Map(),
      webhooks: new Map(),
      reports: new Map(),
      stock: new Map(),
      idempotency: new Map(),
    };
    this.accounts.set(name, account);
    return account;
  }
}
