// Runs `octavo conform` on each live service, in process, with a fixed seed.

import { expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { createSandbox, type Sandbox } from '../../services/index.ts';
import { documents, serviceOf } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { CONFORMED, type Conformed } from './covered/conformed.ts';

test.each(sampleOf(CONFORMED, 2))('$document: octavo conform finds nothing', async (conformed) => {
  await expectNothing(conformed, byEffort({ quick: 15, deep: 200 }));
});

/** Examples of the microblogging service refer to much that one request must not change for the next. */
const ALONE = CONFORMED.filter(({ service }) => service !== 'b-microblog');

test.each(sampleOf(ALONE, 1))('$document: octavo conform finds nothing without overrides, by the document alone', async (conformed) => {
  const { overrides: _, ...settings } = conformed.settings;
  await expectNothing({ ...conformed, settings }, byEffort({ quick: 15, deep: 40 }));
});

async function expectNothing(
  { service: name, document: id, settings, leftOut = {}, fewest = byEffort({ quick: 8, deep: 20 }) }: Conformed,
  most: number,
): Promise<void> {
  const document = documents.find((candidate) => candidate.id === id);
  if (document === undefined) throw new Error(`octavo.config.ts has no document ${id}.`);
  const { service } = await serviceOf(document);
  const sandbox = await createSandbox({ services: [name], at: 'story' });
  // Some of its windows last a day.
  if (name === 'b-microblog') await sandbox.control.runAction({ path: { service: name, action: 'set-limits' }, body: { limits: 'off' } });
  try {
    const given = without(settings, leftOut);
    // Time passes too fast for limits: see `unhurried`.
    const checks = { ...given.checks, 'rate-limit': false };
    const report = await conformService(service, {
      ...given,
      checks,
      target: unhurried(sandbox, id),
      random: byEffort({ quick: 1, deep: 5 }),
      most,
    });
    expect(terminalReport(report, { origin: 'http://localhost', most: 10 })).toContain('no findings');
    expect(report.idleWaivers).toEqual([]);
    const skipped = report.operations.flatMap(({ operation, skipped }) => (skipped === undefined ? [] : [operation.id]));
    expect(skipped.toSorted()).toEqual(Object.keys(leftOut).toSorted());
    expect(report.exchanges).toBeGreaterThan(fewest * service.operations.length);
  } finally {
    await sandbox.close();
  }
}

function without(settings: ConformSettings, leftOut: Readonly<Record<string, string>>): ConformSettings {
  const { overrides } = settings;
  const none = Object.fromEntries(Object.keys(leftOut).map((operation) => [operation, false] as const));
  return { ...settings, overrides: { ...overrides, operations: { ...overrides?.operations, ...none } } };
}

/** Time passes on the sandbox clock before each request, so that no rate limit is reached. */
function unhurried(sandbox: Sandbox, id: string): Handler {
  const server = sandbox.servers[id];
  if (server === undefined) throw new Error(`The sandbox does not serve ${id}.`);
  return async (request) => {
    await sandbox.clock.set(sandbox.clock.now() + 400);
    return server(request);
  };
}
