// Tests that octavo conform reads which steps between states there are, and finds a step that the document refuses.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { stepsIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const STATES = ['new', 'paid', 'sent', 'cancelled'];

test.each<readonly [text: string, next: Readonly<Record<string, readonly string[]>> | undefined]>([
  [
    'The status goes from `new` to `paid`, to `sent`, and from `new` and `paid` to `cancelled`: another step is a 409.',
    { new: ['paid', 'cancelled'], paid: ['sent', 'cancelled'], sent: [], cancelled: [] },
  ],
  ['Steps: new -> paid -> sent. Anything else is refused.', { new: ['paid'], paid: ['sent'], sent: [] }],
  [
    'It goes from new to paid and back, and from both to cancelled. Any other step is a 409.',
    { new: ['paid', 'cancelled'], paid: ['new', 'cancelled'], cancelled: [] },
  ],
  ['From new to paid or to cancelled; no other step is possible.', { new: ['paid', 'cancelled'], paid: ['cancelled'], cancelled: [] }],
  ['From new to paid, to sent.', undefined],
  ['From new to paid once an admin agrees, if it is not sent: another step is a 409.', undefined],
  ['A new order is a 409, and another step is one too.', undefined],
])('%s', (description, next) => {
  const found = stepsIn({ description }, STATES)?.next;
  expect(found && Object.fromEntries([...found].map(([state, after]) => [state, [...after]]))).toEqual(next);
});

/** Sentences that say nothing of all other steps, where a refusal of the operation does. */
test.each<readonly [text: string, refusal: string, next: Readonly<Record<string, readonly string[]>> | undefined]>([
  [
    'From `new` an order comes to `paid` or `cancelled`, and from `paid` to `sent`. The other two are final.',
    'The order cannot come from its state to this one.',
    { new: ['paid', 'cancelled'], cancelled: [], paid: ['sent'], sent: [] },
  ],
  [
    'Allowed transitions:\n- `new` -> `paid`\n- `paid` -> `sent`',
    'The transition is not allowed.',
    { new: ['paid'], paid: ['sent'], sent: [] },
  ],
  [
    'A new order may become paid or cancelled. A paid one may become sent.',
    'Invalid transition.',
    { new: ['paid', 'cancelled'], paid: ['sent'], cancelled: [], sent: [] },
  ],
  ['A new order may become paid. It can be cancelled in any state.', 'Invalid transition.', undefined],
  ['From new to paid if there is money. From paid to sent.', 'Invalid transition.', undefined],
  ['Usually it goes from new to paid.', 'Invalid transition.', undefined],
  ['From new to paid, to sent.', 'The number is taken.', undefined],
])('%s 409: %s', (description, refusal, next) => {
  const found = stepsIn({ description, responses: [{ status: '409', description: refusal }] }, STATES)?.next;
  expect(found && Object.fromEntries([...found].map(([state, after]) => [state, [...after]]))).toEqual(next);
});

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const refusals = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";
const status = `status: { type: string, enum: [${STATES.join(', ')}]`;

const document = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${json('NewOrder')} }
      responses: { '201': { description: Made., ${json('Order')} }, '422': { description: Invalid. } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    get: { operationId: readOrder, responses: { '200': { description: Found., ${json('Order')} }, '404': { description: None. } } }
    patch:
      operationId: changeOrder
      description: 'The status goes from \`new\` to \`paid\`, to \`sent\`, and from \`new\` and \`paid\` to \`cancelled\`: another step is a 409.'
      requestBody: { required: true, ${json('Change')} }
      responses: { '200': { description: Changed., ${json('Order')} }, ${refusals} }
components:
  schemas:
    NewOrder: { type: object, required: [note], properties: { note: { type: string, enum: [red, blue] } } }
    Change: { type: object, properties: { note: { type: string, enum: [red, blue] }, ${status} } } }
    Order: { type: object, required: [id, note, status], properties: { id: { type: integer }, note: { type: string }, ${status} } } }
`;
const service = await serviceFrom(document);

/** The same orders, whose state is changed by an action that names it. */
function acting(action: string): string {
  const start = document.indexOf('    patch:');
  const end = document.indexOf('components:');
  return `${document.slice(0, start)}${action}${document.slice(end)}`;
}

const ID = '[{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]';
const taking = (member: string, values: readonly string[], more = ''): string =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${member}], properties: { ${member}: { type: string, enum: [${values.join(', ')}] }${more} } } } } }`;
const answers = (conflict: string): string =>
  `responses: { '200': { description: Changed., ${json('Order')} }, '404': { description: None. }, '409': { description: '${conflict}' }, '422': { description: Invalid. } }`;
const designs = {
  transitions: acting(`  /orders/{id}/transitions:
    post:
      operationId: moveOrder
      description: From \`new\` an order comes to \`paid\` or \`cancelled\`, and from \`paid\` to \`sent\` or \`cancelled\`.
      parameters: ${ID}
      ${taking('to', STATES.slice(1), ', reason: { type: string, maxLength: 9 }')}
      ${answers('The order cannot come from its state to this one.')}
`),
  status: acting(`  /orders/{id}/status:
    parameters: ${ID}
    get: { operationId: readStatus, responses: { '200': { description: The state., content: { application/json: { schema: { type: object } } } } } }
    put:
      operationId: setStatus
      description: 'Transitions: \`new\` -> \`paid\` -> \`sent\`. From new and paid to cancelled.'
      ${taking('status', STATES)}
      ${answers('The transition is not allowed.')}
`),
  actions: acting(`  /orders/{id}/actions:
    post:
      operationId: actOn
      description: A new order may become paid or cancelled. A paid one may become sent or cancelled.
      parameters: ${ID}
      ${taking('action', ['pay', 'send', 'cancel'])}
      ${answers('Illegal transition.')}
`),
};

const STEPS = ['new paid', 'paid sent', 'new cancelled', 'paid cancelled'];

const VERBS: Readonly<Record<string, string>> = { pay: 'paid', send: 'sent', cancel: 'cancelled' };

/** A service with these steps; with `isSilent` it answers others with success, and makes none. */
function orders(steps: readonly string[], isSilent = false): (request: Request) => Promise<Response> {
  const kept: { note: string; status: string }[] = [];
  return async (request) => {
    const refusal = (code: number): Response => new Response(null, { status: code });
    const given = request.method === 'GET' ? {} : await request.json().catch(() => ({}));
    const key = new URL(request.url).pathname.split('/')[2];
    if (key === undefined) {
      if (!['red', 'blue'].includes(given.note)) return refusal(422);
      return Response.json({ id: kept.push({ note: given.note, status: 'new' }), note: given.note, status: 'new' }, { status: 201 });
    }
    const order = kept[Number(key) - 1];
    if (order === undefined) return refusal(404);
    const { note = order.note, status, action = '', to = status ?? VERBS[action as string] ?? order.status } = given;
    if (!['red', 'blue'].includes(note) || !STATES.includes(to)) return refusal(422);
    const isStep = to === order.status || steps.includes(`${order.status} ${to}`);
    if (!isStep && !isSilent) return refusal(409);
    Object.assign(order, { note, ...(isStep ? { status: to } : {}) });
    return Response.json({ id: Number(key), ...order });
  };
}

async function foundIn(target: (request: Request) => Promise<Response>): Promise<readonly string[]> {
  const { findings, operations } = await conformService(service, { target, most: 1, random: 0, ...lookingFor('state-rules') });
  expect(operations.flatMap(({ cells }) => [...cells.keys()])).toContain('state-rules');
  return findings.map(({ message }) => message);
}

test.each(sampleOf(['new sent', 'paid new', 'sent cancelled', 'cancelled new'], 2))('finds the step %s', async (step) => {
  const [from, to] = step.split(' ');
  expect(await foundIn(orders([...STEPS, step]))).toEqual([
    `changeOrder has changed \`status\` from \`${from}\` to \`${to}\`, a step that the document says is refused.`,
  ]);
});

test('finds nothing where other steps are refused, or are not made', async () => {
  expect(await foundIn(orders(STEPS))).toEqual([]);
  expect(await foundIn(orders(STEPS, true))).toEqual([]);
});

test.each(sampleOf(Object.entries(designs), 1))('a step by an action that names the state: %s', async (_, text) => {
  const own = await serviceFrom(text);
  const found = async (steps: readonly string[]): Promise<readonly string[]> => {
    const { findings } = await conformService(own, { target: orders(steps), most: 1, random: 0, ...lookingFor('state-rules') });
    return findings.map(({ message }) => message);
  };
  expect(await found(STEPS)).toEqual([]);
  expect(await found([...STEPS, 'new sent'])).toEqual([
    expect.stringMatching(/^\w+ has changed `status` from `new` to `sent`, a step that the document says is refused\.$/),
  ]);
});
