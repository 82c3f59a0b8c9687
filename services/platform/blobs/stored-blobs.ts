// Keeps blobs in the store, in chunks. Each chunk is a unit of work of its own, so that a slow sender holds up nobody.

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Due, JobKind } from '../due/due.ts';
import { isOf } from '../payload.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { platformTables } from '../work/platform-tables.ts';
import { type Blob, BlobSpaceFull, type Blobs, BlobTooLarge, type NewBlob } from './blobs.ts';
import { CHUNK, inChunks } from './chunks.ts';
import {
  deleteAbandoned,
  deleteBlobs,
  expiredBlobs,
  findBlob,
  insertBlob,
  insertChunk,
  keepBlobs,
  lengthen,
  loadChunk,
  usedSpace,
} from './rows.ts';
import type { BlobTables } from './tables.ts';

/** Bytes that all blobs of a sandbox may have together. A snapshot of 128 MB holds them, and the rows. */
export const BLOB_SPACE = 96 * 2 ** 20;

/** Milliseconds of wall time after which a provisional blob to which nothing is added any more is deleted. */
const ABANDONED = 600_000;

/** Blobs that one job deletes. */
const MOST_EXPIRED = 100;

interface BlobOptions {
  readonly store: Store<BlobTables>;
  readonly due: Pick<Due, 'schedule' | 'handle'>;
  /** Bytes that all blobs of the sandbox may have together. */
  readonly space: number;
}

/** The blobs of a service. */
export function createBlobs(service: string, { store, due, space }: BlobOptions): Blobs {
  const expire = expiryOf(service);

  /** Runs alone in all processes, so that blobs which are written at once do not take the same room. */
  const inTurn = (unit: (tables: Kysely<BlobTables>) => Promise<void>) => store.write(unit, 'platform_blobs');

  async function begin(id: string, type: string): Promise<void> {
    await inTurn(async (tables) => {
      await deleteAbandoned(tables, Date.now() - ABANDONED);
      await insertBlob(tables, { id, service, type, touched: Date.now() });
    });
  }

  async function append(id: string, position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await inTurn(async (tables) => {
      if (!(await lengthen(tables, id, bytes.byteLength, Date.now()))) throw gone();
      if ((await usedSpace(tables)) > space) throw new BlobSpaceFull(`The files of the sandbox would have more than ${space} bytes.`);
      await insertChunk(tables, { blob: id, position, bytes });
    });
  }

  return {
    async put(source, { type, most = Number.POSITIVE_INFINITY }: NewBlob) {
      const id = randomUUID();
      let length = 0;
      let position = 0;
      await begin(id, type);
      try {
        for await (const bytes of inChunks(source)) {
          length += bytes.byteLength;
          if (length > most) throw new BlobTooLarge(`The file has more than ${most} bytes.`);
          await append(id, position++, bytes);
        }
        return { id, length };
      } catch (error) {
        // What cannot be deleted now is deleted as abandoned.
        await store.write((tables) => deleteBlobs(tables, service, [id])).catch(() => {});
        throw error;
      }
    },

    async keep(given, ids, expiresAt) {
      if (ids.length === 0) return;
      const tables = platformTables<BlobTables>(given);
      if ((await keepBlobs(tables, service, ids, expiresAt)) !== new Set(ids).size) throw gone();
      if (expiresAt !== undefined) await due.schedule(tables, expire, { at: expiresAt, payload: {} });
    },

    async get(id) {
      const found = await findBlob(store.read, service, id);
      return found && blobOf(store, id, found);
    },

    delete: (tables, ids) => deleteBlobs(platformTables(tables), service, ids),
  };
}

/** Says how expired blobs of a service are deleted. Call it once, before jobs run. */
export function handleExpiry(service: string, due: BlobOptions['due']): void {
  const kind = expiryOf(service);
  due.handle<object, BlobTables>(kind, async ({ at }, tables) => {
    const ids = await expiredBlobs(tables, service, at, MOST_EXPIRED);
    await deleteBlobs(tables, service, ids);
    if (ids.length === MOST_EXPIRED) await due.schedule(tables, kind, { at, payload: {} });
  });
}

function expiryOf(service: string): JobKind<object> {
  return { service, name: 'expire-blobs', accepts: isOf({}) };
}

function gone(): StoreUnavailable {
  return new StoreUnavailable('The file is gone, since the sandbox was reset or the file was left for too long.');
}

function blobOf(store: Store<BlobTables>, id: string, { type, length }: Pick<Blob, 'type' | 'length'>): Blob {
  async function piece(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const position = Math.floor(from / CHUNK);
    const chunk = await loadChunk(store.read, id, position);
    if (chunk === undefined) throw gone();
    return chunk.subarray(from - position * CHUNK, to - position * CHUNK);
  }
  return {
    type,
    length,
    stream(from = 0, to = length) {
      let at = from;
      const end = Math.min(to, length);
      return new ReadableStream(
        {
          async pull(controller) {
            if (at < end) {
              const bytes = await piece(at, end);
              at += bytes.byteLength;
              controller.enqueue(bytes);
            }
            if (at >= end) controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
