// Tests which body and status `x-errors` gives a fault: by its status, kind, credential, place, keyword and code.
import {
  bearerScheme,
  createServer,
  type ErrorTemplate,
  type Fault,
  forbidden,
  type Issue,
  json,
  type Operation,
  refuse,
  type ServerOptions,
} from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const buy: Operation = {
  id: 'buy',
  method: 'POST',
  path: '/tickets',
  responses: { 201: { contents: { 'application/json': json } } },
  security: [[{ scheme: bearerScheme('token') }]],
};

interface Ask extends ServerOptions {
  readonly errors?: never;
  readonly ofService?: readonly ErrorTemplate[];
  readonly ofOperation?: readonly ErrorTemplate[];
  readonly onFault?: (fault: Fault) => void;
  readonly issue?: Issue;
  readonly handler?: () => unknown;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

async function ask({ ofService, ofOperation, issue, handler, headers = { authorization: 'Bearer good' }, path, onFault, ...rest }: Ask) {
  const input = (_value: unknown, issues: Issue[]): _value is unknown => {
    if (issue !== undefined) issues.push(issue);
    return issue === undefined;
  };
  const server = createServer(
    { id: 'tickets', servers: [{ url: 'https://tickets.example' }], ...(ofService === undefined ? {} : { errors: ofService }) },
    [
      {
        name: 'buy',
        operation: { ...buy, ...(ofOperation === undefined ? {} : { errors: ofOperation }) },
        checks: { input, responses: {} },
      },
    ],
    { buy: handler ?? (() => ({ status: 201, body: 1 })) },
    {
      security: { token: (token: string) => (token === 'reader' ? forbidden() : token === 'good') },
      ...(onFault === undefined ? {} : { errors: (fault) => void onFault(fault) }),
      ...rest,
    },
  );
  const response = await server(new Request(`https://tickets.example${path ?? '/tickets'}`, { method: 'POST', headers }));
  const text = await response.text();
  const contentType = response.headers.get('content-type');
  return {
    status: response.status,
    contentType,
    challenge: response.headers.get('www-authenticate'),
    body: contentType?.includes('json') === true ? JSON.parse(text) : text,
  };
}

const issueAt = (path: string, keyword = 'minimum'): Issue => ({ path, keyword, expected: 1, found: 0 });

/** `body: '{code}'` makes the whole body the code, so that a test sees which template was chosen. */
const ALL = { status: 'default', contentType: 'application/json', body: '{code}' };

describe('an alternative is chosen', () => {
  const templates: readonly ErrorTemplate[] = [
    ALL,
    { status: '400', when: { keyword: ['required'] }, code: 'missing' },
    { status: '400', when: { at: ['/query/limit', '/query/offset'] }, code: 'page' },
    { status: '400', when: { at: ['/body/seats'], keyword: ['maximum', 'minimum'] }, code: 'seats' },
    { status: '4XX', when: { at: ['/body'] }, code: 'body' },
    { status: '4XX', code: 'bad' },
  ];
  test.each([
    ['by the keyword', '/query/limit', 'required', 'missing'],
    ['by the place', '/query/offset', 'maximum', 'page'],
    ['by a place that contains it', '/query/limit/0', 'maximum', 'page'],
    ['by place and keyword', '/body/seats', 'maximum', 'seats'],
    ['of the range, where place and keyword do not both hold', '/body/seats', 'type', 'body'],
    ['not by the beginning of a name', '/query/limits', 'maximum', 'bad'],
    ['not by what the place contains', '/query', 'maximum', 'bad'],
  ])('%s', async (_, path, keyword, code) => {
    expect(await ask({ ofService: templates, issue: issueAt(path, keyword) })).toMatchObject({ status: 400, body: code });
  });

  test('by the credential: missing, or not valid', async () => {
    const ofService: readonly ErrorTemplate[] = [
      { status: '401', when: { credential: 'missing' }, contentType: 'application/json', body: ['required', '{detail}'] },
      { status: '401', contentType: 'application/json', body: ['authError', '{detail}'] },
    ];
    const { body: missing } = await ask({ ofService, headers: {} });
    expect(missing).toEqual(['required', 'This operation needs a credential.']);
    for (const authorization of ['Bearer wrong', 'Bearer', 'Bearer a b']) {
      const { body } = await ask({ ofService, headers: { authorization } });
      expect(body, authorization).toEqual(['authError', 'The credential for this operation is not valid.']);
    }
  });

  test('by the kind', async () => {
    const ofService: readonly ErrorTemplate[] = [
      { status: '4XX', when: { kind: ['not-found', 'forbidden'] }, contentType: 'application/json', body: 'one' },
      { status: '4XX', contentType: 'application/json', body: 'other' },
    ];
    expect(await ask({ ofService, path: '/nothing' })).toMatchObject({ status: 404, body: 'one' });
    expect(await ask({ ofService, headers: { authorization: 'Bearer reader' } })).toMatchObject({ status: 403, body: 'one' });
    expect(await ask({ ofService, headers: {} })).toMatchObject({ status: 401, body: 'other' });
  });

  test('by the code and the pointer of a refusal', async () => {
    const ofService: readonly ErrorTemplate[] = [
      { status: '429', when: { code: ['slow', -3] }, contentType: 'application/json', body: ['{code}', 'slow'] },
      { status: '429', when: { at: ['/body'] }, contentType: 'application/json', body: ['{code}', '{pointer}'] },
      ALL,
    ];
    const refused = (facts: { code?: string | number; pointer?: string }) =>
      ask({
        ofService,
        handler: () => {
          throw refuse(429, { detail: 'Wait.', ...facts });
        },
      });
    expect((await refused({ code: 'slow' })).body).toEqual(['slow', 'slow']);
    expect((await refused({ code: -3 })).body).toEqual([-3, 'slow']);
    expect((await refused({ code: '-3' })).body).toEqual('-3');
    expect((await refused({ pointer: '/body/seats' })).body).toEqual(['refused', '/body/seats']);
  });

  test('of the operation before those of the service', async () => {
    const issue = issueAt('/query/limit');
    const ofService: readonly ErrorTemplate[] = [ALL, { status: '400', code: 'service' }];
    expect((await ask({ ofService, ofOperation: [{ status: 'default', code: 'operation' }], issue })).body).toBe('operation');
    expect((await ask({ ofService, ofOperation: [{ status: '401', code: 'operation' }], issue })).body).toBe('service');
    const elsewhere: ErrorTemplate = { status: '400', when: { at: ['/body'] }, code: 'operation' };
    expect((await ask({ ofService, ofOperation: [elsewhere], issue })).body).toBe('service');
  });
});

describe('a list of one item that tells of an issue', () => {
  const listed: ErrorTemplate = {
    status: 'default',
    contentType: 'application/json',
    body: { message: '{detail}', details: [{ parameter: '{issue.name}', at: '{issue.pointer}', message: '{issue.detail}' }] },
  };
  const details = async (given: Ask) => {
    const { body } = await ask({ ofService: [listed], ...given });
    return (body as { details?: unknown }).details;
  };
  const refusing = (issues: readonly { pointer: string; detail: string }[]) => () => {
    throw refuse(400, { detail: 'No.', issues });
  };

  test('has an item for each issue', async () => {
    expect(await details({ issue: issueAt('/body/seats/0/a~1b') })).toEqual([
      { parameter: 'seats.0.a/b', at: '/body/seats/0/a~1b', message: 'must be at least 1' },
    ]);
    expect(await details({ issue: issueAt('/body', 'required') })).toEqual([{ parameter: 'body', at: '/body', message: 'is missing' }]);
  });

  test('has an item for each value that user code refuses, of which 20 are listed', async () => {
    const one = { pointer: '/query/from', detail: 'is after `to`' };
    expect(await details({ handler: refusing([one, { pointer: '/query/to', detail: 'is before `from`' }]) })).toEqual([
      { parameter: 'from', at: '/query/from', message: 'is after `to`' },
      { parameter: 'to', at: '/query/to', message: 'is before `from`' },
    ]);
    expect(await details({ handler: refusing(Array.from({ length: 30 }, () => one)) })).toHaveLength(20);
  });

  test('is left out where there is no issue', async () => {
    expect((await ask({ ofService: [listed], headers: {} })).body).toEqual({ message: 'This operation needs a credential.' });
  });

  test('is not needed for problem details, which list refused values too', async () => {
    const handler = refusing([{ pointer: '/query/from', detail: 'is after `to`' }]);
    expect((await ask({ handler })).body).toMatchObject({ errors: [{ pointer: '/query/from', detail: '/query/from is after `to`.' }] });
  });
});

describe('a template without a body', () => {
  const issue = issueAt('/query/limit');
  test('has the body of the next alternative that fits', async () => {
    const ofService: readonly ErrorTemplate[] = [
      { status: '400', when: { at: ['/query'] }, code: 'query' },
      { status: '400', when: { at: ['/body'] }, contentType: 'application/json', body: ['body', '{code}'] },
      { status: '400', code: 'other', contentType: 'application/json', body: ['400', '{code}'] },
      ALL,
    ];
    expect((await ask({ ofService, issue })).body).toEqual(['400', 'query']);
    expect((await ask({ ofService, issue: issueAt('/body/seats') })).body).toEqual(['body', 'invalid-request']);
    expect((await ask({ ofService, issue: issueAt('/path/id') })).body).toEqual(['400', 'other']);
  });

  test('has the body of `default` of its operation, then of the service', async () => {
    const shape = (name: string): ErrorTemplate => ({ status: 'default', contentType: 'text/plain', body: `${name} {code}` });
    const ofOperation: readonly ErrorTemplate[] = [{ status: '400', code: -8 }];
    expect(await ask({ ofService: [shape('service')], ofOperation, issue })).toMatchObject({
      body: 'service -8',
      contentType: 'text/plain; charset=utf-8',
    });
    expect(await ask({ ofService: [shape('service')], ofOperation: [...ofOperation, shape('operation')], issue })).toMatchObject({
      body: 'operation -8',
    });
  });

  test('gives its code to problem details where there is no `default`', async () => {
    expect(await ask({ ofService: [{ status: '400', code: 'page' }], issue })).toMatchObject({
      contentType: 'application/problem+json',
      body: { code: 'page', errors: [{ pointer: '/query/limit' }] },
    });
  });
});

describe('a kind of fault with another status', () => {
  const ofService: readonly ErrorTemplate[] = [
    { status: '400', when: { kind: ['forbidden'] }, code: -109 },
    { status: '400', when: { credential: 'missing' }, code: -104 },
    { status: '400', code: -8 },
    {
      status: 'default',
      contentType: 'application/json',
      body: { errorCode: '{code}', status: '{status}', title: '{title}', kind: '{kind}' },
    },
  ];
  const headers = { authorization: 'Bearer reader' };

  test('is answered with that status, and the option `errors` gets it', async () => {
    const faults: Fault[] = [];
    expect(await ask({ ofService, headers, onFault: (fault) => void faults.push(fault) })).toEqual({
      challenge: null,
      status: 400,
      contentType: 'application/json',
      body: { errorCode: -109, status: 400, title: 'Bad Request', kind: 'forbidden' },
    });
    expect(faults).toMatchObject([{ kind: 'forbidden', status: 400, title: 'Bad Request' }]);
    expect(await ask({ ofService, headers: {} })).toMatchObject({ status: 400, body: { errorCode: -104, kind: 'unauthorized' } });
    expect(await ask({ ofService, issue: issueAt('/query/limit') })).toMatchObject({ status: 400, body: { errorCode: -8 } });
    expect(await ask({ ofService, headers: { authorization: 'Bearer wrong' } })).toMatchObject({ status: 401 });
  });

  test('a 401 has a challenge', async () => {
    const moved: readonly ErrorTemplate[] = [{ status: '401', when: { kind: ['forbidden'] }, code: 'required' }, ALL];
    const handler = () => {
      throw refuse(401, { detail: 'No.' });
    };
    for (const one of [await ask({ ofService: moved, headers }), await ask({ ofService: moved, handler })])
      expect([one.status, one.challenge]).toEqual([401, 'Bearer realm="tickets", error="invalid_token"']);
    expect((await ask({ ofService, headers })).challenge).toBeNull();
  });

  test('an operation may keep the status of its own', async () => {
    const ofOperation: readonly ErrorTemplate[] = [{ status: '403', when: { kind: ['forbidden'] }, code: 'kept' }];
    expect(await ask({ ofService, ofOperation, headers })).toMatchObject({ status: 403, body: { errorCode: 'kept' } });
  });

  test('a refusal keeps the status that it names, unless it names the kind', async () => {
    const refused = (facts: { kind?: 'forbidden' }) => () => {
      throw refuse(403, { detail: 'No.', ...facts });
    };
    expect(await ask({ ofService, handler: refused({}) })).toMatchObject({
      status: 403,
      body: { errorCode: 'forbidden', kind: 'refused' },
    });
    expect(await ask({ ofService, handler: refused({ kind: 'forbidden' }) })).toMatchObject({ status: 400, body: { errorCode: -109 } });
  });
});

describe('values are filled in as values', () => {
  const detail = `<b> & "{status}" $& 'a'=1\u0000`;
  const filled = async (contentType: string, body: unknown) => {
    const handler = () => {
      throw refuse(409, { detail, code: 7 });
    };
    return (await ask({ ofService: [{ status: 'default', contentType, body }], handler })).body;
  };
  test.each([
    ['application/json', { a: ['{detail}'], '{code}': '{code}' }, { a: [detail], '{code}': 7 }],
    ['application/problem+json', { a: '{code} {detail}' }, { a: `7 ${detail}` }],
    ['application/json', '{code}', 7],
    ['text/plain', '{code}: {detail}', `7: ${detail}`],
    ['text/html; charset=utf-8', '<p>{detail}</p>', '<p>&#60;b&#62; &#38; &#34;{status}&#34; $&#38; &#39;a&#39;=1\ufffd</p>'],
    ['application/xml', '<e c="{code}">{detail}</e>', '<e c="7">&#60;b&#62; &#38; &#34;{status}&#34; $&#38; &#39;a&#39;=1\ufffd</e>'],
    ['application/problem+xml', '<e>{detail}</e>', '<e>&#60;b&#62; &#38; &#34;{status}&#34; $&#38; &#39;a&#39;=1\ufffd</e>'],
    ['application/x-www-form-urlencoded', 'code={code}&why={detail}', 'code=7&why=%3Cb%3E+%26+%22%7Bstatus%7D%22+%24%26+%27a%27%3D1%00'],
  ])('%s %j', async (contentType, body, want) => {
    expect(await filled(contentType, body)).toEqual(want);
  });
});
