// Tests the mocks, Prism with the generated mock behind it, by octavo conform over HTTP: with a fixed seed and a small budget, all that it finds has a reason.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformService, type Waiver } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import type { SecurityScheme } from '../../generator/model/service.ts';
import { documents, root, serviceOf } from '../support/documents.ts';
import { waivers } from './waivers.ts';

const services = await Promise.all(documents.map(serviceOf));
const idle = new Set<Waiver>(waivers);
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock(
    services.map(({ description }) => description),
    { root },
  );
});
afterAll(() => mock.stop());

function credentialOf({ kind }: SecurityScheme): unknown {
  if (kind === 'basic') return { username: 'anyone', password: 'anything' };
  return kind === 'signature' ? { key: 'anyone', secret: 'secret' } : 'anything';
}

test.each(services.map(({ id, service }) => [id, service] as const))(
  '%s',
  async (id, service) => {
    const report = await conformService(service, {
      target: mock.urlOf(id),
      credentials: { given: Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)])) },
      random: 1,
      most: 16,
      waivers,
    });
    for (const waiver of waivers) if (!report.idleWaivers.includes(waiver)) idle.delete(waiver);
    const text = terminalReport({ ...report, idleWaivers: [] }, { origin: mock.url, most: 5 });
    expect(text).toContain('no findings');
    expect(report.operations.filter(({ skipped }) => skipped !== undefined)).toEqual([]);
    expect(report.exchanges).toBeGreaterThan(6 * service.operations.length);
  },
  180_000,
);

test('every waiver is needed', () => {
  expect([...idle]).toEqual([]);
});

test('Prism never had to be restarted', () => {
  expect(mock.mocks.supervisor.restarts).toBe(0);
});
