// What the tests of writing posts share: people, posts, and whether all counters are as many as what they count.

import { createMicroblogClient, type MicroblogClient } from '@octavo/interfaces/b-microblog';
import type { Kysely } from 'kysely';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import type { MicroblogTables } from '../../../services/b-microblog/tables.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import type { TestEngine } from '../../support/sandboxes.ts';
import { microblog } from './support.ts';

const SCOPES =
  'tweet.read tweet.write tweet.moderate.write users.read follows.write follows.read like.write like.read bookmark.write bookmark.read list.read list.write dm.read dm.write';

export type Rows = Kysely<MicroblogTables>;

export function rowsOf(sandbox: ControlledSandbox): Rows {
  return sandbox.platformOf('b-microblog').store.read as unknown as Rows;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly client: MicroblogClient;
  readonly fetch: (path: string, body: unknown) => Promise<Response>;
}

export async function openPosts(engine: Pick<TestEngine, 'open'>) {
  const sandbox = await engine.open('b-microblog');
  const all = microblog(sandbox);
  const rows = rowsOf(sandbox);
  await all.act('set-limits', { limits: 'off' });
  const resultOf = (answer: { readonly body?: unknown }) => (answer.body as { result: Readonly<Record<string, string>> }).result;
  const before = await differences(rows);

  /** A token of a user that may do all that posts need. */
  async function tokenOf(username: string): Promise<string> {
    return resultOf(await all.act('mint-token', { app: apps.pro.id, username, scopes: SCOPES })).access_token ?? '';
  }

  /** Acts for a user with a new token, which is valid for two hours of the sandbox clock. */
  async function actsFor(username: string): Promise<Pick<Person, 'client' | 'fetch'>> {
    const token = await tokenOf(username);
    return {
      client: createMicroblogClient({ fetch: all.fetchV2, credentials: { oauth2: token } }),
      fetch: (path, body) =>
        all.fetchV2(`https://microblog.example.com${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    };
  }

  /** Adds a user who may do all that posts need. */
  async function person(username: string, more: Record<string, boolean> = {}): Promise<Person> {
    const { id = '' } = resultOf(await all.act('add-user', { username }));
    if (Object.keys(more).length > 0) await all.act('change-user', { username, ...more });
    return { id, username, ...(await actsFor(username)) };
  }

  return {
    sandbox,
    rows,
    ...all,
    person,
    actsFor,
    post: (id: string) => rows.selectFrom('b_posts').selectAll().where('id', '=', id).executeTakeFirst(),
    userOf: (id: string) => rows.selectFrom('b_users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    later: (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds),
    /** The counters that have changed by another number than what they count. */
    async drift(): Promise<string[]> {
      const now = await differences(rows);
      const names = new Set([...before.keys(), ...now.keys()]);
      return [...names].filter((name) => (before.get(name) ?? 0) !== (now.get(name) ?? 0));
    },
  };
}

/** By how much each counter is above what it counts; the seeds have counters of the story. */
export async function differences(rows: Rows): Promise<ReadonlyMap<string, number>> {
  const [posts, users, edges, polls, lists] = await Promise.all([
    rows.selectFrom('b_posts').selectAll().execute(),
    rows.selectFrom('b_users').selectAll().execute(),
    rows.selectFrom('b_edges').selectAll().execute(),
    rows.selectFrom('b_polls').selectAll().execute(),
    rows.selectFrom('b_lists').selectAll().execute(),
  ]);
  const counted = new Map<string, number>();
  const add = (name: string, by: number) => counted.set(name, (counted.get(name) ?? 0) + by);
  for (const { id, like_count, repost_count, bookmark_count, reply_count, quote_count, hidden_count } of posts) {
    const columns = { like_count, repost_count, bookmark_count, reply_count, quote_count, hidden_count };
    for (const [name, count] of Object.entries(columns)) add(`${id} ${name}`, count);
  }
  for (const { id, post_count, like_count, listed_count } of users) {
    add(`${id} post_count`, post_count);
    add(`${id} like_count`, like_count);
    add(`${id} listed_count`, listed_count);
  }
  for (const { id, member_count, follower_count } of lists) {
    add(`${id} member_count`, member_count);
    add(`${id} follower_count`, follower_count);
  }
  const open = new Set(lists.flatMap(({ id, is_private }) => (is_private ? [] : [id])));
  const alive = new Set(posts.map(({ id }) => id));
  for (const { kind, source, target } of edges) {
    if (kind === 'like') add(`${source} like_count`, -1);
    if (kind === 'list_member') add(`${target} member_count`, -1);
    if (kind === 'list_member' && open.has(target)) add(`${source} listed_count`, -1);
    if (kind === 'list_follow') add(`${target} follower_count`, -1);
    if (alive.has(target)) add(`${target} ${kind}_count`, -1);
  }
  for (const { id, poll } of posts) {
    const voted = polls.find((one) => one.id === poll)?.options.reduce((sum, { votes }) => sum + votes, 0);
    if (voted !== undefined) add(`${id} vote_count`, voted);
  }
  for (const { author, reply_to, quoted, is_hidden, conversation, is_newest } of posts) {
    if (!is_newest) continue;
    add(`${author} post_count`, -1);
    if (reply_to !== null && alive.has(reply_to)) add(`${reply_to} reply_count`, -1);
    if (quoted !== null && alive.has(quoted)) add(`${quoted} quote_count`, -1);
    if (is_hidden && alive.has(conversation)) add(`${conversation} hidden_count`, -1);
  }
  return new Map([...counted].filter(([, difference]) => difference !== 0));
}

/** The status, the last part of the problem's type, and its sentence. */
export async function problemOf(answer: Response): Promise<readonly unknown[]> {
  const { type, detail } = (await answer.json()) as { readonly type?: string; readonly detail?: string };
  return [answer.status, type?.split('/').at(-1), detail];
}
