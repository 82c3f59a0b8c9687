// Tests what is found of things that stay as they are in their last states, where a change takes their state too: a step that a sentence refuses is
// no refusal of all changes.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { differenceSides } from '../../generator/conform/values/sides/pairs.ts';
import type { About } from '../../generator/conform/values/sides/sided.ts';
import { keepingIn, withoutSteps } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly states: readonly [first: string, second: string, last: string];
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'repairs',
    states: ['reported', 'assigned', 'done'],
    says: 'A reported repair cannot be `done` without having been assigned (409). Repairs that are done cannot be changed any more (409).',
  },
  {
    things: 'claims',
    states: ['open', 'examined', 'settled'],
    says: 'An open claim can never become `settled` at once, which is a 409. A settled claim can no longer be changed (409).',
  },
  {
    things: 'parcels',
    states: ['packed', 'sent', 'delivered'],
    says: 'A packed parcel must not be set to `delivered` (409). Once it is delivered, a parcel cannot be changed (409).',
  },
];

function documentOf({ things, states, says }: Domain): string {
  const label = 'label: { type: string, minLength: 1, maxLength: 20 }';
  const state = `status: { type: string, enum: [${states.join(', ')}] }`;
  const id = '{ type: integer, minimum: 1, maximum: 99999 }';
  const shown = `content: { application/json: { schema: { type: object, required: [id, label, status], properties: { id: ${id}, ${label}, ${state} } } } }`;
  const body = (members: string, more: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, ${more}, properties: { ${members} } } } } }`;
  return `openapi: 3.1.0
info: { title: States, version: '1' }
paths:
  /${things}:
    post: { operationId: addThing, ${body(label, 'required: [label]')}, responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: readThing, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch: { operationId: changeThing, description: ${JSON.stringify(says)}, ${body(`${label}, ${state}`, 'minProperties: 1')}, responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } } }
`;
}

async function foundWith(domain: Domain, isOverlooked: boolean): Promise<readonly string[]> {
  const { things, states } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { label: string; status: number }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, kind, key] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    const shown = (of: number): object => ({ id: of, label: kept[of - 1]?.label, status: states[kept[of - 1]?.status ?? 0] });
    if (kind === things && key === undefined) return Response.json(shown(kept.push({ label: body.label, status: 0 })), { status: 201 });
    const one = kept[id - 1];
    if (kind !== things || one === undefined) return status(404);
    if (request.method === 'GET') return Response.json(shown(id));
    const to = body.status === undefined ? one.status : states.indexOf(body.status);
    const isStep = to === one.status || to === one.status + 1;
    if (!isStep || (one.status === 2 && !isOverlooked)) return status(409);
    Object.assign(one, { label: body.label ?? one.label, status: to });
    return Response.json(shown(id));
  };
  const { findings } = await conformService(service, { target, most: 1, random: 0, ...lookingFor('state-rules') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where they stay', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('it is found that they are changed', async () => {
    const message = `changeThing is answered with 200 where \`status\` is \`${domain.states[2]}\`, in which the document says that it is refused.`;
    expect(await foundWith(domain, true)).toEqual([message]);
  });

  test('the step is no refusal of all changes', () => expect(withoutSteps(domain.says, domain.states)).not.toContain('`'));
});

test.each([
  ['The name must not be the name of another building of the agency.', false],
  ['The name may not be that of an existing depot, nor differ from it by case alone.', false],
  ['Two shelves differ: the name cannot be the one that another shelf uses.', false],
  ['The name must be another one than that of the thing.', true],
  ['The name must differ from the one that the thing has.', true],
])('says whether two values of one request are compared: %s', (text, isCompared) => {
  const about = {
    text,
    said: { text },
    at: '/body',
    members: new Map([['name', [{ type: ['string'] }]]]),
    listed: new Map(),
    optional: [],
  };
  expect(differenceSides(about as unknown as About).length > 0).toBe(isCompared);
});

test.each([
  ['A flat that has a lease, whatever its state, cannot be removed.', 'leases', ['draft', 'ended'], ['draft', 'ended']],
  ['Tenants who are named in a lease stay, even after the lease has ended.', 'leases', ['draft', 'ended'], ['ended']],
  ['A pump with an inspection in any state stays (409).', 'inspections', ['planned', 'done'], ['planned', 'done']],
  ['A ship that has a voyage stays, also when the voyage was cancelled (409).', 'voyages', ['booked', 'cancelled'], ['cancelled']],
])('reads that others keep a thing in all states: %s', (text, name, states, wanted) => {
  const keeping = keepingIn(text, name, states);
  expect(keeping?.states).toEqual(wanted);
  expect(states.filter((state) => keeping?.isMeant(state))).toEqual(states);
});
