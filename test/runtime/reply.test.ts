// Tests the helpers for results: their values, and that the compiler checks them against the document.
import { noContent, problem, reply } from '@octavo/runtime';
import { expect, test } from 'vitest';

interface Thing {
  kind: 'a' | 'b';
  tags: string[];
  size?: number;
}
type Result =
  | { status: 200 | 201; body: Thing; headers?: { 'X-Count'?: number } & Readonly<Record<string, string | number>> }
  | { status: 204; body?: undefined; headers?: object }
  | { status: 302; body?: undefined; headers: { Location: string } }
  | { status: 409; body: { type: string; title: string; status: number; detail?: string; other: string }; headers?: object };

const handlers: Record<string, () => Result | Promise<Result>> = {
  body: () => reply(200, { kind: 'a', tags: ['x'] }),
  async: async () => reply(201, { kind: 'b', tags: [], size: 1 }),
  headers: () => reply(200, { kind: 'a', tags: [] }, { 'X-Count': 5 }),
  none: () => noContent(),
  bare: () => reply(204),
  redirect: () => reply(302, undefined, { Location: '/a' }),
  problem: () => problem(409, { title: 'Taken', detail: 'There is one.', other: 'x' }),
};

test.each<[string, unknown]>([
  ['body', { status: 200, body: { kind: 'a', tags: ['x'] } }],
  ['async', { status: 201, body: { kind: 'b', tags: [], size: 1 } }],
  ['headers', { status: 200, body: { kind: 'a', tags: [] }, headers: { 'X-Count': 5 } }],
  ['none', { status: 204 }],
  ['bare', { status: 204 }],
  ['redirect', { status: 302, headers: { Location: '/a' } }],
  ['problem', { status: 409, body: { type: 'about:blank', status: 409, title: 'Taken', detail: 'There is one.', other: 'x' } }],
])('%s', async (name, want) => {
  expect(await handlers[name]?.()).toEqual(want);
});

test('null, false and 0 are valid bodies', () => {
  expect([reply(200, null), reply(200, false), reply(200, 0)].map(({ body }) => body)).toEqual([null, false, 0]);
});

test('undeclared results do not compile', () => {
  const wrong: (() => Result)[] = [
    // @ts-expect-error no such status
    () => reply(404),
    // @ts-expect-error no such kind
    () => reply(200, { kind: 'c', tags: [] }),
    // @ts-expect-error a member is missing
    () => reply(200, { kind: 'a' }),
    // @ts-expect-error a body where there is none
    () => reply(204, { kind: 'a', tags: [] }),
    // @ts-expect-error a header is missing
    () => reply(302),
    // @ts-expect-error a member of the problem is missing
    () => problem(409, { title: 'Taken' }),
  ];
  expect(wrong).toHaveLength(6);
});
