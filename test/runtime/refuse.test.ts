// Tests refusals: what handlers and security functions throw to answer with any status, in the service's own shape.
import {
  apiKeyScheme,
  bearerScheme,
  ConfigurationError,
  createServer,
  type Fault,
  InvalidHeaderError,
  json,
  type Operation,
  RefusalError,
  refuse,
  type ServerOptions,
  type ServiceInfo,
} from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const open: Operation = {
  id: 'buy',
  method: 'POST',
  path: '/tickets',
  responses: { 201: { contents: { 'application/json': json } } },
};
const secured: Operation = {
  ...open,
  security: [[{ scheme: bearerScheme('token') }], [{ scheme: apiKeyScheme('key', { in: 'header', parameter: 'x-key' }) }]],
};
const plain: ServiceInfo = { id: 'tickets', servers: [{ url: 'https://tickets.example' }] };

async function ask(
  options: ServerOptions & { operation?: Operation; service?: ServiceInfo; handler?: () => unknown; headers?: Record<string, string> },
) {
  const { operation = open, service = plain, handler = () => ({ status: 201, body: 1 }), headers = {}, ...rest } = options;
  const errors: unknown[] = [];
  const server = createServer(
    service,
    [{ name: 'buy', operation, checks: { input: (_value): _value is unknown => true, responses: {} } }],
    { buy: handler },
    { onError: (error) => void errors.push(error), ...rest },
  );
  const response = await server(new Request('https://tickets.example/tickets', { method: operation.method, headers }));
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: body === '' ? undefined : JSON.parse(body), errors };
}

const soldOut = () =>
  refuse(409, { code: 'sold_out', detail: 'No seat is left.', pointer: '/body/seats', headers: { 'Retry-After': '30' } });

describe('a refusal of a handler', () => {
  test('is answered with its status, code and headers, at any depth, and is no error', async () => {
    const handler = async () => {
      const work = async (unit: () => never) => unit();
      return work(() => {
        throw soldOut();
      });
    };
    const { status, headers, body, errors } = await ask({ handler });
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([409, 'application/problem+json', '30']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'No seat is left.',
      code: 'sold_out',
      requestId: headers.get('x-request-id'),
    });
    expect(errors).toEqual([]);
  });

  test('has the shape of x-errors: {code} is its code, a number where it is the whole string', async () => {
    const body = { code: '{code}', text: '{code}: {detail}', at: '{pointer}', status: '{status}' };
    const service = { ...plain, errors: [{ status: '4XX', contentType: 'application/json', body }] };
    const thrower = (code?: string | number) => () => {
      throw refuse(400, { detail: 'Too few.', ...(code === undefined ? {} : { code }) });
    };
    expect((await ask({ service, handler: thrower(-109) })).body).toEqual({ code: -109, text: '-109: Too few.', at: '', status: 400 });
    expect((await ask({ service, handler: thrower('few') })).body).toMatchObject({ code: 'few', text: 'few: Too few.' });
    expect((await ask({ service, handler: thrower() })).body).toMatchObject({ code: 'invalid-request' });
  });

  describe('words of the document', () => {
    const errors = [
      { status: '403', when: { code: ['taken'] }, title: 'Taken', detail: 'The seat is taken.' },
      { status: '403', code: 'no' },
      { status: 'default', contentType: 'application/json', body: { code: '{code}', say: '{title}: {detail}', seat: '{values.seat}' } },
    ];
    const answer = async (refusal: RefusalError) => {
      const handler = () => {
        throw refusal;
      };
      return (await ask({ service: { ...plain, errors }, handler })).body;
    };

    test('the row of a code has the title, and the detail that the handler does not give', async () => {
      expect(await answer(refuse(403, { code: 'taken' }))).toEqual({ code: 'taken', say: 'Taken: The seat is taken.' });
      expect(await answer(refuse(403, { code: 'taken', detail: 'Too late.' }))).toEqual({ code: 'taken', say: 'Taken: Too late.' });
      expect(await answer(refuse(409, { code: 'taken' }))).toEqual({ code: 'taken', say: 'Conflict: Conflict.' });
      expect(await answer(refuse(403, {}))).toEqual({ code: 'no', say: 'Forbidden: Forbidden.' });
    });

    test('values are put in as they are, and stay with a refusal that gets more headers', async () => {
      expect(await answer(refuse(403, { code: 'taken', values: { seat: 12 } }).with({ a: 'b' }))).toMatchObject({ seat: 12 });
      expect(await answer(refuse(403, { values: { seat: '{detail}' } }))).toMatchObject({ seat: '{detail}' });
      expect(await answer(refuse(403, { values: { seat: false } }))).toMatchObject({ seat: false });
    });

    test('without x-errors, the detail is the reason phrase', async () => {
      const handler = () => {
        throw refuse(409, { code: 'taken' });
      };
      expect((await ask({ handler })).body).toMatchObject({ title: 'Conflict', detail: 'Conflict.', code: 'taken' });
    });

    test('the type of codes is checked', () => {
      type Code = 'taken' | 7;
      expect(refuse<Code>(403, { code: 7 }).code).toBe(7);
      // @ts-expect-error: not a code of the document
      refuse<Code>(403, { code: 'token' });
    });
  });

  test.each([
    [400, 'invalid-request', 'Bad Request'],
    [429, 'refused', 'Too Many Requests'],
    [451, 'refused', 'Unavailable For Legal Reasons'],
    [503, 'refused', 'Service Unavailable'],
    [222, 'refused', 'Refused'],
  ])('%i has the code %s', async (status, code, title) => {
    const faults: Fault[] = [];
    const handler = () => {
      throw refuse(status, { detail: 'No.' });
    };
    const answered = await ask({ handler, errors: (fault) => void faults.push(fault) });
    expect(answered).toMatchObject({ status, body: { code, title } });
    expect(faults).toMatchObject([{ kind: 'refused', status, title, detail: 'No.', operation: { id: 'buy' } }]);
    expect(faults[0]).not.toHaveProperty('code');
  });

  test('has the kind that it names', async () => {
    const handler = () => {
      throw refuse(400, { detail: 'No.', kind: 'forbidden', code: 7 });
    };
    const errors = ({ kind, code }: Fault) => ({ contentType: 'application/json', body: { kind, code } });
    expect((await ask({ handler, errors })).body).toEqual({ kind: 'forbidden', code: 7 });
  });

  test('has no body with a status that never has one', async () => {
    const handler = () => {
      throw refuse(304, { detail: 'Nothing is new.', headers: { etag: '"1"' } });
    };
    const { status, headers, body } = await ask({ handler });
    expect([status, headers.get('etag'), headers.get('content-type'), body]).toEqual([304, '"1"', null, undefined]);
  });

  test('has no body for HEAD', async () => {
    const handler = () => {
      throw soldOut();
    };
    const { status, body } = await ask({ operation: { ...open, method: 'HEAD' }, handler });
    expect([status, body]).toEqual([409, undefined]);
  });
});

describe('a refusal of a security function', () => {
  test.each([
    ['thrown', () => Promise.reject(refuse(429, { code: 'slow_down', detail: 'Too fast.' }))],
    ['returned', () => refuse(429, { code: 'slow_down', detail: 'Too fast.' })],
  ])('that is %s ends the request: no other scheme is asked', async (_name, token) => {
    const asked: string[] = [];
    const security = { token, key: () => void asked.push('key') };
    const headers = { authorization: 'Bearer t', 'x-key': 'k' };
    const { status, body, errors } = await ask({ operation: secured, headers, security });
    expect([status, body.code, asked, errors]).toEqual([429, 'slow_down', [], []]);
  });

  test('a 401 names the scheme, unless it has a challenge of its own', async () => {
    const challengeOf = async (own: Record<string, string>) => {
      const token = () => refuse(401, { detail: 'This token has expired.', code: 'expired', headers: own });
      const { headers, body } = await ask({
        operation: secured,
        headers: { authorization: 'Bearer t' },
        security: { token, key: () => null },
      });
      expect(body).toMatchObject({ code: 'expired', detail: 'This token has expired.' });
      return headers.get('www-authenticate');
    };
    expect(await challengeOf({})).toBe('Bearer realm="tickets", error="invalid_token"');
    expect(await challengeOf({ 'WWW-Authenticate': 'Own' })).toBe('Own');
  });
});

describe('refuse', () => {
  test('makes an error, with the names of headers in lower case', () => {
    const error = soldOut();
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({ name: 'RefusalError', message: 'No seat is left.', status: 409, code: 'sold_out' });
    expect(error.headers).toEqual({ 'retry-after': '30' });
  });

  test.each([199, 600, 4.5, Number.NaN])('does not take the status %d', (status) => {
    expect(() => refuse(status, { detail: '' })).toThrow(
      new ConfigurationError(`refuse: the status must be an integer from 200 to 599, but is ${status}.`),
    );
  });

  test('does not take a header that would break the response, so that the caller gets a 500 and onError the reason', async () => {
    const handler = () => {
      throw refuse(429, { detail: '', headers: { 'x-a': 'a\r\nb: c' } });
    };
    const { status, errors } = await ask({ handler });
    expect([status, errors[0]]).toEqual([500, expect.any(InvalidHeaderError)]);
  });
});
