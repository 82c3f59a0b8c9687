// Queries on the rows of blobs.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../store/prepare.ts';
import type { BlobTables } from './tables.ts';

type Tables = Kysely<BlobTables>;

export interface NewRow {
  readonly id: string;
  readonly service: string;
  readonly type: string;
  readonly touched: number;
}

export async function insertBlob(tables: Tables, { id, service, type, touched }: NewRow): Promise<void> {
  await tables.insertInto('platform_blobs').values({ id, service, type, length: 0, touched, expires_at: null }).execute();
}

/** @returns false if there is no such provisional blob */
export async function lengthen(tables: Tables, id: string, by: number, touched: number): Promise<boolean> {
  return (await lengthenBlob.run(tables, { id, by, touched })) === 1;
}

interface Longer {
  readonly id: string;
  readonly by: number;
  readonly touched: number;
}

const lengthenBlob = prepare((tables: Tables, given: Given<Longer>) =>
  tables
    .updateTable('platform_blobs')
    .set((row) => ({ length: row('length', '+', given('by')), touched: given('touched') }))
    .where('id', '=', given('id'))
    .where('touched', 'is not', null),
);

interface NewChunk {
  readonly blob: string;
  readonly position: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function insertChunk(tables: Tables, chunk: NewChunk): Promise<void> {
  await addChunk.run(tables, chunk);
}

const addChunk = prepare((tables: Tables, given: Given<NewChunk>) =>
  tables.insertInto('platform_chunks').values({ blob: given('blob'), position: given('position'), bytes: given('bytes') }),
);

export async function loadChunk(tables: Tables, blob: string, position: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return (await chunkAt.first(tables, { blob, position }))?.bytes;
}

const chunkAt = prepare((tables: Tables, given: Given<Omit<NewChunk, 'bytes'>>) =>
  tables.selectFrom('platform_chunks').select('bytes').where('blob', '=', given('blob')).where('position', '=', given('position')),
);

export async function findBlob(tables: Tables, service: string, id: string) {
  return await blobById.first(tables, { service, id });
}

interface Whose {
  readonly service: string;
  readonly id: string;
}

const blobById = prepare((tables: Tables, given: Given<Whose>) =>
  tables.selectFrom('platform_blobs').select(['type', 'length']).where('id', '=', given('id')).where('service', '=', given('service')),
);

/** Bytes of all blobs of the sandbox, provisional ones included. */
export async function usedSpace(tables: Tables): Promise<number> {
  return (await sumOfLengths.first(tables, {}))?.used ?? 0;
}

const sumOfLengths = prepare((tables: Tables, _: Given<object>) =>
  tables.selectFrom('platform_blobs').select((row) => row.fn.sum<number | null>('length').as('used')),
);

/** @returns how many of them there are */
export async function keepBlobs(tables: Tables, service: string, ids: readonly string[], expiresAt: number | undefined): Promise<number> {
  const { numUpdatedRows } = await tables
    .updateTable('platform_blobs')
    .set({ touched: null, expires_at: expiresAt ?? null })
    .where('id', 'in', ids)
    .where('service', '=', service)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteBlobs(tables: Tables, service: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = tables.selectFrom('platform_blobs').select('id').where('id', 'in', ids).where('service', '=', service);
  await tables.deleteFrom('platform_chunks').where('blob', 'in', own).execute();
  await tables.deleteFrom('platform_blobs').where('id', 'in', ids).where('service', '=', service).execute();
}

/** Deletes provisional blobs to which nothing was added since a moment of wall time. Absent: all of them. */
export async function deleteAbandoned(tables: Tables, since?: number): Promise<void> {
  const abandoned = tables
    .selectFrom('platform_blobs')
    .select('id')
    .where('touched', '<', since ?? Number.MAX_SAFE_INTEGER);
  await tables.deleteFrom('platform_chunks').where('blob', 'in', abandoned).execute();
  await tables.deleteFrom('platform_blobs').where('id', 'in', abandoned).execute();
}

/** @returns the ids of blobs that have expired at a moment of the sandbox clock */
export async function expiredBlobs(tables: Tables, service: string, at: number, most: number): Promise<readonly string[]> {
  const rows = await tables
    .selectFrom('platform_blobs')
    .select('id')
    .where('service', '=', service)
    .where('expires_at', '<=', at)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes all blobs of services. */
export async function removeBlobs(tables: Tables, services: readonly string[]): Promise<void> {
  const gone = tables.selectFrom('platform_blobs').select('id').where('service', 'in', services);
  await tables.deleteFrom('platform_chunks').where('blob', 'in', gone).execute();
  await tables.deleteFrom('platform_blobs').where('service', 'in', services).execute();
}
