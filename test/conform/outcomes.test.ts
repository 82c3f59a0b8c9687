// Tests that octavo conform finds actions that lead to another state, or do something else to members, than sentences say, in the words of three
// teams.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const kind = (name: string, summary: string, says: string): string => `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${json('NewOrder')} }
      responses: { '201': { description: Made., ${json('Order')} }, '422': { description: Invalid. } }
  /${name}/{id}:
    parameters: [${id}]
    get: { operationId: read-${name}, responses: { '200': { description: Found., ${json('Order')} }, '404': { description: None. } } }
  /${name}/{id}/close:
    parameters: [${id}]
    post:
      operationId: close-${name}
      summary: ${JSON.stringify(summary)}
      description: ${JSON.stringify(says)}
      responses: { '200': { description: Done., ${json('Order')} }, '404': { description: None. }, '409': { description: Refused. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:${kind('orders', 'Marks an order as closed', 'Sets `closedAt`. Resets `tries` to 0.')}${kind('tickets', 'Closes a ticket', "Changes the ticket's status from open to `closed`, records the time in `closedAt`, and `tries` is set back to zero.")}${kind('polls', 'Ends a poll', 'The poll is moved to the `closed` state. The `tries` counter is reset to 0.')}
components:
  schemas:
    NewOrder: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Order:
      type: object
      required: [id, status, tries]
      properties: { id: { type: integer }, name: { type: string }, status: { type: string, enum: [open, closed, lost] }, tries: { type: integer }, closedAt: { type: [string, 'null'], format: date-time } }
`);
const judge = await createJudge(service);

type Members = Readonly<Record<string, unknown>>;

/** `instead`: what an action does to members instead of what it should. */
function shop(instead: Members): (request: Request) => Promise<Response> {
  const kept = new Map<string, Members>();
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, name = '', key, action] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    if (key === undefined) {
      const made = { id: kept.size + 1, status: 'open', tries: 3, closedAt: null, ...JSON.parse(text) };
      kept.set(`${name}/${made.id}`, made);
      return Response.json(made, { status: 201 });
    }
    const before = kept.get(`${name}/${key}`);
    if (before === undefined) return none(404);
    const done = { status: 'closed', tries: 0, closedAt: '2030-01-02T03:04:05Z', ...instead };
    const after = action === undefined ? before : { ...before, ...done };
    kept.set(`${name}/${key}`, after);
    return Response.json(after);
  };
}

const ALL = ['orders', 'polls', 'tickets'];

test.each(
  sampleOf<readonly [says: string, instead: Members, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a state that stays',
        { status: 'open' },
        ALL.map((name) => new RegExp(`^\`status\` is \`open\` after close-${name} in the state \`open\``)),
      ],
      [
        'another state',
        { status: 'lost' },
        ALL.map((name) => new RegExp(`^\`status\` is \`lost\` after close-${name} in the state \`open\``)),
      ],
      ['a counter that stays', { tries: 3 }, ALL.map((name) => new RegExp(`^\`tries\` is 3 after close-${name}`))],
      ['no time', { closedAt: null }, ['orders', 'tickets'].map((name) => new RegExp(`^\`closedAt\` is null after close-${name}`))],
    ],
    3,
  ),
)('%s', async (_, instead, expected) => {
  const report = await conformService(service, { target: shop(instead), most: 1, random: 0, ...lookingFor('state-rules') });
  const shown = report.findings.flatMap(({ check, message }) => (check === 'state-rules' ? [message] : []));
  expect(shown.toSorted()).toEqual(expected.map((one) => expect.stringMatching(one)));
  expect(report.operations.flatMap(({ cells }) => [...cells.keys()])).toContain('state-rules');
});
