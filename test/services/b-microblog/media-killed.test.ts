// Tests that an upload goes on after its process was killed between two parts, and in the middle of one.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { createSandbox } from '../../../services/index.ts';
import type { BlobTables } from '../../../services/platform/blobs/tables.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { startProgram } from '../../support/program.ts';
import { mp4, uploading } from './media-samples.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');
const PART = 2_000_000;

test('an upload goes on where its process was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  async function start() {
    const program = startProgram(process.execPath, [command, 'b-microblog', '--port', '0', '--blob-space', '6'], { cwd: folder });
    onTestFinished(async () => void (await program.stop()));
    const [, baseUrl = ''] = await program.printed(/^ +b-microblog +(http:\S+)/m);
    const client = createMicroblogClient({ baseUrl, credentials: { oauth2: tokens.ines } });
    const kill = async () => {
      program.child.kill('SIGKILL');
      await program.outcome;
    };
    return { baseUrl, kill, ...uploading(client) };
  }

  const bytes = mp4(3 * PART + 5);
  const part = (index: number) => bytes.slice(index * PART, (index + 1) * PART);
  const first = await start();
  const { id = '' } = (await first.begin({ total_bytes: bytes.byteLength, media_type: 'video/mp4' })) ?? {};
  unwrap(await first.append(id, 3, part(3)), 204);
  unwrap(await first.append(id, 0, part(0)), 204);
  await first.kill();

  const second = await start();
  unwrap(await second.append(id, 1, part(1)), 204);
  // The kill comes while the part is being sent or written, so that it is there as a whole or not at all.
  const lost = second.append(id, 2, part(2)).catch(() => undefined);
  await setTimeout(Math.random() * 30);
  await second.kill();
  await lost;

  const third = await start();
  unwrap(await third.append(id, 2, part(2)), 204);
  // There is no room for both, this part and the one that it replaces.
  unwrap(await third.append(id, 2, part(2)), 204);
  unwrap(await third.complete(id), 200);
  await expect.poll(async () => (await third.status(id)).data?.processing_info?.state, { interval: 500 }).toBe('succeeded');
  const served = new Uint8Array(await (await fetch(`${third.baseUrl}/files/${id}.mp4`)).arrayBuffer());
  expect(Buffer.compare(served, bytes)).toBe(0);
  // The file has nearly all of the room that the option gives.
  const { id: more = '' } = (await third.begin({ total_bytes: PART, media_type: 'video/mp4' })) ?? {};
  expect(await third.append(more, 0, part(0))).toMatchObject({ status: 400 });
  await third.kill();

  const sandbox = await createSandbox({ services: ['b-microblog'], store: { file: join(folder, '.octavo/sandbox/sandbox.sqlite') } });
  const { read } = (sandbox.platformOf('b-microblog') as Platform<BlobTables>).store;
  const blobs = await read.selectFrom('platform_blobs').select(['length', 'touched']).orderBy('length').execute();
  const chunks = await read.selectFrom('platform_chunks').select('bytes').execute();
  await sandbox.close();
  // No part of a part is left: the file's bytes, and nothing else.
  expect(blobs.map(({ length }) => length)).toEqual([5, PART, PART, PART]);
  expect(blobs.every(({ touched }) => touched === null)).toBe(true);
  expect(chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBe(bytes.byteLength);
});
