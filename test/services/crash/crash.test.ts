// Tests that no acknowledged write or event is lost, none is half there, and no event is sent under two ids, when the process that writes is
// killed. `npm run crash` does more rounds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { POSTGRES, startPostgres } from '../../support/postgres.ts';
import { crash } from './rounds.ts';

const ROUNDS = process.env.CI === undefined ? 2 : 10;

test('a SQLite file keeps every acknowledged write when its process is killed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const nothing = async (): Promise<void> => {};
  const outcome = await crash({ place: { file: path.join(folder, 'sandbox.sqlite') }, kill: nothing, restart: nothing }, ROUNDS);
  expect(outcome).toMatchObject({ lost: [], half: [], undelivered: [], doubled: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});

test.skipIf(!POSTGRES)('PostgreSQL keeps every acknowledged write when it is killed together with the process', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const place = { postgres: await postgres.newDatabase() };
  const outcome = await crash({ place, kill: () => postgres.kill(), restart: () => postgres.restart() }, ROUNDS);
  expect(outcome).toMatchObject({ lost: [], half: [], undelivered: [], doubled: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
