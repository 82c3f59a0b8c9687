// Sends requests that are refused, and compares the answers with the examples of the document, word by word.

import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { ARMCHAIR, BOOKCASE } from './shop.ts';

interface Answer {
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, { readonly value: unknown }>> } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

const { paths, components } = load(readFileSync('specs/f-instalments.yaml', 'utf8')) as Document;
const ofOperation = (path: string, name: string) => paths[path]?.post?.responses['400']?.content['application/json'].examples[name]?.value;
const shared = (response: string, name: string) => components.responses[response]?.content['application/json'].examples[name]?.value;

const basket = { purchase_amount: 2_900, installments_count: 3, return_url: 'https://shop.example/done' };
const CAPTURE = '/payments/{id}/capture';

test.each([
  ['POST', '/eligibility/purchases', { queries: [] }, 400, ofOperation('/eligibility/purchases', 'noAmount')],
  ['POST', '/payments', { payment: basket }, 400, ofOperation('/payments', 'notEligible')],
  ['POST', `/payments/${ARMCHAIR}/capture`, {}, 400, ofOperation(CAPTURE, 'automatic')],
  ['POST', `/payments/${BOOKCASE}/email`, { email: 'camille' }, 400, ofOperation('/payments/{id}/email', 'noAddress')],
  ['POST', `/payments/${BOOKCASE}/sms`, {}, 400, ofOperation('/payments/{id}/sms', 'noNumber')],
  ['POST', '/refunds', { payment_id: ARMCHAIR, amount: 45_900 }, 400, ofOperation('/refunds', 'tooMuch')],
  ['POST', '/refunds', { payment_id: BOOKCASE, amount: 100 }, 400, ofOperation('/refunds', 'notCaptured')],
  [
    'POST',
    '/data-exports',
    { type: 'accounting', start: 1_775_001_599, end: 1_772_323_200 },
    400,
    ofOperation('/data-exports', 'backwards'),
  ],
  ['POST', '/webhooks', { type: 'events' }, 400, ofOperation('/webhooks', 'noAddress')],
  ['GET', '/payments?limit=500', undefined, 400, shared('BadRequest', 'invalid')],
  ['POST', `/payments/${ARMCHAIR}/update`, { purchase_amount: 40_000 }, 400, shared('NotChangeable', 'tooLate')],
  ['PUT', `/payments/${ARMCHAIR}/cancel`, undefined, 400, shared('NotCancellable', 'tooLate')],
  ['GET', '/payments/payment_11wTq8RkZ2bVnE', undefined, 404, shared('NotFound', 'otherShop')],
])('%s %s with %j is refused with %d', async (method, path, body, status, expected) => {
  expect(expected).toBeDefined();
  expect(await send(method, path, body)).toEqual([status, expected]);
});

test.each(['javascript:alert(1)', 'ftp://shop.example/done', 'data:text/html,x', 'http://shop.example:99999/'])(
  'the address %s is refused, whatever it is for',
  async (address) => {
    const sandbox = await open();
    for (const field of ['return_url', 'customer_cancel_url', 'failure_return_url', 'ipn_callback_url']) {
      const [status, body] = await send(
        'POST',
        '/payments',
        { payment: { ...basket, purchase_amount: 20_000, [field]: address } },
        undefined,
        sandbox,
      );
      expect([field, status, JSON.stringify(body)]).toEqual([field, 400, expect.stringContaining(field)]);
    }
    expect((await send('POST', '/webhooks', { url: address }, undefined, sandbox))[0]).toBe(400);
  },
);

test('an address with a user name or password is refused where deliveries go to it', async () => {
  const address = 'https://shop:secret@shop.example/hooks';
  const payment = { ...basket, purchase_amount: 20_000, ipn_callback_url: address };
  const without = 'without a user name or password';
  const [status, body] = await send('POST', '/payments', { payment });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(without)]);
  expect((await send('POST', '/webhooks', { url: address }))[0]).toBe(400);
});

test('an unknown key is refused with 401, and so is a request without one', async () => {
  const path = `/payments/${ARMCHAIR}`;
  expect(await send('GET', path, undefined, 'Instalments-Auth sk_test_unknown')).toEqual([401, shared('Unauthorized', 'noValidKey')]);
  expect(await send('GET', path, undefined, '')).toEqual([401, { error_code: 'unauthorized', message: 'The request has no key.' }]);
});

test('a second capture is refused with the day of the first', async () => {
  const sandbox = await open();
  const path = `/payments/${BOOKCASE}/capture`;
  expect((await send('POST', path, {}, undefined, sandbox))[0]).toBe(200);
  const expected = ofOperation(CAPTURE, 'twice') as { error_code: string; message: string };
  // The example is of another day than that at which the sandbox stands.
  const message = expected.message.replace('2026-04-14', '2026-04-01');
  expect(await send('POST', path, {}, undefined, sandbox)).toEqual([400, { ...expected, message }]);
});

async function open() {
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story' });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function send(
  method: string,
  path: string,
  body: object | undefined,
  authorization = `Instalments-Auth ${keys.fernAndOak}`,
  sandbox?: Awaited<ReturnType<typeof open>>,
): Promise<[number, unknown]> {
  const headers = {
    ...(authorization === '' ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await (sandbox ?? (await open())).fetch('f-instalments')(`https://instalments.example.com/v1${path}`, init);
  return [response.status, await response.json()];
}
