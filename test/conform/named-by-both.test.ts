// Tests that a thing which both accounts have by a name of their own is no finding, and that one which an account gets of another one still is: in
// three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly owners: string;
  readonly things: string;
  readonly key: string;
  readonly name: string;
  /** Whether a new one is put at its name, or posted with it. */
  readonly isPut: boolean;
}

const DOMAINS: readonly Domain[] = [
  { owners: 'schools', things: 'years', key: 'name', name: '2030-31', isPut: false },
  { owners: 'shops', things: 'units', key: 'code', name: 'dozen', isPut: true },
  { owners: 'agencies', things: 'labels', key: 'slug', name: 'urgent', isPut: false },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ owners, things, key, isPut }: Domain): string {
  const text = '{ type: string, minLength: 3, maxLength: 40 }';
  const thing = `{ type: object, required: [${key}, title, createdAt], properties: { ${key}: ${text}, title: ${text}, createdAt: { type: string, format: date-time } } }`;
  const note = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const post = `post: { operationId: add, requestBody: { required: true, ${json(`{ type: object, required: [${key}, title], properties: { ${key}: ${text}, title: ${text} } }`)} }, responses: { '201': { description: Made., ${json(thing)} }, '409': { description: Taken. } } }`;
  const put = `put: { operationId: add, requestBody: { required: true, ${json(`{ type: object, required: [title], properties: { title: ${text} } }`)} }, responses: { '200': { description: It., ${json(thing)} }, '201': { description: Made., ${json(thing)} } } }`;
  const list = (name: string, item: string): string =>
    `get: { operationId: list-${name}, responses: { '200': { description: All., ${json(`{ type: object, properties: { items: { type: array, items: ${item} } } }`)} } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1', description: 'The things of other ${owners} do not exist for it.' }
security: [{ key: [] }]
paths:
  /${things}:
    ${list(things, thing)}
    ${isPut ? '' : post}
  /${things}/{${key}}:
    parameters: [{ name: ${key}, in: path, required: true, schema: ${text} }]
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
    ${isPut ? put : ''}
  /notes:
    ${list('notes', note)}
    post: { operationId: addNote, responses: { '201': { description: Made., ${json(note)} } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readNote, responses: { '200': { description: It., ${json(note)} }, '404': { description: None. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;
}

/** `isOpen`: whether notes of others are shown. */
async function foundWith(domain: Domain, isOpen: boolean): Promise<readonly string[]> {
  const { things, key, name } = domain;
  const createdAt = '2026-01-05T08:00:00.000Z';
  const kept = new Map(['mira', 'jonas'].map((owner) => [owner, new Map([[name, { [key]: name, title: 'The usual one', createdAt }]])]));
  const notes = ['mira', 'jonas', 'jonas'].map((owner, index) => ({ id: index + 1, owner }));
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const owner = request.headers.get('x-key') ?? '';
    const own = kept.get(owner);
    if (own === undefined) return status(401);
    const [, kind, part] = new URL(request.url).pathname.split('/');
    if (kind === 'notes') {
      if (request.method === 'POST') notes.push({ id: notes.length + 1, owner });
      if (request.method === 'POST') return Response.json({ id: notes.length }, { status: 201 });
      const mine = notes.filter((one) => one.owner === owner).map(({ id }) => ({ id }));
      if (part === undefined) return Response.json({ items: mine });
      const found = notes.find(({ id }) => id === Number(part));
      return found !== undefined && (found.owner === owner || (isOpen && found.id === 3)) ? Response.json({ id: found.id }) : status(404);
    }
    const asked = part === undefined ? undefined : decodeURIComponent(part);
    if (request.method === 'GET') {
      const found = own.get(asked ?? '');
      if (asked === undefined) return Response.json({ items: [...own.values()] });
      return found === undefined ? status(404) : Response.json(found);
    }
    const given = (await request.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    const id = asked ?? String(given[key]);
    if (asked === undefined && own.has(id)) return status(409);
    const isNew = !own.has(id);
    own.set(id, { [key]: id, title: String(given.title), createdAt: new Date().toISOString() });
    return Response.json(own.get(id), { status: isNew ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    random: 0,
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    ...lookingFor('refuses-foreign-credential'),
  });
  return findings.map(({ operation, message }) => `${operation.id}: ${message} (${things})`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where both have one of the same name', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('it is found that a note of the second account is shown', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^readNote: The first account reads what the second one has/)]);
  });
});
