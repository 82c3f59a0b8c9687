// What unmodified client libraries send, and what the generated servers take it for; and that the generated clients send the declared spelling.
import { notImplemented } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { documents } from '../support/documents.ts';
import { createClient, createServer, type Generated, readGenerated } from './service.ts';

const services = new Map(await Promise.all(documents.map(async (document) => [document.id, await readGenerated(document)] as const)));

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const F = { authorization: 'Instalments-Auth sk_test' };
const B = { authorization: 'Bearer a-token' };
const CHECK = '{"purchase_amount":10000}';

describe.each<[id: string, requests: readonly (readonly [line: string, sent: Sent, operation: string | number, input: object])[]]>([
  [
    'h-email',
    [
      ['GET /v2/account?api_key=k', {}, 'getAccount', {}],
      ['GET /v2/account/?api_key=k', {}, 'getAccount', {}],
      ['GET /v2/account/', { headers: { 'x-api-key': 'k' } }, 'getAccount', {}],
      ['GET /v2/account//?api_key=k', {}, 404, {}],
    ],
  ],
  [
    'b-microblog',
    [
      ['GET /2/tweets?ids=1,2', { headers: B }, 'getPosts', { query: { ids: ['1', '2'] } }],
      ['GET /2/tweets?ids=1%2C2', { headers: B }, 'getPosts', { query: { ids: ['1', '2'] } }],
      ['GET /2/tweets?ids=1&tweet.fields=id%2Ctext', { headers: B }, 'getPosts', { query: { ids: ['1'], 'tweet.fields': ['id', 'text'] } }],
      ['GET /2/tweets?ids=1&post.fields=id%2Ctext', { headers: B }, 'getPosts', { query: { ids: ['1'], 'tweet.fields': ['id', 'text'] } }],
      ['GET /2/tweets?ids=1&post.fields=id&tweet.fields=id', { headers: B }, 'getPosts', { query: { ids: ['1'], 'tweet.fields': ['id'] } }],
      ['GET /2/tweets?ids=1&post.fields=id&tweet.fields=text', { headers: B }, 400, {}],
      [
        'GET /2/communities/search?query=sea&next_token=t',
        { headers: B },
        'searchCommunities',
        { query: { query: 'sea', next_token: 't', max_results: 10 } },
      ],
      [
        'GET /2/communities/search?query=sea&pagination_token=t',
        { headers: B },
        'searchCommunities',
        { query: { query: 'sea', next_token: 't', max_results: 10 } },
      ],
    ],
  ],
  [
    'f-instalments',
    [
      [
        'POST /v1/eligibility/purchases',
        { headers: { ...F, ...JSON_TYPE }, body: CHECK },
        'checkEligibility',
        { body: { purchase_amount: 10000 } },
      ],
      [
        'POST /v1/payments/eligibility',
        { headers: { ...F, ...JSON_TYPE }, body: CHECK },
        'checkEligibility',
        { body: { purchase_amount: 10000 } },
      ],
      [
        'POST /v2/payments/eligibility',
        { headers: { ...F, ...JSON_TYPE }, body: CHECK },
        'checkEligibility',
        { body: { purchase_amount: 10000 } },
      ],
      ['GET /v1/payments/eligibility', { headers: F }, 'getPayment', { path: { id: 'eligibility' } }],
      ['GET /v1/payments/payment_1', { headers: { authorization: 'Store-Auth sk_test' } }, 'getPayment', { path: { id: 'payment_1' } }],
      ['GET /v1/payments/payment_1', { headers: { authorization: 'Bearer sk_test' } }, 401, {}],
      [
        'POST /v1/payments/payment_1/refund',
        { headers: { ...F, ...JSON_TYPE }, body: '{"amount":1}' },
        'createRefund',
        { body: { amount: 1, payment_id: 'payment_1' } },
      ],
      ['POST /v1/payments/payment_1/sms', { headers: { ...F, 'content-length': '0' } }, 'sendPaymentSms', { path: { id: 'payment_1' } }],
      [
        'POST /v1/payments/payment_1/send-sms',
        { headers: { ...F, 'content-type': 'application/x-www-form-urlencoded' } },
        'sendPaymentSms',
        { path: { id: 'payment_1' } },
      ],
      [
        'POST /v1/payments/payment_1/sms',
        { headers: { ...F, 'content-type': 'application/json; charset=UTF-8' }, body: '{"phone":"+33639981204"}' },
        'sendPaymentSms',
        { path: { id: 'payment_1' }, body: { phone: '+33639981204' } },
      ],
      ['POST /v1/payments/payment_1/sms', { headers: { ...F, 'content-type': 'text/plain' }, body: '{"phone":"+33639981204"}' }, 415, {}],
      // `{}` where no body is declared.
      [
        'PUT /v1/payments/payment_1/cancel',
        { headers: { ...F, ...JSON_TYPE }, body: '{}' },
        'cancelPayment',
        { path: { id: 'payment_1' } },
      ],
    ],
  ],
])('requests to %s', (id, requests) => {
  test.each(requests)('%s %j is %s', async (line, { headers = {}, body }, operation, input) => {
    const seen: unknown[] = [];
    const server = createServer(
      serviceNamed(id),
      handlersOf(serviceNamed(id), (name, value) => seen.push([name, value])),
    );
    const [method = '', target = ''] = line.split(' ');
    const url = `https://service.example.com${target}`;
    const { status } = await server(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
    expect(typeof operation === 'number' ? status : seen).toEqual(typeof operation === 'number' ? operation : [[operation, input]]);
  });
});

test.each<[id: string, operation: string, input: object, sent: string]>([
  ['h-email', 'getAccount', {}, 'GET /v2/account?api_key=the-key'],
  ['b-microblog', 'getPosts', { query: { ids: ['1', '2'], 'tweet.fields': ['id', 'text'] } }, 'GET /2/tweets?ids=1,2&tweet.fields=id,text'],
  ['b-microblog', 'searchCommunities', { query: { query: 'sea', next_token: 't' } }, 'GET /2/communities/search?query=sea&next_token=t'],
  ['f-instalments', 'checkEligibility', { body: { purchase_amount: 1 } }, 'POST /v1/eligibility/purchases'],
  ['f-instalments', 'createRefund', { body: { payment_id: 'payment_1' } }, 'POST /v1/refunds'],
])('the client of %s sends %s as declared', async (id, operation, input, sent) => {
  const requests: string[] = [];
  const client = createClient(serviceNamed(id), async (...args: Parameters<typeof fetch>) => {
    const request = new Request(...args);
    requests.push(`${request.method} ${request.url.replace(/^https:\/\/[^/]+/, '')}`);
    throw new Error('The request is all that this test needs.');
  });
  await expect(client[operation]?.(input)).rejects.toThrow();
  expect(requests).toEqual([sent]);
});

function serviceNamed(id: string): Generated {
  const found = services.get(id);
  if (found === undefined) throw new Error(`There is no document ${id}.`);
  return found;
}

/** Handlers of all operations, which report their input. */
function handlersOf({ service }: Generated, report: (operation: string, input: unknown) => void): object {
  return Object.fromEntries(
    service.operations.map(({ name }) => [
      name,
      (input: unknown) => {
        report(name, input);
        return notImplemented();
      },
    ]),
  );
}
