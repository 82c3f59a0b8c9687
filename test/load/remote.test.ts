// Allowed remote documents: only their origin, no credentials, limits on time and size, the same policy at every level, no private addresses.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { defaultLimits } from '../../generator/load/limits.ts';
import { allows } from '../../generator/load/references/policy.ts';
import { type RemoteOptions, readRemote } from '../../generator/load/references/remote.ts';
import { makeSource } from '../../generator/load/text/read.ts';
import { collectGarbage } from '../support/garbage.ts';
import { given, loadText, withSchema } from './support.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Listening {
  readonly origin: string;
  readonly requests: IncomingMessage[];
}

async function listen(answer: RequestListener): Promise<Listening> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('an allowed document is read once, without credentials, and may refer to others of its origin', async () => {
  const { origin, requests } = await listen((request, response) =>
    response.end(request.url === '/a.json' ? '{"properties":{"b":{"$ref":"b.json#/$defs/B"}}}' : '{"$defs":{"B":{"type":"string"}}}'),
  );
  const loaded = await loadText(withSchema(`{ properties: { x: { $ref: "${origin}/a.json" }, y: { $ref: "${origin}/a.json" } } }`), {
    allowRemote: [origin],
  });
  const description = given(loaded);
  expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual(['GET /a.json', 'GET /b.json']);
  for (const { headers } of requests) expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  const a = description.resolve(`${origin}/a.json`, { source: description.entry, pointer: '/components/schemas/S/properties/x/$ref' });
  expect(description.resolve('b.json#/$defs/B', { source: a.location.source, pointer: '/properties/b/$ref' }).value).toEqual({
    type: 'string',
  });
  expect(description.sources.map((source) => source.display).slice(1)).toEqual([`${origin}/a.json`, `${origin}/b.json`]);
});

test('case 22: a redirect inside the origin is followed', async () => {
  const { origin, requests } = await listen((request, response) =>
    request.url === '/a.json' ? response.writeHead(302, { location: '/b.json' }).end() : response.end('{}'),
  );
  expect((await loadText(withSchema(`{ $ref: "${origin}/a.json" }`), { allowRemote: [origin] })).lines).toEqual([]);
  expect(requests).toHaveLength(2);
});

test.each([
  'http://localhost:PORT/x.json',
  'https://127.0.0.1:PORT/x.json',
  'file:///etc/passwd',
  'http://u:p@127.0.0.1:OWN/x.json',
  '//localhost:PORT/x',
  'http://',
])('case 22: a redirect to %s is rejected, even if both are allowed', async (location) => {
  const other = await listen((_request, response) => response.end('{}'));
  const port = new URL(other.origin).port;
  const first: Listening = await listen((request, response) =>
    response.writeHead(302, { location: location.replace('PORT', port).replace('OWN', String(request.socket.localPort)) }).end(),
  );
  const { lines } = await loadText(withSchema(`{ $ref: "${first.origin}/a.json" }`), {
    allowRemote: [first.origin, other.origin, `http://localhost:${port}`],
  });
  expect(lines).toEqual(['error ref-remote-redirect 8:16']);
  expect([first.requests.length, other.requests.length]).toEqual([1, 0]);
});

test('case 22: endless redirects end', async () => {
  const { origin, requests } = await listen((request, response) => response.writeHead(307, { location: `${request.url}x` }).end());
  expect((await loadText(withSchema(`{ $ref: "${origin}/a" }`), { allowRemote: [origin] })).lines).toEqual([
    'error ref-remote-redirect 8:16',
  ]);
  expect(requests).toHaveLength(defaultLimits.redirects + 1);
});

test('case 22: the size limit applies without Content-Length too', async () => {
  const { origin } = await listen((_request, response) => {
    const send = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', send);
    send();
  });
  const { problems } = await loadText(withSchema(`{ $ref: "${origin}/a" }`), { allowRemote: [origin] });
  expect(problems.map((problem) => [problem.code, problem.fix])).toEqual([
    ['limit-remote-bytes', expect.stringContaining('`limits.remoteBytes`')],
  ]);
});

test.each<[title: string, answer: RequestListener]>([
  ['never answers', () => undefined],
  ['drips', (_request, response) => void setInterval(() => response.write(' '), 20).unref()],
  ['stops in the middle', (_request, response) => void response.write('{')],
])('case 22: the time limit, when the server %s', async (_title, answer) => {
  const { origin } = await listen(answer);
  // The platform's fetch can lose the signal when garbage is collected (undici 7).
  const collecting = setInterval(collectGarbage, 20);
  try {
    for (const given of [{}, { fetch }]) {
      const { problems } = await loadText(withSchema(`{ $ref: "${origin}/a" }`), {
        allowRemote: [origin],
        limits: { remoteMilliseconds: 300 },
        ...given,
      });
      expect(problems.map((problem) => [problem.code, problem.fix])).toEqual([
        ['limit-remote-milliseconds', expect.stringContaining('`limits.remoteMilliseconds`')],
      ]);
    }
  } finally {
    clearInterval(collecting);
  }
});

test('case 22: the default limits are 10 s and 5 MB', () => {
  expect([defaultLimits.remoteMilliseconds, defaultLimits.remoteBytes]).toEqual([10_000, 5_000_000]);
});

test('a response that is not a document is an error at each reference', async () => {
  const { origin } = await listen((_request, response) => response.writeHead(404).end());
  const text = withSchema(`{ properties: { a: { $ref: "${origin}/a" }, b: { $ref: "${origin}/a" } } }`);
  expect((await loadText(text, { allowRemote: [origin] })).problems.map((problem) => [problem.code, problem.location.pointer])).toEqual([
    ['ref-remote-failed', '/components/schemas/S/properties/a/$ref'],
    ['ref-remote-failed', '/components/schemas/S/properties/b/$ref'],
  ]);
});

test('an unrequested content encoding, such as a compression bomb, is rejected', async () => {
  const { origin } = await listen((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
  expect((await loadText(withSchema(`{ $ref: "${origin}/a" }`), { allowRemote: [origin] })).lines).toEqual([
    'error ref-remote-failed 8:16',
  ]);
});

test.each(['http://localhost:1/x.json', 'https://other.example/x.json', 'file:///etc/passwd'])(
  'case 23: %s inside an allowed document is refused there',
  async (ref) => {
    const { origin } = await listen((_request, response) => response.end(`{"items":\n{"$ref":"${ref}"}}`));
    const { problems, lines } = await loadText(withSchema(`{ $ref: "${origin}/a.json" }`), { allowRemote: [origin] });
    expect(lines).toEqual([`error ${ref.startsWith('file') ? 'ref-absolute' : 'ref-remote'} a.json:2:9`]);
    expect(problems[0]?.location.source.path).toBe(`${origin}/a.json`);
  },
);

test('case 23: a file reference in a remote document resolves to its origin', async () => {
  const { origin, requests } = await listen((request, response) =>
    response.end(request.url === '/x/a.json' ? '{"items":{"$ref":"../../../etc/passwd"}}' : '{}'),
  );
  expect((await loadText(withSchema(`{ $ref: "${origin}/x/a.json" }`), { allowRemote: [origin] })).lines).toEqual([]);
  expect(requests.map(({ url }) => url)).toEqual(['/x/a.json', '/etc/passwd']);
});

function remote(href: string, options: Partial<RemoteOptions>): ReturnType<typeof readRemote> {
  const place = { source: makeSource('/a.yaml', 'a.yaml', 'a: b\n'), pointer: '/a' };
  return readRemote(new URL(href), place, { allowRemote: [], limits: { ...defaultLimits, remoteMilliseconds: 60_000 }, ...options });
}

/** A lookup that returns these addresses for every name. */
function finds(...addresses: string[]): NonNullable<RemoteOptions['lookup']> {
  return (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

test('case 20: an allowed name with a private address is not requested, unless the address is allowed too', async () => {
  const { origin, requests } = await listen((_request, response) => response.end('{}'));
  const name = `http://schemas.example.com:${new URL(origin).port}`;
  for (const lookup of [finds('127.0.0.1'), finds('93.184.216.34', '127.0.0.1'), finds('::ffff:127.0.0.1'), finds('169.254.169.254')]) {
    expect(await remote(`${name}/a.json`, { allowRemote: [name], lookup })).toMatchObject({
      code: 'ref-remote-private',
      fix: expect.stringContaining('suggested config'),
    });
  }
  expect(requests).toHaveLength(0);
  expect(await remote(`${name}/a.json`, { allowRemote: [name, origin], lookup: finds('127.0.0.1') })).toMatchObject({ text: '{}' });
  expect(requests).toHaveLength(1);
});

test('an allowed `localhost` may only be a loopback address', async () => {
  const { origin } = await listen((_request, response) => response.end('{}'));
  const name = `http://localhost:${new URL(origin).port}`;
  expect(await remote(`${name}/a.json`, { allowRemote: [name], lookup: finds('127.0.0.1') })).toMatchObject({ text: '{}' });
  expect(await remote(`${name}/a.json`, { allowRemote: [name], lookup: finds('10.0.0.1') })).toMatchObject({ code: 'ref-remote-private' });
});

test('the option `fetch` is used', async () => {
  const asked: unknown[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    asked.push(input, init?.redirect, init?.credentials);
    return new Response('{"type":"string"}');
  };
  const { lines } = await loadText(withSchema('{ $ref: "https://schemas.example.com/a.json" }'), {
    allowRemote: ['schemas.example.com'],
    fetch: fetcher,
  });
  expect(lines).toEqual([]);
  expect(asked).toEqual(['https://schemas.example.com/a.json', 'manual', 'omit']);
});

test.each<[name: string, url: string, want: boolean]>([
  ['a.example', 'https://a.example/x', true],
  ['A.example', 'https://a.example/x', true],
  ['a.example', 'http://a.example/x', false],
  ['a.example', 'https://a.example:8443/x', false],
  ['a.example:8443', 'https://a.example:8443/x', true],
  ['a.example', 'https://b.a.example/x', false],
  ['a.example', 'https://a.example.evil.example/x', false],
  ['http://a.example', 'http://a.example/x', true],
  ['http://a.example', 'https://a.example/x', false],
  ['https://a.example/path', 'https://a.example/x', true],
  ['*', 'https://a.example/x', false],
  ['', 'https://a.example/x', false],
  ['ftp://a.example', 'https://a.example/x', false],
])('%s allows %s: %s', (name, url, want) => {
  expect(allows(name, new URL(url))).toBe(want);
});
