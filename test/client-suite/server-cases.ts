// Test cases of a generated server on every platform: requests over HTTP, from Node.
import { equal } from './assert.ts';

export interface ServerCase {
  readonly name: string;
  /** `url` is the base URL of the service. */
  readonly run: (url: string) => Promise<void>;
}

const json = { 'content-type': 'application/json' };

async function refusal(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const { code, errors } = (await response.json()) as { code: string; errors?: { pointer: string }[] };
  return [response.status, response.headers.get('content-type'), code, ...(errors ?? []).map(({ pointer }) => pointer)];
}

const problem = 'application/problem+json';

const refusals: readonly [what: string, path: string, init: RequestInit, wanted: readonly unknown[]][] = [
  ['a parameter of the query', '/echo/a/1?count=x', {}, [400, problem, 'invalid-request', '/query/count']],
  ['an item of a list in the path', '/echo/a/1,x', {}, [400, problem, 'invalid-request', '/path/list/1']],
  ['a body of another type', '/json', { method: 'POST', headers: json, body: '5' }, [400, problem, 'invalid-request', '/body']],
  ['JSON that is none', '/json', { method: 'POST', headers: json, body: '{"a":' }, [400, problem, 'invalid-request']],
  [
    'another media type',
    '/json',
    { method: 'POST', body: new Blob(['a'], { type: 'image/png' }) },
    [415, problem, 'unsupported-media-type'],
  ],
  ['no credential', '/secured/bearer', {}, [401, problem, 'unauthorized']],
  ['a wrong credential', '/secured/bearer', { headers: { authorization: 'Bearer x' } }, [401, problem, 'unauthorized']],
  ['an unknown path', '/nowhere', {}, [404, problem, 'not-found']],
  ['another method', '/json', { method: 'DELETE' }, [405, problem, 'method-not-allowed']],
];

/** Waits until the names are among the departures. */
async function departed(url: string, ...names: string[]): Promise<void> {
  // Slow machines take their time; a platform that never tells fails in the end.
  for (let round = 0; round < 200; round++) {
    const known = await departuresAt(url);
    if (names.every((name) => known.includes(name))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`found ${JSON.stringify(await departuresAt(url))}, wanted ${names.join()}`);
}

async function departuresAt(url: string): Promise<readonly string[]> {
  const { input } = (await (await fetch(`${url}/departures`)).json()) as { input: string[] };
  return input;
}

export const serverCases: readonly ServerCase[] = [
  ...refusals.map(([what, path, init, wanted]) => ({
    name: `refusals: ${what}`,
    run: async (url: string) => equal(await refusal(url + path, init), wanted),
  })),
  {
    name: 'HEAD is GET without the body; OPTIONS and 405 name the methods',
    async run(url) {
      const head = await fetch(`${url}/headers`, { method: 'HEAD' });
      equal([head.status, head.headers.get('x-count'), await head.text()], [200, '12', '']);
      const [options, refused] = await Promise.all(['OPTIONS', 'PUT'].map((method) => fetch(`${url}/json`, { method })));
      equal([options?.status, options?.headers.get('allow'), refused?.headers.get('allow')], [204, 'POST, OPTIONS', 'POST, OPTIONS']);
    },
  },
  {
    name: 'a body that comes in pieces',
    async run(url) {
      const pieces = ['{"te', 'xt":"ü', ' 💌"}'].map((text) => new TextEncoder().encode(text));
      const body = new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          const next = pieces.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(next);
        },
      });
      const response = await fetch(`${url}/json`, { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit);
      equal(((await response.json()) as { input: unknown }).input, { body: { text: 'ü 💌' } });
    },
  },
  {
    name: 'a body over the limit is refused',
    async run(url) {
      const body = JSON.stringify({ text: 'x'.repeat(2_000_000) });
      equal((await fetch(`${url}/json`, { method: 'POST', headers: json, body })).status, 413);
    },
  },
  {
    name: 'a caller that got its answer did not go away',
    async run(url) {
      await (await fetch(`${url}/watched/answered?milliseconds=5`)).text();
      await (await fetch(`${url}/watched-stream/read?items=3`)).text();
      // Deno aborts the signal of a request after its answer.
      await new Promise((resolve) => setTimeout(resolve, 150));
      const known = await departuresAt(url);
      equal(
        known.filter((name) => /^(answered|read)/.test(name)),
        [],
      );
    },
  },
  {
    name: 'a caller that goes away while the handler works aborts its signal',
    async run(url) {
      const controller = new AbortController();
      const call = fetch(`${url}/watched/gone?milliseconds=5000`, { signal: controller.signal }).catch(() => undefined);
      setTimeout(() => controller.abort(), 200);
      await call;
      await departed(url, 'gone');
    },
  },
  {
    name: 'a reader that leaves a stream ends its source, and aborts the signal',
    async run(url) {
      const controller = new AbortController();
      const response = await fetch(`${url}/watched-stream/left?items=2000`, { signal: controller.signal });
      await response.body?.getReader().read();
      controller.abort();
      await departed(url, 'left unread', 'left');
    },
  },
];
