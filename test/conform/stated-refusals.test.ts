// Tests what the document says of all requests: sizes of bodies, unknown and repeated parameters. And members that are read-only.
import { describe, expect, test } from 'vitest';
import { unknownParameters } from '../../generator/conform/checks/refusals/stated.ts';
import { conformService } from '../../generator/conform/index.ts';
import { bodyLimitIn } from '../../generator/model/body-limit.ts';
import type { StatedBytes } from '../../generator/model/service.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const NOTES = `openapi: 3.1.0
info:
  title: Notes
  version: '1'
  description: A body has at most 2,000 bytes. Unknown query parameters are UNKNOWN. A query parameter that is there twice is a 400.
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1, maximum: 9, default: 1 } }]
      responses:
        '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
        '400': { description: Wrong. }
    post:
      operationId: createNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: 'A value is wrong, or the body is not JSON.' }
        '413': { description: Too large. }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readNote
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: None. }
    patch:
      operationId: changeNote
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses:
        '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: Wrong. }
        '404': { description: None. }
        '413': { description: Too large. }
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string }
        stage: { type: string, enum: [draft, sent], readOnly: true }
        views: { type: integer, readOnly: true }
        createdAt: { type: string, format: date-time, readOnly: true }
`;

interface Faults {
  /** The status of a body that is no JSON. */
  readonly broken?: number;
  readonly unknown?: 'ignored' | 'refused';
  readonly most?: number;
  readonly twice?: boolean;
  /** The members that a create, and those that a change, takes over. */
  readonly created?: readonly string[];
  readonly changed?: readonly string[];
}

function notes({
  broken = 400,
  unknown = 'ignored',
  most = 2000,
  twice = false,
  created = [],
  changed = [],
}: Faults): (request: Request) => Promise<Response> {
  const all = new Map<string, Record<string, unknown>>();
  const taken = (body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name === 'text' || names.includes(name)));
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    if (new TextEncoder().encode(text).length > most) return new Response(null, { status: 413 });
    let body: unknown = {};
    if (text !== '') {
      try {
        body = JSON.parse(text);
      } catch {
        return new Response(null, { status: broken });
      }
    }
    const [, collection, id] = pathname.split('/');
    if (collection !== 'notes') return new Response(null, { status: 404 });
    if (id === undefined && request.method === 'GET') {
      const page = searchParams.getAll('page');
      const isUnknown = [...searchParams.keys()].some((name) => name !== 'page');
      const isWrong = page.some((one) => !/^[1-9]$/.test(one)) || (page.length > 1 && !twice) || (isUnknown && unknown === 'refused');
      return isWrong ? new Response(null, { status: 400 }) : Response.json([...all.values()]);
    }
    const note = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : undefined;
    if (note === undefined || (note.text !== undefined && typeof note.text !== 'string')) return new Response(null, { status: 400 });
    if (id === undefined && request.method === 'POST') {
      if (note.text === undefined) return new Response(null, { status: 400 });
      const own = { id: `n${all.size + 1}`, stage: 'draft', views: 0, createdAt: new Date().toISOString(), ...taken(note, created) };
      all.set(own.id, own);
      return Response.json(own, { status: 201 });
    }
    const one = all.get(id ?? '');
    if (one === undefined) return new Response(null, { status: 404 });
    if (request.method === 'PATCH') Object.assign(one, taken(note, changed));
    return request.method === 'PATCH' || request.method === 'GET' ? Response.json(one) : new Response(null, { status: 405 });
  };
}

const CHECKS = ['stated-refusals', 'read-only'] as const;

async function foundWith(faults: Faults, said: 'ignored' | 'refused' = 'ignored'): Promise<readonly string[]> {
  const service = await serviceFrom(NOTES.replace('UNKNOWN', said));
  const report = await conformService(service, { target: notes(faults), random: 2, ...lookingFor(...CHECKS) });
  return report.findings.filter(({ check }) => CHECKS.some((one) => one === check)).map(({ check, message }) => `${check}: ${message}`);
}

test.each(['ignored', 'refused'] as const)(
  'a service that does what the document says has no finding, with unknown parameters %s',
  async (unknown) => expect(await foundWith({ unknown }, unknown)).toEqual([]),
);

describe.each(
  sampleOf<readonly [fault: string, faults: Faults, message: string, said: 'ignored' | 'refused']>(
    [
      ['a limit that is too low', { most: 1999 }, 'A body of the greatest size is answered with 413.', 'ignored'],
      ['a limit that is too high', { most: 3000 }, 'A body beyond the greatest size is answered with 201.', 'ignored'],
      ['a parameter that may be there twice', { twice: true }, 'stated-refusals: A request with page twice', 'ignored'],
      [
        'unknown parameters that are refused',
        { unknown: 'refused' },
        'A request with an unknown parameter is answered with 400.',
        'ignored',
      ],
      [
        'a body that is not JSON as a value',
        { broken: 422 },
        'stated-refusals: A body of JSON that ends early is answered with 422',
        'ignored',
      ],
      ['unknown parameters that are ignored', {}, 'A request with an unknown parameter is answered with 200.', 'refused'],
      ['a create that takes an id over', { created: ['id'] }, 'read-only: createNote takes over `id`, which is read-only', 'ignored'],
      ['a create that takes a state over', { created: ['stage'] }, 'read-only: createNote takes over `stage`', 'ignored'],
      ['a create that takes a time over', { created: ['createdAt'] }, 'read-only: createNote takes over `createdAt`', 'ignored'],
      ['a change that takes a count over', { changed: ['views'] }, 'read-only: changeNote takes over `views`', 'ignored'],
    ],
    5,
  ),
)('%s', (_, faults, message, said) => {
  test('is found', async () => expect(await foundWith(faults, said)).toEqual(expect.arrayContaining([expect.stringContaining(message)])));
});

test.each<readonly [text: string, limit: StatedBytes | undefined]>([
  ['A body has at most 65,536 bytes, and a larger one is a 413.', { least: 65_536, most: 65_536 }],
  ['Request bodies larger than 64 KB are refused.', { least: 64_000, most: 65_536 }],
  ['Bodies may not exceed 1 MiB.', { least: 1_048_576, most: 1_048_576 }],
  ['The body of a photo has at most 100 KB.', undefined],
  ['A list has at most 100 items.', undefined],
])('the greatest size of a body: %s', (description, limit) => expect(bodyLimitIn(description)).toEqual(limit));

test.each<readonly [text: string, how: string | undefined]>([
  ['Unknown query parameters are ignored.', 'ignored'],
  ['An unknown parameter is a 400.', 'refused'],
  ['Unknown members are ignored.', undefined],
])('unknown parameters: %s', (description, how) => expect(unknownParameters({ description })).toBe(how));
