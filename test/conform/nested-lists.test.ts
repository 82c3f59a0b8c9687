// Tests that the items of a list below another thing are known by what a path of their own takes.
import { expect, test } from 'vitest';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { serviceFrom } from './support.ts';

test.each<readonly [list: string, read: string, members: string, id: string | undefined]>([
  ['/boards/{boardKey}/cards', '/cards/{cardKey}', 'key: { type: string }, title: { type: string }', 'key'],
  ['/farms/{farm}/fields', '/fields/{fieldNumber}', 'number: { type: integer }, crop: { type: string }', 'number'],
  ['/albums/{albumId}/tracks', '/tracks/{trackCode}', 'trackCode: { type: string }, length: { type: integer }', 'trackCode'],
  ['/albums/{albumId}/tracks', '/artists/{code}', 'code: { type: string }, length: { type: integer }', undefined],
])('%s beside %s', async (list, read, members, id) => {
  const schema = `{ type: object, properties: { ${members} } }`;
  const parameters = (path: string): string =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ');
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  ${list}:
    get:
      parameters: [${parameters(list)}]
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: ${schema} } } } } }
  ${read}:
    get:
      parameters: [${parameters(read)}]
      responses: { '200': { description: It., content: { application/json: { schema: ${schema} } } } }
`);
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  expect([facts?.id, facts?.isKey]).toEqual([id, false]);
});
