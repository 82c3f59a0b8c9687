// Tests that octavo conform finds members that change although sentences say that they may not, in a small service of orders.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const done = `{ '200': { description: Done., ${json('Order')} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
/** One kind of orders, with its own words for what may not be changed. */
const kind = (name: string, method: 'put' | 'patch', says: string): string => `
  /${name}:
    post:
      operationId: add-${name}
      tags: [${name}]
      requestBody: { required: true, ${json('NewOrder')} }
      responses: { '201': { description: Made., ${json('Order')} }, '422': { description: Invalid. } }
  /${name}/{id}:
    parameters: [${id}]
    get: { operationId: read-${name}, responses: { '200': { description: Found., ${json('Order')} }, '404': { description: None. } } }
    ${method}:
      operationId: change-${name}
      tags: [${name}]
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${json(method === 'put' ? 'NewOrder' : 'Change')} }
      responses: ${done}
  /${name}/{id}/pay:
    parameters: [${id}]
    post: { operationId: pay-${name}, responses: ${done} }`;

const members = (nature: string): string => `
        nature: { type: string, enum: [goods, service], description: ${JSON.stringify(nature)} }
        currency: { type: string, enum: [EUR, USD, CHF], description: Read-only once paid. }
        amount: { type: integer, minimum: 1, maximum: 9999 }
        note: { type: string, minLength: 1, maxLength: 20 }`;
const service = await serviceFrom(`openapi: 3.1.0
info: { title: Orders, version: '1' }
tags: [{ name: orders }, { name: sales }, { name: bills, description: What is to be paid. A paid bill can no longer be edited or deleted. }]
paths:${kind('orders', 'patch', 'Changes an order. Once the order is paid, `amount` is read-only.')}${kind('sales', 'put', 'Replaces a sale. The amount can only be changed while the sale is a draft.')}${kind('bills', 'patch', 'Changes a bill.')}
components:
  schemas:
    NewOrder: { type: object, required: [nature, currency, amount], additionalProperties: false, properties: { ${members('Set on creation and immutable thereafter.').trim().replaceAll(/\n\s+/g, ', ')} } }
    Change: { type: object, additionalProperties: false, properties: { ${members('Cannot be changed after creation.').trim().replaceAll(/\n\s+/g, ', ')} } }
    Order: { type: object, required: [id, status], properties: { id: { type: integer }, status: { type: string, enum: [draft, paid] }, ${members('What it is.').trim().replaceAll(/\n\s+/g, ', ')} } }
`);
const judge = await createJudge(service);

type Members = Readonly<Record<string, unknown>>;

/** The members that a change takes over in spite of all. */
function shop(open: ReadonlySet<string>, isRefused: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Members>();
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, name = '', key, action] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    if (key === undefined) {
      const made = { id: kept.size + 1, status: 'draft', ...JSON.parse(text) };
      kept.set(`${name}/${made.id}`, made);
      return Response.json(made, { status: 201 });
    }
    const before = kept.get(`${name}/${key}`);
    if (before === undefined) return none(404);
    if (action === 'pay' && before.status !== 'draft') return none(409);
    const given: Members = text === '' ? {} : JSON.parse(text);
    const isWhole = name === 'bills' && before.status === 'paid' && !open.has('bills');
    const fixed = ['nature', ...(isWhole ? ['note'] : []), ...(before.status === 'paid' ? ['currency', 'amount'] : [])].filter(
      (one) => !open.has(one) && !open.has(name),
    );
    const wrong = fixed.filter((one) => given[one] !== undefined && given[one] !== before[one]);
    if ((wrong.length > 0 || (isWhole && action === undefined && request.method !== 'GET')) && (isRefused || isWhole)) return none(409);
    const own = Object.fromEntries(Object.entries(given).filter(([one]) => !wrong.includes(one)));
    const after = { ...before, ...own, ...(action === 'pay' ? { status: 'paid' } : {}) };
    kept.set(`${name}/${key}`, after);
    return Response.json(after);
  };
}

const CHECKS = ['state-rules', 'read-only'];

test.each(
  sampleOf<readonly [says: string, open: readonly string[], isRefused: boolean, found: readonly RegExp[]]>(
    [
      ['a service that refuses such changes', [], true, []],
      ['a service that ignores them', [], false, []],
      [
        'another nature',
        ['nature'],
        true,
        ['bills', 'orders', 'sales'].map(
          (name) => new RegExp(`^read-only: change-${name} has changed \`nature\` from ".*" to ".*", and the document says: “`),
        ),
      ],
      [
        'another currency',
        ['currency'],
        true,
        ['orders', 'sales'].map(
          (name) => new RegExp(`^state-rules: change-${name} has changed \`currency\` from ".*" to ".*" where \`status\` is \`paid\``),
        ),
      ],
      [
        'a bill that changes',
        ['bills'],
        true,
        [
          /^read-only: change-bills has changed `nature`/,
          /^state-rules: change-bills is answered with 200 where `status` is `paid`, in which the document says/,
        ],
      ],
      [
        'another amount',
        ['amount'],
        true,
        [
          /^state-rules: change-orders has changed `amount` .* says: “Once the order is paid, `amount` is read-only\.”$/,
          /^state-rules: change-sales has changed `amount` .* says: “The amount can only be changed while the sale is a draft\.”$/,
        ],
      ],
    ],
    3,
  ),
)('%s', async (_, open, isRefused, expected) => {
  const report = await conformService(service, { target: shop(new Set(open), isRefused), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const shown = report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown.toSorted()).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
