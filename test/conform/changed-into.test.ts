// Tests that octavo conform changes a thing into what a create is refused for: a time, a number or a name that another one has.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  /** The members of a body with their schemas and examples; a create conflicts by those in `by`. */
  readonly members: Readonly<Record<string, readonly [schema: string, example: unknown]>>;
  readonly method: 'PATCH' | 'PUT';
  readonly conflicts: (one: Members, other: Members) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

const day = (value: unknown): number => Date.parse(String(value));

const DOMAINS: readonly Domain[] = [
  {
    things: 'charters',
    members: {
      note: ['{ type: string, minLength: 1, maxLength: 40 }', 'With skipper'],
      from: ['{ type: string, format: date }', '2041-05-02'],
      until: ['{ type: string, format: date }', '2041-05-09'],
    },
    method: 'PATCH',
    // A charter may begin on the day on which another one ends.
    conflicts: (one, other) => day(one.from) < day(other.until) && day(other.from) < day(one.until),
  },
  {
    things: 'shelves',
    members: {
      colour: ['{ type: string, enum: [red, green] }', 'red'],
      position: ['{ type: integer, minimum: 1, maximum: 900 }', 12],
    },
    method: 'PUT',
    conflicts: (one, other) => one.position === other.position,
  },
  {
    things: 'ensembles',
    members: {
      motto: ['{ type: string, minLength: 1, maxLength: 40 }', 'Piano'],
      callSign: ["{ type: string, pattern: '^[A-Za-z]{4,9}$' }", 'Larks'],
    },
    method: 'PATCH',
    conflicts: (one, other) => String(one.callSign).toLowerCase() === String(other.callSign).toLowerCase(),
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, members, method }: Domain): string {
  const own = Object.entries(members).map(([name, [schema]]) => `${name}: ${schema}`);
  const names = Object.keys(members).join(', ');
  const shown = `{ type: object, required: [id, ${names}], properties: { id: { type: integer }, ${own.join(', ')} } }`;
  const body = (required: string): string => `{ type: object, additionalProperties: false, ${required}properties: { ${own.join(', ')} } }`;
  const example = JSON.stringify(Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value])));
  return `openapi: 3.1.0
info: { title: Changes, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: ${body(`required: [${names}], `)}, example: ${example} } } }
      responses: { '201': { description: Made., ${content(shown)} }, '409': { description: Not possible. }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${content(shown)} }, '404': { description: None. } } }
    ${method.toLowerCase()}:
      operationId: change
      requestBody: { required: true, ${content(body(method === 'PUT' ? `required: [${names}], ` : ''))} }
      responses: { '200': { description: Changed., ${content(shown)} }, '404': { description: None. }, '409': { description: Not possible. }, '422': { description: Wrong. } }
`;
}

/** What a service compares, and what it does not: changes, or nothing at all. */
type Mistake = 'none' | 'changes' | 'nothing';

async function found(domain: Domain, mistake: Mistake): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: Members[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const isTaken = (one: Members, self?: number): boolean => kept.some((other, index) => index !== self && domain.conflicts(one, other));
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, , key] = pathname.split('/');
    const index = Number(key) - 1;
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const shown = (at: number): object => ({ id: at + 1, ...kept[at] });
    if (key !== undefined && kept[index] === undefined) return status(404);
    if (request.method === 'GET') return Response.json(shown(index));
    const next: Members = { ...(request.method === 'PATCH' ? kept[index] : {}), ...JSON.parse(text) };
    if (day(next.until) <= day(next.from)) return status(422);
    const isCompared = mistake === 'none' || (mistake === 'changes' && key === undefined);
    if (isCompared && isTaken(next, key === undefined ? undefined : index)) return status(409);
    if (key === undefined) return Response.json(shown(kept.push(next) - 1), { status: 201 });
    kept[index] = next;
    return Response.json(shown(index));
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('change-like-create') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test.each<Mistake>(['none', 'nothing'])('nothing is found where a service compares changes as it does creates: %s', async (mistake) => {
    expect(await found(domain, mistake)).toEqual([]);
  });

  test('it is found that a change is not compared', async () => {
    expect(await found(domain, 'changes')).toEqual([
      expect.stringMatching(/^change has given a thing the `.* of another one, and add with the same/),
    ]);
  });
});
