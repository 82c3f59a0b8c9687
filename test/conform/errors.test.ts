// Tests that octavo conform finds errors that name another part of the request than the one that is wrong, and another status than their own.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { mayMean, namedPlaces } from '../../generator/conform/values/places.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const documentWith = (promise: string): string => `openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /rooms:
    post:
      operationId: addRoom
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
        '422': { description: Invalid., content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  schemas:
    Room:
      type: object
      required: [name, floor, address]
      properties:
        name: { type: string, minLength: 2, maxLength: 9 }
        floor: { type: integer, minimum: 0, maximum: 40 }
        kind: { type: string, enum: [office, lab] }
        address:
          type: object
          required: [street]
          properties: { street: { type: string, minLength: 2, maxLength: 20 }, code: { type: string, pattern: '^[0-9]{5}$' } }
    Problem:
      type: object
      required: [title, status, errors]
      properties:
        title: { type: string }
        status: { type: integer }
        errors: { type: array, description: ${promise}, items: { type: object, required: [pointer], properties: { pointer: { type: string } } } }
`;
const silent = await serviceFrom(documentWith('Details.'));
const promising = await serviceFrom(documentWith('Which members are wrong.'));
const judge = await createJudge(silent);

interface Faults {
  /** The pointers of an error, from those of the parts that are wrong. */
  readonly pointers?: (pointers: readonly string[]) => readonly string[];
  readonly status?: number;
  /** Whether the document says that errors name what is wrong. */
  readonly promises?: boolean;
}

async function findings({ pointers = (all) => all, status = 422, promises = false }: Faults = {}): Promise<readonly string[]> {
  const report = await conformService(promises ? promising : silent, {
    target: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== '/rooms') return new Response(null, { status: 404 });
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
      const text = await request.text();
      const verdict = await verdictOn(judge, request, text);
      if (verdict.accepted) return new Response(text, { status: 201, headers: { 'content-type': 'application/json' } });
      if (verdict.status === 415) return new Response(null, { status: 415 });
      const [operation] = silent.operations;
      const body: unknown = parsed(text);
      const wrong = operation === undefined ? [] : judge.input(operation, { body }).map(({ path }) => path.replace(/^\/body/, ''));
      const errors = pointers(wrong).map((pointer) => ({ pointer }));
      return Response.json({ title: 'Invalid', status, errors }, { status: 422, headers: { 'content-type': 'application/problem+json' } });
    },
    random: 0,
    ...lookingFor('error-places', 'error-status'),
  });
  return report.findings.map(({ check, message }) => `${check}: ${message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test('errors that name what is wrong have no finding', async () => {
  expect(await findings()).toEqual([]);
  expect(await findings({ promises: true })).toEqual([]);
});

test('an error that names another member has a finding', async () => {
  const pointers = (all: readonly string[]): readonly string[] => (all.includes('/kind') ? ['/name'] : all);
  expect((await findings({ pointers })).join('\n')).toMatch(/^error-places: The error 422 for \/body\/kind: .* names `name`\.$/);
});

test('an error of a nested member that names nothing has a finding where the document says that errors name what is wrong', async () => {
  const pointers = (all: readonly string[]): readonly string[] => all.filter((one) => !one.startsWith('/address/'));
  expect(await findings({ pointers })).toEqual([]);
  expect((await findings({ pointers, promises: true })).join('\n')).toMatch(
    /^error-places: The error 422 for \/body\/address\/.* names no part/,
  );
});

test('errors that name the member around the wrong one, or that never name any, have no finding', async () => {
  const outer = (all: readonly string[]): readonly string[] => all.map((one) => one.split('/').slice(0, 2).join('/'));
  expect(await findings({ pointers: outer, promises: true })).toEqual([]);
  expect(await findings({ pointers: () => [], promises: true })).toEqual([]);
});

test('a problem with another status than that of the response has a finding', async () => {
  expect(await findings({ status: 400 })).toEqual(['error-status: The error 422 says `"status": 400` in its body.']);
});

test.each<readonly [body: unknown, named: readonly string[]]>([
  [{ errors: [{ pointer: '#/address/code', detail: 'No.' }] }, ['address.code']],
  [{ detail: [{ loc: ['body', 'lines', 0, 'price'], msg: 'No.' }] }, ['lines.0.price']],
  [{ errors: [{ source: { pointer: '/data/name' } }, { source: { parameter: 'limit' } }] }, ['name', 'limit']],
  [{ error: { code: 'invalid', fields: { 'lines[0].price': 'No.' } } }, ['lines.0.price']],
  [{ errors: { name: ['No.'] }, path: '/rooms' }, ['name']],
  [
    { errors: [{ pointer: 'query/cursor' }, { pointer: 'body/lines/0' }, { field: 'application/json' }] },
    ['cursor', 'lines.0', 'application/json'],
  ],
  [{ title: 'Bad', path: '/rooms' }, []],
])('the error %j names %j', (body, named) => {
  expect(namedPlaces(body).map((one) => one.join('.'))).toEqual(named);
});

test('a name may mean the same part, one around it or in it, or one of the same name', () => {
  expect(mayMean(['postalCode'], ['address', 'postal_code'])).toBe(true);
  expect(mayMean([], ['name'])).toBe(true);
  expect(mayMean(['address', 'street'], ['address', 'code'])).toBe(false);
});
