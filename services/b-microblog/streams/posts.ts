// Delivers new posts, each as a look-up by an app would show it.

import type { StreamedPost } from '@octavo/interfaces/b-microblog';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Context, MicroblogPlatform, Tables } from '../deps.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { showPosts } from '../posts/shown/show.ts';
import { sightsOf } from '../posts/sight.ts';
import { lastPlace, WRITTEN } from '../posts/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { singleBody } from '../responses.ts';
import type { Usage } from '../usage/usage.ts';
import { POSTS } from './choices.ts';
import { createHub } from './hub.ts';
import type { Line, StreamOpener, Window } from './open.ts';

const postsAbove = prepare((tables: Tables, given: Given<{ above: number; most: number }>) =>
  tables
    .selectFrom('b_posts')
    .selectAll()
    .where('seq', '>', given('above'))
    .where('is_nullcast', '=', false)
    .orderBy('seq')
    .limit(given('most')),
);

export interface PostStreams {
  open(
    context: Context,
    query: (PostQuery & Window) | undefined,
    which: keyof typeof POSTS,
  ): Promise<{ status: 200; body: AsyncIterable<Line<StreamedPost>> }>;
}

export function createPostStreams(platform: MicroblogPlatform, opener: StreamOpener, usage: Usage): PostStreams {
  const { store, bus, warn } = platform;
  const { read } = store;
  const hub = createHub<PostRow, StreamedPost>({
    last: () => lastPlace(read),
    read: (above, most) => postsAbove.all(read, { above, most }),
    numberOf: ({ seq }) => seq,
    warn,
  });
  bus.subscribe(WRITTEN, hub.wake, hub.wake);

  async function show(rows: readonly PostRow[], query: PostQuery): Promise<readonly (StreamedPost | undefined)[]> {
    const sights = await sightsOf(read, undefined, rows);
    const items: (StreamedPost | undefined)[] = [];
    for (const row of rows)
      items.push(sights.of(row) === 'seen' ? singleBody(await showPosts(platform, undefined, [row], query, { sights })) : undefined);
    return items;
  }

  return {
    async open(context, query = {}, which) {
      const { backfill_minutes, start_time, end_time, partition, ...looks } = query;
      const { app } = context.principal;
      const body = await opener.open(context, {
        hub,
        window: { backfill_minutes, start_time, end_time, partition },
        delivery: { name: JSON.stringify(looks), wants: (row) => POSTS[which](row, partition), show: (rows) => show(rows, looks) },
        timeOf: ({ created_at }: PostRow) => created_at,
        given: ({ data }) => void (data !== undefined && usage.add(app, [data.id])),
      });
      return { status: 200, body };
    },
  };
}
