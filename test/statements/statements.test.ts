// Checks the documents against specs/statements.yaml: a document refers to every statement by number, and satisfies those that it can show.
import { describe, expect, test } from 'vitest';
import { type Document, documentIds, operations, readDocument, readStatements } from '../specs/document.ts';
import { sampleOf } from '../support/effort.ts';
import type { Check, Documents } from './check.ts';
import { controller } from './controller.ts';
import { email } from './email.ts';
import { eventChannels } from './events.ts';
import { identity } from './identity.ts';
import { instalments } from './instalments.ts';
import { messaging } from './messaging.ts';
import { microblog } from './microblog.ts';
import { scheduling } from './scheduling.ts';

/** The checks of each service, by its letter. */
const checks: Record<string, Record<string, Check>> = {
  A: identity,
  B: microblog,
  C: controller,
  D: eventChannels,
  E: scheduling,
  F: instalments,
  G: messaging,
  H: email,
};
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
  const places = [...operations(document), ...operations(document, 'webhooks')];

  test('every operation has an x-basis', () => {
    for (const { operation } of places) expect(['stated', 'public', 'designed']).toContain(operation['x-basis']);
    for (const { operation } of operations(document)) expect(operation['x-statements']).not.toEqual([]);
  });

  test('x-statements names only existing statements of this service', () => {
    const own = statements.map((statement) => statement.id).filter((statement) => statement.startsWith(letterOf(id)));
    for (const statement of answeredBy(document)) expect(own).toContain(statement);
  });
});

describe.each(Object.entries(checks))('%s', (letter, ofService) => {
  const documents = Object.fromEntries(documentIds.filter((id) => letterOf(id) === letter).map((id) => [id, readDocument(id)]));
  const shown = statements.filter((statement) => statement.id.startsWith(letter) && statement.shows !== 'behaviour').map(({ id }) => id);

  test('the documents name every statement that a document can show, and each has a check', () => {
    const answered = Object.values(documents).flatMap(answeredBy);
    expect(shown.filter((statement) => !answered.includes(statement))).toEqual([]);
    expect(Object.keys(ofService)).toEqual(shown);
  });

  describe.each(Object.entries(ofService))('%s', (statement, check) => {
    const id = check.document ?? Object.keys(documents)[0] ?? '';

    test(statements.find((known) => known.id === statement)?.says ?? statement, () => {
      const all = structuredClone(documents);
      check.holds(inside(all, id), all);
    });

    test.each(sampleOf(Object.entries(check.breaks), 2))('is not true when %s', (_, change) => {
      const changed = structuredClone(documents);
      change(inside(changed, id), changed);
      expect(changed).not.toEqual(documents);
      expect(() => check.holds(inside(changed, id), changed)).toThrow();
    });
  });
});

test('every service with a document has checks', () => {
  expect(Object.keys(checks)).toEqual([...new Set(documentIds.map(letterOf))]);
});

function letterOf(id: string): string {
  return id.slice(0, 1).toUpperCase();
}

function answeredBy(document: Document): string[] {
  const places = [...operations(document), ...operations(document, 'webhooks')];
  return [...(document['x-statements'] ?? []), ...places.flatMap(({ operation }) => operation['x-statements'] ?? [])];
}

function inside(documents: Documents, id: string): Document {
  const document = documents[id];
  if (document === undefined) throw new Error(`there is no document ${id}`);
  return document;
}
