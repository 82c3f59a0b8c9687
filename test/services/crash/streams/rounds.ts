// Kills one of two processes of the microblogging service, again and again, while users publish and clients read streams. The clients connect to the
// other process and ask for what they may have missed. Each acknowledged post must have reached each client, in order, and once by one connection.

import { setTimeout } from 'node:timers/promises';
import { createMicroblogClient, type MicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { isSampled, partitionOf } from '../../../../services/b-microblog/rules/partitions.ts';
import { apps } from '../../../../services/b-microblog/seeds/credentials.ts';
import { connectRedis } from '../../../../services/platform/redis.ts';
import { type SandboxProcess, startTwoProcesses } from '../../../support/sandbox-process.ts';
import { type Post, Reader } from './reader.ts';

export interface Outcome {
  readonly readers: number;
  readonly connections: number;
  /** Posts that were acknowledged. */
  readonly acknowledged: number;
  /** Posts that clients got again by a later connection. */
  readonly repeated: number;
  /** The longest time from a kill until all clients had all, in seconds. */
  readonly slowest: number;
  readonly faults: readonly string[];
}

interface StreamRounds {
  readonly rounds: number;
  /** Waits until what a killed process held is free by itself, which takes 15 seconds a round. Otherwise it is freed at once. */
  readonly withLeases?: boolean;
}

const WRITERS = 3;
/** Milliseconds from one post of a writer to the next. */
const BETWEEN_POSTS = 250;
/** Milliseconds from the moment when all clients are connected to the kill, at most. */
const LONGEST = 800;
/** Milliseconds in which clients must have got all after a kill. */
const PATIENCE = 60_000;
const SCOPES = 'tweet.read tweet.write users.read';
const DOCUMENT = 'b-microblog';

type Act = (action: string, body: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>>>;

export async function crashStreams({ rounds, withLeases = false }: StreamRounds): Promise<Outcome> {
  const all = await startTwoProcesses([DOCUMENT]);
  const alive: SandboxProcess[] = [...all.processes];
  const urlOf = (at: SandboxProcess | undefined) => at?.url(DOCUMENT) ?? '';
  try {
    const writers = await addWriters(actOf(alive[0]));
    await addRules(urlOf(alive[0]));
    /** Clients are at the first of those that live, which is the next one to be killed. */
    const readers = readersOf(() => urlOf(alive[0]));
    const writing = startWriting(writers, () => alive.map(urlOf), readers);
    const faults: string[] = [];
    let slowest = 0;
    await untilAll(readers, (reader) => reader.isAt(urlOf(alive[0])));
    for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
      // Where nothing was published before the kill and after it, nothing could be missed.
      await writing.publishedOne();
      await setTimeout(Math.random() * LONGEST);
      const begin = performance.now();
      await kill(alive.shift());
      if (!withLeases) await freePlaces(all.redis);
      const starting = round < rounds ? all.startAnother() : undefined;
      await untilAll(readers, (reader) => reader.isAt(urlOf(alive[0])));
      await writing.publishedOne();
      faults.push(...(await missesOf(readers)).map((miss) => `Round ${round}: ${miss}`));
      slowest = Math.max(slowest, (performance.now() - begin) / 1000);
      if (starting !== undefined) alive.push(await starting);
    }
    const { acknowledged } = await writing.end();
    faults.push(...(await missesOf(readers)));
    await Promise.all(readers.map((reader) => reader.leave()));
    faults.push(...readers.flatMap(faultsOf), ...(await inventedBy(readers, urlOf(alive[0]))));
    const got = readers.flatMap(({ connections }) => connections.flatMap(({ ids }) => ids)).length;
    const seen = readers.reduce((sum, reader) => sum + reader.seen.size, 0);
    const connections = readers.reduce((sum, reader) => sum + reader.connections.length, 0);
    return { readers: readers.length, connections, acknowledged, repeated: got - seen, slowest, faults };
  } finally {
    await all.end();
  }
}

function actOf(at: SandboxProcess | undefined): Act {
  return async (action, body) =>
    unwrap(await (at as SandboxProcess).control.runAction({ path: { service: DOCUMENT, action }, body }), 200).result as Awaited<
      ReturnType<Act>
    >;
}

/** @returns the tokens of users who publish */
async function addWriters(act: Act): Promise<readonly string[]> {
  await act('set-limits', { limits: 'off' });
  const tokens: string[] = [];
  for (let index = 0; index < WRITERS; index += 1) {
    const username = `writer${index}`;
    await act('add-user', { username });
    tokens.push((await act('mint-token', { app: apps.pro.id, username, scopes: SCOPES })).access_token ?? '');
  }
  return tokens;
}

/** One app gets all posts, the other one those with an even number. */
async function addRules(baseUrl: string): Promise<void> {
  const rules = [
    [apps.pro.bearer, 'tide'],
    [apps.academic.bearer, 'tide even'],
  ] as const;
  for (const [bearer, value] of rules)
    unwrap(
      await createMicroblogClient({ baseUrl, credentials: { bearer } }).updateFilteredStreamRules({ body: { add: [{ value }] } }),
      201,
    );
}

const textOf = (number: number) => `The tide of post ${number} is ${number % 2 === 0 ? 'even' : 'odd'}.`;

function readersOf(base: () => string): readonly Reader[] {
  const token = apps.pro.bearer;
  const partitions = (parts: number) => Array.from({ length: parts }, (_, index) => index + 1);
  return [
    { name: 'filtered, all', path: '/2/tweets/search/stream', token, wants: () => true },
    {
      name: 'filtered, even',
      path: '/2/tweets/search/stream?tweet.fields=created_at&expansions=author_id',
      token: apps.academic.bearer,
      wants: ({ text }: Post) => text.includes('even'),
    },
    { name: 'sample', path: '/2/tweets/sample/stream', token, wants: ({ id }: Post) => isSampled(id, 1) },
    ...partitions(2).map((part) => ({
      name: `sample10, partition ${part}`,
      path: `/2/tweets/sample10/stream?partition=${part}`,
      token,
      wants: ({ id }: Post) => isSampled(id, 10) && partitionOf(id, 2) === part,
    })),
    ...partitions(20).map((part) => ({
      name: `all, partition ${part}`,
      path: `/2/tweets/firehose/stream?partition=${part}`,
      token,
      wants: ({ id }: Post) => partitionOf(id, 20) === part,
    })),
  ].map((options) => new Reader({ ...options, base }));
}

/** Publishes by all processes that live, in turn. */
function startWriting(tokens: readonly string[], alive: () => readonly string[], readers: readonly Reader[]) {
  let isOver = false;
  let number = 0;
  let acknowledged = 0;
  async function publish(clients: ReadonlyMap<string, MicroblogClient>): Promise<void> {
    const bases = alive();
    const client = clients.get(bases[number % bases.length] ?? '');
    number += 1;
    const text = textOf(number);
    // Where a process was killed, its post may be there or not, so that it is not published again.
    const answer = await client?.createPost({ body: { text } }).catch(() => undefined);
    if (answer?.status !== 201) return;
    acknowledged += 1;
    for (const reader of readers) reader.expect({ id: answer.body.data?.id ?? '', text });
  }
  async function write(oauth2: string): Promise<void> {
    while (!isOver) {
      await publish(new Map(alive().map((baseUrl) => [baseUrl, createMicroblogClient({ baseUrl, credentials: { oauth2 } })])));
      await setTimeout(BETWEEN_POSTS);
    }
  }
  const writing = Promise.all(tokens.map(write));
  return {
    /** Waits until one more post is acknowledged. */
    async publishedOne() {
      const before = acknowledged;
      await until(() => acknowledged > before);
    },
    async end() {
      isOver = true;
      await writing;
      return { acknowledged };
    },
  };
}

async function kill(victim: SandboxProcess | undefined): Promise<void> {
  victim?.program.child.kill('SIGKILL');
  await victim?.program.outcome;
}

/** Frees the connections that a killed process held. The process that lives says again what it holds. */
async function freePlaces(redis: string): Promise<void> {
  const client = await connectRedis(redis, console.warn);
  const held = await client.keys('*:semaphore:*');
  if (held.length > 0) await client.del(held);
  client.destroy();
}

async function untilAll(readers: readonly Reader[], isMet: (reader: Reader) => boolean): Promise<void> {
  await until(() => readers.every(isMet));
}

async function until(isMet: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end && !isMet(); ) await setTimeout(20);
}

/** The posts acknowledged so far that do not come, however long one waits. */
async function missesOf(readers: readonly Reader[]): Promise<readonly string[]> {
  const due = new Map(readers.map((reader) => [reader, reader.pending()]));
  const late = (reader: Reader) => (due.get(reader) ?? []).filter((id) => !reader.seen.has(id));
  await untilAll(readers, (reader) => late(reader).length === 0);
  return readers.flatMap((reader) => late(reader).map((id) => `${reader.name} missed ${id}.`));
}

/** The service refuses a second connection as long as it takes the killed process for alive. */
const isUsual = (incident: string) => incident.startsWith('429 ');

function faultsOf({ name, connections, incidents }: Reader): readonly string[] {
  const disorder = connections.flatMap(({ ids }) =>
    ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? '')).map((id) => `${name} got ${id} again, or too late.`),
  );
  return [...disorder, ...incidents.filter((incident) => !isUsual(incident)).map((incident) => `${name}: ${incident}`)];
}

const MOST_IDS = 100;

/** Posts that streams delivered and that the service does not know. */
async function inventedBy(readers: readonly Reader[], baseUrl: string): Promise<readonly string[]> {
  const client = createMicroblogClient({ baseUrl, credentials: { bearer: apps.pro.bearer } });
  const ids = [...new Set(readers.flatMap(({ seen }) => [...seen]))];
  const invented: string[] = [];
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    const asked = ids.slice(start, start + MOST_IDS);
    const { data = [] } = unwrap(await client.getPosts({ query: { ids: asked as [string, ...string[]] } }), 200);
    const known = new Set(data.map(({ id }) => id));
    invented.push(...asked.filter((id) => !known.has(id)).map((id) => `The service does not know ${id}.`));
  }
  return invented;
}
