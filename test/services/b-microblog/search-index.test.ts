// Tests that the index of searches follows from the rows: after a restore from the other engine, and where it has another version.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type ControlledSandbox, createSandbox } from '../../../services/index.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { sharePostgres } from '../../support/shared-servers.ts';
import { microblog } from './support.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-search-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const open = (store: StorePlace, snapshots: string) => createSandbox({ services: ['b-microblog'], at: 'story', store, snapshots });

async function found(sandbox: ControlledSandbox, query: string): Promise<readonly string[]> {
  const { status, body } = await microblog(sandbox).app().searchRecentPosts({ query: { query } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body.data ?? []).map(({ id }) => id.slice(-3));
}

test('an index of another version is made anew', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'sandbox.sqlite');
  await (await open({ file }, folder)).close();
  const database = new DatabaseSync(file);
  database.exec(
    `update b_search_state set version = 0; delete from b_search where rowid in (select seq from b_posts where text like 'Storm%')`,
  );
  database.close();
  const again = await open({ file }, folder);
  expect(await found(again, 'storm')).toEqual(['106', '102']);
  await again.close();
});

test.skipIf(!POSTGRES)('a snapshot of one engine is searched on the other (skipped where PostgreSQL is not installed)', async () => {
  const folder = newFolder();
  const postgres = await sharePostgres();
  onTestFinished(() => postgres.stop());
  const [one, other] = [await open({ memory: true }, folder), await open({ postgres: await postgres.newDatabase() }, folder)];
  await microblog(one)
    .user()
    .createPost({ body: { text: 'A halyard is loose.' } });
  await one.snapshots.take('halyard');
  await other.snapshots.restore('halyard');
  expect(await found(other, 'halyard')).toHaveLength(1);
  await other.snapshots.take('back');
  await one.reset();
  expect(await found(one, 'halyard')).toEqual([]);
  await one.snapshots.restore('back');
  expect(await found(one, 'halyard')).toHaveLength(1);
  expect(await found(one, 'storm')).toEqual(['106', '102']);
  await one.close();
  await other.close();
});
