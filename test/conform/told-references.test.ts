// Tests that a member refers to what its text names by the parameter of a path: `The handle of the person who works on it`.
import { expect, test } from 'vitest';
import { edgesOf } from '../../generator/inference/edges.ts';
import { serviceFrom } from './support.ts';

interface Told {
  /** The paths that callers name things in, each with its parameter. */
  readonly paths: readonly (readonly [collection: string, parameter: string])[];
  readonly member: string;
  readonly text: string;
  readonly pattern?: string;
}

async function tellingEdges({ paths, member, text, pattern = '^[a-z]{3,9}$' }: Told): Promise<readonly string[]> {
  const schema = "{ type: string, pattern: '^[a-z]{3,9}$' }";
  const made = paths.map(
    ([collection, parameter]) => `  /${collection}/{${parameter}}:
    parameters: [{ name: ${parameter}, in: path, required: true, schema: ${schema} }]
    put:
      operationId: put${collection}
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { ${parameter}: ${schema} } } } } } }
    delete: { operationId: delete${collection}, responses: { '204': { description: Gone. } } }
`,
  );
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Told, version: '1' }
paths:
${made.join('')}  /jobs:
    post:
      operationId: addJob
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { ${member}: { $ref: '#/components/schemas/Named' } } } } } }
      responses: { '201': { description: Made. } }
components:
  schemas:
    Named: { type: [string, 'null'], pattern: '${pattern}', description: ${JSON.stringify(text)} }
`);
  return edgesOf(service).flatMap(({ consumer, producer, from, to }) =>
    consumer.id === 'addJob' ? [`${producer.id} ${from} -> ${to}`] : [],
  );
}

test.each<readonly [text: string, told: Omit<Told, 'text'>, edge: string]>([
  [
    'The handle of the person who does it.',
    { paths: [['members', 'handle']], member: 'assignee' },
    'putmembers /body/handle -> /body/assignee',
  ],
  ['Code of the airport.', { paths: [['places', 'code']], member: 'origin' }, 'putplaces /body/code -> /body/origin'],
  ['The slug of a public page.', { paths: [['texts', 'slug']], member: 'home' }, 'puttexts /body/slug -> /body/home'],
])('“%s” is a reference', async (text, told, edge) => {
  expect(await tellingEdges({ ...told, text })).toEqual([edge]);
});

test.each<readonly [what: string, told: Told]>([
  [
    'of two kinds of things',
    {
      paths: [
        ['members', 'handle'],
        ['bots', 'handle'],
      ],
      member: 'assignee',
      text: 'The handle of the person.',
    },
  ],
  ['of another form', { paths: [['members', 'handle']], member: 'assignee', text: 'The handle of the person.', pattern: '^@' }],
  ['that everything has', { paths: [['members', 'name']], member: 'boss', text: 'The name of the manager.' }],
  ['in another place of the text', { paths: [['members', 'handle']], member: 'door', text: 'Which side has the handle of the door.' }],
])('a word %s is none', async (_, told) => {
  expect(await tellingEdges(told)).toEqual([]);
});
