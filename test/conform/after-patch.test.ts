// Tests that octavo conform patches one member so that the thing breaks a rule of its create.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Words {
  readonly create: string;
  readonly change: string;
  readonly values: readonly [string, string];
  readonly member: string;
}

const documentOf = ({ create, change, values, member }: Words): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /guests:
    post:
      operationId: add
      description: ${JSON.stringify(create)}
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewGuest' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }, '422': { description: Wrong. } }
  /guests/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 3 } }]
    get: { operationId: find, responses: { '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }, '404': { description: None. } } }
    patch:
      operationId: change
      description: ${JSON.stringify(change)}
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/GuestPatch' } } } }
      responses: { '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }, '404': { description: None. }, '422': { description: Wrong. } }
components:
  schemas:
    NewGuest:
      type: object
      required: [kind, opensOn, closesOn]
      properties: { kind: { type: string, enum: [${values}] }, ${member}: { type: [string, 'null'], minLength: 2 }, opensOn: { type: string, format: date }, closesOn: { type: string, format: date } }
    GuestPatch:
      type: object
      properties: { ${member}: { type: [string, 'null'], minLength: 2 }, opensOn: { type: string, format: date }, closesOn: { type: string, format: date } }
    Guest:
      type: object
      required: [id, kind]
      properties: { id: { type: string }, kind: { type: string }, ${member}: { type: [string, 'null'] }, opensOn: { type: string }, closesOn: { type: string } }
`;

function serving({ values, member }: Words, isLoose: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Record<string, unknown>>();
  const isRight = (one: Record<string, unknown>): boolean =>
    values.some((value) => value === one.kind) &&
    (one.kind === values[0]) === (typeof one[member] === 'string') &&
    String(one.closesOn) > String(one.opensOn);
  return async (request) => {
    const id = new URL(request.url).pathname.split('/')[2];
    const body = request.method === 'GET' ? {} : ((await request.json().catch(() => ({}))) as Record<string, unknown>);
    if (id === undefined) {
      const one = { id: `g${kept.size}g`, [member]: null, ...body };
      if (!isRight(one)) return new Response(null, { status: 422 });
      kept.set(one.id, one);
      return Response.json(one, { status: 201 });
    }
    const one = kept.get(id);
    if (one === undefined) return new Response(null, { status: 404 });
    const next = { ...one, ...body };
    if (!isLoose && !isRight(next)) return new Response(null, { status: 422 });
    kept.set(id, next);
    return Response.json(next);
  };
}

const rules = (words: Words): Promise<readonly string[]> => foundIn(words, true);

async function foundIn(words: Words, isLoose: boolean): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(documentOf(words)), {
    target: serving(words, isLoose),
    random: 0,
    ...lookingFor('stated-rules'),
    most: 1,
  });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

const ORDER = 'closesOn must be later than opensOn.';
const WORDS: readonly Words[] = [
  {
    create: `A \`firm\` needs \`taxNo\`, and another may not have it. ${ORDER}`,
    change: 'What was said when a guest is created holds here as well.',
    ...{ values: ['firm', 'person'], member: 'taxNo' },
  },
  {
    create: `\`plate\` is required if kind is \`car\`, and must not be given otherwise. ${ORDER}`,
    change: 'The rules of a new guest hold for the changed one.',
    ...{ values: ['car', 'walker'], member: 'plate' },
  },
  {
    create: `A \`minor\` must have \`parent\`; others cannot have it. ${ORDER}`,
    change: 'As with a new guest, a guest that breaks a rule is a 422.',
    ...{ values: ['minor', 'adult'], member: 'parent' },
  },
];

test.each(sampleOf(WORDS, 1))('$create', async (words) => {
  expect(await foundIn(words, false)).toEqual([]);
  expect(await rules(words)).toContain('stated-rules: change');
  // Where the texts of the change do not have the rules, nothing is judged.
  expect(await rules({ ...words, change: 'Anything may be changed.' })).toEqual([]);
});
