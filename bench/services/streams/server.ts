// A server of streams for the benchmark: `node server.ts service <readers>` or `node server.ts bare`. Its first line is where it is, with a token for
// each reader. On each line of its input it does one thing and prints one line: `time` prints the microseconds of processor time that it has used,
// `memory` the bytes that it holds, and a number publishes so many posts.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenRow } from '../../../services/b-microblog/access/tables.ts';
import type { MicroblogPlatform } from '../../../services/b-microblog/deps.ts';
import { rows } from '../../../services/b-microblog/people/store.ts';
import { insertPosts, nextNumbers, writeInOrder } from '../../../services/b-microblog/posts/store.ts';
import { PLAIN_POST } from '../../../services/b-microblog/posts/tables.ts';
import { postIdOf } from '../../../services/b-microblog/rules/identifiers.ts';
import { isSampled } from '../../../services/b-microblog/rules/partitions.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { createSandbox } from '../../../services/index.ts';
import { hashOf } from '../../../services/platform/secrets.ts';

/** What a server prints first. */
export interface Started {
  readonly url: string;
  readonly tokens: readonly string[];
}

interface Peer extends Started {
  publish(count: number): Promise<void>;
}

const TEXT = 'The tide stands at 412 centimetres, and the last ferry leaves at five from the north quay. Take a coat with you.';
/** Milliseconds between two posts. */
const PAUSE = 5;
/** So many posts can be published. */
const MOST = 5_000;

/** An application for each reader, since one may have one connection to a stream. All are of one project, which counts a post once. */
async function service(readers: number): Promise<Peer> {
  const sandbox = await createSandbox({ services: ['b-microblog'], at: 'story' });
  const platform = sandbox.platformOf('b-microblog') as unknown as MicroblogPlatform;
  await sandbox.control.runAction({ path: { service: 'b-microblog', action: 'set-limits' }, body: { limits: 'off' } });
  const tokens = Array.from({ length: readers }, (_, index) => `reader-${index}`);
  await platform.store.write(async (tables) => {
    const [app] = await rows.all(tables, 'b_apps', { id: apps.pro.id });
    const [token] = await rows.all(tables, 'b_tokens', { hash: hashOf(apps.pro.bearer) });
    if (app === undefined || token === undefined) throw new Error('The seeds have no application.');
    for (const id of tokens) {
      const own = {
        ...app,
        id,
        project: process.env.P ?? 'bench',
        client_id: id,
        consumer_key: id,
        redirect_uris: ['https://reader.example.com'],
      };
      await rows.insert(tables, 'b_apps', own);
      await rows.insert(tables, 'b_tokens', { ...token, hash: hashOf(id), app_id: id } as TokenRow);
    }
  });
  const { baseUrl } = await sandbox.listen('b-microblog');
  let last = await writeInOrder(platform, (tables) => nextNumbers(tables, platform.clock.now(), 1));
  const places = sampledAbove(last).take(MOST).toArray();
  const url = new URL('/2/tweets/sample/stream?tweet.fields=created_at,public_metrics,lang&expansions=author_id', baseUrl).href;
  return {
    url,
    tokens,
    async publish(count) {
      for (let left = count; left > 0; left -= 1) {
        const next = places.shift();
        if (next === undefined) throw new Error('No numbers are left.');
        await publishOne(platform, next, last);
        last = next.seq;
        await sleep(PAUSE);
      }
    },
  };
}

/** The numbers of posts that the sample has, above those that are taken: about one of a hundred. */
function* sampledAbove(last: number): Generator<{ readonly seq: number; readonly id: string }, never> {
  for (let seq = last + 1; ; seq += 1) {
    const id = postIdOf(seq);
    if (isSampled(id, 1)) yield { seq, id };
  }
}

/** Adds a post with a number above the last one. */
function publishOne(platform: MicroblogPlatform, { seq, id }: { readonly seq: number; readonly id: string }, last: number): Promise<void> {
  const now = platform.clock.now();
  return writeInOrder(platform, async (tables) => {
    if ((await nextNumbers(tables, now, seq - last)) !== seq) throw new Error('Another post has taken the number.');
    const own = { id, seq, author: TIDE_WATCH, created_at: now, text: TEXT, source: 'Bench', source_url: 'https://bench.example.com' };
    await insertPosts(tables, [{ ...PLAIN_POST, ...own, lang: 'en', conversation: id, first: id, first_at: now }]);
  });
}

/** Writes one prepared text to each response. */
async function bare(text: string): Promise<Peer> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    open.add(response);
    request.once('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bytes = Buffer.from(text);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tokens: [],
    async publish(count) {
      for (let index = 0; index < count; index++) {
        for (const response of open) response.write(bytes);
        await sleep(PAUSE);
      }
    },
  };
}

const [kind, given = ''] = process.argv.slice(2);
const peer = kind === 'bare' ? await bare(given) : await service(Number(given));
console.log(JSON.stringify({ url: peer.url, tokens: peer.tokens } satisfies Started));
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'time') {
    const { user, system } = process.cpuUsage();
    console.log(user + system);
  } else if (line === 'memory') {
    globalThis.gc?.();
    console.log(process.memoryUsage().rss);
  } else {
    await peer.publish(Number(line));
    console.log(line);
  }
}
process.exit();
