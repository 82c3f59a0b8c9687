// Loads the made-up world of the benchmarks, and holds timelines and counters against what the world itself says.

import { expect, test } from 'vitest';
import { loadWorld } from '../../../bench/services/posts/load.ts';
import { type MadePost, makeWorld, type World } from '../../../bench/services/posts/world.ts';
import type { PostRow } from '../../../services/b-microblog/posts/tables.ts';
import type { Place, TimelinePage } from '../../../services/b-microblog/posts/timelines/timeline-pages.ts';
import { homeTimeline, ownerOf, userTimeline } from '../../../services/b-microblog/posts/timelines/timelines.ts';
import { byEffort } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf } from './posting.ts';
import { differences, rowsOf } from './posts-support.ts';

const OPTIONS = { ...byEffort({ quick: { posts: 4_000, authors: 160 }, deep: { posts: 10_000, authors: 400 } }), seed: 7 };
/** A home timeline goes back seven days of thirty, and has no more than 800 posts. */
const WEEK = Math.ceil((OPTIONS.posts * 23) / 30);
const MOST = 800;

/** Timelines of a world as one would write them down without a database: by looking at every post. */
function reference({ posts, edges, isProtected, isSuspended }: World) {
  const all = [...posts.entries()].reverse();
  const relations = new Map(edges.filter(({ after }) => after < 0).map((edge) => [`${edge.kind} ${edge.source} ${edge.target}`, edge]));
  const has = (kind: string, source: number, target: number) => relations.has(`${kind} ${source} ${target}`);

  const sees = (viewer: number, author: number) =>
    !isSuspended(author) &&
    (viewer === author || (!has('block', author, viewer) && (!isProtected(author) || has('follow', viewer, author))));
  const wants = (viewer: number, author: number) => sees(viewer, author) && !has('mute', viewer, author) && !has('block', viewer, author);
  const original = ({ kind, target }: MadePost) => (kind === 'repost' ? posts[target] : undefined);

  return {
    user(author: number, viewer: number): readonly number[] {
      const own = all.filter(([, post]) => post.author === author).slice(0, 3_200);
      return own.filter(([, post]) => sees(viewer, original(post)?.author ?? author)).map(([number]) => number);
    },
    home(viewer: number): readonly number[] {
      const circle = all.filter(([, { author }]) => author === viewer || has('follow', viewer, author));
      const recent = circle.filter(([number]) => number >= WEEK).slice(0, MOST);
      const shown = recent.filter(([, post]) => {
        if (!wants(viewer, post.author)) return false;
        const told = original(post);
        if (told === undefined) return true;
        return wants(viewer, told.author) && relations.get(`follow ${viewer} ${post.author}`)?.showsReposts !== false;
      });
      return shown.map(([number]) => number);
    },
  };
}

/** The posts of all pages of a timeline. */
async function pagesOf(page: (place: Place) => Promise<TimelinePage>): Promise<readonly PostRow[]> {
  const posts: PostRow[] = [];
  for (let from: Place['from']; ; ) {
    const found = await page({ limit: 100, ...(from === undefined ? {} : { from }) });
    posts.push(...found.posts);
    const last = found.posts.at(-1);
    if (!found.hasNext || last === undefined) return posts;
    from = { seq: last.seq, goesBack: false };
  }
}

test('a world is the same for the same seed, another for another, and has all kinds of posts and relations', () => {
  const world = makeWorld(OPTIONS);
  const { posts, edges } = makeWorld(OPTIONS);
  expect(posts).toEqual(world.posts);
  expect(edges).toEqual(world.edges);
  expect(makeWorld({ ...OPTIONS, seed: 8 }).posts).not.toEqual(posts);
  expect(new Set(posts.map(({ kind }) => kind))).toEqual(new Set(['post', 'reply', 'quote', 'repost']));
  expect(new Set(edges.map(({ kind }) => kind))).toEqual(new Set(['follow', 'mute', 'block', 'like', 'repost', 'bookmark']));
});

describeOnEngines('the loader of the benchmarks', (engine) => {
  test('timelines and counters are those of the world, and what is loaded is not loaded again', async () => {
    const sandbox = await engine.open('b-microblog');
    const before = await differences(rowsOf(sandbox));
    const { world, rows, wasThere } = await loadWorld(sandbox, OPTIONS);
    expect(wasThere).toBe(false);
    const platform = platformOf(sandbox);
    const { read } = platform.store;
    expect(await differences(rowsOf(sandbox))).toEqual(before);
    const wanted = reference(world);
    const ids = (numbers: readonly number[]) => numbers.map(rows.postId);
    const seen = (posts: readonly PostRow[]) => posts.map(({ id }) => id);

    const { few, reader, many, quiet, silent, asleep } = world.readers;
    const viewers = [0, 8, 32, 40, 64, 128, 256, few, reader, many, quiet, silent, asleep];
    for (const viewer of viewers) {
      const found = await pagesOf((place) => homeTimeline(platform, rows.userId(viewer), place));
      expect(seen(found), `home of ${viewer}`).toEqual(ids(wanted.home(viewer)));
    }
    expect(wanted.home(reader).length).toBeGreaterThan(100);
    expect(wanted.home(quiet)).toHaveLength(1);
    expect(wanted.home(silent)).toEqual([]);

    for (const author of [0, 1, 8, 61, 399]) {
      const viewer = rows.userId(reader);
      const owner = await ownerOf(read, viewer, rows.userId(author));
      const found = await pagesOf((place) => userTimeline(read, viewer, owner, place));
      expect(seen(found), `user ${author}`).toEqual(ids(wanted.user(author, reader)));
    }

    const again = await loadWorld(sandbox, OPTIONS);
    expect(again.wasThere).toBe(true);
    expect(again.rows.postId(5)).toBe(rows.postId(5));
    await expect(loadWorld(sandbox, { ...OPTIONS, posts: 5 })).rejects.toThrow('another world');
    const { count } = await read
      .selectFrom('b_posts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('source', '=', 'Bench')
      .executeTakeFirstOrThrow();
    expect(count).toBe(OPTIONS.posts);
  });
});
