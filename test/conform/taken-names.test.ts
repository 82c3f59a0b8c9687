// Tests that a name which something else has is answered with a new one, and not with the name of what the request names: that one is free only once.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { serve } from './strangers/reading.ts';

interface Domain {
  readonly things: string;
  /** The member that may be there once. */
  readonly name: string;
  readonly others: string;
  /** The member that names one of the others. */
  readonly naming: string;
  /** What a conflict says, in which no member stands in marks of its own. */
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'dishes', name: 'name', others: 'menus', naming: 'menuId', says: 'A dish of this name is on the menu.' },
  { things: 'boats', name: 'title', others: 'yards', naming: 'yard_id', says: 'Another boat goes by that title.' },
  { things: 'courses', name: 'label', others: 'schools', naming: 'school', says: 'The label belongs to a course of yours.' },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

test.each(sampleOf(DOMAINS, 1))('$things', async ({ things, name, others, naming, says }) => {
  const labelled = (example: string): string => `${name}: { type: string, minLength: 2, maxLength: 40, example: ${example} }`;
  const [label, other] = [labelled('Heron'), labelled('Harbour')];
  const made = (members: string): string => `{ type: object, required: [id, ${name}], properties: { id: { type: string }, ${members} } }`;
  const id = '{ name: id, in: path, required: true, schema: { type: string, minLength: 1 } }';
  const body = (members: string, required: string): string =>
    `requestBody: { required: true, ${json(`{ type: object, required: [${required}], properties: { ${members} } }`)} }`;
  const refusals =
    "'400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. }";
  const reads = (kind: string, members: string): string => `  /${kind}/{id}:
    parameters: [${id}]
    get: { operationId: read-${kind}, responses: { '200': { description: It., ${json(made(members))} }, ${refusals} } }
`;
  const thing = `${label}, ${naming}: { type: string, minLength: 1 }, size: { type: integer, minimum: 1, maximum: 9 }`;
  const document = `openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /${others}:
    post: { operationId: add-${others}, ${body(other, name)}, responses: { '201': { description: Made., ${json(made(other))} }, ${refusals} } }
${reads(others, other)}  /${things}:
    post: { operationId: add-${things}, ${body(thing, `${name}, ${naming}`)}, responses: { '201': { description: Made., ${json(made(thing))} }, ${refusals} } }
${reads(things, thing)}`;
  const statuses: number[] = [];
  const { service, start } = await serve(document, {
    basePath: '',
    refusal: (status) => new Response(null, { status }),
    make: () => {
      const kept = new Map<string, Record<string, unknown>>();
      const add = (value: Record<string, unknown>): Response => {
        const own = { ...value, id: `x${kept.size + 1}` };
        kept.set(own.id, own);
        return Response.json(own, { status: 201 });
      };
      const read = ({ path }: { readonly path: Readonly<Record<string, string>> }): Response => {
        const found = kept.get(path.id ?? '');
        return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
      };
      return {
        [`add-${others}`]: ({ body }) => add(body),
        [`read-${others}`]: read,
        [`read-${things}`]: read,
        [`add-${things}`]: ({ body }) => {
          const isThere = kept.has(String(body[naming]));
          const isTaken = [...kept.values()].some((one) => naming in one && one[name] === body[name]);
          const status = isThere ? (isTaken ? 409 : 201) : 422;
          statuses.push(status);
          return status === 201 ? add(body) : Response.json({ message: isTaken ? says : `There is no such ${naming}.` }, { status });
        },
      };
    },
  });
  const { findings } = await conformService(service, { target: start(), most: 10, random: 4 });
  expect(findings.map(({ check, message }) => [check, message])).toEqual([]);
  // The example comes several times: each conflict over it costs one request, and no two in a row.
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  expect(count(201)).toBeGreaterThan(2 * count(409));
});
