// Tests the generated mock servers of all documents, with a fixed seed and a small budget: a finding would be a false alarm, or a fault of the
// generator.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import type { SecurityScheme } from '../../generator/model/service.ts';
import { generatedModule, serviceOf, someDocuments } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';

/** Mocks accept every credential, and signatures that are made with `secret`. */
function credentialOf({ kind }: SecurityScheme): unknown {
  if (kind === 'basic') return { username: 'anyone', password: 'anything' };
  return kind === 'signature' ? { key: 'anyone', secret: 'secret' } : 'anything';
}

test.each(sampleOf(someDocuments, 1).map((document) => [document.id, document] as const))('%s', async (_, document) => {
  const [{ service }, examples] = await Promise.all([serviceOf(document), generatedModule(document, 'examples.ts')]);
  const mock = examples[`mock${service.name}Server`] as () => Handler;
  const report = await conformService(service, {
    target: mock(),
    credentials: { given: Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)])) },
    // A mock takes any credential, lets all requests through, keeps no key of a request, and knows no rule that only a sentence states.
    checks: { 'refuses-credential': false, 'rate-limit': false, 'idempotency-key': false, 'stated-rules': false },
    random: 2,
    most: byEffort({ quick: 20, deep: 40 }),
  });
  expect(terminalReport(report, { origin: 'http://localhost', most: 5 })).toContain('no findings');
  expect(report.operations.filter(({ skipped }) => skipped !== undefined)).toEqual([]);
  expect(report.exchanges).toBeGreaterThan(5 * service.operations.length);
});
