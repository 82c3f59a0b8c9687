// The statements of specs/statements.yaml against the documents: each is answered by number, and each that a document can show is true.
import { describe, expect, test } from 'vitest';
import { documentIds, operations, readDocument, readStatements } from '../specs/document.ts';
import type { Check } from './check.ts';
import { email } from './email.ts';
import { eventChannels } from './events.ts';
import { identity } from './identity.ts';

const checks: Record<(typeof documentIds)[number], Record<string, Check>> = {
  'a-identity': identity,
  'd-events': eventChannels,
  'h-email': email,
};
const counts = { 'a-identity': 3, 'd-events': 6, 'h-email': 4 };
const statements = readStatements();

test('the statements are numbered A1 to H6 without gaps', () => {
  const last = { A: 10, B: 16, C: 7, D: 6, E: 13, F: 11, G: 9, H: 6 };
  const wanted = Object.entries(last).flatMap(([letter, count]) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`));
  expect(statements.map((statement) => statement.id)).toEqual(wanted);
  for (const { shows, says } of statements) {
    expect(['spec', 'behaviour', 'both']).toContain(shows);
    expect(says).toMatch(/\.$/);
  }
});

describe.each(documentIds)('%s', (id) => {
  const document = readDocument(id);
  const letter = id.slice(0, 1).toUpperCase();
  const places = [...operations(document), ...operations(document, 'webhooks')];
  const answered = [...(document['x-statements'] ?? []), ...places.flatMap(({ operation }) => operation['x-statements'])];
  const shown = statements.filter((statement) => statement.id.startsWith(letter) && statement.shows !== 'behaviour').map(({ id }) => id);

  test(`it has ${counts[id]} operations, and says what each rests on`, () => {
    expect(operations(document).length).toBe(counts[id]);
    for (const { operation } of places) expect(['stated', 'public', 'designed']).toContain(operation['x-basis']);
    for (const { operation } of operations(document)) expect(operation['x-statements']).not.toEqual([]);
  });

  test('it names only statements that exist and are about it', () => {
    const own = statements.map((statement) => statement.id).filter((id) => id.startsWith(letter));
    for (const statement of answered) expect(own).toContain(statement);
  });

  test('it answers every statement that a document can show, and each of them is checked here', () => {
    expect(shown.filter((statement) => !answered.includes(statement))).toEqual([]);
    expect(Object.keys(checks[id])).toEqual(shown);
  });

  describe.each(Object.entries(checks[id]))('%s', (statement, check) => {
    test(statements.find(({ id }) => id === statement)?.says ?? statement, () => {
      check.holds(structuredClone(document));
    });

    test.each(Object.entries(check.breaks))('is not true when %s', (_, change) => {
      const changed = structuredClone(document);
      change(changed);
      expect(changed).not.toEqual(document);
      expect(() => check.holds(changed)).toThrow();
    });
  });
});
