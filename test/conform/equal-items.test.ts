// Tests that items of a list that are equal by what it is sorted by come in one order whichever way it is sorted, where the document says so.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { orderOfEqualItems } from '../../generator/inference/lists/ties.ts';
import { lookingFor, serviceFrom } from './support.ts';

const documentOf = (says: string): string => `openapi: 3.1.0
info: { title: Boats, version: '1', description: ${JSON.stringify(`All boats of the harbour. ${says}`)} }
paths:
  /boats:
    get:
      operationId: listBoats
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [berths, '-berths'] } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses: { '200': { description: Boats., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } }, '400': { description: Wrong. } }
components:
  schemas:
    Boat: { type: object, required: [id, berths], properties: { id: { type: integer }, berths: { type: integer } } }
`;

const SAID = [
  'Boats with the same number of berths are listed by their ascending id.',
  'Where two boats are equal, the one that was registered earlier comes first.',
  'Ties are broken by the order of creation.',
];
const NOT_SAID = [
  'What is equal goes by id.',
  'No two boats have the same name.',
  'Equal boats come oldest first, and newest first in the opposite direction.',
  'The same request gives the same boats.',
];

test.each([...SAID.map((says) => [says, true] as const), ...NOT_SAID.map((says) => [says, false] as const)])('%s', async (says, isSaid) => {
  const service = await serviceFrom(documentOf(says));
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  expect(facts !== undefined && orderOfEqualItems(facts) !== undefined).toBe(isSaid);
});

function harbour(isTurned: boolean): Handler {
  const boats = [4, 2, 4, 6, 2, 4].map((berths, index) => ({ id: index + 1, berths }));
  return (request) => {
    const { searchParams: query } = new URL(request.url);
    const [sort, limit, offset] = [query.get('sort') ?? '', Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
    const isRight = ['', 'berths', '-berths'].includes(sort) && [...query.values()].every((one) => /^-?\w+$/.test(one));
    if (!isRight || !(limit >= 1 && limit <= 50) || !Number.isInteger(limit) || !(offset >= 0) || !Number.isInteger(offset))
      return Promise.resolve(new Response(null, { status: 400 }));
    const rising = boats.toSorted((one, other) => one.berths - other.berths);
    const falling = isTurned ? rising.toReversed() : boats.toSorted((one, other) => other.berths - one.berths);
    const sorted = sort === '' ? boats : sort === 'berths' ? rising : falling;
    return Promise.resolve(Response.json(sorted.slice(offset, offset + limit)));
  };
}

test.each([
  [SAID[0] ?? '', true, 1],
  [SAID[1] ?? '', true, 1],
  [SAID[2] ?? '', false, 0],
  [NOT_SAID[0] ?? '', true, 0],
  [NOT_SAID[2] ?? '', true, 0],
])('%s: the order is turned round as a whole: %s', async (says, isTurned, count) => {
  const { findings } = await conformService(await serviceFrom(documentOf(says)), {
    target: harbour(isTurned),
    ...{ random: 2, most: 40, sequences: true },
    ...lookingFor('list-sorting'),
  });
  expect(findings.map(({ check }) => check)).toEqual(Array.from({ length: count }, () => 'list-sorting'));
});
