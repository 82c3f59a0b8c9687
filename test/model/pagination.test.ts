// `x-pagination` of an operation: the resulting facts in the model, or the problem and its pointer.
import { describe, expect, test } from 'vitest';
import { lines, operation, pathDocument, read, service } from './support.ts';

/** A document with one operation that has a parameter and a response of each kind. */
const document = (pagination: string, answer = "{ '200': { $ref: '#/components/responses/Page' } }"): string =>
  pathDocument(
    `/it:
  post:
    operationId: list
    x-pagination: ${pagination}
    parameters:
      - { name: after, in: query, schema: { type: string } }
      - { name: from, in: query, schema: { type: integer } }
      - { name: X-Cursor, in: header, schema: { type: string } }
    requestBody:
      content:
        application/json: { schema: { type: object, properties: { 'a/b': { type: string }, n: { type: integer } } } }
    responses: ${answer}`,
    '3.1.0',
    `components:
  schemas:
    Any: {}
    Item: { type: object, properties: { id: { type: integer }, open: { type: boolean } } }
    Base: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Item' } } } }
    List:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          properties:
            meta: { type: object, additionalProperties: { type: string } }
            total: { type: integer }
            free: {}
            closed: { type: object }
            more: { type: boolean }
            pair: { type: array, prefixItems: [{ type: string }] }
            either: { oneOf: [{ type: array, items: { type: string } }, { type: array, items: { type: integer } }] }
  responses:
    Page:
      description: A page.
      headers: { x-next: { schema: { type: string } } }
      content: { application/json: { schema: { $ref: '#/components/schemas/List' } } }
`,
  );

describe('valid values', () => {
  test.each<[string, object, string]>([
    [
      '{ style: cursor, cursor: query.after, next: /meta/next, previous: /meta/before, items: /data }',
      {
        style: 'cursor',
        cursor: ['query', 'after'],
        next: ['body', 'meta', 'next'],
        previous: ['body', 'meta', 'before'],
        items: ['body', 'data'],
      },
      'Item',
    ],
    [
      '{ style: cursor, cursor: query.after, next: /meta/next, end: 0, items: /data }',
      { style: 'cursor', cursor: ['query', 'after'], next: ['body', 'meta', 'next'], end: '0', items: ['body', 'data'] },
      'Item',
    ],
    [
      '{ style: cursor, cursor: header.x-cursor, next: header.X-Next, items: /free }',
      { style: 'cursor', cursor: ['header', 'X-Cursor'], next: ['headers', 'x-next'], items: ['body', 'free'] },
      '',
    ],
    [
      "{ style: cursor, cursor: 'body#/a~1b', next: /free/a/0, items: /data }",
      { style: 'cursor', cursor: ['body', 'a/b'], next: ['body', 'free', 'a', '0'], items: ['body', 'data'] },
      'Item',
    ],
    [
      "{ style: cursor, cursor: query.after, next: 'last#/id', more: /more, items: /data }",
      { style: 'cursor', cursor: ['query', 'after'], next: ['last', 'id'], more: ['body', 'more'], items: ['body', 'data'] },
      'Item',
    ],
    [
      "{ style: cursor, cursor: query.from, next: 'last#/id', step: -1, items: /data }",
      { style: 'cursor', cursor: ['query', 'from'], next: ['last', 'id'], step: -1, items: ['body', 'data'] },
      'Item',
    ],
    [
      '{ style: offset, offset: query.from, total: /total, more: /more, items: /data }',
      { style: 'offset', offset: ['query', 'from'], total: ['body', 'total'], more: ['body', 'more'], items: ['body', 'data'] },
      'Item',
    ],
    [
      '{ style: offset, offset: query.from, first: 1, items: /data }',
      { style: 'offset', offset: ['query', 'from'], first: 1, items: ['body', 'data'] },
      'Item',
    ],
    ["{ style: offset, offset: 'body#/n', items: /data }", { style: 'offset', offset: ['body', 'n'], items: ['body', 'data'] }, 'Item'],
    [
      '{ style: page, page: query.from, first: 0, totalPages: /total, items: /data }',
      { style: 'page', page: ['query', 'from'], first: 0, totalPages: ['body', 'total'], items: ['body', 'data'] },
      'Item',
    ],
    [
      '{ style: link, items: /data }',
      { style: 'link', next: ['headers', 'link'], previous: ['headers', 'link'], items: ['body', 'data'] },
      'Item',
    ],
    [
      '{ style: link, next: /meta/url, method: get, items: /data }',
      { style: 'link', next: ['body', 'meta', 'url'], method: 'GET', items: ['body', 'data'] },
      'Item',
    ],
    ['{ style: link, next: /meta/url, items: /data }', { style: 'link', next: ['body', 'meta', 'url'], items: ['body', 'data'] }, 'Item'],
  ])('%s', async (written, facts, item) => {
    const { pagination } = operation(await service(document(written)), 'list');
    expect(pagination?.facts).toEqual(facts);
    expect(pagination?.item?.ref?.name ?? pagination?.item?.name ?? '').toBe(item);
  });

  test('pages with alternatives have items of any of them', async () => {
    const { pagination } = operation(await service(document('{ style: link, items: /either }')), 'list');
    expect(pagination?.item?.anyOf?.map((schema) => schema.type)).toEqual([['string'], ['integer']]);
  });

  test('a declared Link header is read by its declared name', async () => {
    const answer = `{ '200': { description: A, headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: {} } } } } }`;
    const { pagination } = operation(await service(document('{ style: link }', answer)), 'list');
    expect(pagination?.facts).toMatchObject({ next: ['headers', 'Link'], items: ['body'] });
  });

  test('types of pages avoid the names of schemas', async () => {
    const text = document('{ style: link, items: /data }').replace('    Any: {}', '    ListPage: {}\n    ListItem: {}');
    expect(operation(await service(text), 'list').typeName).toBe('ListOperation');
  });
});

describe('errors', () => {
  const AT = '/paths/~1it/post/x-pagination';
  test.each(['cursor', '{ items: /data }', '{ style: toString, items: /data }'])('%s belongs to another tool', async (written) => {
    const { service: built, problems } = await read(document(written));
    expect(built?.operations.map(({ pagination }) => pagination)).toEqual([undefined]);
    expect(lines(problems)).toEqual([`warning extension-foreign ${AT}`]);
  });

  test.each<[string, string]>([
    ['{ style: cursor, next: /meta/next, items: /data }', AT],
    ['{ style: cursor, cursor: query.after, items: /data }', AT],
    ['{ style: cursor, cursor: query.after, next: /meta/next, end: [0], items: /data }', `${AT}/end`],
    ["{ style: offset, offset: query.from, end: '0', items: /data }", `${AT}/end`],
    ['{ style: offset, offset: query.from, limit: query.limit, items: /data }', `${AT}/limit`],
    ['{ style: cursor, cursor: query.none, next: /meta/next, items: /data }', `${AT}/cursor`],
    ['{ style: cursor, cursor: after, next: /meta/next, items: /data }', `${AT}/cursor`],
    ["{ style: cursor, cursor: 'body#/none', next: /meta/next, items: /data }", `${AT}/cursor`],
    ['{ style: cursor, cursor: query.after, next: meta.next, items: /data }', `${AT}/next`],
    ['{ style: cursor, cursor: query.after, next: /closed/next, items: /data }', `${AT}/next`],
    ['{ style: cursor, cursor: query.after, next: /data/0/id, items: /data }', `${AT}/next`],
    ['{ style: cursor, cursor: query.after, next: header.X-None, items: /data }', `${AT}/next`],
    ["{ style: cursor, cursor: query.after, next: 'last#/none', items: /data }", `${AT}/next`],
    ["{ style: cursor, cursor: query.after, next: 'last#/id', step: -2, items: /data }", `${AT}/step`],
    ["{ style: cursor, cursor: query.after, next: 'last#/id', step: '1', items: /data }", `${AT}/step`],
    ["{ style: cursor, cursor: query.after, next: 'last#/open', step: 1, items: /data }", `${AT}/step`],
    ['{ style: cursor, cursor: query.after, next: /meta/next, step: -1, items: /data }', `${AT}/step`],
    ['{ style: page, page: query.from, step: 1, items: /data }', `${AT}/step`],
    ["{ style: cursor, cursor: query.after, next: /meta/next, previous: 'last#/id', items: /data }", `${AT}/previous`],
    ['{ style: cursor, cursor: query.after, next: /meta/next, more: /none, items: /data }', `${AT}/more`],
    ['{ style: link, more: /more, items: /data }', `${AT}/more`],
    ['{ style: offset, offset: query.after, items: /data }', `${AT}/offset`],
    ['{ style: offset, offset: query.from, total: /none, items: /data }', `${AT}/total`],
    ['{ style: offset, offset: query.from, first: 0.5, items: /data }', `${AT}/first`],
    ['{ style: page, page: query.from, first: one, items: /data }', `${AT}/first`],
    ['{ style: link, items: data }', `${AT}/items`],
    ['{ style: link, items: /total }', `${AT}/items`],
    ['{ style: link, items: /pair }', `${AT}/items`],
    ['{ style: link, items: /none }', `${AT}/items`],
    ['{ style: link }', `${AT}/items`],
  ])('%s', async (written, place) => {
    const { service: built, problems } = await read(document(written));
    expect(built).toBeUndefined();
    expect(lines(problems)).toEqual([`error pagination-invalid ${place}`]);
    expect(problems[0]?.fix).not.toBe('');
  });

  test.each([
    "{ '204': { description: A } }",
    "{ '200': { description: A, content: { text/plain: {} } } }",
    "{ '200': { description: A, content: { application/json: {}, text/csv: {} } } }",
    '{ default: { description: A, content: { application/json: {} } } }',
  ])('responses that are not pages: %s', async (answer) => {
    expect(lines((await read(document('{ style: link }', answer))).problems)).toEqual([`error pagination-invalid ${AT}`]);
  });

  test('webhooks have no pages', async () => {
    const text = document('{ style: link, items: /data }').replace('paths:\n  /it:', 'webhooks:\n  it:');
    expect(lines((await read(text)).problems)).toEqual(['error pagination-invalid /webhooks/it/post/x-pagination']);
  });
});
