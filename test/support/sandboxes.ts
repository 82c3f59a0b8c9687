// Runs the suite of a service on each engine: in memory, in a file, and on PostgreSQL and Redis where both are installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type ControlledSandbox, createSandbox, type ServiceName } from '../../services/index.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { POSTGRES, startPostgres, type TestPostgres } from './postgres.ts';
import { REDIS, startRedis, type TestRedis } from './redis.ts';

export interface TestEngine {
  readonly name: 'memory' | 'file' | 'PostgreSQL and Redis';
  /** A new sandbox of one service at the moment of its story, which is closed when the test ends. */
  open(service: ServiceName): Promise<ControlledSandbox>;
  /** Where a new sandbox keeps its rows and counts its limits, for tests that open it themselves. */
  place(): Promise<TestPlace>;
}

export interface TestPlace {
  readonly store: StorePlace;
  readonly redis?: string;
}

/** Declares `suite` once for each engine. What the engines keep is removed after the suite. */
export function describeOnEachEngine(title: string, suite: (engine: TestEngine) => void): void {
  describe(`${title}, in memory`, () => suite(engineOf('memory', async () => ({ store: { memory: true } }))));

  describe(`${title}, in a file`, () => {
    let folder: string;
    let made = 0;
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-services-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    suite(engineOf('file', async () => ({ store: { file: path.join(folder, `${++made}.sqlite`) } })));
  });

  // Where they are not installed, ./postgres.ts and ./redis.ts print a line that says so.
  describe.skipIf(!POSTGRES || !REDIS)(`${title}, on PostgreSQL and Redis`, () => {
    let postgres: TestPostgres;
    let redis: TestRedis;
    beforeAll(async () => {
      [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    });
    afterAll(() => Promise.all([postgres.stop(), redis.stop()]));
    suite(engineOf('PostgreSQL and Redis', async () => ({ store: { postgres: await postgres.newDatabase() }, redis: redis.url })));
  });
}

function engineOf(name: TestEngine['name'], place: TestEngine['place']): TestEngine {
  return {
    name,
    place,
    async open(service) {
      const sandbox = await createSandbox({ services: [service], at: 'story', ...(await place()) });
      onTestFinished(() => sandbox.close());
      return sandbox;
    },
  };
}
