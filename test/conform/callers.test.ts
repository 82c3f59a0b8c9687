// Tests what octavo conform tries with several callers: a second account, somebody with fewer rights, and requests at once; each with one fault, and
// with services that share things on purpose.
import { describe, expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { type Leak, notes, notesDocument } from './notes.ts';
import { lookingFor, serviceFrom } from './support.ts';

const silent = await serviceFrom(notesDocument('Notes and colours.'));
const apart = await serviceFrom(notesDocument('Each user sees only their own notes. Colours are shared by all users.'));

const CALLERS = [
  'refuses-foreign-credential',
  'other-account',
  'refuses-fewer-rights',
  'idempotency-key',
  'create-at-once',
  'change-at-once',
] as const;

const ALL: ConformSettings = { checks: { 'conditional-requests': false } };

async function conform(service: Service, leaks: readonly Leak[], settings: ConformSettings): Promise<ConformReport> {
  return conformService(service, {
    target: notes(new Set(leaks)),
    credentials: { given: { token: 'mira' }, other: { token: 'jonas' }, limited: { token: 'clerk' } },
    random: 0,
    most: 1,
    sequences: true,
    ...settings,
  });
}

async function found(service: Service, ...leaks: readonly Leak[]): Promise<readonly string[]> {
  const { findings } = await conform(service, leaks, byEffort({ quick: { ...lookingFor(...CALLERS), most: 1 }, deep: ALL }));
  return findings
    .filter(({ check }) => (CALLERS as readonly string[]).includes(check))
    .map(({ check, operation }) => `${check} ${operation.id}`);
}

test('a service that keeps its callers apart has no finding, and each check looks at it', async () => {
  const { findings, operations } = await conform(silent, [], ALL);
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  const looked = new Set(operations.flatMap(({ cells }) => [...cells].flatMap(([id, { looked: times }]) => (times > 0 ? [id] : []))));
  for (const check of CALLERS) expect(looked).toContain(check);
});

describe.each(
  sampleOf<readonly [leak: Leak, finding: string]>(
    [
      ['getNote', 'refuses-foreign-credential getNote'],
      ['getFile', 'refuses-foreign-credential getFile'],
      ['putNote', 'other-account putNote'],
      ['list', 'other-account listNotes'],
      ['search', 'other-account listNotes'],
      ['clerk adds notes', 'refuses-fewer-rights addNote'],
      ['keys of all', 'other-account addNote'],
      ['keys with any body', 'idempotency-key addNote'],
      ['keys at once', 'idempotency-key addNote'],
      ['two at once', 'create-at-once addNote'],
      ['changes at once', 'change-at-once putNote'],
    ],
    3,
  ),
)('a service with the fault: %s', (leak, finding) => {
  test(`has the finding ${finding}`, async () => {
    expect(await found(leak === 'getNote' ? apart : silent, leak)).toContain(finding);
  });
});

test('what a second account deletes is a finding where the document keeps accounts apart', async () => {
  expect(await found(apart, 'removeNote')).toEqual(['other-account removeNote']);
});

describe('no finding', () => {
  test('where all may read, and the document does not say otherwise', async () => {
    expect(await found(silent, 'getNote', 'getFile', 'list', 'search')).toEqual([]);
  });

  test('where the document says that things are shared', async () => {
    const shared = await serviceFrom(
      notesDocument('Each user sees only their own notes in lists of drafts. All notes are public: everyone reads them.'),
    );
    expect(await found(shared, 'getNote', 'getFile', 'list', 'search')).toEqual([]);
  });
});
