// Runs the suite of a service on SQLite, and on PostgreSQL and Redis where both are installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type ControlledSandbox, createSandbox, type ServiceName } from '../../services/index.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { byEffort } from './effort.ts';
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

/**
 * Declares `suite` on SQLite, and on PostgreSQL and Redis. SQLite is one engine in memory and in a file, so a quick run takes one of the two by the title.
 * What the engines keep is removed after the suite.
 */
export function describeOnEachEngine(title: string, suite: (engine: TestEngine) => void): void {
  const isInFile = Buffer.from(title).reduce((sum, byte) => sum + byte, 0) % 2 === 1;
  const places = byEffort({ quick: [isInFile ? 'file' : 'memory'], deep: ['memory', 'file'] });
  if (places.includes('memory'))
    describe(`${title}, in memory`, () => suite(engineOf('memory', async () => ({ store: { memory: true } }))));
  if (places.includes('file'))
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
    const kept: ControlledSandbox[] = [];
    beforeAll(async () => {
      [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    });
    afterAll(async () => {
      await Promise.all(kept.map((sandbox) => sandbox.close()));
      await Promise.all([postgres.stop(), redis.stop()]);
    });
    const place = async () => ({ store: { postgres: await postgres.newDatabase() }, redis: redis.url });
    suite(reusing(engineOf('PostgreSQL and Redis', place), kept));
  });
}

/** A new database takes half a second and a reset a twentieth, so tests one after another get the same sandbox, reset to its story. */
function reusing({ name, place }: TestEngine, kept: ControlledSandbox[]): TestEngine {
  const idle = new Map<ServiceName, ControlledSandbox>();
  return {
    name,
    place,
    async open(service) {
      const found = idle.get(service);
      idle.delete(service);
      await found?.reset();
      const sandbox = found ?? (await createSandbox({ services: [service], at: 'story', ...(await place()) }));
      if (found === undefined) kept.push(sandbox);
      onTestFinished(() => void idle.set(service, sandbox));
      return sandbox;
    },
  };
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
