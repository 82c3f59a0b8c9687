// Tests that octavo conform takes a day that everybody may ask for as no thing of one account, and a day that somebody has written as one.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const CHECK = 'refuses-foreign-credential';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const page = '{ type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 40 } } }';

const kitchen = (description: string, others: string): string => `openapi: 3.1.0
info: { title: Kitchens, version: '1', description: Things of other kitchens do not exist for a caller. }
security: [{ key: [] }]
paths:
  /menus/{day}:
    parameters: [{ name: day, in: path, required: true, schema: { type: string, format: date } }]
    get: { operationId: getMenu, description: '${description}', responses: { '200': { description: It., ${json(page)} }, '400': { description: No day. }${others} } }
    put: { operationId: putMenu, requestBody: { required: true, ${json(page)} }, responses: { '200': { description: Kept., ${json(page)} }, '400': { description: Not valid. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;

/** `isOpen`: a day without a menu is shown as an empty one. `isMixed`: the menus of all kitchens are one. */
function served({ isOpen, isMixed }: { readonly isOpen: boolean; readonly isMixed: boolean }): Handler {
  const menus = new Map<string, { readonly text: string }>();
  return async (request) => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return new Response(null, { status: 401 });
    const day = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
    const date = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return new Response(null, { status: 400 });
    const key = isMixed ? day : `${owner} ${day}`;
    if (request.method === 'GET') {
      const menu = menus.get(key) ?? (isOpen ? { text: 'closed' } : undefined);
      return menu === undefined ? new Response(null, { status: 404 }) : Response.json(menu);
    }
    if (request.method !== 'PUT') return new Response(null, { status: 405, headers: { allow: 'GET, PUT' } });
    const body: unknown = await request.json().catch(() => undefined);
    const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined;
    if (typeof text !== 'string' || text === '' || [...text].length > 40) return new Response(null, { status: 400 });
    menus.set(key, { text });
    return Response.json({ text });
  };
}

async function found(document: string, target: Handler): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(document), {
    target,
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    random: 0,
    most: 1,
    sequences: true,
    ...lookingFor(CHECK),
  });
  return findings.filter(({ check }) => check === CHECK).map(({ operation }) => operation.id);
}

const OPEN = kitchen('Any day can be asked for.', '');
const KEPT = kitchen('The menu of a day.', ", '404': { description: There is none. }");

test('a day that is shown to everybody, whether it has been written or not, is no thing of the first account', async () => {
  expect(await found(OPEN, served({ isOpen: true, isMixed: false }))).toEqual([]);
});

test('a day that only the second account may not see is a thing of the first one', async () => {
  expect(await found(KEPT, served({ isOpen: false, isMixed: false }))).toEqual([]);
  expect(await found(KEPT, served({ isOpen: false, isMixed: true }))).toEqual(['getMenu']);
});
