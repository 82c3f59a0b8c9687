// Tests what is found of things that must have something in a state: a repair that is done must have a cost.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { neededIn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly states: readonly [first: string, second: string];
  readonly member: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'repairs',
    states: ['reported', 'done'],
    member: 'cost',
    says: 'A repair that is `done` must have a cost; both may come in the same request (409 otherwise).',
  },
  { things: 'letters', states: ['written', 'sent'], member: 'sent_on', says: 'Changes a letter. Sent letters must have a sent on.' },
  { things: 'offers', states: ['open', 'accepted'], member: 'priceCents', says: 'Each accepted offer needs a price cents.' },
];

function documentOf({ things, states, member, says }: Domain): string {
  const label = 'label: { type: string, minLength: 1, maxLength: 20 }';
  const own = `${label}, status: { type: string, enum: [${states.join(', ')}] }, ${member}: { type: [integer, 'null'], minimum: 1, maximum: 999 }`;
  const id = '{ type: integer, minimum: 1, maximum: 99999 }';
  const shown = `content: { application/json: { schema: { type: object, required: [id, label, status, ${member}], properties: { id: ${id}, ${own} } } } }`;
  const body = (members: string, more: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, ${more}, properties: { ${members} } } } } }`;
  return `openapi: 3.1.0
info: { title: Needs, version: '1' }
paths:
  /${things}:
    post: { operationId: addThing, ${body(label, 'required: [label]')}, responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: readThing, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch: { operationId: changeThing, description: ${JSON.stringify(says)}, ${body(own, 'minProperties: 1')}, responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } } }
`;
}

async function foundWith(domain: Domain, isOverlooked: boolean): Promise<readonly string[]> {
  const { things, states, member } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: Record<string, unknown>[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, kind, key] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    if (kind === things && key === undefined) {
      kept.push({ id: kept.length + 1, label: body.label, status: states[0], [member]: null });
      return Response.json(kept.at(-1), { status: 201 });
    }
    const one = kept[id - 1];
    if (kind !== things || one === undefined) return status(404);
    const next = request.method === 'PATCH' ? { ...one, ...body } : one;
    if (next.status === states[1] && next[member] === null && !isOverlooked) return status(409);
    kept[id - 1] = next;
    return Response.json(next);
  };
  const checks = lookingFor('stated-conditions', 'state-rules');
  const { findings } = await conformService(service, { target, most: 4, random: 0, ...checks });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where they have it', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('it is found that they have it not', async () => {
    expect(await foundWith(domain, true)).toEqual([`\`${domain.member}\` is null in a state in which a thing must have it.`]);
  });
});

test.each([
  'A tenant who wants to be contacted by phone needs a phone.',
  'A paid invoice must not have a phone.',
  'If it is closed, a case must have a phone.',
  'A closed case of a company must have a phone.',
  'A closed case must have a phone or a note.',
])('reads nothing where more than the state decides: %s', (text) => {
  expect(neededIn(text, ['open', 'closed', 'paid', 'phone'], ['phone', 'note'])).toEqual([]);
});
