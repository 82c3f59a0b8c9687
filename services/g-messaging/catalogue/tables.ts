// Declares the rows of promo codes, of product feeds, and of the products in them.

import type { Product } from '@octavo/interfaces/g-messaging';
import { double, flag, integer, json, key, nullable, type RowOf, table, text } from '../../platform/store/table.ts';

const promoCodes = table(
  'g_promo_codes',
  {
    account: key(integer),
    code: key(text),
    /** In the order in which they were uploaded. */
    position: integer,
    type: nullable(text),
    /** In per cent. */
    discount: nullable(double),
    expires_at: nullable(integer),
    /** The contact that has been given the code. */
    contact: nullable(integer),
  },
  { indexes: { listed: ['account', 'position'], type: ['account', 'type', 'position'] } },
);

/** A file with products. */
const feeds = table(
  'g_feeds',
  {
    id: key(integer),
    account: integer,
    position: integer,
    name: text,
    url: text,
    format: nullable(text),
    is_active: flag,
    /** The reading whose products count. Null until the file has been read. */
    version: nullable(text),
    read_at: nullable(integer),
    products: integer,
    /** Products of the file that are not valid. */
    refused: integer,
    /** Why the last attempt to read it failed. */
    fault: nullable(text),
  },
  { unique: { name: ['account', 'name'] } },
);

/** The products of a feed. Those of another version than the feed has do not count: their file is being read. */
const products = table('g_products', { feed: key(integer), version: key(text), item: key(text), product: json<Product>() });

export const catalogueTables = [promoCodes, feeds, products] as const;

export type PromoCodeRow = RowOf<typeof promoCodes>;
export type FeedRow = RowOf<typeof feeds>;
