// Runs a suite on each database of the services: in memory, in a file, and on PostgreSQL where it is installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { POSTGRES, startPostgres, type TestPostgres } from './postgres.ts';

export type DatabaseName = 'memory' | 'file' | 'PostgreSQL';

export interface TestDatabases {
  readonly name: DatabaseName;
  /** A new, empty database. */
  place(): Promise<StorePlace>;
}

/** Declares `suite` once for each database. The databases are removed after the suite. */
export function describeOnEachDatabase(title: string, suite: (databases: TestDatabases) => void): void {
  describe(`${title}, in memory`, () => suite({ name: 'memory', place: async () => ({ memory: true }) }));
  describe(`${title}, in a file`, () => {
    let folder: string;
    let made = 0;
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-store-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    suite({ name: 'file', place: async () => ({ file: path.join(folder, `${++made}.sqlite`) }) });
  });
  describe.skipIf(!POSTGRES)(`${title}, on PostgreSQL`, () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    suite({ name: 'PostgreSQL', place: async () => ({ postgres: await postgres.newDatabase() }) });
  });
}
