// What the search shows for the status of a failure, which nearly every operation lists.
import { expect, test } from 'vitest';
import { searchScript } from '../../generator/docs/search/search-index.ts';
import { createFinder } from '../../portal/shell/find.ts';
import { services } from './support.ts';

const script = searchScript(services);
const find = await createFinder(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)));

test.each(['401', '404', '429'])('%s shows what each document says of it first, and not every operation that lists it', (status) => {
  const found = find(status);
  const documents = services.filter(({ operations }) => operations.some(({ responses }) => responses.some((one) => one.status === status)));
  const first = found.slice(0, documents.length).map(({ entry }) => [entry.kind, entry.service, entry.name]);
  expect(first.toSorted()).toEqual(documents.map(({ id }) => ['status', id, status]).toSorted());
  const listing = services.flatMap(({ operations }) =>
    operations.filter(({ responses }) => responses.some((one) => one.status === status)),
  );
  expect(found.length).toBeLessThan(Math.max(listing.length / 2, 50));
});

test('a status that few operations answer names them', () => {
  expect(find('451')[0]?.entry).toMatchObject({ kind: 'status', name: '451', path: expect.stringMatching(/ and GET \/email-verifier/) });
});

test('a status that one operation answers leads to that operation', () => {
  const one = services.flatMap((service) => {
    const answered = service.operations.flatMap(({ path, responses }) => responses.map(({ status }) => ({ path, status })));
    return answered
      .filter(({ status }) => /^4/.test(status) && answered.filter((other) => other.status === status).length === 1)
      .slice(0, 1);
  });
  expect(one.length).toBeGreaterThan(0);
  for (const { path, status } of one) {
    const entries = find(status).map(({ entry }) => entry);
    const named = entries.find((entry) => entry.kind === 'status' && entry.path.includes(` ${path}`));
    expect(named?.url, `${status} of ${path}`).toMatch(/\/index\.html#/);
  }
});

test('a status among other words is a word', () => {
  expect(find('401 refund').map(({ entry }) => entry.kind)).toContain('operation');
});
