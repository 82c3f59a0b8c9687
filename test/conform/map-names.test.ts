// Names of maps are tried as they may be: as many as the map takes, and in the form that its names have.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly says: string;
  readonly map: string;
  readonly rules: string;
  readonly example: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'studios',
    says: 'Texts stay exactly as you send them.',
    map: 'labels',
    rules: 'maxProperties: 2',
    example: '{ region: north }',
  },
  {
    things: 'machines',
    says: 'Names are left as they were entered.',
    map: 'settings',
    rules: "maxProperties: 1, propertyNames: { pattern: '^[A-Za-z]{1,20}$' }",
    example: '{ speed: slow }',
  },
  {
    things: 'dishes',
    says: 'All strings remain as callers wrote them.',
    map: 'remarks',
    rules: 'minProperties: 1',
    example: '{ salt: low }',
  },
];

function documentOf({ things, says, map, rules, example }: Domain): string {
  const own = `title: { type: string, maxLength: 50 }, ${map}: { type: object, ${rules}, additionalProperties: { type: string, minLength: 1, maxLength: 40 }, example: ${example} }`;
  const shown = `content: { application/json: { schema: { type: object, required: [id, title, ${map}], properties: { id: { type: integer }, ${own} } } } }`;
  return `openapi: 3.1.0
info: { title: Maps, version: '1', description: '${says}' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title, ${map}], properties: { ${own} } } } } }
      responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
`;
}

async function foundWith(domain: Domain, nameOf: (name: string) => string): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain));
  const kept: object[] = [];
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      const one = kept[Number(new URL(request.url).pathname.split('/')[2]) - 1];
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
    const map = body[domain.map];
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return new Response(null, { status: 422 });
    const entries = Object.entries(map).map(([name, value]) => [nameOf(name), value] as const);
    const made = { id: kept.length + 1, title: body.title, [domain.map]: Object.fromEntries(entries) };
    kept.push(made);
    return Response.json(made, { status: 201 });
  };
  const { findings } = await conformService(service, { target, ...lookingFor('keeps-values') });
  return findings.map(({ check }) => check);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('names that are kept are no finding', async () => expect(await foundWith(domain, (name) => name)).toEqual([]));

  test('names in lower case are found', async () => {
    expect(await foundWith(domain, (name) => name.toLowerCase())).toEqual(['keeps-values']);
  });
});

test.each<readonly [text: string, isKept: boolean]>([
  ['Texts stay exactly as you send them.', true],
  ['Titles remain as they were entered.', true],
  ['What a caller types is left as it was written.', true],
  ['A closed order stays as it is.', false],
  ['The title remains as long as the film is shown.', false],
  ['The rest of the payment stays until it is sent.', false],
])('%s', async (description, isKept) => {
  const [domain] = DOMAINS;
  const service = await serviceFrom(documentOf({ ...domain, says: 'Studios.' } as Domain));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has two operations.');
  expect(createKeepingProse({ ...service, description }).keeps(operation, [], 'text')).toBe(isKept ? description : undefined);
});
