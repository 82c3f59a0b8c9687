// Runs the suite of a service on SQLite, or on PostgreSQL and Redis where both are installed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Network } from '@octavo/runtime/conformance';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type ControlledSandbox, createSandbox, type ServiceName } from '../../services/index.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';
import { enginesOf } from './engines.ts';
import { type SharedPostgres, sharePostgres, shareRedis } from './shared-servers.ts';

export interface TestEngine {
  readonly name: 'memory' | 'file' | 'PostgreSQL and Redis';
  /**
   * A new sandbox of one service at the moment of its story, and with its seed. The next test may get it, reset.
   * @param network how it reaches the addresses of callers
   */
  open(service: ServiceName, network?: Partial<Network>): Promise<ControlledSandbox>;
  /** Where a new sandbox keeps its rows and counts its limits, for tests that open it themselves. */
  place(): Promise<TestPlace>;
}

export interface TestPlace {
  readonly store: StorePlace;
  readonly redis?: string;
}

/** Declares `suite` on each engine in a deep run, and on one of them in a quick run. What the engines keep is removed after the suite. */
export function describeOnEngines(title: string, suite: (engine: TestEngine) => void): void {
  const engines = enginesOf(title, true);
  if (engines.includes('memory'))
    describe(`${title}, in memory`, () => {
      const kept: ControlledSandbox[] = [];
      afterAll(() => closeAll(kept));
      suite(reusing({ name: 'memory', place: async () => ({ store: { memory: true } }) }, kept));
    });
  if (engines.includes('file'))
    describe(`${title}, in a file`, () => {
      let folder: string;
      let made = 0;
      const kept: ControlledSandbox[] = [];
      beforeAll(() => {
        folder = mkdtempSync(path.join(tmpdir(), 'octavo-services-'));
      });
      afterAll(async () => {
        await closeAll(kept);
        rmSync(folder, { recursive: true, force: true });
      });
      suite(reusing({ name: 'file', place: async () => ({ store: { file: path.join(folder, `${++made}.sqlite`) } }) }, kept));
    });
  if (engines.includes('PostgreSQL'))
    describe(`${title}, on PostgreSQL and Redis`, () => {
      let postgres: SharedPostgres;
      let redis: string;
      const kept: ControlledSandbox[] = [];
      beforeAll(async () => {
        [postgres, redis] = await Promise.all([sharePostgres(), shareRedis()]);
      });
      afterAll(async () => {
        await closeAll(kept);
        await postgres.stop();
      });
      const place = async () => ({ store: { postgres: await postgres.newDatabase() }, redis });
      suite(reusing({ name: 'PostgreSQL and Redis', place }, kept));
    });
}

const closeAll = (sandboxes: readonly ControlledSandbox[]) => Promise.all(sandboxes.map((sandbox) => sandbox.close()));

/** A sandbox, and what sends for it in the test that has it. */
interface Reused {
  readonly sandbox: ControlledSandbox;
  fetch: Network['fetch'] | undefined;
}

/** A reset takes a tenth to a fourth of the time of a new database, so tests one after another get the same sandbox, reset to its story. */
function reusing({ name, place }: Pick<TestEngine, 'name' | 'place'>, kept: ControlledSandbox[]): TestEngine {
  const idle = new Map<string, Reused>();
  async function make(service: ServiceName, { fetch, ...network }: Partial<Network>): Promise<Reused> {
    const reused = { fetch };
    const passing: Partial<Network> = fetch === undefined ? {} : { fetch: (...sent) => (reused.fetch ?? fetch)(...sent) };
    const sandbox = await createSandbox({ services: [service], at: 'story', network: { ...network, ...passing }, ...(await place()) });
    kept.push(sandbox);
    return Object.assign(reused, { sandbox });
  }
  return {
    name,
    place,
    async open(service, network = {}) {
      const kind = JSON.stringify([service, network.allowPrivate, network.fetch === undefined]);
      const found = idle.get(kind);
      idle.delete(kind);
      await found?.sandbox.reset();
      const reused = found ?? (await make(service, network));
      reused.fetch = network.fetch;
      onTestFinished(() => void idle.set(kind, reused));
      return reused.sandbox;
    },
  };
}
