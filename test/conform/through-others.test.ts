// Tests what is found of things that others name only through what stands between them: a voyage names its ship through the plan that it was made of.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly member: string;
  readonly plans: string;
  readonly action: string;
  readonly users: string;
  readonly states: readonly [first: string, second: string, over: string];
  readonly moves: readonly [string, string];
  readonly says: string;
  /** A number of the things, and what says that users keep it. */
  readonly amount: string;
  readonly keeps: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'members',
    member: 'memberId',
    plans: 'baskets',
    action: 'buy',
    users: 'purchases',
    states: ['open', 'packed', 'handedOver'],
    moves: ['pack', 'hand-over'],
    says: 'Not while the member has a purchase that is `open` or `packed` (409).',
    amount: 'fee',
    keeps: 'The purchase keeps the fee of this moment.',
  },
  {
    things: 'ships',
    member: 'ship_id',
    plans: 'routes',
    action: 'depart',
    users: 'voyages',
    states: ['loading', 'at_sea', 'arrived'],
    moves: ['leave', 'arrive'],
    says: 'A ship with a voyage that is loading or at sea cannot be deleted (409).',
    amount: 'dailyRate',
    keeps: 'Makes a voyage, which holds the daily rate from that time on.',
  },
  {
    things: 'actors',
    member: 'actor',
    plans: 'offers',
    action: 'sign',
    users: 'contracts',
    states: ['running', 'paused', 'ended'],
    moves: ['pause', 'end'],
    says: 'An actor who has a contract which is running or paused is kept (409).',
    amount: 'wage',
    keeps: 'The wage is fixed when the contract is signed, and later changes do not affect contracts that are running.',
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const label = 'label: { type: string, minLength: 1, maxLength: 20 }';

function documentOf({ things, member, plans, action, users, states, moves, says, amount, keeps }: Domain): string {
  const number = `${amount}: { type: integer, minimum: 1, maximum: 5000 }`;
  const thing = content(`{ type: object, required: [id, label, ${amount}], properties: { id: ${ID}, ${label}, ${number} } }`);
  const plan = content(`{ type: object, required: [id, ${member}], properties: { id: ${ID}, ${member}: ${ID} } }`);
  const user = content("{ $ref: '#/components/schemas/User' }");
  const parameters = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: ${ID} }]`;
  const read = (id: string, shown: string): string =>
    `get: { operationId: ${id}, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }`;
  const move = (name: string, index: number): string => `
  /${users}/{userId}/${name}:
    ${parameters('userId')}
    post: { operationId: move${index}, responses: { '200': { description: It., ${user} }, '404': { description: None. }, '409': { description: Not now. } } }`;
  return `openapi: 3.1.0
info: { title: Chains, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label, ${amount}], properties: { ${label}, ${number} } } } } }
      responses: { '201': { description: Added., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${parameters('id')}
    ${read('readThing', thing)}
    patch: { operationId: changeThing, requestBody: { required: true, content: { application/json: { schema: { type: object, minProperties: 1, properties: { ${number} } } } } }, responses: { '200': { description: It., ${thing} }, '404': { description: None. }, '422': { description: Wrong. } } }
    delete: { operationId: removeThing, description: ${JSON.stringify(says)}, responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: Not now. } } }
  /${plans}:
    post:
      operationId: addPlan
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${member}], properties: { ${member}: ${ID} } } } } }
      responses: { '201': { description: Added., ${plan} }, '422': { description: Wrong. } }
  /${plans}/{id}:
    ${parameters('id')}
    ${read('readPlan', plan)}
  /${plans}/{id}/${action}:
    ${parameters('id')}
    post: { operationId: makeUser, description: ${JSON.stringify(keeps)}, responses: { '201': { description: Made., ${user} }, '404': { description: None. }, '409': { description: It was done. } } }
  /${users}/{userId}:
    ${parameters('userId')}
    ${read('readUser', user)}${moves.map(move).join('')}
components:
  schemas:
    User: { type: object, required: [id, ${member}, state, ${amount}], properties: { id: ${ID}, ${member}: ${ID}, ${number}, state: { type: string, enum: [${states.join(', ')}] } } }
`;
}

interface Mistake {
  /** The states of users in which the things that they name can be deleted. */
  readonly deletable?: readonly number[];
  /** Whether users show the number that their thing has now. */
  readonly isFollowing?: boolean;
}

async function foundWith(domain: Domain, { deletable = [], isFollowing = false }: Mistake): Promise<readonly string[]> {
  const { things, member, plans, users, states, moves, amount } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: ({ label: string; number: number } | undefined)[] = [];
  const planned: { of: number; isDone: boolean }[] = [];
  const made: { of: number; state: number; number: number }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, kind, key, action] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    const thing = (of: number): object => ({ id: of, label: kept[of - 1]?.label, [amount]: kept[of - 1]?.number });
    if (kind === things && key === undefined)
      return Response.json(thing(kept.push({ label: body.label, number: body[amount] })), { status: 201 });
    if (kind === things) {
      const one = kept[id - 1];
      if (one === undefined) return status(404);
      if (request.method === 'PATCH') one.number = body[amount] ?? one.number;
      if (request.method !== 'DELETE') return Response.json(thing(id));
      if (made.some(({ of, state }) => of === id && state < 2 && !deletable.includes(state))) return status(409);
      kept[id - 1] = undefined;
      return status(204);
    }
    if (kind === plans && key === undefined) {
      if (kept[body[member] - 1] === undefined) return status(422);
      return Response.json({ id: planned.push({ of: body[member], isDone: false }), [member]: body[member] }, { status: 201 });
    }
    const shown = (one: number): object => {
      const { of = 0, state = 0, number } = made[one - 1] ?? {};
      return { id: one, [member]: of, state: states[state], [amount]: isFollowing ? kept[of - 1]?.number : number };
    };
    const plan = kind === plans ? planned[id - 1] : undefined;
    if (plan !== undefined && action === undefined) return Response.json({ id, [member]: plan.of });
    if (plan !== undefined) {
      const of = kept[plan.of - 1];
      if (plan.isDone || of === undefined) return status(409);
      plan.isDone = true;
      return Response.json(shown(made.push({ of: plan.of, state: 0, number: of.number })), { status: 201 });
    }
    const user = kind === users ? made[id - 1] : undefined;
    if (user === undefined) return status(404);
    if (action !== undefined && user.state !== moves.indexOf(action)) return status(409);
    if (action !== undefined) user.state++;
    return Response.json(shown(id));
  };
  const { findings } = await conformService(service, { target, most: 1, random: 0, ...lookingFor('delete-in-use', 'effects-elsewhere') });
  return findings.map(({ message }) => message.replace(/\d+/g, '#'));
}

describeInTurns('$users of $things', DOMAINS, (domain, test) => {
  const said = (state: string): string =>
    `# is deleted with #, although makeUser has named it${state}, for which the document refuses the delete.`;

  test('nothing is found where they keep what they name', async () => expect(await foundWith(domain, {})).toEqual([]));

  test('it is found that they keep nothing', async () => expect(await foundWith(domain, { deletable: [0, 1] })).toEqual([said('')]));

  test('it is found that they keep nothing in the second state', async () => {
    const state = ` and what it has made is \`${domain.states[1]}\``;
    expect(await foundWith(domain, { deletable: [1] })).toEqual([said(state)]);
  });

  test('it is found that they follow a number that they keep', async () => {
    const message = `\`${domain.amount}\` is # after changeThing of what it was made of, and was # before it.`;
    expect(await foundWith(domain, { isFollowing: true })).toEqual([message]);
  });
});
