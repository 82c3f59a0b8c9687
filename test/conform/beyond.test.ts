// Tests that octavo conform sends more than a number of a thing allows, in a small service of tabs that are paid in parts.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { amountBoundIn, saidOf } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const documentWith = (sentence: string): string => `openapi: 3.1.0
info: { title: Tabs, version: '1' }
paths:
  /tabs:
    post:
      operationId: openTab
      requestBody: { required: true, ${json('NewTab')} }
      responses: { '201': { description: Made., ${json('Tab')} }, '400': { description: Invalid. } }
  /tabs/{id}:
    parameters: [${id}]
    get: { operationId: readTab, responses: { '200': { description: The tab., ${json('Tab')} }, '404': { description: None. } } }
  /tabs/{id}/settle:
    parameters: [${id}]
    post:
      operationId: settleTab
      description: ${sentence}
      requestBody: { required: true, ${json('Part')} }
      responses: { '200': { description: The tab., ${json('Tab')} }, '400': { description: Invalid. }, '404': { description: None. }, '409': { description: Refused. } }
components:
  schemas:
    NewTab: { type: object, required: [drinks], properties: { drinks: { type: integer, minimum: 200, maximum: 900 } } }
    Part: { type: object, required: [amount], properties: { amount: { type: integer, minimum: 1, maximum: 100000 } } }
    Tab: { type: object, required: [id, drinks, unpaid], properties: { id: { type: integer }, drinks: { type: integer }, unpaid: { type: integer } } }
`;

interface Tab {
  readonly id: number;
  readonly drinks: number;
  unpaid: number;
}

function tabs(takesMore: boolean): (request: Request) => Promise<Response> {
  const made: Tab[] = [];
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , key, action] = new URL(request.url).pathname.split('/');
    const body = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    if (key === undefined) {
      const drinks: unknown = body?.drinks;
      if (typeof drinks !== 'number' || !Number.isInteger(drinks) || drinks < 200 || drinks > 900) return none(400);
      const one = { id: made.length + 1, drinks, unpaid: drinks };
      made.push(one);
      return Response.json(one, { status: 201 });
    }
    const one = made.find((tab) => tab.id === Number(key));
    if (one === undefined) return none(404);
    if (action === undefined) return Response.json(one);
    const amount: unknown = body?.amount;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1 || amount > 100_000) return none(400);
    if (amount > one.unpaid && !takesMore) return none(409);
    one.unpaid -= amount;
    return Response.json(one);
  };
}

test.each<readonly [sentence: string, takesMore: boolean, found: number]>([
  ['More than what is unpaid is never taken (409).', false, 0],
  ['More than what is unpaid is never taken (409).', true, 1],
  ['The amount must not exceed the unpaid of the tab.', true, 1],
  ['Settles a part of the tab.', true, 0],
])('%s', async (sentence, takesMore, found) => {
  const service = await serviceFrom(documentWith(sentence));
  const { findings } = await conformService(service, { target: tabs(takesMore), most: 1, random: 0, ...lookingFor('stated-rules') });
  expect(findings.filter(({ message }) => message.startsWith('settleTab with `amount` above the `unpaid`'))).toHaveLength(found);
});

describe('a number that an amount may not be above', () => {
  test.each([
    ['More than what is left is never taken (409).', 'points most left'],
    ['A payment of more than the balance is refused with 422.', 'points most balance'],
    ['It cannot exceed the balance.', 'points most balance'],
    ['Points must not be greater than the balance of the card.', 'points most balance'],
    ['More than the balance is refused (`too_much`).', 'points most balance'],
    ['If the card is gold, more than the balance is refused (409).', undefined],
    ['Rewards of more than the balance are shown first.', undefined],
    ['A purchase above the average is checked by hand.', undefined],
  ])('%s', async (sentence, wanted) => {
    const service = await serviceFrom(documentWith(`'${sentence}'`));
    const operation = service.operations.find((one) => one.id === 'settleTab');
    const names = { own: ['points'], shown: ['balance', 'left'], nouns: ['card'] };
    const found = (operation === undefined ? [] : saidOf(service, operation)).flatMap(({ clause }) =>
      clause === undefined ? [] : (amountBoundIn(clause, names) ?? []),
    );
    expect(found[0] && `${found[0].member} most ${found[0].of}`).toBe(wanted);
  });
});
