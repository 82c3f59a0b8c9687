// The model of callbacks, links and signatures, and the problems of those that are left out.
import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../generator/model/operations/pagination/expressions.ts';
import { readService, serviceOf } from '../emit/service.ts';
import { document, lines, read, service } from '../model/support.ts';
import { processorTime } from '../support/processor-time.ts';
import { ORDERS } from './documents.ts';

describe('runtime expressions', () => {
  test.each([
    ['$url', [{ from: 'url' }]],
    ['{$url}', [{ from: 'url' }]],
    ['$method', [{ from: 'method' }]],
    ['$statusCode', [{ from: 'status' }]],
    ['$request.header.X-Rate', [{ from: 'request', part: 'header', name: 'X-Rate' }]],
    ['$request.query.a b', [{ from: 'request', part: 'query', name: 'a b' }]],
    ['$request.path.id', [{ from: 'request', part: 'path', name: 'id' }]],
    ['$request.body', [{ from: 'request', part: 'body', pointer: [] }]],
    ['$request.body#', [{ from: 'request', part: 'body', pointer: [] }]],
    ['$request.body#/', [{ from: 'request', part: 'body', pointer: [''] }]],
    ['$response.body#/a~1b/0/~0c', [{ from: 'response', part: 'body', pointer: ['a/b', '0', '~c'] }]],
    ['$response.header.location', [{ from: 'response', part: 'header', name: 'location' }]],
    ['https://a.example/{$request.body#/id}?x=1', ['https://a.example/', { from: 'request', part: 'body', pointer: ['id'] }, '?x=1']],
    [
      '{$request.query.a}{$request.query.b}',
      [
        { from: 'request', part: 'query', name: 'a' },
        { from: 'request', part: 'query', name: 'b' },
      ],
    ],
    ['plain {text}', ['plain {text}']],
    ['', []],
  ])('%s', (text, want) => {
    expect(parseTemplate(text)).toEqual(want);
  });

  test.each([
    ['$requests.body', '$requests.body'],
    ['$request.cookie.a', '$request.cookie.a'],
    ['$response.query.a', '$response.query.a'],
    ['$request.header.a b', '$request.header.a b'],
    ['$request.query.', '$request.query.'],
    ['$request.body#a', '$request.body#a'],
    ['$request.body/a', '$request.body/a'],
    ['https://a.example/{$nonsense}', '$nonsense'],
    ['https://a.example/{$request.body#/a', '$request.body#/a'],
    ['$', '$'],
    ['$__proto__', '$__proto__'],
  ])('%s is invalid', (text, wrong) => {
    expect(parseTemplate(text)).toEqual({ wrong });
  });

  test('a long text of braces is parsed in linear time', () => {
    const seconds = processorTime();
    parseTemplate('{$request.body#/a}'.repeat(50_000));
    parseTemplate(`{$request.header.${'a'.repeat(100_000)}\n}`);
    expect(seconds()).toBeLessThan(10);
  });
});

describe('callbacks', () => {
  test('several kinds of callbacks, and one that two operations share', async () => {
    const { callbacks } = await serviceOf(ORDERS);
    expect(
      callbacks.map(({ name, key, method, owners, signature }) => [name, key, method, owners.map(({ id }) => id), signature?.scheme]),
    ).toEqual([
      ['paid', 'paid', 'POST', ['order'], 'standard'],
      ['byQuery', 'byQuery', 'POST', ['order'], undefined],
      ['byHeader', 'byHeader', 'POST', ['order'], undefined],
      ['deep', 'deep', 'POST', ['order'], undefined],
      ['byUrl', 'byUrl', 'POST', ['order'], undefined],
      ['shared', 'shared', 'POST', ['order', 'reorder'], undefined],
    ]);
    expect(callbacks[3]?.address).toEqual([
      { from: 'request', part: 'body', pointer: ['deep', 'urls', '1'] },
      '/',
      { from: 'request', part: 'path', name: 'shop' },
      '?m=POST&s=',
      { from: 'status' },
      '&id=',
      { from: 'response', part: 'body', pointer: ['id'] },
    ]);
  });

  const post = "post: { responses: { '204': { description: Taken. } } }";
  const operation = (callbacks: string, more = '') =>
    `  /${more === '' ? 'a' : 'b'}:\n    post:\n      ${more}\n      responses: { '204': { description: Done. } }\n      callbacks: ${callbacks}\n`;
  const outcome = async (paths: string) => {
    const { service: built, problems } = await read(document(`paths:\n${paths}`));
    return [built?.callbacks.map(({ name }) => name), lines(problems), problems.map(({ message }) => message)] as const;
  };

  test.each([
    ["{ c: { '{$request.body#/url}': { POST } } }", '`$request.body` has no value, since no body is declared there.'],
    ["{ c: { '{$request.query.url}': { POST } } }", '`$request.query.url` has no value, since the operation declares no such parameter.'],
    ["{ c: { '{$response.body#/url}': { POST } } }", '`$response.body` has no value, since no body is declared there.'],
    ["{ c: { '{$nonsense}': { POST } } }", '`$nonsense` is not a runtime expression.'],
  ])('%s is left out, but its operation stays', async (written, message) => {
    const [names, problems, messages] = await outcome(operation(written.replace('POST', post)));
    expect([names, problems]).toEqual([[], [expect.stringMatching(/^unsupported left-out \/paths\/~1a\/post\/callbacks\/c\//)]]);
    expect(messages).toEqual([`The callback c is left out: ${message}`]);
  });

  test('callbacks with the same key are named after their operations', async () => {
    const written = `{ c: { https://a.example: { ${post} } } }`;
    expect((await outcome(operation(written) + operation(written, 'operationId: second')))[0]).toEqual(['postAC', 'secondC']);
  });

  test('a callback of a callback or of a webhook is left out', async () => {
    const nested = `{ c: { https://a.example: { post: { responses: { '204': { description: Taken. } }, callbacks: { d: { https://b.example: { ${post} } } } } } } }`;
    const [names, , messages] = await outcome(operation(nested));
    expect([names, messages]).toEqual([['c'], ['The callback d is left out: it is one of the callback c, not of an operation.']]);
    const hook = document(
      `webhooks:\n  w:\n    post: { responses: { '204': { description: Taken. } }, callbacks: { d: { https://b.example: { ${post} } } } }`,
    );
    expect((await read(hook)).problems.map(({ message }) => message)).toEqual([
      'The callback d is left out: it is one of the webhook w, not of an operation.',
    ]);
  });

  test('a callback is filtered out with its operation', async () => {
    const text = document(`paths:\n${operation(`{ c: { https://a.example: { ${post} } } }`)}`);
    expect((await service(text, { exclude: { paths: ['/a'] } })).callbacks).toEqual([]);
  });
});

describe('links', () => {
  test('refer by operationId and by operationRef, with every kind of value', async () => {
    const { links } = await serviceOf(ORDERS);
    expect(links.map(({ name, status, from, to }) => [name, status, from.id, to.id])).toEqual([
      ['getUser', '200', 'createUser', 'getUser'],
      ['getUser', '201', 'createUser', 'getUser'],
      ['renameIt', '201', 'createUser', 'putUser'],
    ]);
    expect(links[0]?.parameters).toEqual([
      { in: 'path', name: 'id', value: { template: [{ from: 'response', part: 'body', pointer: ['id'] }] } },
      { in: 'query', name: 'expand', value: { constant: true } },
    ]);
    expect(links[2]?.parameters[2]?.value).toEqual({ template: ['in ', { from: 'request', part: 'query', name: 'realm' }, ' by POST'] });
    expect(links[2]?.body).toEqual({ template: [{ from: 'request', part: 'body', pointer: [] }] });
  });

  const linked = (link: unknown) => ({
    paths: {
      '/a': {
        get: { operationId: 'a', responses: { 204: { description: 'Yes.', links: { l: link } } } },
      },
      '/b/{id}': {
        get: {
          operationId: 'b',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: {} },
            { name: 'id', in: 'query', schema: {} },
          ],
          responses: { 204: { description: 'Yes.' } },
        },
      },
    },
  });
  test.each<[object, string, string]>([
    [{ operationId: 'c' }, '/operationId', "no operation has the operationId 'c'."],
    [{ operationRef: '#/paths/~1c/get' }, '/operationRef', 'its `operationRef` leads to no operation.'],
    [{ operationRef: '#/paths/~1b~1{id}/put' }, '/operationRef', 'its `operationRef` leads to no operation.'],
    [{ operationRef: 'https://b.example/#/paths/~1b/get' }, '/operationRef', 'its `operationRef` leads out of the document.'],
    [{ operationId: 'b', server: { url: 'https://b.example' } }, '/server', 'it leads to a server of its own.'],
    [{ operationId: 'b', parameters: { nr: 1 } }, '/parameters/nr', "its target has no parameter 'nr'."],
    [{ operationId: 'b', parameters: { id: 1 } }, '/parameters/id', "its target has two parameters 'id'; write 'path.id' or the like."],
    [
      { operationId: 'b', parameters: { 'path.id': '$response.body#/id' } },
      '/parameters/path.id',
      '`$response.body` has no value, since no body is declared there.',
    ],
    [
      { operationId: 'b', parameters: { 'path.id': '$request.path.x' } },
      '/parameters/path.id',
      '`$request.path.x` has no value, since the operation declares no such parameter.',
    ],
    [{ operationId: 'b', parameters: { 'path.id': '$url' } }, '/parameters/path.id', '`$url` is not known where links are followed.'],
    [{ operationId: 'b', parameters: { 'path.id': '{$nonsense}' } }, '/parameters/path.id', '`$nonsense` is not a runtime expression.'],
    [{ operationId: 'b', requestBody: 1 }, '/requestBody', "it gives a body to 'b', which takes none."],
    [{}, '', 'it has neither `operationId` nor `operationRef`.'],
  ])('%j is left out at its location', async (link, place, message) => {
    const { service: built, problems } = await readService(linked(link));
    expect(built?.links).toEqual([]);
    expect(problems.list.map((problem) => [problem.severity, problem.code, problem.location.pointer, problem.message])).toEqual([
      ['unsupported', 'left-out', `/paths/~1a/get/responses/204/links/l${place}`, `The link l is left out: ${message}`],
    ]);
  });

  test.each([['#/paths/~1b~1{id}/get'], ['#/paths/~1b~1%7Bid%7D/get']])('%s resolves to the operation', async (operationRef) => {
    const { links } = await serviceOf(linked({ operationRef, parameters: { 'path.id': 7, 'query.id': [null] } }));
    expect(links[0]).toMatchObject({
      to: { id: 'b' },
      parameters: [
        { in: 'path', value: { constant: 7 } },
        { in: 'query', value: { constant: [null] } },
      ],
    });
  });

  test('a link to a filtered-out operation is dropped without a problem', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      ...linked({ operationId: 'b', parameters: { 'path.id': 7 } }),
    });
    const { service: built, problems } = await read(text, { exclude: { operations: ['b'] } });
    expect([built?.links, problems]).toEqual([[], []]);
  });
});

describe('x-webhook-signature', () => {
  const webhook = (written: unknown, root?: unknown) => ({
    ...(root === undefined ? {} : { 'x-webhook-signature': root }),
    webhooks: {
      w: { post: { responses: { 204: { description: 'Taken.' } }, ...(written === undefined ? {} : { 'x-webhook-signature': written }) } },
    },
  });
  const standard = { scheme: 'standard', toleranceSeconds: 300 };
  test.each<[unknown, unknown, unknown]>([
    [undefined, undefined, undefined],
    [true, undefined, standard],
    [{}, undefined, standard],
    [{ toleranceSeconds: 60 }, undefined, { scheme: 'standard', toleranceSeconds: 60 }],
    [undefined, true, standard],
    [false, true, undefined],
    [{ scheme: 'hmac-hex', header: 'X-S' }, true, { scheme: 'hmac-hex', header: 'X-S' }],
    [{ scheme: 'timestamped', header: 'X-S' }, undefined, { scheme: 'timestamped', header: 'X-S', toleranceSeconds: 300 }],
  ])('%j, and %j at the root', async (written, root, want) => {
    expect((await serviceOf(webhook(written, root))).webhooks[0]?.signature).toEqual(want);
  });
  const signed = (what: unknown, parameter: object = {}) => {
    const document = webhook({ scheme: 'hmac-hex', header: 'X-S', signed: what });
    const pid = { name: 'pid', in: 'query', required: true, schema: { type: 'string' }, ...parameter };
    Object.assign(document.webhooks.w.post, { parameters: [pid] });
    return document;
  };
  test.each([
    ['query.pid', { scheme: 'hmac-hex', header: 'X-S', query: 'pid' }],
    ['body', { scheme: 'hmac-hex', header: 'X-S' }],
  ])('the signature covers %s', async (what, want) => {
    expect((await serviceOf(signed(what))).webhooks[0]?.signature).toEqual(want);
  });
  test.each([
    ['another parameter', signed('query.id')],
    ['a header', signed('header.pid', { in: 'header' })],
    ['a parameter that may be left out', signed('query.pid', { required: false })],
    ['no place', signed(true)],
  ])('%s cannot be signed', async (_, document) => {
    const { problems } = await readService(document);
    expect(problems.list.map(({ severity, code, location }) => [severity, code, location?.pointer])).toEqual([
      ['error', 'webhook-signature-invalid', '/webhooks/w/post/x-webhook-signature/signed'],
    ]);
  });

  test.each([['standard'], [{ scheme: 'rsa', header: 'X-S' }], [{ scheme: 'hmac-hx' }], [{ scheme: 'hmac-hex' }]])(
    '%j is an error',
    async (written) => {
      const { problems } = await readService(webhook(written));
      expect(problems.list.map(({ severity, code }) => [severity, code])).toEqual([['error', 'webhook-signature-invalid']]);
    },
  );
});
