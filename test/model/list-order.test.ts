// `x-order` of operations and documents: the model, the sentence in the description, what `octavo diff` says, and errors with their fix.
import { expect, test } from 'vitest';
import type { Change } from '../../generator/diff/change.ts';
import { compareOrder } from '../../generator/diff/list-order.ts';
import type { ListOrder } from '../../generator/model/list-order.ts';
import { operation, pathDocument, read, service } from './support.ts';

const ITEM = '{ type: object, properties: { created: { type: integer }, name: { type: string } } }';
const LIST = `{ type: array, items: ${ITEM} }`;

/** Two lists: `bare` is the body itself, `held` at `/data`, with pages. */
const withOrder = (order: string, { on = 'bare', root = '' } = {}): string => {
  const own = (id: string) => (on === id ? `    x-order: ${order}\n` : '');
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  return pathDocument(
    `/bare:
  get:
    operationId: bare
    description: It.
${own('bare')}    responses: { '200': { description: Good., ${json(LIST)} } }
/held:
  get:
    operationId: held
    description: It.
${own('held')}    x-pagination: { style: offset, offset: query.skip, items: /data }
    parameters: [{ name: skip, in: query, schema: { type: integer } }]
    responses: { '200': { description: Good., ${json(`{ type: object, properties: { data: ${LIST} } }`)} } }`,
    '3.1.0',
    root,
  );
};

test.each<[order: string, on: string, found: ListOrder, description: string]>([
  ['{ direction: newest-first }', 'bare', { direction: 'newest-first', at: '' }, 'It. Order: newest first.'],
  [
    '{ direction: oldest-first, by: created }',
    'held',
    { direction: 'oldest-first', by: 'created', at: '/data' },
    'It. Order: oldest first, by `created`.',
  ],
  [
    "{ direction: alphabetical, by: name, at: '' }",
    'bare',
    { direction: 'alphabetical', by: 'name', at: '' },
    'It. Order: alphabetical, by `name`.',
  ],
])('%s on %s', async (order, on, found, description) => {
  const built = operation(await service(withOrder(order, { on })), on);
  expect([built.order, built.description]).toEqual([found, description]);
});

test('at the root, it is the order of lists with pages that have none of their own', async () => {
  const root = 'x-order: { direction: newest-first }\n';
  const built = await service(withOrder('{ direction: best-first }', { root }));
  expect([operation(built, 'bare').order, operation(built, 'held').order]).toEqual([
    { direction: 'best-first', at: '' },
    { direction: 'newest-first', at: '/data' },
  ]);
  const other = await service(withOrder('{ direction: best-first }', { root, on: 'held' }));
  expect([operation(other, 'bare').order, operation(other, 'held').order]).toEqual([undefined, { direction: 'best-first', at: '/data' }]);
});

test.each([
  ['{ direction: newest-frist }', 'bare', '/direction', '`direction` says which items come first.', 'Did you mean `newest-first`?'],
  [
    '{ by: created }',
    'bare',
    '',
    '`direction` says which items come first.',
    'Write one of newest-first, oldest-first, highest-first, lowest-first, nearest-first, best-first, alphabetical.',
  ],
  ['{ direction: newest-first, bye: created }', 'bare', '/bye', '`x-order` has no field `bye`.', 'Write `by`.'],
  [
    '{ direction: newest-first, by: updated }',
    'held',
    '/by',
    'An item of the list has no field `updated`.',
    'Name a field that the schema of the items declares, or leave out `by`.',
  ],
  [
    '{ direction: newest-first, at: /items }',
    'held',
    '/at',
    'What the body of the response has at /items is not a list.',
    'Write in `at` a JSON pointer to a list in the JSON body of the first response of success, such as `at: /items`.',
  ],
])('%s on %s is an error at %s', async (order, on, place, message, fix) => {
  const { problems } = await read(withOrder(order, { on }));
  expect(problems.map((problem) => [problem.severity, problem.code, problem.location.pointer, problem.message, problem.fix])).toEqual([
    ['error', 'order-invalid', `/paths/~1${on}/get/x-order${place}`, message, fix],
  ]);
});

test('at the root, it has no field', async () => {
  const { problems } = await read(withOrder('{ direction: best-first }', { root: 'x-order: { direction: newest-first, by: created }\n' }));
  expect(problems.map(({ code, location, message }) => [code, location.pointer, message])).toEqual([
    ['order-invalid', '/x-order/by', '`x-order` has no field `by` at the root of the document.'],
  ]);
});

test('another form is another tool’s', async () => {
  const { problems } = await read(withOrder('3'));
  expect(problems.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'extension-foreign']]);
});

const newest: ListOrder = { direction: 'newest-first', by: 'created', at: '' };
test.each<[string, ListOrder | undefined, ListOrder | undefined, string[]]>([
  [
    'another',
    newest,
    { ...newest, direction: 'oldest-first' },
    ['breaking: has the order oldest first, by `created` now, was newest first, by `created`'],
  ],
  ['new', undefined, newest, ['compatible: says the order of its list now: newest first, by `created`']],
  ['gone', newest, undefined, ['breaking: no longer says the order of its list, which was newest first, by `created`']],
  ['the same', newest, { ...newest }, []],
])('octavo diff: an order that is %s', async (_, before, after, want) => {
  const { location } = operation(await service(withOrder('{ direction: best-first }')), 'bare');
  const changes: Change[] = [];
  compareOrder(before, after, { operation: 'bare', location }, changes);
  expect(changes.map(({ kind, code, message }) => `${kind}${code === 'order-changed' ? '' : ` ${code}`}: ${message}`)).toEqual(want);
});
