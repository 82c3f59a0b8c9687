// Tests that octavo conform finds actions that accept another value than the thing shows, where a sentence says that they repeat it.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { bornKindsIn, repeatedIn, saidOf } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const bare = { id: 'act', method: 'POST', path: '/things/{id}/act', summary: '', responses: [], tags: [] };

test.each([
  ['Whoever approves repeats `netTotal`; another amount is refused with 409.', 'netTotal', true],
  ['The name must match that of the project, so that nobody deletes the wrong one.', 'name', true],
  ['A `count` that differs is a 409.', 'count', true],
  ['Repeating a request with the same `reference` changes nothing.', 'reference', false],
  ['The amount may differ from `total`.', 'total', false],
  ['If it is there, `version` must match.', 'version', false],
])('%s', (description, member, isRead) => {
  const operation = { ...bare, description } as unknown as Parameters<typeof saidOf>[1];
  expect(repeatedIn(saidOf({ operations: [] }, operation), member) !== undefined).toBe(isRead);
});

test.each<readonly [text: string, states: readonly string[], values: readonly string[], born: readonly string[]]>([
  [
    'Vacation and unpaid leave are `requested` first. Sickness is `approved` at once.',
    ['requested', 'approved'],
    ['vacation', 'sickness', 'unpaid'],
    ['vacation requested', 'unpaid requested', 'sickness approved'],
  ],
  ['Card payments start as settled.', ['pending', 'settled'], ['card', 'transfer'], ['card settled']],
  ['An urgent repair is immediately open.', ['waiting', 'open'], ['urgent', 'usual'], ['urgent open']],
  ['A card payment is settled at once unless it is high.', ['pending', 'settled'], ['card', 'transfer'], []],
  ['Card payments are settled.', ['pending', 'settled'], ['card', 'transfer'], []],
])('%s', (text, states, values, born) =>
  expect(bornKindsIn(text, states, values).map(({ value, state }) => `${value} ${state}`)).toEqual(born),
);

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }';
const BOX =
  '{ type: object, required: [id, kind, count, state], properties: { id: { type: integer }, kind: { type: string }, count: { type: integer }, state: { type: string, enum: [open, sealed] } } }';

const STORE = `openapi: 3.1.0
info: { title: Store, version: '1' }
paths:
  /boxes:
    post:
      operationId: addBox
      description: A gift is sealed at once.
      requestBody: { required: true, ${json('{ type: object, required: [kind], properties: { kind: { type: string, enum: [plain, gift], example: plain } } }')} }
      responses: { '201': { description: Made., ${json(BOX)} }, '422': { description: Invalid. } }
  /boxes/{id}:
    parameters: [${ID}]
    get: { operationId: getBox, responses: { '200': { description: It., ${json(BOX)} }, '404': { description: None. } } }
  /boxes/{id}/seal:
    parameters: [${ID}]
    post:
      operationId: sealBox
      description: Whoever seals it repeats the \`count\`. Another count is a 409.
      requestBody: { required: true, ${json('{ type: object, required: [count], properties: { count: { type: integer, minimum: 0, maximum: 99 } } }')} }
      responses: { '200': { description: Sealed., ${json(BOX)} }, '404': { description: None. }, '409': { description: No. }, '422': { description: Invalid. } }
`;

function store({ isAnyCount = false, isGiftOpen = false } = {}): Handler {
  const boxes: { readonly kind: string; readonly count: number; state: string }[] = [];
  return async (request) => {
    const [, , part, action] = new URL(request.url).pathname.split('/');
    const body: Readonly<Record<string, unknown>> = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    if (part === undefined) {
      const kind = String(body?.kind);
      if (!['plain', 'gift'].includes(kind)) return new Response(null, { status: 422 });
      const box = { kind, count: 7, state: kind === 'gift' && !isGiftOpen ? 'sealed' : 'open' };
      return Response.json({ id: boxes.push(box), ...box }, { status: 201 });
    }
    const box = boxes[Number(part) - 1];
    if (box === undefined) return new Response(null, { status: 404 });
    if (action !== undefined) {
      if (typeof body?.count !== 'number' || body.count < 0 || body.count > 99) return new Response(null, { status: 422 });
      if (box.state !== 'open' || (body.count !== box.count && !isAnyCount)) return new Response(null, { status: 409 });
      box.state = 'sealed';
    }
    return Response.json({ id: Number(part), ...box });
  };
}

test.each([
  [{}, []],
  [{ isAnyCount: true }, ['stated-rules sealBox']],
  [{ isGiftOpen: true }, ['state-rules addBox']],
])('a store with %j', async (faults, found) => {
  const report = await conformService(await serviceFrom(STORE), {
    target: store(faults),
    random: 0,
    ...lookingFor('stated-rules', 'state-rules'),
    most: 1,
  });
  expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(found);
});
