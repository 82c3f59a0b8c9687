// The card of a service on the home page: a client that compiles, and the parts that the document decides.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { type ClientFacts, clientConfig } from '../../generator/docs/card/client-config.ts';
import { designedParts } from '../../generator/docs/card/designed.ts';
import { serviceCard } from '../../generator/docs/card/service-card.ts';
import { unescapeHtml } from '../../generator/docs/html.ts';
import { render } from '../../generator/docs/render.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { documents, root, serviceOf } from '../support/documents.ts';
import { typeCheck } from '../support/type-check.ts';

const all = await Promise.all(documents.map(serviceOf));

function cardOf({ service, description }: (typeof all)[number]): string {
  const clientModule = `@octavo/interfaces/${service.id}`;
  return render(serviceCard(service, description, { clientModule, mock: `http://127.0.0.1:4001/mock/${service.id}`, live: undefined }));
}

function factsIn(card: string): ClientFacts {
  return JSON.parse(unescapeHtml(/data-client="([^"]*)"/.exec(card)?.[1] ?? '')) as ClientFacts;
}

test('the client of each service compiles: as the page has it, and with a credential of each scheme', () => {
  const files = new Map<string, string>();
  for (const one of all) {
    const card = cardOf(one);
    files.set(`${one.id}.ts`, unescapeHtml(/<details class="client".*?<code>([\s\S]*?)<\/code>/.exec(card)?.[1] ?? ''));
    const facts = factsIn(card);
    for (const [scheme, names] of Object.entries(facts.schemes)) {
      const values = names.length === 0 ? ["it's one"] : names.map((name) => `the ${name}`);
      files.set(`${one.id}-${scheme}.ts`, clientConfig(facts, 'http://127.0.0.1:4010', { scheme, values }));
    }
  }
  expect(files.get('h-email.ts')).toBe(`import { createEmailClient } from '@octavo/interfaces/h-email';

export const client = createEmailClient({
  baseUrl: 'http://127.0.0.1:4001/mock/h-email',
  credentials: {
    apiKey: 'demo',
  },
});`);
  expect(files.get('c-controller-key.ts')).toContain("key: { username: 'the username', password: 'the password' },");
  expect(files.get('b-microblog-v1.ts')).not.toContain('credentials');
  expect(typeCheck(join(root, '.octavo/tmp/clients'), files)).toBe('');
});

test('a card has no client where nothing runs on this machine', async () => {
  const [one] = all;
  if (one === undefined) throw new Error('no document');
  const options = { clientModule: 'x', mock: undefined, live: undefined };
  expect(render(serviceCard(one.service, one.description, options))).not.toContain('class="client"');
});

test.each(all)('$id: each part that the document decides is listed once', ({ id, service, description }) => {
  const text = readFileSync(join(root, 'specs', `${id}.yaml`), 'utf8');
  const parts = designedParts(service, description);
  expect(parts).toHaveLength([...text.matchAll(/x-basis: designed\b/g)].length);
  expect(new Set(parts.map(({ place, says }) => `${place} ${says}`)).size).toBe(parts.length);
  for (const { url } of parts) if (url !== undefined) expect(url).toMatch(new RegExp(`^${id}/(?:index\\.html#|schemas/\\w+\\.html$)`));
});

test('a part is named by where it lies, with what it says; markup stays text', async () => {
  const text = `openapi: 3.1.1
info: { title: Notes, version: "1" }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - { name: page, in: query, description: "Which page. More.", x-basis: designed, schema: { type: string } }
      responses: { "200": { description: ok } }
    put:
      operationId: putNotes
      summary: Write <b>all</b> notes
      x-basis: designed
      responses: { "204": { description: ok } }
components:
  schemas:
    Note:
      type: object
      properties:
        x-basis: { type: string, x-basis: designed, description: A field. }
      example: { x-basis: designed }
    Other: { type: string, x-basis: public }
`;
  const problems = new Problems();
  const description = await load('notes.yaml', { root, text }, problems);
  const service = description && buildService(description, {}, problems);
  if (description === undefined || service === undefined) throw new Error(JSON.stringify(problems.list));
  expect(designedParts(service, description)).toEqual([
    { place: 'GET /notes › parameters › page', says: 'Which page.', url: 'notes/index.html#/other/listnotes' },
    { place: 'PUT /notes', says: 'Write <b>all</b> notes', url: 'notes/index.html#/other/putnotes' },
    { place: 'Note › x-basis', says: 'A field.', url: 'notes/schemas/Note.html' },
  ]);
  const card = render(serviceCard(service, description, { clientModule: 'x', mock: undefined, live: undefined }));
  expect(card).toContain('<summary>Designed here <small>3</small></summary>');
  expect(card).toContain('Write &lt;b>all&lt;/b> notes');
});
