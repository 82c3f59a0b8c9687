// Tests the identifiers that a living mock gives: paths take them, also where a thing is known by its URI. Tests too what keeps a request from
// being done, where the document allows no answer, and what a request may send although only the service sets it elsewhere.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const content = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const refused = { 404: { description: 'Refused.' } };
const made = (schema: object) => ({ 201: { description: 'Made.', content: content(schema) } });
const shown = (schema: object) => ({ 200: { description: 'It.', content: content(schema) }, ...refused });
const body = (schema: object) => ({ required: true, content: content(schema) });

async function descriptionOf(paths: object) {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: 'Depot', version: '1' }, paths };
  const found = await load('depot.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  return found;
}

const mockOf = async (paths: object, things?: number) => living(await descriptionOf(paths), things);

test.each([
  ['a pattern', { ...text, pattern: '^[A-Z0-9]+$' }, /^[A-Z0-9]+$/],
  ['a length', { ...text, minLength: 14, maxLength: 14 }, /^.{14}$/],
  ['an example', { ...text, example: 'CR-20881' }, /^[A-Z]{2}-\d{5}$/],
])('a new identifier fits the path that takes it, by %s', async (_, schema, form) => {
  const crate = object({ id: { ...text, readOnly: true }, label: text }, ['id', 'label']);
  const ask = await mockOf({
    '/crates': { post: { requestBody: body(object({ label: text }, ['label'])), responses: made(crate) } },
    '/crates/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema }], get: { responses: shown(crate) } },
  });
  const { body: one } = await ask('POST', '/crates', { label: 'Bolts' });
  expect(one.id).toMatch(form);
  expect((await ask('GET', `/crates/${one.id}`)).body).toEqual({ id: one.id, label: 'Bolts' });
});

const site = 'https://depot.example/crates/8f0c2b7e-5d0b-4b3c-9a57-0c6f0a3b1d11';
const crate = object({ id: { ...text, format: 'uri', readOnly: true }, label: text }, ['id', 'label']);
const crates = {
  '/crates': {
    get: { responses: shown({ type: 'array', items: crate }) },
    post: {
      requestBody: body(object({ label: text }, ['label'])),
      responses: {
        201: { description: 'Made.', content: { 'application/json': { schema: crate, example: { id: site, label: 'Nuts' } } } },
      },
    },
  },
  '/crates/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { responses: shown(crate) },
    delete: { responses: { 204: { description: 'Gone.' }, ...refused } },
  },
};

test('a thing whose identifier is its URI is found by the last part of it, and by the whole', async () => {
  const ask = await mockOf(crates);
  const { body: one } = await ask('POST', '/crates', { label: 'Bolts' });
  expect(one.id).toMatch(/^https:\/\/depot\.example\/crates\/[0-9a-f-]{36}$/);
  expect(one.id).not.toBe(site);
  const end = one.id.split('/').at(-1);
  expect((await ask('GET', `/crates/${end}`)).body).toEqual(one);
  expect((await ask('GET', `/crates/${encodeURIComponent(one.id)}`)).body).toEqual(one);
  expect((await ask('DELETE', `/crates/${end}`)).status).toBe(204);
  expect((await ask('GET', `/crates/${end}`)).status).toBe(404);
});

test('a request sends what it declares, although answers show it as set by the service', async () => {
  const shelf = object({ id: text, owner: { ...text, readOnly: true }, code: { ...text, readOnly: true } }, ['id', 'owner']);
  const ask = await mockOf({
    '/shelves': { post: { requestBody: body(object({ owner: text }, ['owner'])), responses: made(shelf) } },
    '/shelves/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: { responses: shown(shelf) } },
  });
  const { body: one } = await ask('POST', '/shelves', { owner: 'Ines', code: 'mine' });
  expect(one.owner).toBe('Ines');
  expect(one.code).not.toBe('mine');
});

test('what the document allows no answer to is not done, and the reason names the place', async () => {
  const seal = object({ id: text, sealed: { type: 'boolean' } }, ['id', 'sealed']);
  const description = await descriptionOf({
    '/seals': { post: { requestBody: body(object({ sealed: { type: 'boolean' } })), responses: made(seal) } },
    '/seals/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: shown(seal) },
      patch: {
        requestBody: body(object({ sealed: { type: 'boolean' } })),
        // It asks for members that it forbids.
        responses: shown({ type: 'object', required: ['id', 'sealed'], additionalProperties: false }),
      },
    },
  });
  const mock = await startLivingMock([description]);
  const ask = async (method: string, target: string, sent?: object) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer any' };
    const answer = await fetch(mock.urlOf('depot') + target, { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) });
    return { status: answer.status, body: await answer.json() };
  };
  try {
    const { body: one } = await ask('POST', '/seals', { sealed: false });
    const { status, body: problem } = await ask('PATCH', `/seals/${one.id}`, { sealed: true });
    expect(status).toBe(503);
    expect(problem.detail).toContain('no response that the document allows');
    expect(problem.detail).not.toContain('may be fine');
    expect((await ask('GET', `/seals/${one.id}`)).body).toEqual(one);
  } finally {
    await mock.stop();
  }
});
