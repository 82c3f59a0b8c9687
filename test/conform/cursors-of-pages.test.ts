// Tests that the cursors of a list are tried on their limits: one that a page gave, with one thing wrong.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { ALL_CASES, lookingFor, serviceFrom } from './support.ts';

const LIST = `openapi: 3.1.0
info: { title: Songs, version: '1', description: 'A cursor works only with the filters that it came from, and is refused with 400 elsewhere.' }
paths:
  /songs:
    get:
      operationId: listSongs
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 20, default: 5 } }
        - { name: cursor, in: query, schema: { type: string, minLength: 2, maxLength: 60, pattern: '^[a-z0-9]+$' } }
        - { name: mood, in: query, schema: { type: string, enum: [glad, sad] } }
      responses:
        '200': { description: Some., content: { application/json: { schema: { type: object, required: [items, next], properties: { items: { type: array, items: { type: object, required: [id, mood], properties: { id: { type: string }, mood: { type: string } } } }, next: { type: [string, 'null'] } } } } } }
        '400': { description: Wrong. }
`;

const songs = Array.from({ length: 9 }, (_, index) => ({ id: `s${index}`, mood: index % 2 === 0 ? 'glad' : 'sad' }));

function answer(request: Request, fitsAnyFilter: boolean): Response {
  const { searchParams } = new URL(request.url);
  const [limit, cursor, mood] = [searchParams.get('limit') ?? '5', searchParams.get('cursor'), searchParams.get('mood')];
  const [, own, start = '0'] = cursor === null ? [] : (/^(all|glad|sad)x(\d+)$/.exec(cursor) ?? ['', 'none']);
  const isWrong =
    !/^(?:[1-9]|1\d|20)$/.test(limit) || (mood !== null && !/^(?:glad|sad)$/.test(mood)) || own === 'none' || (cursor ?? '').length > 60;
  if (isWrong || (own !== undefined && own !== (mood ?? 'all') && !fitsAnyFilter)) return new Response(null, { status: 400 });
  const found = songs.filter((one) => mood === null || one.mood === mood);
  const end = Number(start) + Number(limit);
  return Response.json({ items: found.slice(Number(start), end), next: end < found.length ? `${mood ?? 'all'}x${end}` : null });
}

test('a cursor that a page gave is tried', async () => {
  const service = await serviceFrom(LIST);
  const target = async (request: Request): Promise<Response> => answer(request, false);
  const report = await conformService(service, { target, ...lookingFor('refuses-invalid', 'list-pages'), ...ALL_CASES });
  expect(report.findings.map(({ message }) => message)).toEqual([]);
  expect(report.constraints?.untried.map(({ at, keyword }) => `${at} ${keyword}`)).toEqual([]);
});

test('a cursor that works with any filter is found', async () => {
  const target = async (request: Request): Promise<Response> => answer(request, true);
  const { findings } = await conformService(await serviceFrom(LIST), { target, ...lookingFor('list-pages') });
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('The cursor of a page without filters is answered with 200'),
  ]);
});

test('a cursor that works with any filter is right where a sentence speaks of the order alone', async () => {
  const text = LIST.replace(/A cursor works only with .* elsewhere\./, 'A cursor that a page of another order gave is refused with 400.');
  const target = async (request: Request): Promise<Response> => answer(request, true);
  const { findings } = await conformService(await serviceFrom(text), { target, ...lookingFor('list-pages') });
  expect(findings.map(({ message }) => message)).toEqual([]);
});
