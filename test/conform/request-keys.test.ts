// Tests idempotency keys that are members of a body, or parameters of a query: with each fault in turn, and with names that mean something else.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { repeatedHeader, withGeneral } from '../../generator/conform/callers/keys/said.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { requestKeyOf } from '../../generator/inference/request-keys.ts';
import { lookingFor, serviceFrom } from './support.ts';

const TOLD =
  'With a `clientToken`, a transfer is safe to repeat: the same body again makes no second one. Another body with the same `clientToken` is a 409. A request that was refused does not use up its `clientToken`.';

const document = (description: string, name = 'clientToken', own = '', parameters = ''): string => `openapi: 3.1.0
info: { title: Transfers, version: '1', description: Each account sees only its own transfers. }
security: [{ key: [] }]
paths:
  /transfers:
    post:
      operationId: addTransfer
      description: ${JSON.stringify(description)}
      parameters: [${parameters}]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTransfer' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Transfer' } } } }
        '400': { description: Wrong. }
        '409': { description: Known. }
  /transfers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: getTransfer
      responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Transfer' } } } }, '404': { description: None. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewTransfer:
      type: object
      required: [cents]
      properties: { ${name}: { type: string, format: uuid, description: ${JSON.stringify(own)} }, cents: { type: integer, minimum: 1, maximum: 90000 } }
    Transfer: { type: object, required: [id, cents], properties: { id: { type: integer }, cents: { type: integer } } }
`;

type Slip = 'no effect' | 'any body' | 'taken by refusals' | 'of all accounts' | 'at once';

/** Keeps what was made by account and `clientToken`. */
function transfers(...slips: readonly Slip[]): Handler {
  const has = (slip: Slip): boolean => slips.includes(slip);
  const all = new Map<string, { readonly id: number; readonly cents: number }>();
  const known = new Map<string, { readonly text: string; readonly made?: { readonly id: number; readonly cents: number } }>();
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return status(401);
    const { pathname } = new URL(request.url);
    if (request.method === 'GET') {
      const one = all.get(`${owner} ${pathname.split('/')[2]}`);
      return one === undefined ? status(404) : Response.json(one);
    }
    const text = await request.text();
    const body = bodyOf(text);
    if (body === undefined) return status(400);
    const { cents, clientToken } = body;
    const key = clientToken === undefined || has('no effect') ? undefined : `${has('of all accounts') ? '' : owner} ${String(clientToken)}`;
    const before = key === undefined ? undefined : known.get(key);
    if (before !== undefined && before.text !== text && !has('any body')) return status(409);
    if (before?.made !== undefined) return Response.json(before.made, { status: 201 });
    const isRight =
      typeof cents === 'number' &&
      cents >= 1 &&
      cents <= 90_000 &&
      (clientToken === undefined || /^[\da-f-]{36}$/i.test(String(clientToken)));
    if (!isRight) {
      if (key !== undefined && has('taken by refusals')) known.set(key, { text });
      return status(400);
    }
    if (has('at once')) await sleep(2);
    const made = { id: all.size + 1, cents };
    all.set(`${owner} ${made.id}`, made);
    if (key !== undefined) known.set(key, { text, made });
    return Response.json(made, { status: 201 });
  };
}

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const CHECKS = ['idempotency-key', 'other-account'] as const;

async function found(text: string, ...slips: readonly Slip[]): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(text), {
    target: transfers(...slips),
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    random: 0,
    most: 1,
    ...lookingFor(...CHECKS),
  });
  return findings.map(({ check, message }) => `${check}: ${message.replace(/\d+/g, '#')}`);
}

test('a service that keeps its word has no finding', async () => {
  expect(await found(document(TOLD))).toEqual([]);
});

describe.each<readonly [slip: Slip, finding: string]>([
  ['no effect', 'idempotency-key: The same request with the same clientToken has created a second thing (#).'],
  ['any body', 'idempotency-key: Another request with the same clientToken is answered with #.'],
  [
    'taken by refusals',
    'idempotency-key: After a request that was refused with #, the right one with the same clientToken is answered with #.',
  ],
  ['of all accounts', 'other-account: With the same clientToken, the second account gets what the first one has made (#).'],
  ['at once', 'idempotency-key: Two requests at once with the same clientToken have created two things (# and #).'],
])('a key in the body: %s', (slip, finding) => {
  test('is found', async () => {
    expect(await found(document(TOLD), slip)).toEqual([finding]);
  });
});

test('nothing is found where no sentence says that a request can be repeated', async () => {
  const silent = document('Adds a transfer.', 'clientToken', 'Your own token, which the receipt shows when you retry a transfer.');
  expect(await found(silent, 'no effect')).toEqual([]);
});

test.each<readonly [description: string, name: string, own: string, parameters: string, place: string | undefined]>([
  ['', 'request_id', 'Makes the request safe to repeat.', '', '/body/request_id'],
  ['', 'nonce', 'A repeated request with the same nonce is answered with the first response.', '', '/body/nonce'],
  ['Retries with the same reference create no duplicates.', 'reference', '', '', '/body/reference'],
  ['A call can be made again with the same `uuid` if it had no answer. It is then not booked a second time.', 'uuid', '', '', '/body/uuid'],
  ['A request can be repeated with the same `uuid`. A transfer takes a second.', 'uuid', '', '', undefined],
  ['', 'request_id', 'What an earlier request with this account returned.', '', undefined],
  [
    '',
    'other',
    '',
    '{ name: requestId, in: query, description: Repeating a request with it makes nothing new., schema: { type: string } }',
    '/query/requestId',
  ],
  ['', 'other', '', '{ name: Idempotency-Key, in: header, schema: { type: string } }', '/header/Idempotency-Key'],
  ['A name that is taken again is a 409.', 'customerId', '', '', undefined],
  ['', 'reference', 'Shown again on the receipt of the request.', '', undefined],
  ['', 'request_id', 'The request that this one answers.', '', undefined],
])('%s %s: %s', async (description, name, own, parameters, place) => {
  const { operations } = await serviceFrom(document(description, name, own, parameters));
  expect(operations.flatMap((one) => requestKeyOf(one)?.place ?? [])[0]).toBe(place);
});

describe.each<readonly [says: string, header: string | undefined]>([
  ['A second request with the same key gives the first answer, with `Replayed: true`.', 'true'],
  ['Answers to retries carry `Replayed: true`.', 'true'],
  ['A replayed response has the header `Replayed: yes`.', 'yes'],
  ['A repeated request may be answered with `Replayed: true`.', undefined],
  ['The first request is answered with `Replayed: false`.', undefined],
  ['A second request with the same key gives the first answer, with `X-Cached: true`.', undefined],
])('“%s”', (says, value) => {
  test(`names ${value === undefined ? 'no header' : `a header with ${value}`}`, async () => {
    const { operations } = await serviceFrom(`openapi: 3.1.0
info: { title: Carts, version: '1' }
paths:
  /carts:
    post:
      operationId: openCart
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      responses: { '201': { description: Opened., headers: { Replayed: { schema: { type: string } } } } }
`);
    const [operation] = operations;
    const own = operation && requestKeyOf(operation);
    if (operation === undefined || own === undefined) throw new Error('The operation takes a key.');
    const key = withGeneral(
      own,
      `Keys of the API are secret. An \`Idempotency-Key\` marks a request. ${says} Keys of other accounts differ. Lists have pages.`,
    );
    expect(repeatedHeader(key, operation)?.value).toBe(value);
    expect(key.sentences.some((text) => text.startsWith('Lists') || text.startsWith('Keys of the API'))).toBe(false);
  });
});
