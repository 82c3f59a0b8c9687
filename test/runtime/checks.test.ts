// Tests the option `validate`: its errors and warnings, and that they hold no data.
import { inspect } from 'node:util';
import * as events from '@octavo/interfaces/d-events';
import * as email from '@octavo/interfaces/h-email';
import {
  InvalidRequestError,
  InvalidResponseError,
  type Issue,
  type Operation,
  operationChecks,
  report,
  serviceValidators,
  validation,
} from '@octavo/runtime';
import { describe, expect, test, vi } from 'vitest';

const operation: Operation = { id: 'getThing', method: 'GET', path: '/', responses: { 200: {} } };
const other: Operation = { ...operation, id: 'constructor' };
const isNumber = (value: unknown, issues: Issue[]): value is number =>
  typeof value === 'number' || report(issues, '/data/a', 'type', 'number', value);
const hasLimit = (value: unknown, issues: Issue[]): value is object =>
  Object.hasOwn(value as object, 'query') || report(issues, '/query/limit', 'required', 'limit', undefined);
const checks = operationChecks(hasLimit, {
  200: { 'application/json': isNumber },
  '4XX': { 'application/json': isNumber, 'text/plain': isNumber },
});
const table = serviceValidators({ getThing: checks });

const thrown = (act: () => void): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe.each([
  ['of one operation', checks, '/data/a does not match type: number, but is string.'],
  ['of a service', table, '/data/a must be a number, but is a string.'],
])('checks %s', (_, source, message) => {
  test('validate responses and not requests by default', () => {
    expect(source.request).toBeUndefined();
    expect(thrown(() => source.response?.(operation, { status: 200, body: 5 }))).toBeUndefined();
    expect(thrown(() => source.response?.(operation, { status: 200, body: 'secret' }))).toMatchObject({
      name: 'InvalidResponseError',
      operation: 'getThing',
      status: 200,
      issues: [{ path: '/data/a', keyword: 'type', expected: 'number', message }],
    });
  });

  test.each<[string, object, boolean]>([
    ['a status within a range', { status: 404, contentType: 'text/plain', body: 'x' }, false],
    ['a media type without a validator', { status: 404, contentType: 'text/html', body: 'x' }, true],
    ['a status without validators', { status: 500, body: 'x' }, true],
    ['no body', { status: 200 }, true],
  ])('%s', (_name, result, valid) => {
    expect(thrown(() => source.response?.(operation, result as { status: number })) === undefined).toBe(valid);
  });

  test('validate requests with `requests: throw`', () => {
    const { request } = validation(source, { requests: 'throw' });
    expect(thrown(() => request?.(operation, { query: {} }))).toBeUndefined();
    const error = thrown(() => request?.(operation, undefined));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ operation: 'getThing', issues: [{ path: '/query/limit', keyword: 'required' }] });
    expect((error as Error).message).toBe('getThing: invalid input. /query/limit is missing.');
  });

  test('warn reports issues and throws nothing', () => {
    const told: unknown[] = [];
    const { response } = validation(source, { responses: 'warn', onIssue: (error) => void told.push(error) });
    expect(thrown(() => response?.(operation, { status: 200, body: 'x' }))).toBeUndefined();
    expect(told).toEqual([expect.any(InvalidResponseError)]);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    validation(source, { responses: 'warn' }).response?.(operation, { status: 200, body: 'secret' });
    expect(warn.mock.calls).toEqual([['getThing: invalid response (200). /data/a must be a number, but is a string.']]);
    warn.mockRestore();
  });

  test('off validates nothing', () => {
    expect(validation(source, { responses: 'off' })).toEqual({});
  });
});

test('an operation without an entry in the table is not validated', () => {
  expect(thrown(() => table.response?.(other, { status: 200, body: 'x' }))).toBeUndefined();
});

test('case 44: the error of an invalid response contains no data and at most a hundred issues', () => {
  const many = (value: unknown, issues: Issue[]): value is string => {
    for (let index = 0; index < 1000; index++) report(issues, `/${index}`, 'type', 'number', value);
    return false;
  };
  const error = thrown(() =>
    operationChecks(hasLimit, { 200: { 'application/json': many } }).response?.(operation, { status: 200, body: 'secret' }),
  );
  expect((error as InvalidResponseError).issues).toHaveLength(100);
  expect((error as Error).message).toContain('(and 999 more)');
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain('secret');
});

test('generated tables have the checks of every operation, by its id', async () => {
  const fetch = async () => Response.json({ data: { email: 5 } });
  const client = email.createEmailClient({ fetch, validate: email.emailValidators });
  const error = await client.findEmail({ query: { linkedin_handle: 'ann-lee' } }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'InvalidResponseError', operation: 'findEmail', status: 200 });
  expect((error as InvalidResponseError).issues.map(({ path }) => path)).toContain('/data/email');

  const operations = Object.entries({ ...email, ...events }).filter(
    ([, value]) => typeof value === 'object' && 'responses' in value && 'method' in value,
  );
  expect(operations.length).toBeGreaterThan(9);
  for (const [name, value] of operations) {
    const known = [email.emailValidators, events.eventsValidators].map((table) => table.checksOf(value as Operation)).find(Boolean);
    // Webhooks have checks for their receiver, but no client method.
    if ((value as Operation).path !== '')
      expect([name, known]).toEqual([name, ({ ...email, ...events } as Record<string, unknown>)[`${name}Checks`]]);
  }
});

test.each<[Issue, string]>([
  [{ path: '/a', keyword: 'type', expected: ['string', 'null'], found: [] }, '/a does not match type: string, null, but is array.'],
  [{ path: '', keyword: 'type', expected: 'object', found: null }, 'The value does not match type: object, but is null.'],
  [{ path: '/a', keyword: 'enum', expected: ['x', null, 1], found: 'secret' }, '/a does not match enum: x, null, 1.'],
  [{ path: '/a', keyword: 'maximum', expected: 100, found: 101 }, '/a does not match maximum: 100.'],
])('the errors of one operation’s checks name keyword and value: %j', (issue, message) => {
  expect(new InvalidResponseError('getThing', 200, [issue]).message).toBe(`getThing: invalid response (200). ${message}`);
});
