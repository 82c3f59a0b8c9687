// Shows and their statistics.
import { gap } from '../../clock.ts';
import { compare, contains } from '../../texts.ts';
import type { Account, Store } from '../store.ts';
import type { Show, ShowFields } from '../things.ts';
import { showView, statisticsView } from '../views.ts';
import { allow } from '../wire.ts';
import { type Call, type Faults, type Handlers, known, requireTag, tagged, tagOf } from './call.ts';
import { type Order, pageOf, sorted } from './lists.ts';

interface ShowQuery {
  readonly q?: string;
  readonly category?: string;
  readonly language?: string;
  readonly explicit?: boolean;
  readonly tag?: string;
  readonly sort: 'created_at' | 'title' | 'episode_count';
  readonly order: Order;
}

const matches = (show: Show, { q, category, language, explicit, tag }: ShowQuery, has: typeof contains): boolean =>
  (q === undefined || has(show.title, q) || has(show.description, q)) &&
  (category === undefined || show.category === category) &&
  (language === undefined || show.language === language) &&
  (explicit === undefined || show.explicit === explicit) &&
  (tag === undefined || show.tags.includes(tag));

export function shows(store: Store, faults: Faults): Handlers {
  const tagIn = (account: Account, show: Show): string => tagOf(faults.has('show-tag-without-episodes') ? show : showView(account, show));

  function requireSlug({ account }: Call, slug: string, but?: string): void {
    const all = [...account.shows.values(), ...(faults.has('slug-across-accounts') ? [...store.studio.shows.values()] : [])];
    allow(!all.some((one) => one.slug === slug && one.id !== but), 'The slug is taken.');
  }

  function kept(fields: ShowFields): ShowFields {
    return faults.has('long-description-cut') ? { ...fields, description: fields.description.slice(0, 1024) } : fields;
  }

  return {
    listShows: (call) => {
      const { account } = call;
      const query = call.query<ShowQuery>();
      const has = faults.has('search-by-case') ? (text: string | null | undefined, part: string) => (text ?? '').includes(part) : contains;
      const all = [...account.shows.values()];
      const keys = { created_at: (show: Show) => show.created_at, title: (show: Show) => show.title };
      const key = query.sort === 'episode_count' ? ({ id }: Show) => account.episodesOf(id).length : keys[query.sort];
      const found = all.filter((show) => matches(show, query, has));
      const isReversed = faults.has('descending-reverses-equals') && query.order === 'desc';
      const items = isReversed ? found.toSorted((a, b) => compare(key(a), key(b))).toReversed() : sorted(found, key, query.order);
      const total = faults.has('shows-total-unfiltered') ? all.length : undefined;
      return pageOf(call, items, (show) => showView(account, show), { total, overlaps: faults.has('show-pages-overlap') });
    },
    createShow: async (call) => {
      const input = call.input<ShowFields>();
      requireSlug(call, input.slug);
      if (faults.has('slug-twice-at-once')) await gap();
      const now = store.now();
      const fields = kept({ ...input, website: input.website ?? null, artwork: input.artwork ?? null });
      const show = { id: store.id(), ...fields, tags: input.tags ?? [], links: input.links ?? [], created_at: now, updated_at: now };
      call.account.shows.set(show.id, show);
      const headers = { location: `/shows/${show.id}`, etag: tagIn(call.account, show) };
      return { status: 201, body: showView(call.account, show), headers };
    },
    getShow: (call) => {
      const show = known(call.account.shows, call.id('show_id'));
      return tagged(call, { status: 200, body: showView(call.account, show) }, tagIn(call.account, show));
    },
    updateShow: (call) => {
      const { account } = call;
      const show = known(account.shows, call.id('show_id'));
      requireTag(call, tagIn(account, show));
      const changes = call.input<Partial<ShowFields>>();
      if (changes.slug !== undefined && !faults.has('slug-changed-to-taken')) requireSlug(call, changes.slug, show.id);
      const next = { ...show, ...kept({ ...show, ...changes }), updated_at: store.now() };
      account.shows.set(show.id, next);
      return { status: 200, body: showView(account, next), headers: { etag: tagIn(account, next) } };
    },
    deleteShow: (call) => {
      const { account } = call;
      const show = known(account.shows, call.id('show_id'));
      requireTag(call, tagIn(account, show));
      const isBusy = account.episodesOf(show.id).some(({ status }) => status === 'published');
      allow(!isBusy || faults.has('show-deleted-with-published'), 'The show has published episodes.');
      account.shows.delete(show.id);
      for (const { id } of account.subscriptionsTo(show.id)) account.subscriptions.delete(id);
      for (const { id } of faults.has('drafts-outlive-show') ? [] : account.episodesOf(show.id)) {
        account.deleteEpisode(id);
        account.unlist(id);
      }
      return { status: 204 };
    },
    getShowStatistics: ({ account, id }) => {
      const show = known(account.shows, id('show_id'));
      return { status: 200, body: statisticsView(account, show.id, faults) };
    },
  };
}
