// Tests that a list is in the order in which its text says that capitals and small letters are the same.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const documentOf = (says: string): string => `openapi: 3.1.0
info: { title: Plants, version: '1' }
paths:
  /plants:
    get:
      operationId: listPlants
      parameters:
        - { name: sort, in: query, description: ${JSON.stringify(says)}, schema: { type: string, enum: [planted, label] } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses: { '200': { description: Plants., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Plant' } } } } }, '400': { description: Wrong. } }
components:
  schemas:
    Plant: { type: object, required: [id, label, planted], properties: { id: { type: integer }, label: { type: string }, planted: { type: integer } } }
`;

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const byLetters = (one: string, other: string): number => byBytes(one.toLowerCase(), other.toLowerCase());

function garden(order: (one: string, other: string) => number): Handler {
  const plants = ['Yarrow', 'aster', 'Basil', 'clover', 'Aloe', 'zinnia'].map((label, index) => ({ id: index + 1, label, planted: index }));
  return (request) => {
    const { searchParams: query } = new URL(request.url);
    const [sort, limit, offset] = [query.get('sort') ?? 'planted', Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
    const isRight = ['planted', 'label'].includes(sort) && [...query.values()].every((one) => /^\w+$/.test(one));
    if (!isRight || !(limit >= 1 && limit <= 50) || !Number.isInteger(limit) || !(offset >= 0) || !Number.isInteger(offset))
      return Promise.resolve(new Response(null, { status: 400 }));
    const sorted = sort === 'label' ? plants.toSorted((one, other) => order(one.label, other.label)) : plants;
    return Promise.resolve(Response.json(sorted.slice(offset, offset + limit)));
  };
}

const SAID = '`planted`: in the order of planting. `label`: alphabetically, where upper and lower case make no difference.';

test.each<readonly [says: string, order: 'bytes' | 'letters', count: number]>([
  [SAID, 'bytes', 1],
  [SAID, 'letters', 0],
  ['By `label`, whatever its case, or by the order of planting.', 'bytes', 1],
  ['By `label`, or by the order of planting.', 'bytes', 0],
  ['The order of the list. Labels are compared in lower case, by their code points.', 'bytes', 1],
  ['The order of the list. Labels are compared in lower case, by their code points.', 'letters', 0],
  ['The order of the list. Labels are compared by their code points.', 'letters', 1],
  ['By `label`. The case of what is searched for does not matter.', 'bytes', 0],
])('%s, sorted by %s', async (says, order, count) => {
  const { findings } = await conformService(await serviceFrom(documentOf(says)), {
    target: garden(order === 'bytes' ? byBytes : byLetters),
    ...{ random: 2, most: 40, sequences: true },
    ...lookingFor('list-sorting'),
  });
  expect(findings.map(({ check }) => check)).toEqual(Array.from({ length: count }, () => 'list-sorting'));
});
