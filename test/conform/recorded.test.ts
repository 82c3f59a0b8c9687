// Tests `octavo conform --recorded` on HAR files as browsers and proxies write them.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProxyReport } from '../../generator/conform/contract/report.ts';
import { startProxy } from '../../generator/conform/proxy/index.ts';
import { judgeRecorded } from '../../generator/conform/recorded/index.ts';
import { proxyTerminalReport } from '../../generator/conform/report/proxy-terminal.ts';
import { viewOf } from '../../generator/conform/report/view.ts';
import { octavo } from '../cli/run.ts';
import { IS_DEEP } from '../support/effort.ts';
import { BOOKS, serviceFrom } from './support.ts';

const service = await serviceFrom(
  BOOKS.replace(
    'servers: [{ url: /v1 }]',
    "servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: eu, enum: [eu, us] } } }]",
  )
    .replace(
      'properties: { id: { type: integer, minimum: 1 }, title: { type: string } }',
      'properties: { id: { type: integer, minimum: 1 }, title: { type: string, maxLength: 4 } }',
    )
    .replace('        year: {', '        code: { type: string, format: password, maxLength: 6 }\n        year: {'),
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-recorded-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BASE = 'https://eu.example.com/v1';
const TYPE = { name: 'content-type', value: 'application/json' };
const BOOK = { id: 7, title: 'Sand' };

type Members = Readonly<Record<string, unknown>>;

function entry(request: Members = {}, response: Members = {}, rest: Members = {}): Members {
  return {
    startedDateTime: '2026-01-02T03:04:05.000Z',
    time: 5,
    request: { method: 'GET', url: `${BASE}/books/7`, headers: [], ...request },
    response: { status: 200, headers: [TYPE], content: { size: 1, mimeType: 'application/json', text: JSON.stringify(BOOK) }, ...response },
    timings: { send: 0, wait: 4, receive: 1 },
    ...rest,
  };
}

const content = (text: string, more: Members = {}): Members => ({ content: { size: text.length, text, ...more } });

let files = 0;
function har(entries: readonly unknown[], log: Members = {}): string {
  return written(JSON.stringify({ log: { version: '1.2', ...log, entries } }, undefined, 1));
}

function written(text: string | Uint8Array): string {
  const file = path.join(folder, `${files++}.har`);
  writeFileSync(file, text);
  return file;
}

function judge(file: string, options: Partial<Parameters<typeof judgeRecorded>[1]> = {}): Promise<ProxyReport> {
  return judgeRecorded(service, {
    file,
    baseUrls: [],
    judging: {},
    checks: {},
    waivers: [],
    signal: new AbortController().signal,
    onFinding: () => {},
    onUndeclared: () => {},
    ...options,
  });
}

function verdicts({ findings, undeclared }: ProxyReport): string[] {
  return [
    ...findings.map(({ check, message }) => `${check}: ${message}`),
    ...undeclared.map(({ method, path: at }) => `undeclared-operation: ${method} ${at}`),
  ];
}

const POST = {
  method: 'POST',
  url: `${BASE}/books`,
  headers: [TYPE],
  postData: { mimeType: 'application/json', text: '{"title":"Sand"}' },
};
const CREATED = { status: 201 };

describe('entries', () => {
  test.each<readonly [what: string, entry: Members, want: readonly RegExp[]]>([
    ['as declared', entry(), []],
    ['of another region', entry({ url: 'https://us.example.com/v1/books/7' }), []],
    [
      'with pseudo-headers and names in capitals',
      entry(
        { headers: [{ name: ':authority', value: 'a' }] },
        {
          headers: [
            { name: ':status', value: '200' },
            { name: 'Content-Type', value: 'application/json' },
          ],
        },
      ),
      [],
    ],
    [
      'in base64',
      entry({}, content(btoa('{"id":"7","title":"Sand"}'), { encoding: 'base64' })),
      [/^response-body: The body is not valid: \/id must be/],
    ],
    ['that was compressed', entry({}, { headers: [TYPE, { name: 'content-encoding', value: 'br' }] }), []],
    ['with an invalid body', entry({}, content('{"id":7}')), [/^response-body: The body is not valid: \/title is missing/]],
    ['with an undeclared status', entry({}, { status: 418 }), [/^declared-status: Status 418/]],
    ['of an undeclared path', entry({ url: `${BASE}/shelves` }), [/^undeclared-operation: GET \/v1\/shelves$/]],
    ['of an undeclared parameter', entry({ url: `${BASE}/books/7?colour=red#top` }), [/^undeclared-parameter: The query parameter colour/]],
    [
      'with an invalid request',
      entry({ ...POST, postData: { text: '{"title":""}' } }, { ...CREATED, status: 400, headers: [], content: {} }),
      [/^valid-request: .*\/body\/title/],
    ],
    [
      'with an invalid request that is accepted',
      entry({ ...POST, postData: { text: '{"title":""}' } }, CREATED),
      [/^refuses-invalid/, /^valid-request/],
    ],
    [
      'with the fields of a form',
      entry(
        {
          ...POST,
          headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
          postData: { params: [{ name: 'title', value: 'a&b' }] },
        },
        CREATED,
      ),
      [/^refuses-invalid/, /^valid-request: .*Content-Type/],
    ],
    ['of several values of a cookie', entry({}, { headers: [TYPE, { name: 'set-cookie', value: 'a=1\nb=2' }] }), []],
    [
      'that a browser asks before',
      entry({ method: 'OPTIONS', url: `${BASE}/shelves`, headers: [{ name: 'access-control-request-method', value: 'PUT' }] }),
      [],
    ],
  ])('%s', async (_, one, want) => {
    const found = verdicts(await judge(har([one, entry()])));
    expect(found).toHaveLength(want.length);
    for (const [index, pattern] of want.entries()) expect(found.toSorted()[index]).toMatch(pattern);
  });

  test('that cannot be judged are counted, each kind by itself', async () => {
    const bodiless = { content: { size: 120, mimeType: 'application/json' } };
    const report = await judge(
      har([
        entry(),
        entry({}, bodiless),
        entry({ ...POST, postData: undefined, bodySize: 12 }, CREATED),
        entry({}, { status: 304, headers: [], content: { size: 0 } }),
        entry({}, {}, { _fromCache: 'disk' }),
        entry({ headers: [{ name: 'If-None-Match', value: '"1"' }] }, { headers: [], bodySize: 0 }),
        entry({}, { status: 0, headers: [] }),
        entry({ url: 'wss://eu.example.com/v1/books/7' }, { status: 101 }),
        entry({ url: 'https://cdn.example/a.js' }),
        entry({ url: 'https://cdn.example/b.js' }),
        entry({ url: 'data:text/plain,a' }),
        entry({ url: 7 }),
        entry({ headers: [{ name: 'a', value: 7 }] }),
        'none',
      ]),
    );
    expect(verdicts(report)).toEqual([]);
    expect(report.recorded).toMatchObject({
      entries: 14,
      judged: 3,
      withoutBody: 2,
      others: [
        { origin: 'https://cdn.example', count: 2 },
        { origin: 'data:', count: 1 },
      ],
      faults: [
        'entries[11].request.url must be a string.',
        'entries[12].request.headers[0].value must be a string.',
        'entries[13] must be an object.',
      ],
    });
    expect(report.recorded?.leftOut.map(({ count }) => count)).toEqual([2, 1, 1]);
    expect(report.upgrades).toBe(1);
    const text = proxyTerminalReport(report, { origin: 'https://eu.example.com', most: 1 });
    expect(text).toContain("Not judged: 2 entries from a browser's cache.");
    expect(text).toContain('Left out, of other addresses: https://cdn.example (2), data: (1).');
    expect(viewOf(report, { tool: 'octavo conform', origin: '' }).recorded?.judged).toBe(3);
  });

  test('with redacted values are judged by the rest', async () => {
    const create = (text: string, redacted: readonly string[], response: Members = CREATED): Members =>
      entry({ ...POST, postData: { text } }, response, { _redacted: redacted });
    const marked = await judge(
      har([
        create('{"title":"Sand","code":"REDACTED"}', ['/request/body/code'], { status: 400, headers: [], content: { size: 0 } }),
        create('{"title":"Sand","code":"REDACTED"}', ['/request/header/authorization', '/request/body/code']),
        entry({}, content('{"id":7,"title":"REDACTED"}'), { _redacted: ['/response/body/title'] }),
        entry({}, content('{"id":7,"title":"[value redacted]"}')),
        create('{"title":"","code":"REDACTED"}', ['/request/body/code'], { status: 400, headers: [], content: { size: 0 } }),
      ]),
    );
    expect(verdicts(marked)).toEqual([expect.stringMatching(/^valid-request: .*\/body\/title/)]);
    expect(marked.recorded?.redacted).toBe(5);
    // What no list and no placeholder marks is what the service sent.
    const unmarked = await judge(har([entry({}, content('{"id":7,"title":"longer"}'))]));
    expect(verdicts(unmarked)).toHaveLength(1);
  });

  test('of a recording of the proxy need no address, and no secret is printed', async () => {
    const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"id":"7","title":"Sand"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const file = path.join(folder, 'own.har');
    const quiet = { checks: {}, waivers: [], onFinding: () => {}, onUndeclared: () => {} };
    const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const recording = { file, replaces: false, limit: 1e6, onFull: () => {} };
    const proxy = await startProxy(service, { target, port: 0, host: '127.0.0.1', allowHosts: [], judging: {}, ...quiet, recording });
    await (await fetch(`${proxy.url}/books/7`, { headers: { authorization: 'Bearer sesame' } })).text();
    const live = await proxy.close();
    server.close();
    const report = await judge(file);
    expect(verdicts(report)).toEqual(verdicts(live));
    expect(report.target).toBe(`${target.origin}/v1`);
    const other = har([entry({ headers: [{ name: 'Authorization', value: 'Bearer sesame' }] }, { status: 500 })]);
    expect(proxyTerminalReport(await judge(other), { origin: BASE, most: 9 })).not.toContain('sesame');
  });
});

describe('files', () => {
  const text = JSON.stringify({ log: { entries: [entry()] } }, undefined, 2);
  test.each<readonly [what: string, file: () => string, want: { code: string; exitCode?: number; message: RegExp }]>([
    ['missing', () => path.join(folder, 'none.har'), { code: 'recording-missing', message: /^There is no file .*none\.har\.$/ }],
    ['a folder', () => folder, { code: 'recording-missing', message: /is a folder\.$/ }],
    ['empty', () => written(''), { code: 'recording-malformed', message: /is empty/ }],
    ['no JSON', () => written('log\n'), { code: 'recording-malformed', message: /\.har:1:1 is no HAR/ }],
    ['bytes', () => written(new Uint8Array([0, 0, 0])), { code: 'recording-malformed', message: /:1:1 is no HAR/ }],
    [
      'NUL in a string',
      () => written(text.replace('Sand', 'Sa\0nd')),
      { code: 'recording-malformed', message: /:\d+:\d+ is not valid JSON: it has a string that does not end here/ },
    ],
    [
      'a broken entry',
      () => written(text.replace('"status": 200,', '"status": 200')),
      { code: 'recording-malformed', message: /:14:11 is not valid JSON: it has no `,` or `}` here/ },
    ],
    ['cut', () => written(text.slice(0, -20)), { code: 'recording-malformed', message: /it ends too early/ }],
    ['too long', () => written(`${text}{}`), { code: 'recording-malformed', message: /more after its end/ }],
    ['compressed', () => written(new Uint8Array([0x1f, 0x8b, 8])), { code: 'recording-malformed', message: /is compressed/ }],
    ['without entries', () => written('{"log":{"version":"1.2"}}'), { code: 'recording-malformed', message: /it has no `log\.entries`/ }],
    [
      'whose entries are no list',
      () => written('{"log":{"entries":{}}}'),
      { code: 'recording-malformed', message: /:1:19 is no HAR: `log\.entries` is not a list/ },
    ],
    ['with nothing', () => har([]), { code: 'recording-unjudged', exitCode: 3, message: /has no entries/ }],
    [
      'of another host',
      () => har([entry({ url: 'https://elsewhere.example/books/7' })]),
      {
        code: 'recording-unmatched',
        message: /it has https:\/\/elsewhere\.example \(1\), and the document's paths stand below https:\/\/\{region\}\.example\.com\/v1/,
      },
    ],
    [
      'of a cache alone',
      () => har([entry({}, {}, { _fromCache: 'memory' })]),
      { code: 'recording-unjudged', exitCode: 3, message: /1 from a browser's cache/ },
    ],
  ])('%s', async (_, file, want) => {
    await expect(judge(file())).rejects.toMatchObject({
      code: want.code,
      exitCode: want.exitCode ?? 2,
      message: expect.stringMatching(want.message),
    });
  });

  test('--base-url says where the paths stand', async () => {
    const elsewhere = har([entry({ url: 'https://elsewhere.example/v1/books/7' })]);
    expect((await judge(elsewhere, { baseUrls: ['https://elsewhere.example'] })).exchanges).toBe(0 + 1);
    expect(
      (await judge(har([entry({ url: 'https://elsewhere.example:8443/x/books/7' })]), { baseUrls: ['https://elsewhere.example:8443/x/'] }))
        .undeclared,
    ).toEqual([]);
  });

  test.runIf(IS_DEEP)(
    'of 300 MB are read in little memory',
    async () => {
      const one = JSON.stringify(entry({}, content(JSON.stringify({ ...BOOK, more: 'x'.repeat(1e6) }))));
      const file = written(`{"log":{"entries":[${one}`);
      for (let count = 1; count < 300; count++) writeFileSync(file, `,${one}`, { flag: 'a' });
      writeFileSync(file, ']}}', { flag: 'a' });
      const before = process.memoryUsage().rss;
      let most = 0;
      const watch = (): void => {
        most = Math.max(most, process.memoryUsage().rss);
      };
      const report = await judge(file, { onEntry: watch });
      expect(report.exchanges).toBe(300);
      console.log(`300 MB: ${Math.round((most - before) / 1e6)} MB of memory more`);
      // Read as a whole, the file alone would take more.
      expect(most - before).toBeLessThan(250e6);
      truncateSync(file);
    },
    120_000,
  );
});

test.runIf(IS_DEEP)(
  'a file that Chromium wrote',
  async ({ skip }) => {
    const { chromiumPath, launch } = await import('../support/chromium.ts');
    if (chromiumPath === undefined) return skip();
    const server = createServer((request, response) => {
      const answer = (status: number, headers: Readonly<Record<string, string>>, body: string): void => {
        request.resume().on('end', () => response.writeHead(status, headers).end(body));
      };
      if (request.url === '/page') return answer(200, { 'content-type': 'text/html' }, '<title>Books</title>');
      if (request.method === 'POST') return answer(201, { 'content-type': 'application/json' }, JSON.stringify(BOOK));
      if (request.headers['if-none-match'] !== undefined) return answer(304, { etag: '"1"' }, '');
      const headers = { 'content-type': 'application/json', etag: '"1"', 'content-encoding': 'gzip', 'cache-control': 'no-cache' };
      request.resume().on('end', () => response.writeHead(200, headers).end(gzipSync(JSON.stringify(BOOK))));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await launch();
    try {
      const file = path.join(folder, 'chromium.har');
      const context = await browser.newContext({ recordHar: { path: file } });
      const page = await context.newPage();
      await page.goto(`${origin}/page`);
      await page.evaluate(async () => {
        const read = (): Promise<string> =>
          fetch('/v1/books/7', { headers: { authorization: 'Bearer sesame' } }).then((response) => response.text());
        const create = (body: BodyInit, headers: Record<string, string> = {}): Promise<string> =>
          fetch('/v1/books', { method: 'POST', body, headers }).then((response) => response.text());
        await read();
        await read();
        await create('{"title":"Sänd"}', { 'content-type': 'application/json' });
        await create('{"title":""}', { 'content-type': 'application/json' });
        await create(new URLSearchParams({ title: 'a&b' }));
        await fetch('/v1/books/7', { signal: AbortSignal.abort() }).catch(() => {});
      });
      await context.close();
      const report = await judge(file, { baseUrls: [`${origin}/v1`] });
      expect(
        verdicts(report)
          .map((verdict) => verdict.replace(/:.*/s, ''))
          .toSorted(),
      ).toEqual(['refuses-invalid', 'refuses-invalid', 'valid-request', 'valid-request']);
      expect(report.recorded).toMatchObject({ others: [{ origin, count: 1 }], faulty: 0, withoutBody: 0 });
      expect(report.recorded?.leftOut).toEqual([{ reason: "from a browser's cache", count: 1 }]);
      expect(report.exchanges).toBe(4);
      const whole = await judge(file, { baseUrls: [`${origin}/`], basePath: '/v1' });
      expect(whole.exchanges).toBe(4);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  },
  60_000,
);

test('the command has the exit codes of the proxy, and refuses what sends', async () => {
  writeFileSync(path.join(folder, 'api.yaml'), BOOKS);
  const file = har([entry({}, content('{"id":"7","title":"Sand"}'))]);
  const run = (...rest: string[]) => octavo(['conform', 'api.yaml', '--recorded', file, ...rest], { cwd: folder });
  const found = await run('--base-url', 'https://eu.example.com', '--report', 'junit=report.xml', '--json');
  expect([found.code, JSON.parse(found.stdout).findings.length, JSON.parse(found.stdout).recorded.judged]).toEqual([1, 1, 1]);
  const sending = await run('--target', 'http://127.0.0.1');
  expect([sending.code, sending.stderr]).toEqual([2, expect.stringContaining('`--target` and `--recorded` exclude each other')]);
});
