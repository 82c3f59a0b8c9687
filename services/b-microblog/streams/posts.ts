// Delivers new posts, each as a look-up by an app would show it.

import type { MatchedPost, StreamedPost } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Context, MicroblogPlatform, Tables } from '../deps.ts';
import { createFilter } from '../filter/filter.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { showPosts } from '../posts/shown/show.ts';
import { sightsOf } from '../posts/sight.ts';
import { lastPlace, WRITTEN } from '../posts/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { singleBody } from '../responses.ts';
import type { Usage } from '../usage/usage.ts';
import { POSTS } from './choices.ts';
import { createHub, type Delivery } from './hub.ts';
import type { Opened, StreamOpener, Window } from './open.ts';

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
  open(context: Context, query: (PostQuery & Window) | undefined, which: keyof typeof POSTS): Promise<Opened<StreamedPost>>;
  /** Delivers the posts that match a rule of the app. @throws the refusal 409 where it has none */
  openFiltered(context: Context, query: (PostQuery & Window) | undefined): Promise<Opened<MatchedPost>>;
}

export function createPostStreams(platform: MicroblogPlatform, opener: StreamOpener, usage: Usage): PostStreams {
  const { store, bus, warn } = platform;
  const { read } = store;
  const filter = createFilter(platform);
  const hub = createHub<PostRow, MatchedPost>({
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

  /** What new posts look like, by what is asked of them: the rows of a post are read once for the streams of all apps. */
  const shown = new WeakMap<PostRow, Map<string, StreamedPost | undefined>>();

  /** The same, for apps whose streams choose posts in their own ways, and show them alike. */
  async function showOnce(rows: readonly PostRow[], query: PostQuery): Promise<readonly (StreamedPost | undefined)[]> {
    const name = JSON.stringify(query);
    const fresh = rows.filter((row) => shown.get(row)?.has(name) !== true);
    const items = fresh.length === 0 ? [] : await show(fresh, query);
    for (const [index, row] of fresh.entries()) shown.set(row, (shown.get(row) ?? new Map()).set(name, items[index]));
    return rows.map((row) => shown.get(row)?.get(name));
  }

  /** The posts that match rules, with these. */
  async function showMatched(app: string, rows: readonly PostRow[], query: PostQuery): Promise<readonly (MatchedPost | undefined)[]> {
    const matches = await filter.matchesOf(app, rows);
    const matched = rows.filter((_, index) => (matches[index] ?? []).length > 0);
    const items = new Map((await showOnce(matched, query)).map((item, index) => [matched[index], item]));
    return rows.map((row, index) => {
      const item = items.get(row);
      const rules = matches[index] ?? [];
      return item && { ...item, matching_rules: rules.map(({ id, tag }) => ({ id, ...(tag !== null && { tag }) })) };
    });
  }

  /** @param deliveryOf what the stream delivers, and how it shows that */
  function begin(
    context: Context,
    { backfill_minutes, start_time, end_time, partition, ...looks }: PostQuery & Window,
    deliveryOf: (looks: PostQuery, partition: number | undefined) => Delivery<PostRow, MatchedPost>,
    limit?: number,
  ): Promise<Opened<MatchedPost>> {
    return opener.open(context, {
      hub,
      window: { backfill_minutes, start_time, end_time, partition },
      limit,
      delivery: deliveryOf(looks, partition),
      timeOf: ({ created_at }) => created_at,
      given: ({ data }) => void (data !== undefined && usage.add(context.principal.app, [data.id])),
    });
  }

  return {
    async openFiltered(context, query = {}) {
      const { app, level } = context.principal;
      if (!(await filter.hasRules(app))) throw noRules();
      const deliveryOf = (looks: PostQuery) => ({
        name: `${app} ${JSON.stringify(looks)}`,
        choice: '',
        wants: () => true,
        show: (rows: readonly PostRow[]) => showMatched(app, rows, looks),
      });
      return begin(context, query, deliveryOf, level === 'enterprise' ? 2 : 1);
    },

    open: (context, query = {}, which) =>
      begin(context, query, (looks, partition) => ({
        name: JSON.stringify(looks),
        choice: `${which} ${partition}`,
        wants: (row) => POSTS[which](row, partition),
        show: (rows) => show(rows, looks),
      })),
  };
}

function noRules(): Error {
  const detail = 'The app has no rules. Add one before you connect.';
  return refuse(409, { code: 'streaming-connection', detail, values: { connection_issue: 'RuleConfigurationIssue' } });
}
