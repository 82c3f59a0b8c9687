// Tests that a text says whose identifiers a member has, and that plain texts in a new thing name none of what stands below others.
import { expect, test } from 'vitest';
import { edgesOf } from '../../generator/inference/edges.ts';
import { serviceFrom } from './support.ts';

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const made = (schema: string): string =>
  `requestBody: { required: true, ${content(schema)} }\n      responses: { '201': { description: Made., ${content(`{ allOf: [${schema}, { type: object, required: [id], properties: { id: { type: string, format: uuid } } }] }`)} } }`;
const parameter = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }`;

/** Menus with dishes below them, and guests who pick some: `said` is the text about `picks`, `own` the schema of the first dishes of a menu. */
const documentOf = (said: string, own: string, text = ''): string => `openapi: 3.1.0
info: { title: Menus, version: '1' }
paths:
  /menus:
    post:
      operationId: writeMenu
      ${made(`{ type: object, properties: { title: { type: string }, dishes: { type: array, items: ${own} } } }`)}
  /menus/{menuId}/dishes:
    parameters: [${parameter('menuId')}]
    post:
      operationId: addDish
      ${made('{ type: object, required: [label], properties: { label: { type: string, maxLength: 30 } } }')}
  /menus/{menuId}/dishes/{dishId}:
    parameters: [${parameter('menuId')}, ${parameter('dishId')}]
    delete: { operationId: dropDish, responses: { '204': { description: Gone. } } }
  /menus/{menuId}/orders:
    parameters: [${parameter('menuId')}]
    post:
      operationId: order
      description: ${JSON.stringify(said)}
      ${made(`{ type: object, required: [picks], properties: { picks: { type: array, minItems: 1, items: { type: string, format: uuid }, description: ${JSON.stringify(text)} } } }`)}
`;

const edgesIn = async (document: string): Promise<readonly string[]> =>
  edgesOf(await serviceFrom(document)).map(({ producer, consumer, to }) => `${producer.id} ${consumer.id} ${to}`);

const PLAIN = '{ type: string, minLength: 1, maxLength: 30 }';

test.each([
  ['`picks` are identifiers of dishes of this very menu.', ''],
  ['Orders from a menu. `picks` holds the ids of the dishes, each once.', ''],
  ['', 'Identifiers of dishes of the menu.'],
])('what a text says of identifiers is an edge: %s%s', async (said, text) => {
  expect(await edgesIn(documentOf(said, PLAIN, text))).toContain('addDish order /body/picks/0');
});

test.each(['`picks` are not what they seem.', 'A menu has identifiers of its own.', '`notes` are identifiers of dishes.'])(
  'other texts are none: %s',
  async (said) => {
    expect((await edgesIn(documentOf(said, PLAIN))).filter((one) => one.includes('picks'))).toEqual([]);
  },
);

test('plain texts in a new menu name none of the dishes of another menu', async () => {
  expect((await edgesIn(documentOf('', PLAIN))).filter((one) => one.startsWith('addDish writeMenu'))).toEqual([]);
  expect(await edgesIn(documentOf('', '{ type: string, format: uuid }'))).toContain('addDish writeMenu /body/dishes/0');
});
