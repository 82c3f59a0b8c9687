// Tests what octavo conform tries with keys that a service makes, and with what accounts and rights hide: each with one fault, and without.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { OFFICE, office, type Slip } from './office.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(OFFICE);

const CHECKS: readonly string[] = ['other-account', 'refuses-fewer-rights', 'made-credential', 'keeps-secrets', 'rate-limit'];

function conform(...slips: readonly Slip[]): Promise<ConformReport> {
  return conformService(service, {
    target: office(...slips),
    credentials: { given: { key: 'mira-0001' }, other: { key: 'jonas-0001' }, limited: { key: 'clerk-0001' } },
    random: 0,
    most: 1,
    sequences: true,
  });
}

async function found(...slips: readonly Slip[]): Promise<readonly string[]> {
  const { findings } = await conform(...slips);
  return findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, operation }) => `${check} ${operation.id}`);
}

test('an office that keeps its accounts and rights has no finding, and each check looks at it', async () => {
  const { findings, operations } = await conform();
  expect(findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  const looked = new Set(operations.flatMap(({ cells }) => [...cells].flatMap(([check, cell]) => (cell.looked > 0 ? [check] : []))));
  for (const check of CHECKS) expect(looked).toContain(check);
});

describe.each<readonly [slip: Slip, finding: string]>([
  ['search of all', 'other-account search'],
  ['marks of all', 'other-account markFiles'],
  ['references of all', 'other-account addTask'],
  ['secret in list', 'refuses-fewer-rights listFiles'],
  ['secret in read', 'refuses-fewer-rights getFile'],
  ['deleted keys', 'made-credential listFiles'],
  ['expired keys', 'made-credential listFiles'],
  ['roles of keys', 'made-credential addFile'],
  ['keys in list', 'keeps-secrets listKeys'],
  ['passwords in answers', 'keeps-secrets addKey'],
  ['passwords in errors', 'keeps-secrets addKey'],
  ['old key', 'keeps-secrets rotateKey'],
  ['five more bells', 'rate-limit ringBell'],
])('an office with the fault: %s', (slip, finding) => {
  test(`has the finding ${finding}`, async () => {
    expect(await found(slip)).toEqual([finding]);
  });
});
