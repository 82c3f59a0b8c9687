// Client, server, webhooks and streams hold formats as types of Temporal, brands and types of the user, in every place, and validate what is on the
// wire.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byRequest, type FetchHandler, type Issue, inMemoryFetch, type StandardSchema } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { DECIMAL, DOCUMENT, FORMS } from './shop.ts';

/** What an application writes: its types are checked, and tests take their values from it. */
const USER = `
import { Temporal } from 'temporal-polyfill';
import { Decimal } from './decimal.ts';
import { toUuid } from './formats.ts';
import { type Card, type Order, type PutOrderInput, type PutOrderResult, type Uuid, validateUuid } from './index.ts';
export { Temporal, Decimal, toUuid };
export const id: Uuid = toUuid('6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10');
export const at = Temporal.Instant.from('2026-07-01T10:00:00.123456789Z');
export const day = Temporal.PlainDate.from('2026-07-01');
export const total = new Decimal(-1250n);
const span = Temporal.Duration.from({ hours: 1, seconds: 30 });
const opens = Temporal.PlainTime.from('09:30');
const local = Temporal.PlainDateTime.from('2026-07-01T09:30:00.5');
const card: Card = { kind: 'card', until: day };
export const values = { at, day, span, id, total, rate: new Decimal(5n), opens, local, count: 9007199254740993n };
export const order: Order = {
  ...values, parts: [{ id, total }], none: null, maybe: total, either: { a: at }, dayOrTime: day, byName: { 'a~b/c': day }, pair: [at, total],
  paid: card, fixed: '2026-07-01', number: total, unlike: '1.5',
};
export const input: PutOrderInput = {
  path: { id, day, total }, query: { since: at, totals: [total, new Decimal(7n)], filter: { total, day } }, header: { 'X-Rate': values.rate }, cookie: { seen: opens },
  body: order,
};
export const result: PutOrderResult = { status: 200, body: order, headers: { 'X-Span': span, 'X-Total': total } };
// @ts-expect-error a text that nothing checked
export const wrongId: Uuid = '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10';
// @ts-expect-error a day is no instant
export const wrongDay: Order = { id, total, at: day };
// @ts-expect-error an amount is no text
export const wrongTotal: Order = { id, total: '12.50' };
const text: string = id;
export const guarded = (given: unknown): Uuid | undefined => (validateUuid(given, []) ? given : undefined);
export const unused = [text];
`;

interface User {
  readonly Temporal: { readonly Duration: { from(given: string | object): object } } & Readonly<
    Record<string, { from(text: string): object }>
  >;
  readonly Decimal: new (cents: bigint) => object;
  readonly values: Readonly<Record<string, object>>;
  readonly order: object;
  readonly input: object;
  readonly result: object;
  toUuid(text: string): string;
  guarded(given: unknown): string | undefined;
}

type Method = (input: unknown) => Promise<{ readonly status: number; readonly body?: unknown; readonly headers?: unknown }>;
type Made = Readonly<Record<string, (...args: unknown[]) => unknown>>;

const folder = path.join(root, '.octavo/tmp/formats');
let texts: ReadonlyMap<string, string>;
let complaints: string;
let user: User;
let made: Made;

beforeAll(async () => {
  texts = emit(await serviceOf(DOCUMENT), { ...OPTIONS, query: true, held: FORMS });
  complaints = typeCheck(folder, new Map([...texts, ['decimal.ts', DECIMAL], ['user.ts', USER]]));
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);
  user = await load('user.ts');
  made = { ...(await load('index.ts')), ...(await load('examples.ts')) };
});

/** The client and a server with these handlers, and what they send to each other. */
function joined(handlers: object, options: object = {}) {
  const server = made.createPetsServer?.(handlers, options) as FetchHandler;
  const sent: { url: string; headers: Headers; body: string; answer: string }[] = [];
  const fetch = byRequest(async (request) => {
    const body = await request.clone().text();
    const response = await server(request);
    sent.push({ url: request.url, headers: request.headers, body, answer: await response.clone().text() });
    return response;
  });
  const client = made.createPetsClient?.({ fetch, baseUrl: 'https://example.com' }) as Readonly<Record<string, Method>>;
  return { server, client, sent };
}

/** A value as text, to compare values of Temporal by what they say: their fields are hidden. */
const shown = (value: unknown): object =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)));

test('everything compiles, with types that only the right values have', () => expect(complaints).toBe(''));

describe('both ways', () => {
  test('parameters, bodies and headers', async () => {
    const seen: unknown[] = [];
    const { client, sent } = joined({
      putOrder: (input: unknown) => {
        seen.push(input);
        return user.result;
      },
    });
    const result = await client.putOrder?.(user.input);
    expect(shown(seen[0])).toEqual(shown({ ...user.input, query: { ...queryOf(user.input), until: '2025-12-31T23:00:00.5Z' } }));
    expect(shown(result)).toMatchObject(shown(user.result));
    expect(result?.body).toMatchObject({
      total: expect.any(user.Decimal),
      parts: [{ total: expect.any(user.Decimal) }],
      maybe: expect.any(user.Decimal),
    });
    const [first] = sent;
    expect(first?.url).toContain('/orders/6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10/2026-07-01/-12.50?since=2026-07-01T10');
    expect(first?.url).toContain('totals=-12.50&totals=0.07&filter%5Btotal%5D=-12.50&filter%5Bday%5D=2026-07-01');
    expect([first?.headers.get('x-rate'), first?.headers.get('cookie')]).toEqual(['0.05', 'seen=09%3A30%3A00']);
    expect(JSON.parse(first?.answer ?? '')).toEqual(JSON.parse(first?.body ?? ''));
    expect(first?.body).toContain('"at":"2026-07-01T10:00:00.123456789Z","day":"2026-07-01","span":"PT1H0M30S"');
    expect(first?.body).toContain('"rate":0.05,"opens":"09:30:00","local":"2026-07-01T09:30:00.5","count":9007199254740993');
    expect(first?.body).toContain('"either":{"a":"2026-07-01T10:00:00.123456789Z"},"dayOrTime":"2026-07-01"');
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])('fields of %s', async (contentType) => {
    const seen: unknown[] = [];
    const { client } = joined({
      postForm: (input: unknown) => {
        seen.push(input);
        return { status: 204 };
      },
    });
    await client.postForm?.({ contentType, body: user.values });
    expect(shown(seen)).toEqual(shown([{ contentType, body: user.values }]));
  });

  test('items of a stream', async () => {
    const { total, at } = user.values;
    const { client, sent } = joined({ readPrices: () => ({ status: 200, body: [{ total, at }] }) });
    const result = await client.readPrices?.({});
    const items: unknown[] = [];
    for await (const item of (result?.body ?? []) as AsyncIterable<unknown>) items.push(item);
    expect(shown(items)).toEqual(shown([{ total, at }]));
    expect(items).toMatchObject([{ total: expect.any(user.Decimal) }]);
    expect(sent[0]?.answer).toContain('{"total":"-12.50","at":"2026-07-01T10:00:00.123456789Z"}');
  });

  test('webhooks', async () => {
    const seen: unknown[] = [];
    const receiver = made.createPetsWebhookReceiver?.({
      paid: (input: unknown) => {
        seen.push(input);
        return { status: 204 };
      },
    });
    const fetch = inMemoryFetch(receiver as FetchHandler);
    const sender = made.createPetsWebhookSender?.({ url: 'https://example.com/hook', fetch }) as Record<string, Method>;
    await sender.paid?.({ body: user.order });
    expect(shown(seen)).toEqual(shown([{ body: user.order }]));
  });

  test('examples and the mock', async () => {
    const { client } = joined({ putOrder: () => made.examplePutOrderResult?.() });
    expect(await client.putOrder?.(made.examplePutOrderInput?.())).toMatchObject({ status: 200 });
    const { until = undefined } = (made.exampleCard?.() ?? {}) as { until?: object };
    expect(Object.prototype.toString.call(until)).toBe('[object Temporal.PlainDate]');
  });
});

const queryOf = (input: object): object => ('query' in input ? (input.query as object) : {});

describe('what cannot be read is an issue with its place', () => {
  const read = (body: object): readonly Issue[] => {
    const schema = made.orderSchema as unknown as StandardSchema<unknown, unknown>;
    const id = '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10';
    return (schema['~standard'].validate({ id, total: '1', ...body }).issues ?? []) as unknown as readonly Issue[];
  };

  test.each<[string, object, string | undefined]>([
    ['a leap second, which Temporal would read as the second before', { at: '2016-12-31T23:59:60Z' }, 'at must be a valid date-time'],
    ['ten digits of a fraction', { at: '2026-07-01T10:00:00.0123456789Z' }, 'at must be a valid date-time'],
    ['small letters', { at: '2026-07-01t10:00:00z' }, undefined],
    ['an offset', { at: '2026-07-01T10:00:00.5-08:00' }, undefined],
    ['a date that does not exist, by the validator', { day: '2026-02-30' }, 'day must be a valid date'],
    ['what only the function of the user refuses', { total: '1.234' }, 'total must be a valid decimal'],
    ['the same, in a list', { parts: [{ id: '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10', total: '1.234' }] }, 'parts/0/total must be a valid'],
    ['a bound on the wire', { total: '1234567890.12' }, 'total must have at most 12 characters'],
    ['a pattern on the wire', { total: '1,5' }, 'total must match the pattern'],
    ['a number below its minimum', { rate: -1 }, 'rate must be at least 0'],
    ['a text of another type', { day: 7 }, 'day must be a string'],
    ['a text that is no brand', { id: 'x' }, 'id must be a valid uuid'],
    ['an offset of a local time', { opens: '09:30:00Z' }, 'opens must be a valid time-local'],
    ['a span beyond what Temporal counts', { span: 'P99999999999999999999Y' }, 'span must be a valid duration'],
    ['a member of a map', { byName: { x: '2026-07-01', 'y/z': 'soon' } }, 'byName/y~1z must be a valid date'],
    ['a tagged branch', { paid: { kind: 'cash', given: '1.234' } }, 'paid/given must be a valid decimal'],
    ['null', { none: null, maybe: null }, undefined],
  ])('%s', (_, body, want) => {
    const issues = read(body).map((issue) => (issue as unknown as { message: string }).message);
    if (want === undefined) expect(issues).toEqual([]);
    else expect(issues.join('\n')).toContain(want);
  });

  test('in a request it is a 400, in a response an error of the client', async () => {
    const { server } = joined({ putOrder: () => user.result });
    const put = (total: string, body: object) => {
      const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const id = '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10';
      return server(new Request(`https://example.com/orders/${id}/2026-07-01/${total}`, init));
    };
    const body = { id: '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10', total: '2.50' };
    expect((await put('1.50', body)).status).toBe(200);
    const refused = [await put('1.234', body), await put('1.50', { ...body, total: '1.234' })];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect(await Promise.all(refused.map((response) => response.text()))).toEqual([
      expect.stringContaining('path/total must be a valid decimal'),
      expect.stringContaining('body/total must be a valid decimal'),
    ]);
    const answer = JSON.stringify({ ...body, total: '1.234' });
    const fetch = async () => new Response(answer, { headers: { 'content-type': 'application/json', 'x-span': 'PT1H' } });
    const client = made.createPetsClient?.({ fetch, baseUrl: 'https://example.com' }) as Readonly<Record<string, Method>>;
    await expect(client.putOrder?.(user.input)).rejects.toThrow('/total must be a valid decimal');
  });
});

describe('what cannot be written is the error of the caller', () => {
  test.each<[string, () => object, string]>([
    ['another value where the type of the user stands', () => ({ total: { cents: 1n } }), 'body/total must be a valid decimal'],
    ['a span that RFC 3339 cannot express', () => ({ span: user.Temporal.Duration.from('-P1D') }), 'body/span must be a valid duration'],
    ['a fraction of a second', () => ({ span: user.Temporal.Duration.from('PT0.5S') }), 'body/span must be a valid duration'],
    ['another type of Temporal', () => ({ at: user.values.day }), 'body/at must be a valid date-time'],
    ['a year of five digits', () => ({ day: user.Temporal.PlainDate?.from('+012026-07-01') }), 'body/day must be a valid date'],
    ['a value of no branch', () => ({ dayOrTime: user.values.span }), 'body/dayOrTime must match at least one of'],
  ])('%s', async (_, change, want) => {
    const { client, sent } = joined({});
    const call = client.putOrder?.({ ...user.input, body: { ...user.order, ...change() } });
    await expect(call).rejects.toMatchObject({ name: 'InvalidRequestError', message: expect.stringContaining(want) });
    expect(sent).toEqual([]);
  });

  test('on the server it is a 500, and `onError` is told the place', async () => {
    const told: unknown[] = [];
    const wrong = { ...user.result, body: { ...user.order, total: { cents: 1n } } };
    const { server } = joined(
      { putOrder: () => wrong },
      { onError: (_: unknown, info: { issues?: readonly Issue[] }) => told.push(info.issues?.[0]?.path) },
    );
    const { client } = {
      client: made.createPetsClient?.({ fetch: inMemoryFetch(server), baseUrl: 'https://example.com' }) as Record<string, Method>,
    };
    await client.putOrder?.(user.input).catch(() => {});
    expect(told).toEqual(['/total']);
  });
});

test.each([
  ['P1Y2W', 'P1Y0M14D'],
  ['P2W', 'P2W'],
  ['PT36H', 'PT36H'],
  ['P1DT5M', 'P1DT5M'],
  ['PT0S', 'PT0S'],
  ['P1MT1H30S', 'P1MT1H0M30S'],
])('the span %s is written as %s', async (given, want) => {
  const { client, sent } = joined({ postForm: () => ({ status: 204 }) });
  await client.postForm?.({ contentType: 'application/x-www-form-urlencoded', body: { span: user.Temporal.Duration.from(given) } });
  expect(sent[0]?.body).toBe(`span=${want}`);
});

test('a brand is a check, and the text stays', () => {
  const text = '6f1c2f0e-3a52-4c0f-9f53-0d6f2a3c9b10';
  expect([user.toUuid(text), user.guarded(text), user.guarded('x')]).toEqual([text, text, undefined]);
  expect(() => user.toUuid('x')).toThrow('must be a valid uuid');
});

test('where Temporal is not there, the error says what to do', async () => {
  const { instantTransform } = await import('@octavo/runtime/temporal');
  expect(() => instantTransform(globalThis as object).convert('2026-07-01T10:00:00Z', 'receive', [])).toThrow(
    'Import a polyfill first, such as `temporal-polyfill/global`',
  );
});
