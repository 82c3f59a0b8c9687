// Tests mocks that answer by recorded responses: which recorded response a request gets, and what is said of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import type { ReplayNote } from '../../generator/mock/answering.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import type { MockRequest } from '../../generator/mock/protocol.ts';
import type { Replay } from '../../generator/mock/replay/index.ts';
import { readReplay } from '../../generator/mock/replay/read.ts';
import { BOOKS, serviceFrom } from '../conform/support.ts';

const TEXT = BOOKS.replace('servers: [{ url: /v1 }]', "servers: [{ url: 'https://api.example.com/v1' }]");
const service = await serviceFrom(TEXT);
const BASE = 'https://api.example.com/v1';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-replay-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Members = Readonly<Record<string, unknown>>;

const headersOf = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

function entry(
  method: string,
  target: string,
  answer: string,
  sent: { body?: string; headers?: Record<string, string>; response?: Members; redacted?: string[] } = {},
): Members {
  const { body, headers = {}, response = {}, redacted } = sent;
  return {
    request: {
      method,
      url: target.startsWith('/') ? BASE + target : target,
      headers: headersOf({ 'content-type': 'application/json', ...headers }),
      ...(body === undefined ? {} : { postData: { text: body } }),
    },
    response: { status: 200, headers: headersOf({ 'content-type': 'application/json' }), content: { text: answer }, ...response },
    ...(redacted === undefined ? {} : { _redacted: redacted }),
  };
}

let files = 0;
function har(entries: readonly Members[]): string {
  const file = path.join(folder, `${files++}.har`);
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}

describe('which response', () => {
  const BOUNDARY = { 'content-type': 'multipart/form-data; boundary=one' };
  const part = (boundary: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`;
  const entries = [
    entry('GET', '/books/7', 'first'),
    entry('GET', '/books/7', 'second'),
    entry('GET', '/books/7?fields=title&_=1', 'titles of 1'),
    entry('GET', '/books/7?_=2&fields=title', 'titles of 2'),
    entry('GET', '/books/9', 'French', { headers: { 'accept-language': 'fr' } }),
    entry('GET', '/books/9', 'English', { headers: { 'accept-language': 'en' } }),
    entry('GET', '/books/8%20a?api_key=REDACTED', 'with a key', { redacted: ['/request/query/api_key'] }),
    entry('GET', '/books/REDACTED', 'any path', { redacted: ['/request/path'] }),
    entry('POST', '/books', 'made', { body: '{"title":"Sand","year":1}' }),
    entry('POST', '/books', 'with a code', { body: '{"title":"Dune","code":"REDACTED"}', redacted: ['/request/body/code'] }),
    entry('POST', '/books', 'form', { body: 'a=1&b=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    entry('POST', '/books', 'parts', { body: part('one', '1'), headers: BOUNDARY }),
  ];
  let replay: Replay;
  beforeEach(async () => {
    ({ replay } = await readReplay(har(entries), [service], []));
  });
  const ask = (method: string, target: string, body?: string, headers: Record<string, string> = {}): string | undefined => {
    const [at = '', query = ''] = target.split('?');
    const wanted: MockRequest = {
      document: service.id,
      method,
      path: at,
      query,
      headers: { 'content-type': 'application/json', ...headers },
    };
    const answer = replay.answer(wanted, body === undefined ? undefined : Buffer.from(body))?.answer.body;
    return answer === undefined ? undefined : new TextDecoder().decode(answer as Uint8Array);
  };

  test('the same request gets the responses in their order, and the last one from then on', () => {
    expect([1, 2, 3, 4].map(() => ask('GET', '/books/7/'))).toEqual(['first', 'second', 'second', 'second']);
  });

  test.each<readonly [what: string, args: Parameters<typeof ask>, want: string | undefined]>([
    ['the whole query', ['GET', '/books/7?fields=title&_=2'], 'titles of 2'],
    ['the declared parameters, where no query is the same', ['GET', '/books/7?fields=title&_=3'], 'titles of 1'],
    ['another declared parameter', ['GET', '/books/7?fields=year'], undefined],
    ['the headers that tell responses apart', ['GET', '/books/9', undefined, { 'accept-language': 'en' }], 'English'],
    ['another way to write a path, and a redacted parameter', ['GET', '/books/8%20%61?api_key=mine'], 'with a key'],
    ['a redacted path', ['GET', '/books/none'], 'any path'],
    ['another method', ['DELETE', '/books/7'], undefined],
    ['JSON in another order', ['POST', '/books', '{ "year": 1, "title": "Sand" }'], 'made'],
    ['another body', ['POST', '/books', '{"title":"Sand","year":2}'], undefined],
    ['more in the body', ['POST', '/books', '{"title":"Sand","year":1,"more":1}'], undefined],
    ['a redacted value', ['POST', '/books', '{"title":"Dune","code":"mine"}'], 'with a code'],
    ['a form in another order', ['POST', '/books', 'b=2&a=1', { 'content-type': 'application/x-www-form-urlencoded' }], 'form'],
    ['parts with another boundary', ['POST', '/books', part('two', '1'), { 'content-type': 'multipart/form-data; boundary=two' }], 'parts'],
    ['other parts', ['POST', '/books', part('two', '2'), { 'content-type': 'multipart/form-data; boundary=two' }], undefined],
  ])('%s', (_, args, want) => {
    expect(ask(...args)).toBe(want);
  });

  test('a file without a response for the documents is refused, and says which addresses it has', async () => {
    const other = har([entry('GET', 'https://elsewhere.example/v1/books/7', '{}')]);
    await expect(readReplay(other, [service], [])).rejects.toMatchObject({
      code: 'recording-unmatched',
      exitCode: 2,
      message: expect.stringContaining('it has https://elsewhere.example (1)'),
    });
    expect((await readReplay(other, [service], ['https://elsewhere.example'])).kept).toBe(1);
    const bodiless = har([
      entry('GET', '/books/7', '', { response: { content: { size: 5 } } }),
      entry('GET', '/shelves', '{}'),
      entry('GET', '/books/7', '{}'),
    ]);
    expect(await readReplay(bodiless, [service], [])).toMatchObject({ entries: 3, kept: 1, left: 2 });
  });
});

describe('the mock', () => {
  let mock: RunningMock;
  const notes: ReplayNote[] = [];
  beforeAll(async () => {
    const description = await load('books.yaml', { id: 'books', text: TEXT, root: folder, allowRemote: [] }, new Problems());
    if (description === undefined) throw new Error('The document has errors.');
    const own = { ...service, id: 'books' };
    const redirect = {
      status: 303,
      headers: headersOf({ location: `${BASE}/books/7`, 'set-cookie': 'a=1\nb=2', 'strict-transport-security': 'max-age=1' }),
      content: { size: 0 },
    };
    const { replay } = await readReplay(
      har([
        entry('GET', '/books/7', '{"id":7,"title":"Recorded"}'),
        entry('GET', '/books/8', '{"id":"8"}'),
        entry('GET', '/books/10', '{"id":10,"title":7}', { redacted: ['/response/body/title'] }),
        entry('GET', '/books/11', '', { response: redirect }),
      ]),
      [own],
      [],
    );
    mock = await startMock([{ description, code: {} }], { replay, onReplay: (note) => notes.push(note) });
  });
  afterAll(() => mock.stop());

  const ask = async (target: string, headers: Record<string, string> = {}) => {
    const response = await fetch(mock.urlOf('books') + target, { headers: { authorization: 'Bearer a', ...headers }, redirect: 'manual' });
    return { by: response.headers.get('x-octavo-mock'), status: response.status, response, body: await response.text() };
  };

  test('answers as recorded, says what the document does not allow, and else answers as a mock', async () => {
    expect(await ask('/books/7')).toMatchObject({ by: 'recorded', status: 200, body: '{"id":7,"title":"Recorded"}' });
    expect(await ask('/books/10')).toMatchObject({ by: 'recorded' });
    expect(notes).toEqual([]);
    expect(await ask('/books/8')).toMatchObject({ by: 'recorded', body: '{"id":"8"}' });
    expect(await ask('/books/99')).toMatchObject({ by: expect.stringMatching(/^(?:prism|octavo)$/), status: 200 });
    expect(await ask('/books/7', { prefer: 'code=404' })).toMatchObject({ by: expect.not.stringMatching('recorded'), status: 404 });
    expect(notes).toEqual([
      {
        document: 'books',
        method: 'GET',
        path: '/books/8',
        entry: 1,
        reason: expect.stringMatching(/^it is not what the document declares: The body is not valid/),
      },
      { document: 'books', method: 'GET', path: '/books/99' },
    ]);
  });

  test('a redirect leads to the mock', async () => {
    const { by, status, response } = await ask('/books/11');
    expect([by, status, response.headers.get('location')]).toEqual(['recorded', 303, `${mock.urlOf('books')}/books/7`]);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });
});
