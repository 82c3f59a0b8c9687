// Tests that octavo conform finds nothing where the words of a document look like a rule and are none.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { refusalOf } from '../../generator/conform/sequences/relations/unknown-reference.ts';
import { choosingOf, thingsOf } from '../../generator/inference/chosen/fields.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { insidesOf } from '../../generator/inference/inner/index.ts';
import type { Resource } from '../../generator/inference/resources.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const document = (paths: string): string => `openapi: 3.1.0\ninfo: { title: Depots, version: '1' }\npaths:${paths}\n`;

async function toldBy(text: string): Promise<unknown> {
  const service = await serviceFrom(
    document(`
  /depots:
    post:
      operationId: addDepot
      requestBody: { required: true, ${json(`{ type: object, properties: { gates: { type: array, items: { type: string }, description: "${text}" } } }`)} }
      responses: { '201': { description: Made. }, '422': { description: Wrong. } }`),
  );
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const resource: Resource = {
    name: 'gates',
    create: operation,
    edge: { producer: operation, consumer: operation, to: '/path/id', from: '/body/id' } as Resource['edge'],
    path: '/gates',
    changes: [],
  };
  return refusalOf(service, operation, { to: '/body/gates/0', resource } as Parameters<typeof refusalOf>[2])?.text;
}

test('what is changed is there already, and needs not be named', async () => {
  expect(await toldBy('Sending this will **REPLACE** the existing gates with those of the request.')).toBeUndefined();
  expect(await toldBy('They are added to the existing ones.')).toBeUndefined();
  expect(await toldBy('Each names an existing gate.')).toBe('Each names an existing gate.');
});

test('a member that names an item together with another one does not tell it from all others', async () => {
  const item = '{ type: object, properties: { scheme: { type: string }, code: { type: string } } }';
  const shown = json(`{ type: object, required: [id], properties: { id: { type: string }, marks: { type: array, items: ${item} } } }`);
  const paths = (marks: string): string => `
  /depots:
    post: { operationId: addDepot, responses: { '201': { description: Made., ${shown} } } }
  /depots/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readDepot, responses: { '200': { description: It., ${shown} } } }
  /depots/{id}/marks:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: addMark, requestBody: { required: true, ${json(item)} }, responses: { '201': { description: Made., ${json(item)} } } }
  /depots/{id}/marks/${marks}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: scheme, in: path, required: true, schema: { type: string } }${marks.includes('code') ? ', { name: code, in: path, required: true, schema: { type: string } }' : ''}]
    delete: { operationId: dropMark, responses: { '204': { description: Gone. } } }`;
  const idOf = async (marks: string): Promise<unknown> => {
    const service = await serviceFrom(document(paths(marks)));
    return insidesOf(service, edgesOf(service)).find(({ operation }) => operation.id === 'addMark')?.list?.id;
  };
  expect(await idOf('{scheme}')).toBe('scheme');
  expect(await idOf('{scheme}/{code}')).toBeUndefined();
});

test('what each answer must have is no choice of a request', async () => {
  const service = await serviceFrom(
    document(`
  /depots:
    get:
      operationId: listDepots
      parameters: [{ name: 'field[]', in: query, schema: { type: string }, description: 'Only the members that are named.' }]
      responses: { '200': { description: All., ${json('{ type: array, items: { type: object, required: [place], properties: { size: { type: integer }, gate: { type: string }, place: { type: string } } } }')} } }`),
  );
  const [operation] = service.operations;
  expect(operation && choosingOf(operation)?.name).toBe('field[]');
  expect(operation && thingsOf(operation)[0]?.required).toEqual(new Set(['place']));
  const found = async (isWhole: boolean): Promise<readonly string[]> => {
    const target = async (request: Request): Promise<Response> => {
      const isAsked = (name: string): boolean => isWhole || name === 'place' || new URL(request.url).searchParams.get('field[]') === name;
      const shown = Object.entries({ place: 'Mill', size: 4, gate: 'north' }).filter(([name]) => isAsked(name));
      return Response.json([Object.fromEntries(shown)]);
    };
    const report = await conformService(service, { target, random: 0, ...lookingFor('sparse-fields') });
    return report.findings.map(({ message }) => message);
  };
  expect(await found(false)).toEqual([]);
  expect(await found(true)).toHaveLength(1);
});

test('an operation whose only answer is a change to another protocol is not called', async () => {
  const service = await serviceFrom(
    document(`
  /depots: { get: { operationId: listDepots, responses: { '200': { description: All. } } } }
  /live: { get: { operationId: follow, responses: { '101': { description: Another protocol. } } } }`),
  );
  const asked: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    asked.push(new URL(request.url).pathname);
    return new Response(null, { status: 200 });
  };
  const { findings, operations } = await conformService(service, { target, random: 0 });
  expect(asked).not.toContain('/live');
  expect(findings.filter(({ operation }) => operation.id === 'follow')).toEqual([]);
  expect(operations.find(({ operation }) => operation.id === 'follow')?.skipped).toBe('its only answer is a change to another protocol');
});

test('a text of wide characters that another thing has is not one that is too long', async () => {
  const depot = '{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 12 } } }';
  const service = await serviceFrom(
    document(`
  /depots:
    post:
      operationId: addDepot
      requestBody: { required: true, ${json(depot)} }
      responses: { '201': { description: Made. }, '400': { description: Wrong. } }
  /stores:
    post:
      operationId: addStore
      requestBody: { required: true, ${json(depot)} }
      responses: { '201': { description: Made. }, '400': { description: Wrong. } }`),
  );
  const found = async (countsUnits: boolean): Promise<readonly string[]> => {
    const names = new Set<unknown>();
    const target = async (request: Request): Promise<Response> => {
      const { name } = (await request.json().catch(() => ({}))) as { readonly name?: unknown };
      const length = typeof name !== 'string' ? 0 : countsUnits ? name.length : [...name].length;
      // Names are unique across all that there is, and no text says so.
      if (length < 1 || length > 12 || names.has(name)) return new Response(null, { status: 400 });
      if (typeof name === 'string' && name.startsWith('🐙🐙🐙🐙')) names.add(name);
      return new Response(null, { status: 201 });
    };
    const report = await conformService(service, { target, ...lookingFor('accepts-valid') });
    return report.findings.map(({ message }) => message).filter((message) => message.includes('beyond the basic plane'));
  };
  expect(await found(false)).toEqual([]);
  expect(await found(true)).not.toEqual([]);
});
