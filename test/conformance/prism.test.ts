// Tests the mocks, Prism with the generated mock behind it, by octavo conform over HTTP: with a fixed seed and a small budget, all that it finds has
// a reason.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Waiver } from '../../generator/conform/contract/waiver.ts';
import { conformService } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import type { SecurityScheme } from '../../generator/model/service.ts';
import { root, serviceOf, someDocuments } from '../support/documents.ts';
import { IS_DEEP, sampleOf } from '../support/effort.ts';
import { waivers } from './waivers.ts';

/**
 * Percent of the responses that Prism gives, rounded down, with this seed. The others refuse requests: those that Prism cannot read, or takes for
 * valid. Measured, so that the generated mock does not quietly take Prism's place.
 */
const prismShares: Readonly<Record<string, number>> = {
  'a-identity': 94,
  'b-microblog': 92,
  'b-microblog-v1': 93,
  'c-controller': 91,
  'd-events': 90,
  'e-scheduling': 92,
  'f-instalments': 89,
  'g-messaging': 92,
  'g-messaging-marketing': 91,
  'h-email': 92,
};

/** One document in a quick run: each goes the same way, and its requests are most of the time. */
const services = await Promise.all(sampleOf(someDocuments, 1).map(serviceOf));
const idle = new Set<Waiver>(waivers);
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock(
    services.map(({ description }) => description),
    { root, patience: defaultLoadLimit },
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
    const given: Record<string, number> = {};
    const validInPlaceOfPrism: string[] = [];
    const report = await conformService(service, {
      target: mock.urlOf(id),
      allowWrites: true,
      credentials: { given: Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)])) },
      // A mock lets all requests through, and answers each page with the same example.
      checks: { 'rate-limit': false, 'list-pages': false },
      random: 1,
      most: 16,
      waivers,
      onExchange: ({ case: { intent, operation, request }, response }) => {
        const by = response?.headers.get('x-octavo-mock') ?? 'none';
        given[by] = (given[by] ?? 0) + 1;
        // A body beyond the greatest size that a sentence states is refused in front of Prism, which knows only what the schemas say.
        const isTooLarge = response?.status === 413;
        if (intent.kind === 'valid' && by !== 'prism' && !isTooLarge) validInPlaceOfPrism.push(`${operation.id}: ${request.target}: ${by}`);
      },
    });
    for (const waiver of waivers) if (!report.idleWaivers.includes(waiver)) idle.delete(waiver);
    const text = terminalReport({ ...report, idleWaivers: [] }, { origin: mock.url, most: 5 });
    expect(text).toContain('no findings');
    expect(report.operations.filter(({ skipped }) => skipped !== undefined)).toEqual([]);
    expect(report.exchanges).toBeGreaterThan(6 * service.operations.length);
    expect(validInPlaceOfPrism).toEqual([]);
    const { prism = 0, octavo = 0, front = 0, ...others } = given;
    expect(others).toEqual({});
    const share = (100 * prism) / (prism + octavo + front);
    expect(share, `Prism gave ${prism} responses, Octavo ${octavo}, and ${front} requests reached neither`).toBeGreaterThanOrEqual(
      prismShares[id] ?? 100,
    );
  },
  600_000,
);

// A quick run does not meet all that they are for.
if (IS_DEEP)
  test('every waiver is needed', () => {
    expect([...idle]).toEqual([]);
  });

test('Prism never had to be restarted', () => {
  expect(mock.mocks.supervisor.restarts).toBe(0);
});
