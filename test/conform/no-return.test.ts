// Tests that octavo conform tries to bring things back to a state that the document says they never come back to, in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { withoutReturn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly states: readonly [first: string, second: string, third: string];
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'articles',
    states: ['draft', 'published', 'archived'],
    says: "Once an article has been published or archived, it can't be a draft again: setting `status` to `draft` is then a 409.",
  },
  { things: 'tickets', states: ['new', 'open', 'solved'], says: 'The status of a ticket never goes back to `new` (409).' },
  {
    things: 'permits',
    states: ['proposed', 'granted', 'expired'],
    says: 'A granted or expired permit cannot become proposed again; the answer is 409.',
  },
];

function documentOf({ things, states, says }: Domain): string {
  const own = `title: { type: string, minLength: 1, maxLength: 30 }, status: { type: string, enum: [${states.join(', ')}] }`;
  const taken = `content: { application/json: { schema: { type: object, additionalProperties: false, properties: { ${own} } } } }`;
  const shown = `content: { application/json: { schema: { type: object, required: [id, title, status], properties: { id: { type: integer }, ${own} } } } }`;
  return `openapi: 3.1.0
info: { title: Steps, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${taken} }
      responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch:
      operationId: change
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${taken} }
      responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '409': { description: Conflict. }, '422': { description: Wrong. } }
`;
}

/** The findings about a service where things may come back from some states. */
async function foundWith(domain: Domain, openStates: readonly string[]): Promise<readonly string[]> {
  const { states } = domain;
  const [first] = states;
  const kept: Record<string, unknown>[] = [];
  const target = async (request: Request): Promise<Response> => {
    const one = kept[Number(new URL(request.url).pathname.split('/')[2]) - 1];
    if (request.method !== 'POST' && one === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(one);
    const body: Record<string, unknown> = await request.json().catch(() => ({}));
    const { title = one?.title ?? 'none', status = one?.status ?? first } = body ?? {};
    if (typeof title !== 'string' || title === '' || !states.includes(String(status))) return new Response(null, { status: 422 });
    const before = one?.status;
    if (one !== undefined && status === first && before !== first && !openStates.includes(String(before)))
      return new Response(null, { status: 409 });
    const made = one ?? { id: kept.length + 1 };
    if (one === undefined) kept.push(made);
    return Response.json(Object.assign(made, { title, status }), { status: one === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    ...{ most: 1, random: 0 },
    ...lookingFor('state-rules'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  const [first, second, third] = domain.states;

  test('nothing is found where nothing comes back', async () => expect(await foundWith(domain, [])).toEqual([]));

  test.each([second, third])('it is found that what is %s comes back', async (state) => {
    expect(await foundWith(domain, [state])).toEqual([
      `change has changed \`status\` from \`${state}\` to \`${first}\`, a step that the document says is refused.`,
    ]);
  });
});

test.each<readonly [text: string, denied: Readonly<Record<string, readonly string[]>> | undefined]>([
  ['Once a page has been live or hidden, it can no longer be a draft again.', { live: ['draft'], hidden: ['draft'] }],
  ['A live page may not return to draft.', { live: ['draft'] }],
  ['There is no way back to `draft`.', { live: ['draft'], hidden: ['draft'] }],
  ['A hidden page never becomes live again.', { hidden: ['live'] }],
  ['After it is hidden, a page is never set back to live or draft.', { hidden: ['draft', 'live'] }],
  ['A page cannot be a draft again unless it was never shown.', undefined],
  ['Once it has readers, a page cannot go back to draft.', undefined],
  ['A page cannot be live.', undefined],
  ['Usually a page does not go back to draft.', undefined],
])('%s', (text, denied) => {
  const states = ['draft', 'live', 'hidden'];
  const next = withoutReturn(text, states, ['page'])?.next;
  const found = [...(next ?? [])].flatMap(([state, after]) => {
    const without = states.filter((one) => !after.has(one));
    return without.length === 0 ? [] : [[state, without] as const];
  });
  expect(next && Object.fromEntries(found)).toEqual(denied);
});
