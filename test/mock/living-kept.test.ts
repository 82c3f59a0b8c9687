// Tests what a living mock keeps true of members and answers, because texts say it: presence by state, counts of lists, the first state, and rules
// of operations without state.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { livingMock } from '../../generator/mock/entry/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const upload = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: text,
    status: { type: 'string', enum: ['done', 'waiting', 'cancelled'] },
    asset: { type: 'string', description: 'Only set once the upload is in the `done` state.', example: 'as-1' },
    created: { type: 'string', description: 'When it was made (in ISO-8601 format)' },
  },
};
const shelf = {
  type: 'object',
  required: ['booksCount', 'books'],
  properties: {
    booksCount: { type: 'integer', description: 'Number of books' },
    books: { type: 'array', minItems: 2, items: { type: 'object', properties: { title: text } } },
  },
};
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
const json = (schema: object, example?: unknown) => ({
  description: 'Done.',
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const ticks = {
  type: 'object',
  properties: {
    heartbeat: { type: 'integer' },
    election: { type: 'integer', description: '`election` must be greater than `heartbeat`.' },
  },
};
const note = { type: 'object', properties: { note: { type: 'string', description: 'Max 5 characters.' } } };
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });

const description = await load(
  'uploads.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Uploads', version: '1' },
      paths: {
        '/uploads': {
          get: { operationId: 'listUploads', responses: { 200: json({ type: 'array', items: upload }) } },
          post: { operationId: 'addUpload', ...sent(note), responses: { 201: json(upload, { id: 'up-1', status: 'waiting' }) } },
        },
        '/uploads/{id}': { ...id, get: { operationId: 'readUpload', responses: { 200: json(upload), 404: { description: 'None.' } } } },
        '/shelf': { get: { operationId: 'readShelf', responses: { 200: json(shelf, { booksCount: 9, books: [{}, {}] }) } } },
        '/ticks': {
          post: { operationId: 'setTicks', ...sent(ticks), responses: { 204: { description: 'Set.' }, 400: { description: 'Wrong.' } } },
        },
        '/notes': { post: { operationId: 'sendNote', ...sent(note), responses: { 204: { description: 'Sent.' } } } },
        '/checked-notes': {
          post: {
            operationId: 'sendChecked',
            ...sent(note),
            responses: { 204: { description: 'Sent.' }, 406: { description: 'The note is invalid.' } },
          },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('a new thing has the state of the example, and no member that other states have', async () => {
  const ask = await living(description, 4);
  const made = (await ask('POST', '/uploads', {})).body;
  expect(made).toMatchObject({ status: 'waiting', created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  expect(made).not.toHaveProperty('asset');
  const all: readonly Record<string, unknown>[] = (await ask('GET', '/uploads')).body;
  expect(all.length).toBeGreaterThan(4);
  for (const one of all) {
    if (one.status !== 'done') expect(one).not.toHaveProperty('asset');
    if (one.created !== undefined) expect(one.created).toMatch(/^\d{4}-\d\d-\d\dT/);
  }
});

test('an example without state has the number of the list that it shows', async () => {
  const ask = await living(description);
  expect(await ask('GET', '/shelf')).toMatchObject({ isLiving: false, body: { booksCount: 2, books: [{}, {}] } });
});

test('a sentence is enforced without state too, by a declared status that fits', async () => {
  const ask = await living(description);
  expect((await ask('POST', '/ticks', { heartbeat: 4, election: 2 })).status).toBe(400);
  expect((await ask('POST', '/ticks', { heartbeat: 1, election: 2 })).status).toBe(204);
  expect((await ask('POST', '/checked-notes', { note: 'too long' })).status).toBe(406);
});

test('what no declared status could refuse is done, and --explain says so', async () => {
  const ask = await living(description);
  expect((await ask('POST', '/notes', { note: 'too long' })).status).toBe(204);
  const unenforced = new Map(explainSource(description).map((one) => [one.path, one.unenforced]));
  expect(unenforced.get('/notes')).toEqual(['Max 5 characters.']);
  expect(unenforced.get('/checked-notes')).toBeUndefined();
});

test('a file that is uploaded has its size and its name, and an identifier that is sent empty is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const shown = {
    type: 'object',
    required: ['id', 'bytes', 'filename'],
    properties: { id: text, bytes: { type: 'integer' }, filename: text },
  };
  const form = {
    type: 'object',
    required: ['file'],
    properties: { id: text, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: {
      '/files': {
        post: {
          operationId: 'addFile',
          requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
          responses: { 201: json(shown) },
        },
      },
      '/files/{id}': { ...id, get: { operationId: 'readFile', responses: { 200: json(shown), 404: { description: 'None.' } } } },
    },
  };
  writeFileSync(join(folder, 'files.json'), JSON.stringify(document));
  const { fetch } = await livingMock('files.json', { cwd: folder, things: 0 });
  const sentForm = new FormData();
  sentForm.set('id', '');
  sentForm.set('file', new File(['five!'], 'notes.txt'));
  const made = await (await fetch('http://mock/files', { method: 'POST', body: sentForm })).json();
  expect(made).toEqual({ id: expect.stringMatching(/./), bytes: 5, filename: 'notes.txt' });
  expect(await (await fetch(`http://mock/files/${made.id}`)).json()).toEqual(made);
});
