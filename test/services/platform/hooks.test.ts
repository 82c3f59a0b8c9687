// Tests what the platform adds to each server: the log, faults that were ordered, 503 while the store is not available; and a service's own hooks.

import { createEmailClient } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { StoreUnavailable } from '../../../services/platform/store/store.ts';
import { TINY_KEY, type TinyHooks, tinyService } from '../../support/tiny-service.ts';

async function tinySandbox(hooks: TinyHooks = {}): Promise<Sandbox> {
  const sandbox = await openSandbox([tinyService(hooks)]);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

function clientOf(sandbox: Sandbox, apiKey = TINY_KEY) {
  return createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey } });
}

const bodyOf = (id: string, code: number, details: string) => ({ errors: [{ id, code, details }] });

test('each request is logged with its verdict and reasons', async () => {
  const sandbox = await tinySandbox();
  await clientOf(sandbox).getAccount({});
  await clientOf(sandbox, 'wrong').getAccount({});
  await sandbox.fetch('h-email')(`https://email.example.com/v2/domain-search?api_key=${TINY_KEY}&domain=a.example&limit=900`);
  await sandbox.fetch('h-email')('https://email.example.com/v2/nothing');
  const shown = sandbox.requests
    .list({}, 10)
    .map(({ operation, target, verdict, reasons, answer }) => [operation, target, verdict, reasons, answer.status]);
  expect(shown).toEqual([
    [undefined, '/v2/nothing', 'refused', ['No operation has this path.'], 404],
    [
      'searchDomain',
      '/v2/domain-search?api_key=[redacted]&domain=a.example&limit=900',
      'refused',
      ['/query/limit must be at most 100.'],
      400,
    ],
    ['getAccount', '/v2/account?api_key=[redacted]', 'refused', ['The credential for this operation is not valid.'], 401],
    ['getAccount', '/v2/account?api_key=[redacted]', 'answered', [], 200],
  ]);
  const [first] = sandbox.requests.list({ verdict: 'answered' }, 1);
  expect(first?.milliseconds).toBeGreaterThan(0);
  expect(first?.answer.headers['x-request-id']).toBeUndefined();
});

test('a fault refuses in the shape of the service, as often as it was ordered', async () => {
  const sandbox = await tinySandbox();
  const { id } = sandbox.faults.add({ operation: 'getAccount', status: 503, headers: { 'retry-after': '7' }, count: 1 });
  const response = await sandbox.fetch('h-email')(`https://email.example.com/v2/account?api_key=${TINY_KEY}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
  expect(await response.json()).toEqual(bodyOf('server_error', 503, `Control ordered this request to fail (${id}).`));
  expect((await clientOf(sandbox).getAccount({})).status).toBe(200);
});

test('a fault delays an operation, which is then carried out', async () => {
  const sandbox = await tinySandbox();
  sandbox.faults.add({ delayMilliseconds: 60 });
  const start = performance.now();
  expect((await clientOf(sandbox).getAccount({})).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(55);
});

test('a fault drops a connection without an answer, in memory and on a socket', async () => {
  const sandbox = await tinySandbox();
  sandbox.faults.add({ operation: 'getAccount', drop: true, count: 2 });
  await expect(sandbox.fetch('h-email')(`https://email.example.com/v2/account?api_key=${TINY_KEY}`)).rejects.toThrow(
    'Control ordered this connection to be closed.',
  );
  const { baseUrl } = await sandbox.listen('h-email');
  const failed: unknown = await fetch(`${baseUrl}/account?api_key=${TINY_KEY}`).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } });
  expect((await fetch(`${baseUrl}/account?api_key=${TINY_KEY}`)).status).toBe(200);
});

test("a service's own hooks run inside those of the platform", async () => {
  const seen: string[] = [];
  const sandbox = await tinySandbox({
    around: (context, next) => {
      seen.push(context.operation.id);
      if (seen.length > 1) throw refuse(403, { detail: 'Only once.' });
      return next();
    },
    onAnswer: (answer) => {
      answer.headers['x-seen'] = String(seen.length);
    },
  });
  const account = () => sandbox.fetch('h-email')(`https://email.example.com/v2/account?api_key=${TINY_KEY}`);
  expect((await account()).headers.get('x-seen')).toBe('1');
  const second = await account();
  expect(await second.json()).toEqual(bodyOf('rate_limit_exceeded', 403, 'Only once.'));
  expect(sandbox.requests.list({}, 1)[0]).toMatchObject({
    verdict: 'refused',
    reasons: ['Only once.'],
    answer: { headers: { 'x-seen': '2' } },
  });
});

test.each(['around', 'security'] as const)('a store that is not available in %s is a 503 in the shape of the service', async (place) => {
  const broken = () => {
    throw new StoreUnavailable('gone');
  };
  const sandbox = await tinySandbox(place === 'around' ? { around: broken } : { security: { apiKey: broken } });
  const response = await sandbox.fetch('h-email')(`https://email.example.com/v2/account?api_key=${TINY_KEY}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toEqual(bodyOf('server_error', 503, 'The service is not available at the moment. Try again.'));
});
