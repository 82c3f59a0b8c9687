// Tests blobs on each database: their bytes, what is left after a failure, the room of a sandbox, and their end.

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BlobSpaceFull, type Blobs, BlobTooLarge } from '../../../services/platform/blobs/blobs.ts';
import type { BlobTables } from '../../../services/platform/blobs/tables.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../services/platform/sandbox/sandbox.ts';
import type { Platform } from '../../../services/platform/service.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { describeOnFileAndPostgres } from '../../support/databases.ts';
import { tinyService } from '../../support/tiny-service.ts';

const KIB = 1024;
const CHUNK = 512 * KIB;
const HOUR = 3_600_000;

/** Bytes of which no two chunks are the same. */
function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** Gives the bytes in pieces, as a socket does. */
async function* inPieces(bytes: Uint8Array, size = 65_537): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size);
}

/** Pieces that are alike, which cost nothing to make, and which PostgreSQL keeps in little room. */
async function* alike(length: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(CHUNK);
  for (let given = 0; given < length; given += CHUNK) yield piece;
}

async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describeOnFileAndPostgres('blobs', ({ place }) => {
  let where: StorePlace;
  let sandbox: Sandbox;
  let folder: string;
  const opened: Sandbox[] = [];
  beforeEach(async () => {
    where = await place();
    folder = mkdtempSync(join(tmpdir(), 'octavo-blobs-'));
    sandbox = await open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const one of opened.splice(0)) await one.close();
    rmSync(folder, { recursive: true });
  });

  async function open(options: SandboxOptions = {}): Promise<Sandbox> {
    const made = await openSandbox([tinyService()], { store: where, snapshots: folder, at: 'story', warn: () => {}, ...options });
    opened.push(made);
    return made;
  }

  const platform = () => sandbox.platformOf('tiny') as Platform<BlobTables>;
  const blobs = (): Blobs => platform().blobs;
  const keep = (id: string, expiresAt?: number) => platform().store.write((tables) => blobs().keep(tables, [id], expiresAt));
  const read = async (id: string) => {
    const blob = await blobs().get(id);
    return blob && (await readAll(blob.stream()));
  };

  async function rows(): Promise<{ readonly blobs: number; readonly chunks: number }> {
    const { read: tables } = platform().store;
    const [all, chunks] = await Promise.all([
      tables.selectFrom('platform_blobs').select('id').execute(),
      tables.selectFrom('platform_chunks').select('blob').execute(),
    ]);
    return { blobs: all.length, chunks: chunks.length };
  }

  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 17])('%i bytes are read as they were written', async (length) => {
    const bytes = bytesOf(length);
    const { id, length: written } = await blobs().put(inPieces(bytes), { type: 'image/png' });
    await keep(id);
    expect(written).toBe(length);
    expect(await blobs().get(id)).toMatchObject({ type: 'image/png', length });
    expect(Buffer.compare((await read(id)) ?? bytesOf(1, 9), bytes)).toBe(0);
    expect((await rows()).chunks).toBe(Math.ceil(length / CHUNK));
  });

  test('a part is read across chunks', async () => {
    const bytes = bytesOf(2 * CHUNK + 100);
    const { id } = await blobs().put([bytes], { type: 'video/mp4' });
    const blob = await blobs().get(id);
    for (const [from, to] of [
      [0, 1],
      [CHUNK - 1, CHUNK + 1],
      [5, 2 * CHUNK + 7],
      [2 * CHUNK, 9 * CHUNK],
      [7, 7],
    ] as const)
      expect(Buffer.compare(await readAll(blob?.stream(from, to) ?? new ReadableStream()), bytes.subarray(from, to))).toBe(0);
  });

  test('are there after a restart, in a snapshot and out of it again', async () => {
    const bytes = bytesOf(CHUNK + 5);
    const { id } = await blobs().put([bytes], { type: 'image/png' });
    await keep(id);
    if (!('memory' in where)) {
      await sandbox.close();
      sandbox = await open();
    }
    await sandbox.snapshots.take('one');
    await platform().store.write((tables) => blobs().delete(tables, [id]));
    expect(await rows()).toEqual({ blobs: 0, chunks: 0 });
    await sandbox.snapshots.restore('one');
    expect(Buffer.compare((await read(id)) ?? bytesOf(1), bytes)).toBe(0);
    await sandbox.reset();
    expect(await rows()).toEqual({ blobs: 0, chunks: 0 });
  });

  test('nothing is left of one whose source fails, or that is too large', async () => {
    async function* broken() {
      yield bytesOf(CHUNK + 1);
      throw new Error('The caller has left.');
    }
    await expect(blobs().put(broken(), { type: 'image/png' })).rejects.toThrow('The caller has left.');
    await expect(blobs().put([bytesOf(CHUNK + 1)], { type: 'image/png', most: CHUNK })).rejects.toThrow(BlobTooLarge);
    expect(await rows()).toEqual({ blobs: 0, chunks: 0 });
    const { length } = await blobs().put([bytesOf(CHUNK)], { type: 'image/png', most: CHUNK });
    expect(length).toBe(CHUNK);
  });

  test('one that is not kept is deleted after ten minutes without bytes, and one that is kept stays', async () => {
    const [left, kept] = [await blobs().put([bytesOf(9)], { type: 'a/b' }), await blobs().put([bytesOf(9)], { type: 'a/b' })];
    await keep(kept.id);
    vi.useFakeTimers({ now: Date.now() + 599_000, toFake: ['Date'] });
    const third = await blobs().put([bytesOf(9)], { type: 'a/b' });
    expect(await read(left.id)).toBeDefined();
    vi.setSystemTime(Date.now() + 2_000);
    await blobs().put([bytesOf(9)], { type: 'a/b' });
    expect(await read(left.id)).toBeUndefined();
    expect(await read(third.id)).toBeDefined();
    expect(await read(kept.id)).toBeDefined();
    await expect(keep(left.id)).rejects.toThrow('The file is gone');
  });

  test('are deleted on the sandbox clock, also very many at one moment', async () => {
    const at = sandbox.clock.now() + HOUR;
    const made = [];
    for (let count = 0; count < 130; count++) made.push(await blobs().put([bytesOf(3, count)], { type: 'a/b' }));
    const ids = made.map(({ id }) => id);
    await platform().store.write((tables) => blobs().keep(tables, ids.slice(1), at));
    await keep(ids[0] ?? '', at + HOUR);
    await keep(ids[1] ?? '', at + HOUR);
    await sandbox.moveClock(at - 1);
    expect(await rows()).toEqual({ blobs: 130, chunks: 130 });
    await sandbox.moveClock(at);
    expect(await rows()).toEqual({ blobs: 2, chunks: 2 });
    await sandbox.moveClock(at + HOUR);
    expect(await rows()).toEqual({ blobs: 0, chunks: 0 });
  });

  test('the room of the sandbox is for all of its blobs, also for those that are written at once', async () => {
    await sandbox.close();
    sandbox = await open({ blobSpace: 4 * CHUNK });
    const put = (size: number) => blobs().put(inPieces(bytesOf(size)), { type: 'a/b' });
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => put(CHUNK)));
    const full = results.filter(({ status }) => status === 'rejected').map((result) => (result as PromiseRejectedResult).reason);
    expect(full.map((error) => error instanceof BlobSpaceFull)).toEqual([true, true]);
    expect(await rows()).toEqual({ blobs: 4, chunks: 4 });
    await expect(put(1)).rejects.toThrow('The files of the sandbox would have more than 2097152 bytes.');
    const [first] = await platform().store.read.selectFrom('platform_blobs').select('id').execute();
    await platform().store.write((tables) => blobs().delete(tables, [first?.id ?? '']));
    expect((await put(CHUNK)).length).toBe(CHUNK);
  });

  test('other services neither see nor delete them', async () => {
    const { id } = await blobs().put([bytesOf(9)], { type: 'a/b' });
    await keep(id);
    const { store } = platform();
    await store.write((tables) => tables.updateTable('platform_blobs').set({ service: 'other' }).execute());
    await store.write((tables) => blobs().delete(tables, [id]));
    expect(await blobs().get(id)).toBeUndefined();
    await expect(keep(id)).rejects.toThrow('The file is gone');
    expect(await rows()).toEqual({ blobs: 1, chunks: 1 });
  });

  test('a reset ends one that is being written', async () => {
    async function* slow() {
      yield bytesOf(CHUNK);
      await sandbox.reset();
      yield bytesOf(CHUNK);
    }
    await expect(blobs().put(slow(), { type: 'a/b' })).rejects.toThrow('The file is gone');
    expect(await rows()).toEqual({ blobs: 0, chunks: 0 });
  });

  test('a snapshot of too many is refused before anything is written, and fits when they are deleted', async () => {
    await sandbox.close();
    sandbox = await open({ blobSpace: 200 * 2 ** 20 });
    await sandbox.snapshots.take('before');
    const { size, mtimeMs } = statSync(join(folder, 'before.sqlite'));
    const large = await blobs().put(alike(129 * 2 ** 20), { type: 'a/b' });
    await keep(large.id);
    const refused = sandbox.snapshots.take('before');
    await expect(refused).rejects.toThrow(
      /^The snapshot is refused: it would hold 1\d\d MB, and 128 MB are allowed; 129 MB of these are blobs, which are files such as uploads\.$/,
    );
    expect(statSync(join(folder, 'before.sqlite'))).toMatchObject({ size, mtimeMs });
    expect(existsSync(join(folder, 'before.sqlite.part'))).toBe(false);
    const kept = await blobs().put([bytesOf(CHUNK + 1)], { type: 'a/b' });
    await platform().store.write(async (tables) => {
      await blobs().keep(tables, [kept.id]);
      await blobs().delete(tables, [large.id]);
    });
    await sandbox.snapshots.take('after');
    expect(statSync(join(folder, 'after.sqlite')).size).toBeLessThan(4 * 2 ** 20);
    await sandbox.snapshots.restore('after');
    expect(Buffer.compare((await read(kept.id)) ?? bytesOf(1), bytesOf(CHUNK + 1))).toBe(0);
  });
});
