// Tests the options `around` and `identify`: what wraps handlers, and who the caller is where the document declares no security.
import { type Around, inMemoryFetch, refuse, type ServerContext } from '@octavo/runtime';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createEmailClient, createEmailServer, type EmailServerOptions } from '../../generated/h-email/index.ts';
import { service } from '../adapters/service.ts';

async function ask(handler: ReturnType<typeof service>['handler'], path: string, init: RequestInit = {}) {
  const response = await handler(new Request(`https://example.com/v2${path}`, init));
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: body === '' ? undefined : JSON.parse(body) };
}
const key = { headers: { 'x-key': 'good' } };

describe('around', () => {
  test('runs between authorization and handler, for every operation, and sees the context of the handler', async () => {
    const seen: unknown[] = [];
    const around: Around = async ({ operation, principal, requestId }, next) => {
      seen.push([operation.id, principal, requestId.length]);
      const result = await next();
      seen.push(result.status);
      return result;
    };
    const { handler } = service({ around });
    expect(await ask(handler, '/secret', key)).toMatchObject({ status: 200, body: { principal: 'bob' } });
    expect(await ask(handler, '/things/7', { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(seen).toEqual([['secret', 'bob', 36], 200, ['remove', undefined, 36], 204]);
  });

  test('gets the input of the handler', async () => {
    const seen: unknown[] = [];
    const { handler } = service({
      around: (_context, next, input) => {
        seen.push(input);
        return next();
      },
    });
    await ask(handler, '/things/7', { method: 'DELETE' });
    expect(seen).toMatchObject([{ path: { id: '7' } }]);
  });

  test.each([
    ['no credential', '/secret', {}, 401],
    ['an input that is not valid', '/things?limit=x', {}, 400],
    ['a body that is not valid', '/things', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }, 400],
    ['an unknown path', '/nothing', {}, 404],
    ['no handler', '/unbuilt', key, 501],
  ])('does not run for %s', async (_name, path, init, status) => {
    let calls = 0;
    const { handler } = service({
      around: (_context, next) => {
        calls++;
        return next();
      },
    });
    expect([(await ask(handler, path, init)).status, calls]).toEqual([status, 0]);
  });

  test('may answer itself, and what it returns is checked like the result of a handler', async () => {
    const cached = service({ around: () => ({ status: 200, body: 'kept', headers: { age: '3' } }) });
    const answer = await ask(cached.handler, '/things');
    expect([answer.status, answer.body, answer.headers.get('age')]).toEqual([200, 'kept', '3']);
    const wrong = service({ around: async (_context, next) => ({ ...(await next()), status: 418 }) });
    expect(await ask(wrong.handler, '/things')).toMatchObject({ status: 500, body: { code: 'invalid-response' } });
    expect(String(wrong.observed.errors)).toContain('the handler returned the status 418, which the document does not declare');
  });

  test('sees what the handler throws, so that a unit of work rolls back; a refusal and an error are answered as without it', async () => {
    const ended: string[] = [];
    const around: Around = async (_context, next) => {
      try {
        const result = await next();
        ended.push('commit');
        return result;
      } catch (error) {
        ended.push(`rollback: ${(error as Error).message}`);
        throw error;
      }
    };
    const { handler } = service({ around });
    expect((await ask(handler, '/fail')).status).toBe(500);
    expect((await ask(handler, '/things')).status).toBe(200);
    expect(ended).toEqual(['rollback: password=hunter2', 'commit']);
  });

  test('may refuse, and may call the handler again', async () => {
    const refusing = service({
      around: () => {
        throw refuse(429, { code: 'slow_down', detail: 'Too fast.' });
      },
    });
    expect(await ask(refusing.handler, '/things')).toMatchObject({ status: 429, body: { code: 'slow_down' } });
    const repeating = service({ around: (_context, next) => next().catch(next) });
    expect((await ask(repeating.handler, '/fail')).status).toBe(500);
    expect(repeating.observed.errors).toHaveLength(1);
  });

  test('has the principal of the service in generated options', async () => {
    type Account = { id: number };
    const names: number[] = [];
    const options: EmailServerOptions<Account> = {
      security: { apiKey: () => ({ id: 7 }), apiKeyHeader: () => null, bearer: () => null },
      around: (context, next) => {
        expectTypeOf(context).toEqualTypeOf<ServerContext<Account>>();
        names.push(context.principal.id);
        return next();
      },
      onAnswer: (_answer, _request, context) => {
        expectTypeOf(context).toEqualTypeOf<ServerContext<Account> | undefined>();
        if (context !== undefined) names.push(context.principal.id);
      },
    };
    const server = createEmailServer<Account>(
      {
        verifyEmail: (_input, { principal }) => ({
          status: 222,
          body: { errors: [{ id: 'wrong_params', code: 400 + principal.id, details: 'No.' }] },
        }),
      },
      options,
    );
    const client = createEmailClient({ fetch: inMemoryFetch(server), credentials: { apiKey: 'k' } });
    const { status } = await client.verifyEmail({ query: { email: 'a@b.example' } });
    expect([status, names]).toEqual([222, [7, 7]]);
  });
});

describe('identify', () => {
  test('gives the principal of an operation without security, and is not asked for others', async () => {
    const asked: string[] = [];
    const { handler } = service({
      identify: async (request) => {
        asked.push(request.target);
        return request.header('x-client') ?? 'guest';
      },
      around: ({ principal }) => ({ status: 200, body: principal }),
    });
    expect((await ask(handler, '/things', { headers: { 'x-client': 'ann' } })).body).toBe('ann');
    expect((await ask(handler, '/things')).body).toBe('guest');
    expect((await ask(handler, '/secret', key)).body).toBe('bob');
    expect((await ask(handler, '/secret')).status).toBe(401);
    expect(asked).toEqual(['/v2/things', '/v2/things']);
  });

  test('may refuse; what else it throws is a 500', async () => {
    const { handler } = service({
      identify: () => {
        throw refuse(401, { code: 'who', detail: 'Say who you are.' });
      },
    });
    expect(await ask(handler, '/things')).toMatchObject({ status: 401, body: { code: 'who' } });
    const broken = service({ identify: () => Promise.reject(new Error('no database')) });
    expect((await ask(broken.handler, '/things')).status).toBe(500);
    expect(String(broken.observed.errors)).toBe('Error: no database');
  });
});
