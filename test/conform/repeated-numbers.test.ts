// Tests that a number that a request repeats must be the one that the thing shows, also where the action is possible once only.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { type Holder, saidOf, sameIn, type Term } from '../../generator/inference/prose/index.ts';
import { lookingFor, SOME_CASES, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const parameter = '{ name: tabId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Tabs, version: '1' }
paths:
  /tabs:
    post:
      operationId: openTab
      description: A new tab is open.
      requestBody: { required: true, ${json('NewTab')} }
      responses: { '201': { description: Made., ${json('Tab')} }, ${none} }
  /tabs/{tabId}:
    parameters: [${parameter}]
    get: { operationId: readTab, responses: { '200': { description: Found., ${json('Tab')} }, ${none} } }
  /tabs/{tabId}/settlement:
    parameters: [${parameter}]
    post:
      operationId: settleTab
      description: Only an open tab can be settled (409). Whoever settles it repeats \`total\`; another amount is refused with 409.
      requestBody: { required: true, ${json('Settlement')} }
      responses: { '200': { description: Settled., ${json('Tab')} }, ${none} }
components:
  schemas:
    NewTab: { type: object, required: [total], properties: { total: { type: integer, minimum: 1, maximum: 9000 } } }
    Settlement: { type: object, required: [total], properties: { total: { type: integer, minimum: 1, maximum: 9000 } } }
    Tab:
      type: object
      required: [id, state, total]
      properties: { id: { type: integer }, state: { type: string, enum: [open, settled] }, total: { type: integer } }
`);

interface Tab {
  readonly id: number;
  readonly total: number;
  state: 'open' | 'settled';
}

function tabs(isChecked: boolean): (request: Request) => Promise<Response> {
  const all = new Map<number, Tab>();
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const [, , key, action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const isFine = Number.isInteger(sent?.total) && sent.total >= 1 && sent.total <= 9000;
    if (key === undefined) {
      if (!isFine) return status(422);
      const tab: Tab = { id: all.size + 1, total: sent.total, state: 'open' };
      all.set(tab.id, tab);
      return Response.json(tab, { status: 201 });
    }
    const tab = all.get(Number(key));
    if (tab === undefined) return status(404);
    if (action === undefined) return Response.json(tab);
    if (!isFine) return status(422);
    if (tab.state !== 'open' || (isChecked && sent.total !== tab.total)) return status(409);
    tab.state = 'settled';
    return Response.json(tab);
  };
}

test.each([
  ['a service that checks the number', true, []],
  ['a service that takes any number', false, ['settleTab']],
])('%s', async (_, isChecked, wanted) => {
  const report = await conformService(service, {
    target: tabs(isChecked),
    random: 2,
    allowWrites: true,
    ...SOME_CASES,
    ...lookingFor('stated-rules'),
  });
  expect(report.findings.map(({ operation }) => operation.id)).toEqual(wanted);
});

test.each([
  ['Another amount is refused with 409.', 'total'],
  ['The total must match that of the tab (409 otherwise).', 'total'],
  ['A different total than that of the order is rejected with 422.', 'total'],
  ['Another payment is refused with 409.', undefined],
  ['Another amount is refused with 409 unless the manager agrees.', undefined],
  ['Another amount may be given.', undefined],
])('%s', (description, wanted) => {
  const [operation] = service.operations;
  const own: readonly Term[] = [{ name: 'total', kind: 'number', texts: [] }];
  const holder: Holder = { name: 'tabs', terms: own, isOwn: true };
  const found = operation && saidOf(service, { ...operation, description }).map((said) => sameIn(said, own, holder));
  expect(found?.find((one) => one !== undefined)).toBe(wanted);
});
