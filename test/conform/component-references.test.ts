// Tests that a member refers to what a path names by the same component, and that new things are made as those were that succeeded.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { sampleOf } from '../support/effort.ts';
import { ALL_CASES, lookingFor, serviceFrom, verdictOn } from './support.ts';

/** Places that callers name, and what is put into one: `member` has a name that says nothing of the place. */
const documentOf = (place: string, component: string, thing: string, member: string): string => `openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /${place}/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { $ref: '#/components/schemas/${component}' } }]
    get: { operationId: getPlace, responses: { '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Place' } } } }, '404': { description: None. } } }
    put:
      operationId: putPlace
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPlace' }, example: { kind: dry, room: 3 } } } }
      responses: { '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Place' } } } }, '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Place' } } } }, '422': { description: Invalid. } }
  /${thing}:
    post:
      operationId: putIn
      description: A place that is full takes no more (409). It must be dry (422).
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${member}, label], properties: { ${member}: { $ref: '#/components/schemas/${component}' }, label: { type: string, minLength: 1, maxLength: 20 }, note: { type: string, maxLength: 30 }, weight: { type: integer, minimum: 1, maximum: 90 } } } } } }
      responses: { '204': { description: It is there. }, '409': { description: Full. }, '422': { description: Invalid. } }
components:
  schemas:
    ${component}: { type: string, pattern: '^[A-Z]{2}-[0-9]{3}$', examples: [AB-123] }
    NewPlace: { type: object, additionalProperties: false, required: [kind, room], properties: { kind: { type: string, enum: [wet, dry, frozen] }, room: { type: integer, minimum: 0, maximum: 3 } } }
    Place: { type: object, required: [code, kind, room], properties: { code: { $ref: '#/components/schemas/${component}' }, kind: { type: string }, room: { type: integer } } }
`;

interface Place {
  readonly kind: string;
  readonly room: number;
  count: number;
}

async function runOn(document: string, member: string, hasFault: boolean): ReturnType<typeof conformService> {
  const service = await serviceFrom(document);
  const judge = await createJudge(service);
  const places = new Map<string, Place>();
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const looked = hasFault ? text.replace(/"label":"[^"]{21,}"/, '"label":"x"') : text;
    const verdict = await verdictOn(judge, request, looked);
    if (!verdict.accepted) return new Response(null, { status: verdict.status === 400 ? 422 : verdict.status });
    const [, , code = ''] = pathname.split('/');
    if (request.method === 'GET') {
      const place = places.get(code);
      return place === undefined ? new Response(null, { status: 404 }) : Response.json({ code, kind: place.kind, room: place.room });
    }
    const body = JSON.parse(text);
    if (code !== '') {
      const status = places.has(code) ? 200 : 201;
      places.set(code, { ...body, count: places.get(code)?.count ?? 0 });
      return Response.json({ code, ...body }, { status });
    }
    const place = places.get(body[member]);
    if (place === undefined || place.kind !== 'dry') return Response.json({ errors: [{ field: member }] }, { status: 422 });
    if (place.count >= place.room) return new Response(null, { status: 409 });
    place.count++;
    return new Response(null, { status: 204 });
  };
  return conformService(service, { target, random: 1, ...lookingFor('refuses-invalid'), ...ALL_CASES });
}

test.each(
  sampleOf(
    [
      ['depots', 'DepotCode', 'crates', 'home'],
      ['berths', 'BerthSign', 'boats', 'lies'],
      ['shelves', 'ShelfMark', 'books', 'at'],
    ],
    1,
  ),
)('what is put into %s is tried in new ones that are made as those that took something', async (place, component, thing, member) => {
  const document = documentOf(place, component, thing, member);
  const edges = edgesOf(await serviceFrom(document));
  expect(edges.map(({ producer, consumer, to }) => `${producer.id} ${consumer.id} ${to}`)).toContain(`putPlace putIn /body/${member}`);
  const right = await runOn(document, member, false);
  expect(right.findings).toEqual([]);
  expect(right.constraints?.untried.filter(({ operation }) => operation.id === 'putIn')).toEqual([]);
  const { findings } = await runOn(document, member, true);
  expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('21 characters, where maxLength is 20')]);
});

test.each([
  ['boards', 'cards', 'CardNumber', 'parentOf'],
  ['wards', 'beds', 'BedSign', 'swappedWith'],
])('what is made below %s and has a path of its own is referred to by its component', async (above, things, component, member) => {
  const body = (schema: string): string => `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
  const shown = `content: { application/json: { schema: { type: object, required: [key], properties: { key: { $ref: '#/components/schemas/${component}' } } } } }`;
  const document = `openapi: 3.1.0
info: { title: Below, version: '1' }
paths:
  /${above}/{id}/${things}:
    post:
      operationId: makeBelow
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      ${body('{ type: object, required: [title], properties: { title: { type: string } } }')}
      responses: { '201': { description: Made., ${shown} } }
  /${things}/{key}:
    parameters: [{ name: key, in: path, required: true, schema: { $ref: '#/components/schemas/${component}' } }]
    get: { operationId: readOne, responses: { '200': { description: It., ${shown} } } }
  /${things}/{key}/ties:
    parameters: [{ name: key, in: path, required: true, schema: { $ref: '#/components/schemas/${component}' } }]
    post:
      operationId: tie
      ${body(`{ type: object, required: [${member}], properties: { ${member}: { $ref: '#/components/schemas/${component}' } } }`)}
      responses: { '204': { description: Tied. } }
components: { schemas: { ${component}: { type: string, pattern: '^[A-Z]{2,9}-[1-9][0-9]*$' } } }
`;
  const edges = edgesOf(await serviceFrom(document));
  expect(edges.map(({ producer, consumer, to }) => `${producer.id} ${consumer.id} ${to}`)).toContain(`makeBelow tie /body/${member}`);
});

test('a member refers to what is made below another thing, where answers about other things name it too', async () => {
  const content = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const one = (name: string, schema: string): string =>
    `{ name: ${name}, in: path, required: true, schema: { $ref: '#/components/schemas/${schema}' } }`;
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Cellar, version: '1' }
paths:
  /crates:
    post: { operationId: addCrate, requestBody: { required: true, ${content('Crate')} }, responses: { '201': { description: Made., ${content('Crate')} } } }
  /crates/{crate}/bottles:
    parameters: [${one('crate', 'Id')}]
    post: { operationId: addBottle, requestBody: { required: true, ${content('Bottle')} }, responses: { '201': { description: Made., ${content('Bottle')} } } }
  /bottles/{seal}:
    parameters: [${one('seal', 'Seal')}]
    delete: { operationId: pourAway, responses: { '204': { description: Gone. } } }
  /tastings:
    post: { operationId: taste, requestBody: { required: true, ${content('Tasting')} }, responses: { '201': { description: Made., ${content('Tasting')} } } }
components:
  schemas:
    Id: { type: integer, minimum: 1 }
    Seal: { type: string, pattern: '^[0-9]{6}$' }
    Crate: { type: object, required: [id, bottles], properties: { id: { type: integer, readOnly: true }, bottles: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Bottle' } } } }
    Bottle: { type: object, required: [seal], properties: { seal: { $ref: '#/components/schemas/Seal' }, shelf: { type: string } } }
    Tasting: { type: object, required: [seal], properties: { seal: { $ref: '#/components/schemas/Seal' }, notes: { type: string } } }
`);
  const found = edgesOf(service).filter(({ consumer }) => consumer.id === 'taste');
  expect(found.map(({ producer, from, to }) => [producer.id, from, to])).toEqual([['addBottle', '/body/seal', '/body/seal']]);
});
