// Tests that things are made of others whose stock is used up by what was made before: all that they are made of is new then, and the items of a list
// name things that are alike.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly goods: string;
  readonly member: string;
  readonly lists: string;
  readonly action: string;
  readonly things: string;
  readonly cancel: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    goods: 'articles',
    member: 'articleId',
    lists: 'baskets',
    action: 'order',
    things: 'orders',
    cancel: 'cancel',
    says: 'What was ordered goes back into stock.',
  },
  {
    goods: 'tools',
    member: 'tool_id',
    lists: 'plans',
    action: 'lend',
    things: 'loans',
    cancel: 'return',
    says: 'Takes the tools back. All tools are put back into the inventory.',
  },
  {
    goods: 'seeds',
    member: 'seedId',
    lists: 'wishes',
    action: 'grant',
    things: 'parcels',
    cancel: 'reject',
    says: 'Rejects the parcel and puts its seeds back to the stock.',
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ goods, member, lists, action, things, cancel, says }: Domain): string {
  const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
  const label = 'label: { type: string, minLength: 1, maxLength: 20 }';
  const one = content(`{ type: object, required: [id, label, stock], properties: { id: ${ID}, ${label}, stock: { type: integer } } }`);
  const items = `items: { type: array, minItems: 1, maxItems: 5, items: { type: object, required: [${member}], properties: { ${member}: ${ID} } } }`;
  const list = content(`{ type: object, required: [id, items], properties: { id: ${ID}, ${items} } }`);
  const made = content("{ $ref: '#/components/schemas/Made' }");
  const parameter = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: ${ID} }]`;
  const read = (id: string, shown: string): string =>
    `get: { operationId: ${id}, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Stock, version: '1' }
paths:
  /${goods}:
    post:
      operationId: addGoods
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { ${label}, stock: { type: integer, minimum: 0, maximum: 3 } } }, example: { label: oak, stock: 2 } } } }
      responses: { '201': { description: Added., ${one} }, '422': { description: Wrong. } }
  /${goods}/{id}:
    ${parameter('id')}
    ${read('readGoods', one)}
  /${lists}:
    post:
      operationId: addList
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [items], properties: { ${items} } }, example: { items: [{ ${member}: 4001 }, { ${member}: 4002 }] } } } }
      responses: { '201': { description: Added., ${list} }, '422': { description: Wrong. } }
  /${lists}/{id}:
    ${parameter('id')}
    ${read('readList', list)}
  /${lists}/{id}/${action}:
    ${parameter('id')}
    post: { operationId: make, responses: { '201': { description: Made., ${made} }, '404': { description: None. }, '409': { description: Not enough. } } }
  /${things}/{thingId}:
    ${parameter('thingId')}
    ${read('readMade', made)}
  /${things}/{thingId}/${cancel}:
    ${parameter('thingId')}
    post: { operationId: giveBack, description: ${JSON.stringify(says)}, responses: { '200': { description: It., ${made} }, '404': { description: None. }, '409': { description: Done. } } }
components:
  schemas:
    Made: { type: object, required: [id, state], properties: { id: ${ID}, state: { type: string, enum: [open, done] } } }
`;
}

async function foundWith(domain: Domain, isGivenBack: boolean): Promise<readonly string[]> {
  const { goods, member, lists, things } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const stock: { label: string; stock: number }[] = [];
  const wanted: { ids: number[]; isDone: boolean }[] = [];
  const made: { ids: number[]; state: string }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, kind, key, action] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    const shown = (of: number): object => ({ id: of, items: wanted[of - 1]?.ids.map((one) => ({ [member]: one })) });
    if (kind === goods && key === undefined) {
      const one = { label: String(body.label), stock: Number(body.stock ?? 0) };
      return Response.json({ id: stock.push(one), ...one }, { status: 201 });
    }
    if (kind === goods) return stock[id - 1] === undefined ? status(404) : Response.json({ id, ...stock[id - 1] });
    if (kind === lists && key === undefined) {
      const ids: number[] = body.items.map((one: Record<string, number>) => one[member]);
      if (ids.some((one) => stock[one - 1] === undefined)) return status(422);
      return Response.json(shown(wanted.push({ ids, isDone: false })), { status: 201 });
    }
    const list = kind === lists ? wanted[id - 1] : undefined;
    if (list !== undefined && action === undefined) return Response.json(shown(id));
    if (list !== undefined) {
      const isEnough = list.ids.every((one) => (stock[one - 1]?.stock ?? 0) >= list.ids.filter((other) => other === one).length);
      if (list.isDone || !isEnough) return status(409);
      list.isDone = true;
      for (const one of list.ids)
        if (stock[one - 1] !== undefined) Object.assign(stock[one - 1] ?? {}, { stock: Number(stock[one - 1]?.stock) - 1 });
      return Response.json({ id: made.push({ ids: list.ids, state: 'open' }), state: 'open' }, { status: 201 });
    }
    const one = kind === things ? made[id - 1] : undefined;
    if (one === undefined) return status(404);
    if (action === undefined) return Response.json({ id, state: one.state });
    if (one.state === 'done') return status(409);
    one.state = 'done';
    for (const of of isGivenBack ? one.ids : []) Object.assign(stock[of - 1] ?? {}, { stock: Number(stock[of - 1]?.stock) + 1 });
    return Response.json({ id, state: one.state });
  };
  const { findings } = await conformService(service, {
    target,
    ...{ most: 1, random: 0 },
    ...lookingFor('state-rules', 'effects-elsewhere'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things of $lists', DOMAINS, (domain, test) => {
  test('nothing is found where it goes back', async () => expect(await foundWith(domain, true)).toEqual([]));

  test('it is found that nothing goes back', async () => {
    expect(await foundWith(domain, false)).toEqual([`\`stock\` of ${domain.goods} is not as before make again after giveBack.`]);
  });
});
