// What actions do to the things of a living mock, by their names and texts: move a state, give another secret, change a part.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const ref = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

const HOOKS = `
openapi: 3.1.0
info: { title: Hooks, version: '1' }
security: []
paths:
  /hooks:
    post:
      operationId: addHook
      requestBody: { required: true, ${ref('NewHook')} }
      responses: { '201': { description: Made., headers: { Location: { schema: { type: string } } } } }
  /hooks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getHook, responses: { '200': { description: One., ${ref('Hook')} }, '404': { description: None. } } }
    put:
      operationId: changeHook
      description: Other omitted members stay as they are.
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { url: { type: string }, note: { type: string } } } } } }
      responses: { '200': { description: One., content: { text/plain: { schema: { type: string }, example: OK } } } }
  /hooks/{id}/rotate_secret:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: rotateSecret, responses: { '200': { description: The new secret., ${ref('Secret')} }, '404': { description: None. } } }
  /hooks/{id}/verify:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: verifyHook, description: The hook is \`trusted\` now., responses: { '200': { description: One., ${ref('Hook')} }, '409': { description: It is trusted already. } } }
  /hooks/{id}/toggle:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: toggleHook, description: 'A trusted hook becomes paused, a paused one becomes trusted.', responses: { '200': { description: One., ${ref('Hook')} } } }
components:
  schemas:
    NewHook: { type: object, required: [url], properties: { url: { type: string }, note: { type: string } } }
    Secret: { type: object, required: [signing_secret], properties: { signing_secret: { type: string, examples: [whs_4f9a2b7c8d1e] } } }
    Hook:
      type: object
      required: [id, url, status]
      properties: { id: { type: string }, url: { type: string }, note: { type: string }, status: { type: string, enum: [new, trusted, paused] } }
`;

const hooks = await load('hooks.yaml', { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text: HOOKS }, new Problems());
if (hooks === undefined) throw new Error('The document is at fault.');
const explained = new Map(explainSource(hooks).map(({ method, path: at, does }) => [`${method} ${at}`, does]));

async function begin() {
  if (hooks === undefined) throw new Error('The document is at fault.');
  const ask = await living(hooks);
  const made = await ask('POST', '/hooks', { url: 'https://one.example', note: 'First.' });
  return { ask, made, at: new URL(String(made.headers.location)).pathname };
}

test('a thing is made where the answer has its address alone', async () => {
  const { ask, made, at } = await begin();
  expect(made).toMatchObject({ status: 201, isLiving: true });
  expect((await ask('GET', at)).body).toMatchObject({ url: 'https://one.example', note: 'First.', status: 'new' });
});

test('a PUT whose text says so leaves the rest as it is', async () => {
  expect(explained.get('PUT /hooks/{id}')).toBe('changes a hook');
  const { ask, at } = await begin();
  expect(await ask('PUT', at, { url: 'https://two.example' })).toMatchObject({ status: 200, isLiving: true });
  expect((await ask('GET', at)).body).toMatchObject({ url: 'https://two.example', note: 'First.' });
});

test('an action that rotates a secret gives another one each time', async () => {
  expect(explained.get('POST /hooks/{id}/rotate_secret')).toBe('gives a hook another `signing_secret`');
  const { ask, at } = await begin();
  const secrets: string[] = [];
  for (let round = 0; round < 3; round++) secrets.push((await ask('POST', `${at}/rotate_secret`)).body.signing_secret);
  expect(new Set([...secrets, 'whs_4f9a2b7c8d1e']).size).toBe(4);
  expect(secrets.every((secret) => /^whs_[0-9a-z]{12}$/.test(secret))).toBe(true);
  expect((await ask('GET', at)).body).not.toHaveProperty('signing_secret');
  expect((await ask('POST', '/hooks/none/rotate_secret')).status).toBe(404);
});

test('the text of an action says which state comes then, also after each state', async () => {
  expect(explained.get('POST /hooks/{id}/verify')).toBe('sets a hook to `trusted`');
  expect(explained.get('POST /hooks/{id}/toggle')).toBe('moves the state of a hook');
  const { ask, at } = await begin();
  const state = async (action: string) => (await ask('POST', `${at}/${action}`)).body?.status;
  expect(await state('verify')).toBe('trusted');
  expect((await ask('POST', `${at}/verify`)).status).toBe(409);
  expect(await state('toggle')).toBe('paused');
  expect(await state('toggle')).toBe('trusted');
});
