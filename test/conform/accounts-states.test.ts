// Tests that octavo conform lets the second account change a thing that may still be changed, where another one is in no state for it.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const CHECK = 'other-account';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const name = 'name: { type: string, minLength: 1, maxLength: 20 }';
const bell = `{ type: object, required: [id, name, cast], properties: { id: { type: string }, ${name}, cast: { type: boolean } } }`;
const input = `required: true, ${json(`{ type: object, required: [name], properties: { ${name} } }`)}`;

const FOUNDRY = `openapi: 3.1.0
info: { title: Foundry, version: '1', description: Things of other parishes do not exist for a caller. }
security: [{ key: [] }]
paths:
  /bells:
    post: { operationId: orderBell, requestBody: { ${input} }, responses: { '201': { description: Ordered., ${json(bell)} }, '400': { description: Not valid. } } }
  /bells/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBell, responses: { '200': { description: It., ${json(bell)} }, '404': { description: There is none. } } }
    patch: { operationId: renameBell, requestBody: { ${input} }, responses: { '200': { description: It., ${json(bell)} }, '400': { description: Not valid. }, '404': { description: There is none. }, '409': { description: The name is cast. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;

interface Bell {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly cast: boolean;
}

/** A bell gets its second name once: then it is cast. `isMixed`: the bells of all parishes can be renamed. */
function served(isMixed: boolean): Handler {
  const bells = new Map<string, Bell>();
  const shown = ({ owner: _, ...bell }: Bell, status = 200): Response => Response.json(bell, { status });
  return async (request) => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return new Response(null, { status: 401 });
    const id = new URL(request.url).pathname.split('/')[2];
    const body: unknown = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const given = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;
    const isRight = typeof given === 'string' && given !== '' && [...given].length <= 20;
    if (id === undefined) {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
      if (!isRight) return new Response(null, { status: 400 });
      const made = { id: `bell-${bells.size + 1}`, owner, name: given, cast: false };
      bells.set(made.id, made);
      return shown(made, 201);
    }
    const bell = bells.get(id);
    const isOwn = bell?.owner === owner || (isMixed && request.method === 'PATCH');
    if (bell === undefined || !isOwn) return new Response(null, { status: 404 });
    if (request.method === 'GET') return shown(bell);
    if (request.method !== 'PATCH') return new Response(null, { status: 405, headers: { allow: 'GET, PATCH' } });
    if (!isRight) return new Response(null, { status: 400 });
    if (bell.cast) return new Response(null, { status: 409 });
    const renamed = { ...bell, name: given, cast: true };
    bells.set(id, renamed);
    return shown(renamed);
  };
}

async function found(isMixed: boolean): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(FOUNDRY), {
    target: served(isMixed),
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    sequences: true,
    ...lookingFor(CHECK),
  });
  return findings.filter(({ check }) => check === CHECK).map(({ operation }) => operation.id);
}

test('a change that each thing takes once is tried by the second account on a new thing', async () => {
  expect(await found(true)).toEqual(['renameBell']);
  expect(await found(false)).toEqual([]);
});
