// Checks the set of documents and their operation counts, and that the configuration, the generated package and the README include all of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents, generatedModule, root, serviceOf } from '../support/documents.ts';
import { documentIds, operations, readDocument } from './document.ts';

/** Operations per document, as the specification of the interfaces counts them. */
const COUNTS: Readonly<Record<string, number>> = {
  'a-identity': 3,
  'b-microblog': 109,
  'b-microblog-v1': 83,
  'c-controller': 55,
  'd-events': 6,
  'e-scheduling': 25,
  'f-instalments': 22,
  'g-messaging': 100,
  'g-messaging-marketing': 12,
  'h-email': 4,
};

test('ten documents have 419 operations together, and all are configured', () => {
  const found = documentIds.map((id) => [id, operations(readDocument(id)).length]);
  expect(Object.fromEntries(found)).toEqual(COUNTS);
  expect(Object.values(COUNTS).reduce((total, count) => total + count)).toBe(419);
  expect(documents.map(({ id }) => id).sort()).toEqual([...documentIds]);
});

describe.each(documents.map((document) => [document.id, document] as const))('%s', (id, document) => {
  test('every operation is generated, and the package exports it', async () => {
    const { service } = await serviceOf(document);
    const exported: Readonly<Record<string, unknown>> = await import(`@octavo/interfaces/${id}`);
    expect(exported).toBe(await generatedModule(document, 'index.ts'));
    expect(service.operations).toHaveLength(COUNTS[id] ?? 0);
    for (const { name } of service.operations) expect(exported, name).toHaveProperty(name);
    for (const name of [`create${service.name}Client`, `create${service.name}Server`]) expect(exported[name]).toBeTypeOf('function');
  });

  test('the README lists it with its title and its operations', () => {
    const { title } = readDocument(id).info;
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(readme).toContain(`| [${id}](specs/${id}.yaml) | ${title} | ${COUNTS[id]} |`);
  });
});
