// Plays random sequences of publishing, replying, quoting, editing, liking, reposting and deleting, and compares what both versions show with a
// model.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { ControlledSandbox } from '../../../services/index.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, type Person } from './posts-support.ts';

const MINUTE = 60_000;
const KINDS = ['create', 'reply', 'quote', 'edit', 'delete', 'like', 'unlike', 'repost', 'unrepost', 'wait'] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** Who acts. */
  readonly by: number;
  /** On which of the posts that there ever were. */
  readonly on: number;
}

interface Post {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly replied: Post | undefined;
  readonly quoted: Post | undefined;
  readonly reposted: Post | undefined;
  /** All versions of it, the oldest first. */
  readonly versions: Post[];
  /** When the first version was published. */
  readonly firstAt: number;
  readonly likes: Set<string>;
  isThere: boolean;
}

async function play(sandbox: ControlledSandbox, steps: readonly Step[]): Promise<void> {
  await sandbox.reset();
  const { person, v1, later, drift } = await openPosts({ open: async () => sandbox });
  const people = [await person('gull'), await person('tern')] as const;
  const [gull] = people;
  const posts: Post[] = [];
  const start = sandbox.clock.now();
  let texts = 0;

  const add = (post: Omit<Post, 'likes' | 'isThere'>): void => {
    posts.push({ ...post, likes: new Set(), isThere: true });
    const [made] = posts.slice(-1);
    if (made !== undefined) made.versions.push(made);
  };
  const isNewest = (post: Post) => post.versions.at(-1) === post;
  const repostOf = (source: Post, author: string) =>
    posts.find((post) => post.isThere && post.reposted === source && post.author === author);

  async function publish(by: Person, { replied, quoted, edited }: { replied?: Post; quoted?: Post; edited?: Post }): Promise<void> {
    texts += 1;
    const text = `Text number ${texts} of the sequence.`;
    const body = {
      text,
      ...(replied !== undefined && { reply: { in_reply_to_tweet_id: replied.id } }),
      ...(quoted !== undefined && { quote_tweet_id: quoted.id }),
      ...(edited !== undefined && { edit_options: { previous_post_id: edited.id } }),
    };
    const answer = await by.client.createPost({ body });
    const isAllowed =
      [replied, quoted].every((post) => post === undefined || post.isThere) && (edited === undefined || isEditable(by, edited));
    expect(answer.status === 201, JSON.stringify({ body, answer: answer.body })).toBe(isAllowed);
    if (!isAllowed) return;
    const { data } = unwrap(answer, 201);
    add({
      id: data?.id ?? '',
      author: by.id,
      text: data?.text ?? '',
      replied: edited === undefined ? (replied?.reposted ?? replied) : edited.replied,
      quoted: quoted?.reposted ?? quoted,
      reposted: undefined,
      versions: edited?.versions ?? [],
      firstAt: edited?.firstAt ?? sandbox.clock.now(),
    });
  }

  function isEditable(by: Person, post: Post): boolean {
    const isOwn = post.isThere && post.author === by.id && post.reposted === undefined;
    const isThread = post.replied === undefined || post.replied.author === by.id;
    return isOwn && isThread && isNewest(post) && sandbox.clock.now() < post.firstAt + 30 * MINUTE && post.versions.length <= 5;
  }

  function remove(post: Post): void {
    for (const version of post.versions) {
      version.isThere = false;
      for (const other of posts) if (other.reposted === version) other.isThere = false;
    }
  }

  async function take({ kind, by: index, on }: Step): Promise<void> {
    const by = people[index % people.length] ?? gull;
    const post = posts[on % Math.max(posts.length, 1)];
    // The tokens of the users are valid for two hours.
    if (kind === 'wait') return sandbox.clock.now() < start + 90 * MINUTE ? later((on % 12) * MINUTE) : undefined;
    if (kind === 'create' || post === undefined) return publish(by, {});
    if (kind === 'reply') return publish(by, { replied: post });
    if (kind === 'quote') return publish(by, { quoted: post });
    if (kind === 'edit') return publish(by, { edited: post });
    const source = post.reposted ?? post;
    const body = { tweet_id: post.id };
    if (kind === 'delete') {
      const { status } = await by.client.deletePost({ path: { id: post.id } });
      const isAllowed = post.isThere && post.author === by.id;
      expect(status === 200).toBe(isAllowed);
      if (isAllowed) remove(post);
    } else if (kind === 'like') {
      const { status } = await by.client.createLike({ path: { id: by.id }, body });
      expect(status === 200).toBe(post.isThere);
      if (post.isThere) source.likes.add(by.id);
    } else if (kind === 'unlike') {
      unwrap(await by.client.deleteLike({ path: { id: by.id, tweet_id: source.id } }), 200);
      source.likes.delete(by.id);
    } else if (kind === 'repost') {
      const answer = await by.client.createRepost({ path: { id: by.id }, body });
      expect(answer.status === 200).toBe(post.isThere);
      if (!post.isThere || repostOf(source, by.id) !== undefined) return;
      const { data } = unwrap(answer, 200);
      const made = { id: data?.id ?? '', author: by.id, text: `RT ${source.text}`, reposted: source, firstAt: sandbox.clock.now() };
      add({ ...made, replied: undefined, quoted: undefined, versions: [] });
    } else {
      unwrap(await by.client.deleteRepost({ path: { id: by.id, source_tweet_id: source.id } }), 200);
      const own = repostOf(source, by.id);
      if (own !== undefined) own.isThere = false;
    }
  }

  async function compare(post: Post): Promise<void> {
    const path = { id: post.id };
    const { data } = unwrap(await gull.client.getPost({ path, query: { 'tweet.fields': ['public_metrics', 'referenced_tweets'] } }), 200);
    const older = await v1.getPost({ path });
    if (!post.isThere) {
      expect([data, older.status]).toEqual([undefined, 404]);
      return;
    }
    const those = (isOne: (other: Post) => boolean) => posts.filter((other) => other.isThere && isNewest(other) && isOne(other)).length;
    const metrics = {
      like_count: post.likes.size,
      retweet_count: posts.filter((other) => other.isThere && other.reposted === post).length,
      reply_count: those((other) => other.replied === post),
      quote_count: those((other) => other.quoted === post),
    };
    const references = [
      ...(post.reposted === undefined ? [] : [{ type: 'retweeted', id: post.reposted.id }]),
      ...(post.quoted === undefined ? [] : [{ type: 'quoted', id: post.quoted.id }]),
      ...(post.replied === undefined ? [] : [{ type: 'replied_to', id: post.replied.id }]),
    ];
    expect(data).toMatchObject({
      id: post.id,
      edit_history_tweet_ids: post.versions.map(({ id }) => id),
      public_metrics: metrics,
      ...(references.length > 0 && { referenced_tweets: references }),
    });
    if (post.reposted === undefined) expect(data?.text).toBe(post.text);
    const shown = unwrap(older, 200);
    expect(shown).toMatchObject({
      id_str: post.id,
      full_text: data?.text,
      favorite_count: metrics.like_count,
      quote_count: metrics.quote_count,
      reply_count: metrics.reply_count,
      in_reply_to_status_id_str: post.replied?.id ?? null,
    });
    expect(shown.retweet_count).toBe(
      post.reposted === undefined
        ? metrics.retweet_count
        : posts.filter((other) => other.isThere && other.reposted === post.reposted).length,
    );
  }

  for (const step of steps) await take(step);
  for (const post of posts) await compare(post);
  for (const { id, client } of people) {
    const { data = [] } = unwrap(await client.listUserPosts({ path: { id }, query: { max_results: 100 } }), 200);
    const own = posts.filter((post) => post.isThere && post.author === id && isNewest(post));
    expect(data.map((post) => post.id)).toEqual(own.map((post) => post.id).reverse());
  }
  expect(await drift()).toEqual([]);
}

describeOnEngines('sequences of posts', (engine) => {
  test('leave what the model says', async () => {
    const step = fc.record({ kind: fc.constantFrom(...KINDS), by: fc.nat({ max: 1 }), on: fc.nat({ max: 30 }) });
    const sandbox = await engine.open('b-microblog');
    const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => play(sandbox, sequence)),
      { numRuns: byEffort({ quick: 5, deep: 1_000 }) },
    );
  }, 3_600_000);
});
