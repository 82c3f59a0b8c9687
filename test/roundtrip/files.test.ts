// Files in multipart bodies, generated and called: types and validators require a Blob, and its bytes arrive unchanged.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatIssue, type Issue, inMemoryFetch, type Send } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const FILE = { type: 'string', format: 'binary' };
const upload = { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Upload' } } } };
const answer = { 200: { description: 'What came.', ...upload } };

const DOCUMENT = {
  paths: {
    // One component, used once as JSON and elsewhere as a form.
    '/text': {
      post: {
        operationId: 'addText',
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Upload' } } } },
        responses: { 204: { description: 'Added.' } },
      },
    },
    '/photos': { post: { operationId: 'addPhoto', requestBody: { required: true, ...upload }, responses: answer } },
    '/scans': {
      put: {
        operationId: 'addScan',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Upload' },
                  { properties: { pages: { $ref: '#/components/schemas/Pages' } }, required: ['pages'] },
                ],
              },
            },
            'text/plain': {},
          },
        },
        responses: answer,
      },
    },
  },
  components: {
    schemas: {
      Upload: {
        type: 'object',
        required: ['title', 'photo'],
        properties: {
          title: { type: 'string', maxLength: 20 },
          count: { type: 'integer' },
          photo: { $ref: '#/components/schemas/Photo' },
          thumb: { contentMediaType: 'image/png', description: 'A small one.' },
          more: { type: 'array', items: FILE, maxItems: 2 },
          signature: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
          note: { type: 'string', contentMediaType: 'text/markdown' },
          place: { type: 'object', properties: { city: { type: 'string' }, map: FILE } },
          either: { oneOf: [FILE, { type: 'integer' }] },
        },
      },
      Photo: { ...FILE, description: 'The picture.' },
      Pages: { type: 'array', items: { $ref: '#/components/schemas/Photo' } },
    },
  },
};

/** User code that compiles only with the expected types. */
const USER = `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer, type AddPhotoBody, type AddScanInput, type Upload } from './index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const checks: true[] = [
  true satisfies Same<AddPhotoBody['photo'], Blob>,
  true satisfies Same<AddPhotoBody['thumb'], Blob | undefined>,
  true satisfies Same<AddPhotoBody['more'], Blob[] | undefined>,
  true satisfies Same<AddPhotoBody['signature'], string | undefined>,
  true satisfies Same<AddPhotoBody['note'], string | undefined>,
  true satisfies Same<AddPhotoBody['place'], { city?: string; map?: string } | undefined>,
  true satisfies Same<AddPhotoBody['either'], Blob | number | undefined>,
  true satisfies Same<Upload['photo'], string>,
];
export const scan: AddScanInput = { contentType: 'multipart/form-data', body: { title: 'a', photo: new Blob(['p']), pages: [new Blob(['1'])] } };

export { validateAddPhotoBody } from './validators.ts';
export const seen: unknown[] = [];
export const server = createPetsServer({
  addPhoto: ({ body }) => {
    seen.push(body);
    return { status: 200, body };
  },
  addScan: (input) => {
    seen.push(input);
    return { status: 200, body: input.contentType === 'text/plain' ? { title: 'none', photo: new Blob([]) } : input.body };
  },
});
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
`;

interface User {
  readonly seen: unknown[];
  readonly scan: unknown;
  validateAddPhotoBody(value: unknown, issues: Issue[]): boolean;
  readonly server: (request: Request) => Promise<Response>;
  client(fetch: Send): Record<string, (input: unknown) => Promise<{ status: number; body?: unknown }>>;
}

const folder = path.join(root, '.octavo/tmp/roundtrip-files');
let complaints = '';
let user: User;

beforeAll(async () => {
  const files = emit(await serviceOf(DOCUMENT), OPTIONS);
  complaints = typeCheck(folder, new Map([...files, ['user.ts', USER]]));
  user = await import(pathToFileURL(path.join(folder, 'user.ts')).href);
});

/** Replaces every Blob by its text, so that values can be compared. */
async function readable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return `Blob: ${await value.text()}`;
  if (Array.isArray(value)) return Promise.all(value.map(readable));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([key, item]) => [key, await readable(item)])));
}

const blob = (text: string, type = 'image/png') => new Blob([text], { type });

describe('files in multipart bodies', () => {
  test('a file is a Blob in the form type and a string in the JSON type', () => expect(complaints).toBe(''));

  test('the validator accepts a Blob as a file, and rejects an object that only looks like one', () => {
    const issues: Issue[] = [];
    const alike = { size: 1, type: '', arrayBuffer: 1, stream: 1 };
    expect(user.validateAddPhotoBody({ title: 'a', photo: blob('p') }, issues)).toBe(true);
    expect(user.validateAddPhotoBody({ title: 'a', photo: alike }, issues)).toBe(false);
    expect(issues.map(formatIssue)).toEqual(['/photo must be a file, but is an object.']);
  });

  test('a file and fields come back unchanged', async () => {
    const { addPhoto } = user.client(inMemoryFetch(user.server));
    const body = {
      title: 'Sea',
      count: 3,
      photo: blob('\u0000\u00ff'),
      thumb: blob('t'),
      more: [blob('one')],
      signature: 'c2ln',
      note: '# 1',
      place: { city: 'Oslo', map: 'text' },
      either: blob('e'),
    };
    const want = await readable(body);
    const result = await addPhoto?.({ body });
    expect(await readable(user.seen.at(-1))).toEqual(want);
    expect((user.seen.at(-1) as { photo: Blob }).photo.type).toBe('image/png');
    expect([result?.status, await readable(result?.body)]).toEqual([200, want]);
  });

  test('an allOf around the component works beside another media type', async () => {
    const { addScan } = user.client(inMemoryFetch(user.server));
    const result = await addScan?.(user.scan);
    expect(result?.status).toBe(200);
    expect(await readable(user.seen.at(-1))).toEqual({
      contentType: 'multipart/form-data',
      body: { title: 'a', photo: 'Blob: p', pages: ['Blob: 1'] },
    });
  });

  test.each<[string, (form: FormData) => void, string]>([
    ['text for a file', (form) => form.set('photo', 'text'), '/body/photo'],
    ['JSON of the members of a file', (form) => form.set('photo', '{"size":1,"type":"","arrayBuffer":1,"stream":1}'), '/body/photo'],
    ['no file', (form) => form.delete('photo'), '/body/photo'],
    ['a file for text', (form) => form.set('title', blob('x')), '/body/title'],
    ['text in a list of files', (form) => form.set('more', 'text'), '/body/more/0'],
    ['too many files', (form) => [1, 2, 3].forEach((n) => void form.append('more', blob(String(n)))), '/body/more'],
    ['text that is too long', (form) => form.set('title', 'x'.repeat(21)), '/body/title'],
  ])('%s is a 400', async (_name, change, pointer) => {
    const form = new FormData();
    form.set('title', 'Sea');
    form.set('photo', blob('p'));
    const good = await user.server(new Request('https://pets.example.com/photos', { method: 'POST', body: form }));
    expect(good.status).toBe(200);
    change(form);
    const response = await user.server(new Request('https://pets.example.com/photos', { method: 'POST', body: form }));
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ pointer }] }]);
  });
});
