// Tests that a reference on the limit of its length is no fault where nothing has that name: its neighbour may name something that is there.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { serve } from './strangers/reading.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

/** `isNamed`: whether the member is a name of what a PUT has made, or a text of its own. */
function documentOf(others: string, member: string, isNamed: boolean): string {
  const code = '{ type: string, minLength: 2, maxLength: 12, example: heron }';
  const other = `{ type: object, required: [code], properties: { code: ${code} } }`;
  const own = `{ type: object, required: [${member}], properties: { ${member}: ${code} } }`;
  const paths = isNamed
    ? `  /${others}/{code}:
    parameters: [{ name: code, in: path, required: true, schema: ${code} }]
    get: { operationId: readOther, responses: { '200': { description: It., ${json(other)} }, '404': { description: None. } } }
    put: { operationId: putOther, responses: { '200': { description: It., ${json(other)} }, '201': { description: Made., ${json(other)} }, '422': { description: Wrong. } } }
`
    : '';
  return `openapi: 3.1.0
info: { title: Kits, version: '1' }
paths:
${paths}  /kits:
    post:
      operationId: addKit
      requestBody: { required: true, ${json(own)} }
      responses: { '201': { description: Made., ${json(own)} }, '422': { description: Wrong. } }
`;
}

/** What is found on a service that takes texts of three characters and more, and refuses all of two. */
async function found(others: string, member: string, isNamed: boolean): Promise<readonly string[]> {
  const { service, start } = await serve(documentOf(others, member, isNamed), {
    basePath: '',
    refusal: (status) => new Response(null, { status }),
    make: () => {
      const kept = new Set<string>();
      return {
        readOther: ({ path: { code = '' } }) => (kept.has(code) ? Response.json({ code }) : new Response(null, { status: 404 })),
        putOther: ({ path: { code = '' } }) => {
          const status = kept.has(code) ? 200 : 201;
          kept.add(code);
          return Response.json({ code }, { status });
        },
        addKit: ({ body }) =>
          [...String(body[member])].length === 2 ? new Response(null, { status: 422 }) : Response.json(body, { status: 201 }),
      };
    },
  });
  const { findings } = await conformService(service, { target: start(), random: 2, sequences: false });
  return findings.map(({ check, operation }) => `${check} ${operation.id}`);
}

test.each(
  sampleOf(
    [
      ['parts', 'partCode'],
      ['airports', 'airport'],
      ['colours', 'colour_code'],
    ],
    1,
  ),
)('a name of %s', async (others, member) => {
  expect(await found(others, member, true)).toEqual([]);
  expect(await found(others, member, false)).toEqual(['accepts-valid addKit']);
});
