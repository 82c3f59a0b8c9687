// Tests the rules of the email service as tables: costs, periods, names, verifications, pages.
import { describe, expect, test } from 'vitest';
import { canPay, finderCost, searchCost, usageReport, verificationCost } from '../../../services/h-email/rules/credits.ts';
import { addressByPattern, domainKey, nameKey, personName } from '../../../services/h-email/rules/names.ts';
import { dayOf, periodEnd, secondsUntil } from '../../../services/h-email/rules/periods.ts';
import { checkPage } from '../../../services/h-email/rules/plans.ts';
import { isRecent, verify } from '../../../services/h-email/rules/verification.ts';

const at = (moment: string) => Date.parse(moment);

describe('what requests cost', () => {
  test.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
  ])('a search that returns %i addresses: %i credits', (addresses, searches) => {
    expect(searchCost(addresses)).toEqual({ searches, verifications: 0 });
  });

  test.each([
    ['valid', 1],
    ['invalid', 1],
    ['accept_all', 1],
    ['webmail', 0],
    ['disposable', 0],
    ['unknown', 0],
  ])('a verification with the status %s: %i half credits', (status, verifications) => {
    expect(verificationCost(status)).toEqual({ searches: 0, verifications });
  });

  test('the finder costs only what it finds', () => {
    expect([finderCost(true).searches, finderCost(false).searches]).toEqual([1, 0]);
  });
});

describe('what is left', () => {
  test('an odd number of verifications leaves a half for one more verification, and for no search', () => {
    const allotment = { credits: 50, searches_used: 30, verifications_used: 39 };
    expect(canPay(allotment, verificationCost('valid'))).toBe(true);
    expect(canPay(allotment, finderCost(true))).toBe(false);
    expect(canPay({ ...allotment, verifications_used: 40 }, finderCost(false))).toBe(false);
  });

  test('usage is reported in whole credits, and verifications exactly', () => {
    expect(usageReport({ credits: 2000, searches_used: 412, verifications_used: 497 })).toEqual({
      credits: { used: 661, available: 1339 },
      searches: { used: 412, available: 1339 },
      verifications: { used: 497, available: 2679 },
    });
  });
});

test.each([
  ['2026-12-01T00:00:00Z', '2026-11-21T09:30:00Z', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['2026-01-31T00:00:00Z', '2026-02-10T00:00:00Z', '2026-02-28T00:00:00Z'],
  ['2026-01-31T06:00:00Z', '2026-03-01T00:00:00Z', '2026-03-31T06:00:00Z'],
])('a period that first ends at %s ends, at %s, at %s', (first, now, end) => {
  expect(new Date(periodEnd(at(first), at(now))).toISOString()).toBe(new Date(end).toISOString());
});

test('a wait is at least one whole second', () => {
  expect([secondsUntil(1000, 999), secondsUntil(1000, 1000), secondsUntil(2001, 0)]).toEqual([1, 1, 3]);
  expect(dayOf(at('2026-12-01T23:59:59Z'))).toBe('2026-12-01');
});

describe('names', () => {
  test.each([
    ['Marta  Lindqvist', 'marta lindqvist'],
    ['Åsa Ångström', 'asa angstrom'],
    ["Siobhán O'Brien-Kelly", 'siobhan o brien kelly'],
    [' . ', ''],
  ])('%j is compared as %j', (name, key) => expect(nameKey(name)).toBe(key));

  test.each([
    [
      { first_name: 'Marta', last_name: 'Lindqvist' },
      { first: 'Marta', last: 'Lindqvist' },
    ],
    [{ full_name: 'Ana Maria  Costa' }, { first: 'Ana Maria', last: 'Costa' }],
    [{ full_name: 'Plato' }, { first: '', last: 'Plato' }],
  ])('%j names %j', (given, person) => expect(personName(given)).toEqual(person));

  test.each([
    ['{first}.{last}', 'asa.obrien@x.example'],
    ['{f}{last}', 'aobrien@x.example'],
    ['{first}_{l}', 'asa_o@x.example'],
  ])('the pattern %s gives %s', (pattern, address) => {
    expect(addressByPattern(pattern, { first: 'Åsa', last: "O'Brien" }, 'x.example')).toBe(address);
  });

  test('a name without letters that an address can have gives no address', () => {
    expect(addressByPattern('{first}.{last}', { first: '山田', last: '太郎' }, 'x.example')).toBeUndefined();
  });

  test.each([
    ['Brightloaf.example.', 'brightloaf.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['localhost', undefined],
    ['https://brightloaf.example', undefined],
    ['-a.example', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
  ])('the domain %s is looked up as %s', (domain, key) => expect(domainKey(domain)).toBe(key));
});

test.each([
  [0, 10, 0, undefined],
  [0, 11, 0, 'Your plan allows a limit of at most 10.'],
  [0, 5, 5, undefined],
  [0, 5, 6, 'Your plan allows the first 10 addresses only.'],
  [1, 100, 900, undefined],
])('plan %i, limit %i, offset %i: %s', (level, limit, offset, problem) => expect(checkPage(level, { limit, offset })).toBe(problem));

describe('verification', () => {
  const plain = { is_disposable: false, is_webmail: false, accepts_all: false };
  const mailbox = { exists: true, server: 'answers', confidence: 90 } as const;
  test.each([
    ['a mailbox that exists', plain, mailbox, 'valid', 'deliverable'],
    ['a mailbox that does not exist', plain, undefined, 'invalid', 'undeliverable'],
    ['a domain that receives no mail', undefined, undefined, 'invalid', 'undeliverable'],
    ['a domain that accepts all mail', { ...plain, accepts_all: true }, undefined, 'accept_all', 'risky'],
    ['a free mail provider', { ...plain, is_webmail: true }, mailbox, 'webmail', 'risky'],
    ['a provider of disposable addresses', { ...plain, is_disposable: true }, undefined, 'disposable', 'risky'],
    ['a mail server that blocks', plain, { ...mailbox, server: 'blocks' as const }, 'unknown', 'risky'],
  ])('%s is %s', (_name, domain, known, status, result) => {
    expect(verify('marta.lindqvist@x.example', domain, known)).toMatchObject({ status, result });
  });

  test.each([
    ['marta.lindqvist', false],
    ['xkqzvbtr', true],
    ['info', false],
  ])('%s looks like random characters: %s', (local, random) => {
    expect(verify(`${local}@x.example`, plain, mailbox).gibberish).toBe(random);
  });

  test('a verification is shown for a month', () => {
    const now = at('2026-11-21T09:30:00Z');
    expect(isRecent(at('2026-11-10'), now)).toBe(true);
    expect(isRecent(at('2026-10-21T09:30:00Z'), now)).toBe(false);
  });
});
