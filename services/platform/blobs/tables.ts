// Declares the rows of blobs: what each is, and its bytes in chunks.

import { createTables } from '../store/create-tables.ts';
import type { Part } from '../store/store.ts';
import { bytes, integer, key, nullable, type TablesOf, table, text } from '../store/table.ts';

const tables = [
  table(
    'platform_blobs',
    {
      id: key(text),
      service: text,
      type: text,
      /** Bytes so far. */
      length: integer,
      /** Wall time at which bytes were last added to a provisional one; null: it is kept. */
      touched: nullable(integer),
      /** When it is deleted, on the sandbox clock; null: never. */
      expires_at: nullable(integer),
    },
    { indexes: { expiry: ['service', 'expires_at'] } },
  ),
  /** All but the last of a blob have `CHUNK` bytes. */
  table('platform_chunks', { blob: key(text), position: key(integer), bytes }),
] as const;

export type BlobTables = TablesOf<typeof tables>;

export const blobPart: Part = { name: 'platform_blobs', tables, migrations: { '2026-11-27-blobs': createTables(tables) } };
