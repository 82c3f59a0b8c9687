// Tests idempotency keys of requests that make nothing which can be read: payments below an account, and actions without an identifier in their
// answer.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const WALLETS = `openapi: 3.1.0
info: { title: Wallets, version: '1' }
paths:
  /wallets:
    post:
      operationId: openWallet
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Wallet' } } } } }
  /wallets/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get:
      operationId: getWallet
      responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Wallet' } } } }, '404': { description: None. } }
  /wallets/{id}/payments:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    post:
      operationId: pay
      parameters: [{ name: Idempotency-Key, in: header, description: A second request with it gets the first response again., schema: { type: string, maxLength: 64 } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Amount' } } } }
      responses:
        '201': { description: Paid., content: { application/json: { schema: { type: object, required: [paymentId], properties: { paymentId: { type: string } } } } } }
        '400': { description: Wrong. }
        '404': { description: None. }
        '422': { description: The key was used for a request with other parameters. }
  /wallets/{id}/charge:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    post:
      operationId: charge
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Charge' } } } }
      responses: { '204': { description: Charged. }, '400': { description: Wrong. }, '404': { description: None. } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string, maxLength: 40 } } }
  schemas:
    Wallet: { type: object, required: [id, balance], properties: { id: { type: string }, balance: { type: string, pattern: '^-?\\d+\\.\\d\\d$' }, seen: { type: integer } } }
    Amount: { type: object, required: [cents], properties: { cents: { type: integer, minimum: 1, maximum: 500 }, note: { type: string, maxLength: 40 } } }
    Charge:
      type: object
      required: [cents]
      properties: { cents: { type: integer, minimum: 1, maximum: 500 }, requestId: { type: string, format: uuid, description: A retry with the same one does not charge twice. } }
`;

type Slip = 'pays again' | 'charges again' | 'any parameters' | 'refuses the first' | 'conflicts';

interface Wallet {
  readonly id: string;
  cents: number;
  seen: number;
}

function wallets(...slips: readonly Slip[]): Handler {
  const has = (slip: Slip): boolean => slips.includes(slip);
  const all = new Map<string, Wallet>();
  const known = new Map<string, { readonly text: string; readonly paymentId: string }>();
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = ({ id, cents, seen }: Wallet) => ({ id, balance: (cents / 100).toFixed(2), seen });
  return async (request) => {
    const [, , id = '', action] = new URL(request.url).pathname.split('/');
    if (id === '') {
      const wallet = { id: `w${all.size + 1}`, cents: 100_000, seen: 0 };
      all.set(wallet.id, wallet);
      return Response.json(shown(wallet), { status: 201 });
    }
    const wallet = all.get(id);
    if (wallet === undefined) return status(404);
    // A number that rises by itself says nothing.
    wallet.seen += 1;
    if (request.method === 'GET') return Response.json(shown(wallet));
    const text = await request.text();
    const { cents, requestId } = JSON.parse(text === '' ? '{}' : text) as { readonly cents?: unknown; readonly requestId?: unknown };
    if (typeof cents !== 'number' || cents < 1 || cents > 500) return status(400);
    const key = action === 'charge' ? requestId : request.headers.get('idempotency-key');
    const before = typeof key === 'string' ? known.get(`${id} ${action} ${key}`) : undefined;
    if (before !== undefined && !has(action === 'charge' ? 'charges again' : 'pays again')) {
      if (before.text !== text && !has('any parameters')) return status(422);
      if (has('conflicts')) return status(409);
      if (has('refuses the first')) return status(422);
      return action === 'charge' ? status(204) : Response.json({ paymentId: before.paymentId }, { status: 201 });
    }
    wallet.cents -= cents;
    const paymentId = `p${wallet.cents}${Math.random()}`;
    if (typeof key === 'string') known.set(`${id} ${action} ${key}`, { text, paymentId });
    return action === 'charge' ? status(204) : Response.json({ paymentId }, { status: 201 });
  };
}

async function found(...slips: readonly Slip[]): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(WALLETS), {
    target: wallets(...slips),
    random: 0,
    most: 1,
    ...lookingFor('idempotency-key'),
  });
  return findings.map(
    ({ operation, message }) => `${operation.id}: ${message.replace(/-?\d+(?:\.\d+)?/g, '#').replace(/\(p[#.]+\)/, '(#)')}`,
  );
}

test('a service that keeps its word has no finding', async () => {
  expect(await found()).toEqual([]);
});

describe.each<readonly [slip: Slip, findings: readonly string[]]>([
  ['pays again', ['pay: The same request with the same Idempotency-Key has created a second thing (#).']],
  ['charges again', ['charge: The same request with the same requestId has its effect again: `/balance` went from # to #, and then to #.']],
  ['any parameters', ['pay: Another request with the same Idempotency-Key is answered with #.']],
  [
    'conflicts',
    [
      'pay: The same request with the same Idempotency-Key is refused with #, and the document says: “A second request with it gets the first response again.”',
    ],
  ],
  [
    'refuses the first',
    [
      'pay: The same request with the same Idempotency-Key is refused with #.',
      'charge: The same request with the same requestId is refused with #.',
    ],
  ],
])('a service that %s', (slip, findings) => {
  test('is found', async () => {
    expect(await found(slip)).toEqual(findings);
  });
});
