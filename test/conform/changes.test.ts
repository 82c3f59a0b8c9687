// Tests that octavo conform finds what a change takes away or leaves, and times that it moves or does not, in a small service of notes.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const note = `'200': { description: The note., ${json('Note')} }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${json('NewNote')} }
      responses: { '201': { description: Made., ${json('Note')} }, '400': { description: Invalid. } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    get: { operationId: readNote, responses: { ${note}, '404': { description: None. } } }
    patch:
      operationId: changeNote
      requestBody: { required: true, ${json('NotePatch')} }
      responses: { ${note}, '400': { description: Invalid. }, '404': { description: None. } }
components:
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 9 } } }
    NotePatch:
      type: object
      properties: { text: { type: string, minLength: 1, maxLength: 9 }, pinned: { type: boolean }, color: { type: [string, 'null'], maxLength: 9 } }
    Note:
      type: object
      properties:
        id: { type: integer }
        text: { type: string }
        pinned: { type: boolean }
        color: { type: [string, 'null'] }
        createdAt: { type: string, format: date-time }
        updatedAt: { type: string, format: date-time }
`);

interface Faults {
  readonly unpins?: boolean;
  readonly keepsColor?: boolean;
  readonly movesCreation?: boolean;
  readonly keepsUpdate?: boolean;
}

interface Note {
  readonly id: number;
  readonly text: string;
  readonly pinned: boolean;
  readonly color: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function notes(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Note>();
  const isText = (value: unknown): value is string => typeof value === 'string' && [...value].length <= 9;
  return async (request) => {
    const key = new URL(request.url).pathname.split('/')[2];
    const now = new Date().toISOString();
    const body: Partial<Note> | undefined = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const { text, pinned, color } = body ?? {};
    const isRight =
      (text === undefined ? request.method === 'PATCH' : isText(text) && text !== '') &&
      ['boolean', 'undefined'].includes(typeof pinned) &&
      (color === undefined || color === null || isText(color));
    if (request.method !== 'GET' && (typeof body !== 'object' || body === null || Array.isArray(body) || !isRight))
      return new Response(null, { status: 400 });
    if (request.method === 'POST') {
      const one: Note = { id: kept.size + 1, text: text ?? '', pinned: false, color: null, createdAt: now, updatedAt: now };
      kept.set(one.id, one);
      return Response.json(one, { status: 201 });
    }
    const old = kept.get(Number(key));
    if (old === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(old);
    const one: Note = {
      id: old.id,
      text: text ?? old.text,
      pinned: pinned ?? (faults.unpins === true ? false : old.pinned),
      color: color === undefined || (color === null && faults.keepsColor === true) ? old.color : color,
      createdAt: faults.movesCreation === true ? now : old.createdAt,
      updatedAt: faults.keepsUpdate === true ? old.updatedAt : now,
    };
    kept.set(one.id, one);
    return Response.json(one);
  };
}

const CHECKS = ['read-after-change', 'change-times'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a boolean that a change of another member sets back',
        { unpins: true },
        [/^read-after-change: `pinned` is false after a change of `text` alone by changeNote, and was true\.$/],
      ],
      [
        'a null that changes nothing',
        { keepsColor: true },
        [/^read-after-change: `color` is still ".*" after a change of it to null by changeNote\.$/],
      ],
      [
        'a time of creation that a change moves',
        { movesCreation: true },
        [/^change-times: `createdAt` is \S+ after changeNote, and was \S+\.$/],
      ],
      [
        'a time of the last change that stays',
        { keepsUpdate: true },
        [/^change-times: `updatedAt` of \d+ is \S+ after two changes by changeNote, as before them\.$/],
      ],
    ],
    3,
  ),
)('%s', async (_, faults, found) => {
  const settings = { most: 1, random: 0, ...lookingFor(...CHECKS) };
  const { findings, operations } = await conformService(service, { target: notes(faults), ...settings });
  const shown = findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(found.map((one) => expect.stringMatching(one)));
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  expect(looked.includes('change-times') || shown.length > 0).toBe(true);
});
