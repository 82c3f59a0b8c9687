// Tests types that callers see: `unwrap` picks the body by status, and `call` requires an input exactly when the operation does.
import { call, createTransport, type HeaderFields, inMemoryFetch, json, type Operation, unwrap } from '@octavo/runtime';
import { describe, expect, expectTypeOf, test } from 'vitest';

type Result =
  | { status: 200; body: { a: number }; headers?: HeaderFields }
  | { status: 202; body: string; headers?: HeaderFields }
  | { status: 204; body?: undefined; headers?: HeaderFields }
  | { status: 400 | 404; body: { error: string }; headers?: HeaderFields };

const operation = (id: string) => ({ id, method: 'GET', path: '/x', responses: { 200: { contents: { 'application/json': json } } } });
const needing: Operation<{ query: { q: string } }, Result> = operation('needing');
const optional: Operation<{ query?: { q?: string } }, Result> = operation('optional');
const transport = createTransport({ id: 'x', servers: [{ url: 'https://a.example' }] }, { fetch: async () => Response.json({ a: 1 }) });

describe('unwrap', () => {
  test('gives the body of the status, or of all successes', async () => {
    const result = await call(transport, optional, undefined);
    expectTypeOf(result).toEqualTypeOf<Result>();
    const data = unwrap(result, 200);
    expectTypeOf(data).toEqualTypeOf<{ a: number }>();
    expect(data).toEqual({ a: 1 });
    const any = unwrap(result);
    expectTypeOf(any).toEqualTypeOf<{ a: number } | string | undefined>();
    if (result.status === 404) expectTypeOf(result.body).toEqualTypeOf<{ error: string }>();
    // @ts-expect-error: no such status
    expect(() => unwrap(result, 418)).toThrow('optional answered 200.');
  });
});

test('an input may be omitted only when all of it is optional', async () => {
  await call(transport, needing, { query: { q: '1' } });
  await call(transport, optional, {});
  // @ts-expect-error: q is required
  await call(transport, needing, undefined);
  // @ts-expect-error: q is a string
  await call(transport, optional, { query: { q: 1 } });
});

test('an abort rejects the call at once', async () => {
  const controller = new AbortController();
  const fetch = inMemoryFetch(() => new Promise(() => {}));
  const hanging = call(createTransport(transport.service, { fetch }), optional, {}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 5);
  await expect(hanging).rejects.toThrow('enough');
  await expect(call(createTransport(transport.service, { fetch }), optional, {}, { signal: controller.signal })).rejects.toThrow('enough');
});
