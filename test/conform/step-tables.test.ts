// Tests that octavo conform reads steps between states from tables, and takes them by bodies of which each state has a branch of its own.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lastStates, tableSteps } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const read = (next: ReadonlyMap<string, ReadonlySet<string>> | undefined): unknown =>
  next && Object.fromEntries([...next].map(([state, after]) => [state, [...after]]));

test.each<readonly [text: string, states: readonly string[], next: unknown]>([
  [
    'Steps:\n\n| from | to | needs |\n|---|---|---|\n| `new` | `paid` | money |\n| `new`, `paid` | `void` | a reason |\n\nAnything else is refused with `409`.',
    ['new', 'paid', 'void'],
    { new: ['paid', 'void'], paid: ['void'], void: [] },
  ],
  [
    '| Status | Next | Meaning |\n|:--|:--|:--|\n| queued | running, dropped | waits |\n| running | finished | works |\n| finished, dropped | | final |\n\nA step that is not in the table is rejected.',
    ['queued', 'running', 'finished', 'dropped'],
    { queued: ['running', 'dropped'], running: ['finished'], finished: [], dropped: [] },
  ],
  [
    'Only the transitions listed here are possible.\n\n| State | May become |\n|---|---|\n| sown | sprouted or lost |\n| sprouted | harvested |\n| harvested | – |',
    ['sown', 'sprouted', 'harvested', 'lost'],
    { sown: ['sprouted', 'lost'], sprouted: ['harvested'], harvested: [], lost: [] },
  ],
  [
    '| status | can move to |\n|---|---|\n| sown | sprouted (once it is warm), lost |\n| sprouted | harvested |\n| harvested | nothing else |\n| lost | nothing else |',
    ['sown', 'sprouted', 'harvested', 'lost'],
    { sown: ['sprouted', 'lost'], sprouted: ['harvested'], harvested: [], lost: [] },
  ],
  ['| from | to |\n|---|---|\n| new | paid |\n| paid | nothing |', ['new', 'paid', 'void'], undefined],
  ['| from | to |\n|---|---|\n| new | paid |\n| paid | void |', ['new', 'paid', 'void'], undefined],
  ['| from | to |\n|---|---|\n| new | paid |\n| any | void |\n\nAnything else is refused.', ['new', 'paid', 'void'], undefined],
  ['| kind | next |\n|---|---|\n| red | blue |\n| blue | red |\n\nAnything else is refused.', ['new', 'paid'], undefined],
])('%s', (text, states, next) => expect(read(tableSteps(text, states)?.next)).toEqual(next));

test.each<readonly [text: string, last: readonly string[]]>([
  ['`done` and `dropped` are final.', ['done', 'dropped']],
  ['No other step exists, and a done or dropped job does not change any more.', ['done', 'dropped']],
  ['Done is the last state; dropped is a terminal status.', ['done', 'dropped']],
  ['A done job is final unless an administrator opens it.', []],
  ['The price of a done job is final.', []],
])('%s', (text, last) => {
  const next = lastStates(text, ['open', 'done', 'dropped'], ['job'])?.next;
  expect([...(next ?? [])].filter(([, after]) => after.size === 0).map(([state]) => state)).toEqual(last);
});

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const branch = (status: string, member: string): string =>
  `{ type: object, additionalProperties: false, required: [status, ${member}], properties: { status: { const: ${status} }, ${member}: { type: string, enum: [a, b] } } }`;
const LOST =
  '{ type: object, additionalProperties: false, required: [status, reason, on], properties: { status: { const: lost }, reason: { type: string, enum: [a, b] }, on: { type: string, format: date } } }';
const PARCEL =
  '{ type: object, required: [id, status, packedOn], properties: { id: { type: integer }, packedOn: { type: string, format: date }, status: { type: string, enum: [packed, sent, lost, arrived] } } }';

const POST = `openapi: 3.1.0
info: { title: Post, version: '1' }
tags:
  - name: Parcels
    description: |
      | status | next |
      |---|---|
      | \`packed\` | \`sent\` |
      | \`sent\` | \`arrived\`, \`lost\` |

      Every other step is refused with 409.
paths:
  /parcels:
    post: { operationId: addParcel, tags: [Parcels], responses: { '201': { description: Made., ${json(PARCEL)} } } }
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get: { operationId: getParcel, tags: [Parcels], responses: { '200': { description: It., ${json(PARCEL)} }, '404': { description: None. } } }
  /parcels/{id}/status:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    put:
      operationId: stepParcel
      tags: [Parcels]
      requestBody: { required: true, ${json(`{ oneOf: [${branch('sent', 'driver')}, ${branch('arrived', 'door')}, ${LOST}] }`)} }
      responses: { '200': { description: Done., ${json(PARCEL)} }, '404': { description: None. }, '409': { description: No. }, '422': { description: Invalid. } }
`;

const STEPS = ['packed sent', 'sent arrived', 'sent lost'];
const NEEDS: Readonly<Record<string, string>> = { sent: 'driver', arrived: 'door', lost: 'reason' };

function post(steps: readonly string[]): Handler {
  const parcels: string[] = [];
  return async (request) => {
    const [, , part, action] = new URL(request.url).pathname.split('/');
    const shown = (id: number, status = 200): Response =>
      Response.json({ id, status: parcels[id - 1], packedOn: '2027-03-04' }, { status });
    if (part === undefined) return shown(parcels.push('packed'), 201);
    const before = parcels[Number(part) - 1];
    if (before === undefined) return new Response(null, { status: 404 });
    if (action === undefined) return shown(Number(part));
    const body: Readonly<Record<string, unknown>> = await request.json().catch(() => ({}));
    const to = String(body?.status);
    if (!['a', 'b'].includes(String(body?.[NEEDS[to] ?? ''])) || (to === 'lost' && body.on !== '2027-03-04'))
      return new Response(null, { status: 422 });
    if (!steps.includes(`${before} ${to}`)) return new Response(null, { status: 409 });
    parcels[Number(part) - 1] = to;
    return shown(Number(part));
  };
}

test.each([undefined, 'packed lost', 'arrived lost', 'packed arrived'])('a step that the table does not have: %s', async (step) => {
  const target = post(step === undefined ? STEPS : [...STEPS, step]);
  const report = await conformService(await serviceFrom(POST), { target, most: 1, random: 0, ...lookingFor('state-rules') });
  const [from, to] = step?.split(' ') ?? [];
  expect(report.findings.map(({ message }) => message)).toEqual(
    step === undefined
      ? []
      : [`stepParcel has changed \`status\` from \`${from}\` to \`${to}\`, a step that the document says is refused.`],
  );
});
