// Runs a suite on the databases of the services: in memory, in a file, and on PostgreSQL where it is installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { IS_DEEP } from './effort.ts';
import { type EngineName, enginesOf } from './engines.ts';
import { POSTGRES } from './postgres.ts';
import { type SharedPostgres, sharePostgres } from './shared-servers.ts';

export interface TestDatabases {
  readonly name: EngineName;
  /** A new, empty database. */
  place(): Promise<StorePlace>;
}

type Suite = (databases: TestDatabases) => void;

const DECLARE: Readonly<Record<EngineName, (title: string, suite: Suite) => void>> = {
  memory(title, suite) {
    describe(`${title}, in memory`, () => suite({ name: 'memory', place: async () => ({ memory: true }) }));
  },
  file(title, suite) {
    describe(`${title}, in a file`, () => {
      let folder: string;
      let made = 0;
      beforeAll(() => {
        folder = mkdtempSync(path.join(tmpdir(), 'octavo-store-'));
      });
      afterAll(() => rmSync(folder, { recursive: true, force: true }));
      suite({ name: 'file', place: async () => ({ file: path.join(folder, `${++made}.sqlite`) }) });
    });
  },
  PostgreSQL(title, suite) {
    describe.skipIf(!POSTGRES)(`${title}, on PostgreSQL`, () => {
      let postgres: SharedPostgres;
      beforeAll(async () => {
        postgres = await sharePostgres();
      });
      afterAll(() => postgres.stop());
      suite({ name: 'PostgreSQL', place: async () => ({ postgres: await postgres.newDatabase() }) });
    });
  },
};

/** Declares `suite` on each database in every run, for what each does in a way of its own. The databases are removed after the suite. */
export function describeOnEachDatabase(title: string, suite: Suite): void {
  for (const declare of Object.values(DECLARE)) declare(title, suite);
}

/** Declares `suite` on each database in a deep run. A quick one leaves out the one in memory, which is SQLite as the file is. */
export function describeOnFileAndPostgres(title: string, suite: Suite): void {
  for (const [name, declare] of Object.entries(DECLARE)) if (IS_DEEP || name !== 'memory') declare(title, suite);
}

/** Declares `suite` on each database in a deep run, and on one of them in a quick run. */
export function describeOnDatabases(title: string, suite: Suite): void {
  for (const name of enginesOf(title, false)) DECLARE[name](title, suite);
}
