// A PUT that replaces takes away what it leaves out, also where things are shown in a list alone: three domains in other words.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly items: string;
  readonly member: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'coaches', items: 'entries', member: 'motto', says: 'Adds or replaces one: whatever you leave out gets its default again.' },
  { things: 'flags', items: 'nodes', member: 'note', says: 'Overwrites what there was.' },
  { things: 'gates', items: 'data', member: 'remark', says: 'The gate is stored as a whole. Members that are omitted are reset.' },
];

function documentOf({ things, items, member, says }: Domain): string {
  const code = "{ type: string, pattern: '^[a-z][a-z0-9-]{2,19}$' }";
  const own = `title: { type: string, minLength: 1, maxLength: 30 }, ${member}: { type: [string, 'null'], maxLength: 30 }`;
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const shown = `{ type: object, required: [code, title, ${member}], properties: { code: ${code}, ${own} } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    get: { operationId: list, responses: { '200': { description: All., ${json(`{ type: object, required: [${items}], properties: { ${items}: { type: array, items: ${shown} } } }`)} } } }
  /${things}/{code}:
    parameters: [{ name: code, in: path, required: true, schema: ${code}, example: first-one }]
    put:
      operationId: put
      description: '${says}'
      requestBody: { required: true, ${json(`{ type: object, required: [title], properties: { ${own} } }`)} }
      responses: { '200': { description: Replaced., ${json(shown)} }, '201': { description: Added., ${json(shown)} }, '422': { description: Wrong. } }
    delete: { operationId: remove, responses: { '204': { description: Gone. }, '404': { description: None. } } }
`;
}

async function foundWith(domain: Domain, keepsRest: boolean): Promise<readonly string[]> {
  const { items, member } = domain;
  const all = new Map<string, Readonly<Record<string, unknown>>>();
  const target = async (request: Request): Promise<Response> => {
    const [, , code] = new URL(request.url).pathname.split('/');
    if (code === undefined) return Response.json({ [items]: [...all.values()] });
    const before = all.get(code);
    if (request.method === 'DELETE') return new Response(null, { status: all.delete(code) ? 204 : 404 });
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return new Response(null, { status: 422 });
    const { title, [member]: text } = body as Record<string, unknown>;
    const isRight =
      typeof title === 'string' && title !== '' && title.length <= 30 && (typeof text === 'string' ? text.length <= 30 : text == null);
    if (!isRight) return new Response(null, { status: 422 });
    const kept = keepsRest && text === undefined ? before?.[member] : text;
    const made = { code, title, [member]: kept ?? null };
    all.set(code, made);
    return Response.json(made, { status: before === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('replace-removes') });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('that lose what is left out are no finding', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('that keep it are found', async () => {
    const found = new RegExp(`^replace-removes: .${domain.member}. is still what it was after put without it`);
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(found)]);
  });
});
