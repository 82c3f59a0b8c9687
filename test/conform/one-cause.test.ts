// Tests that one mistake of a service is one finding: a constraint that several operations do not check, and the wrong value that they show back.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { type Answer, body, handlerOf, ID, inPath, json, object, refusal, refused, shown } from './small-services.ts';
import { serviceFrom } from './support.ts';

const TITLE = { type: 'string', minLength: 2, maxLength: 30 };
const NEW_NOTE = body({ $ref: '#/components/schemas/NewNote' });
const NOTE = object({ id: ID, title: TITLE });

const paths = {
  '/notes': { post: { operationId: 'addNote', ...NEW_NOTE, responses: { 201: shown(NOTE), ...refused } } },
  '/notes/{id}': {
    ...inPath('id'),
    put: { operationId: 'replaceNote', ...NEW_NOTE, responses: { 200: shown(NOTE), ...refused } },
    get: { operationId: 'readNote', responses: { 200: shown(NOTE), ...refused } },
    delete: { operationId: 'removeNote', responses: { 204: { description: 'Gone.' }, ...refused } },
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths,
  components: { schemas: { NewNote: object({ title: TITLE }) } },
};

/** @param isFit what the service takes for a title */
function notes(isFit: (title: string) => boolean) {
  const known = new Map<string, string>();
  const kept =
    (status: number, idOf: (path: readonly string[]) => string | undefined): Answer =>
    (path, { title }) => {
      const id = idOf(path);
      if (typeof title !== 'string' || !isFit(title)) return refusal(422, 'The title does not fit.');
      if (id === undefined || (status === 200 && !known.has(id))) return refusal(404, 'There is no such note.');
      known.set(id, title);
      return json(status, { id, title });
    };
  const target = handlerOf({
    'POST notes': kept(201, () => crypto.randomUUID()),
    'PUT notes/*': kept(200, ([, id]) => id),
    'GET notes/*': ([, id = '']) => (known.has(id) ? json(200, { id, title: known.get(id) }) : refusal(404, 'There is no such note.')),
    'DELETE notes/*': ([, id = '']) => (known.delete(id) ? new Response(null, { status: 204 }) : refusal(404, 'There is no such note.')),
  });
  return target;
}

async function causesOf(isFit: (title: string) => boolean, off: Readonly<Record<string, false>> = {}): Promise<readonly string[]> {
  const checks = { 'unknown-path': false, 'declared-media-type': false, ...off };
  const settings = { seed: 1, random: 2, most: 40, checks } as const;
  const { findings } = await conformService(await serviceFrom(JSON.stringify(document)), { ...settings, target: notes(isFit) });
  return findings
    .filter(({ check }) => check === 'refuses-invalid' || check === 'response-body')
    .map(({ check, operation, alike }) => `${check} ${operation.id}${alike === undefined ? '' : ' alike'}`)
    .sort();
}

const lengthOf = (title: string): number => [...title].length;

test('a service that checks titles has no such finding', async () => {
  expect(await causesOf((title) => lengthOf(title) >= 2 && lengthOf(title) <= 30)).toEqual([]);
});

test('a limit that no operation checks is one finding, and the value that is shown back is none', async () => {
  expect(await causesOf((title) => lengthOf(title) <= 30)).toEqual(['refuses-invalid addNote alike', 'refuses-invalid replaceNote']);
});

test('two limits of one schema are two findings', async () => {
  expect((await causesOf(() => true)).filter((one) => !one.endsWith('alike'))).toHaveLength(2);
});

test('where no check reports the request, the value that is shown back is a finding', async () => {
  const found = await causesOf((title) => lengthOf(title) <= 30, { 'refuses-invalid': false });
  expect(found).not.toEqual([]);
  expect(found.every((one) => one.startsWith('response-body '))).toBe(true);
});
