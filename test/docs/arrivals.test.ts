// What the column shows of requests that arrive, of webhooks and callbacks: the head and the body as on the wire, and what a receiver may answer.
import { expect, test } from 'vitest';
import { arrivalText, columnText } from '../../generator/docs/console/column-data.ts';
import type { ArrivalData, ColumnData } from '../../generator/docs/console/data.ts';
import type { Service } from '../../generator/model/service.ts';
import { serviceOf } from '../emit/service.ts';

const answers = {
  default: { description: 'Anything else.' },
  401: { description: 'Wrong signature. It is tried again.' },
  '2XX': { description: 'Taken.' },
};
const header = (name: string, example: string) => ({ name, in: 'header', required: true, schema: { type: 'string' }, example });

const arrivalOf = async (operation: object): Promise<ArrivalData> => {
  const service = await serviceOf({ webhooks: { 'pet.born': { post: { operationId: 'petBorn', responses: answers, ...operation } } } });
  const [webhook] = service.webhooks;
  if (webhook === undefined) throw new Error('The document has no webhook.');
  return JSON.parse(arrivalText(service, webhook)) as ArrivalData;
};
const bodyOf = (type: string, content: object) => ({ requestBody: { required: true, content: { [type]: content } } });

test('a webhook: its headers, each example of its body, and its responses, successes first', async () => {
  const pet = { type: 'object', properties: { name: { type: 'string' } } };
  const examples = { cat: { summary: 'A cat', value: { name: 'Mo' } }, dog: { value: { name: 'Ida' } } };
  const arrival = await arrivalOf({
    parameters: [header('X-Attempt', '2')],
    'x-webhook-signature': { scheme: 'timestamped', header: 'Pet-Signature' },
    ...bodyOf('application/json', { schema: pet, examples }),
  });
  expect(arrival).toMatchObject({ kind: 'webhook', id: 'petBorn', method: 'POST', contentType: 'application/json' });
  expect(arrival.head).toBe(
    'POST /your/receiver HTTP/1.1\nContent-Type: application/json\nX-Attempt: 2\nPet-Signature: t=<seconds>,v1=<signature>',
  );
  expect(arrival.bodies).toEqual([
    { label: 'A cat', text: '{\n  "name": "Mo"\n}' },
    { label: 'dog', text: '{\n  "name": "Ida"\n}' },
  ]);
  expect(arrival.responses).toEqual([
    { status: '2XX', description: 'Taken.' },
    { status: '401', description: 'Wrong signature.' },
    { status: 'default', description: 'Anything else.' },
  ]);
});

test.each([
  ['a form is encoded', 'application/x-www-form-urlencoded', { example: { name: 'Mo & Ida', age: 3 } }, ['name=Mo+%26+Ida&age=3']],
  ['text is as it is', 'text/plain', { example: 'born\nMo' }, ['born\nMo']],
  ['a JSON text has its quotes', 'application/json', { example: 'born' }, ['"born"']],
  ['without an example, one is made', 'application/json', { schema: { const: 7 } }, ['7']],
  ['a file is not shown', 'application/octet-stream', {}, []],
  ['neither is XML, which is not written here', 'application/xml', { example: { name: 'Mo' } }, []],
])('%s', async (_, type, content, texts) => {
  const { bodies, contentType } = await arrivalOf(bodyOf(type, content));
  expect([bodies.map(({ text }) => text), contentType]).toEqual([texts, type]);
});

test.each([
  [{ scheme: 'standard' }, 'webhook-id: <id>\nwebhook-timestamp: <seconds>\nwebhook-signature: v1,<signature>'],
  [{ scheme: 'hmac-hex', header: 'X-Sum', keyHeader: 'X-Key' }, 'X-Key: <key>\nX-Sum: <signature>'],
])('the signature %o stands in the head', async (signature, lines) => {
  expect((await arrivalOf({ 'x-webhook-signature': signature, ...bodyOf('application/json', {}) })).head).toContain(`\n${lines}`);
});

test('the callbacks of an operation come with it, each with its address; another operation has none', async () => {
  const paid = {
    operationId: 'paid',
    parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' }, example: 'a b' }],
    responses: answers,
  };
  const url = { name: 'url', in: 'query', schema: { type: 'string' } };
  const service = await serviceOf({
    paths: {
      '/orders': {
        post: {
          operationId: 'order',
          parameters: [url],
          responses: answers,
          callbacks: { paid: { '{$request.query.url}': { get: paid } } },
        },
        get: { operationId: 'list', responses: answers },
      },
    },
  });
  const of = (name: string): ColumnData => {
    const operation = service.operations.find(({ id }) => id === name) as Service['operations'][number];
    return JSON.parse(columnText(service, operation, { clientModule: 'pets', runtime: '@octavo/runtime' })) as ColumnData;
  };
  expect(of('order').callbacks).toMatchObject([
    { kind: 'callback', id: 'paid', expression: '{$request.query.url}', head: 'GET /your/receiver?id=a%20b HTTP/1.1', bodies: [] },
  ]);
  expect(of('list').callbacks).toEqual([]);
});
