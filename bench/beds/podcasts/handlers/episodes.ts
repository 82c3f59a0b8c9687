// Episodes, and how they are published.
import type { Reply } from '../../http.ts';
import type { Store } from '../store.ts';
import type { Episode, EpisodeFields } from '../things.ts';
import { episodeView } from '../views.ts';
import { allow, check, invalid, Refusal } from '../wire.ts';
import { type Call, type Faults, type Handlers, known, requireTag, tagged, tagOf } from './call.ts';
import { type Order, pageOf, sorted } from './lists.ts';

interface EpisodeQuery {
  readonly status?: string;
  readonly season?: number;
  readonly type?: readonly string[];
  readonly min_duration?: number;
  readonly recorded_from?: string;
  readonly recorded_to?: string;
  readonly sort: 'number' | 'duration_seconds' | 'created_at';
  readonly order: Order;
}

/** By season and then by number. */
const NUMBERS = 10_000;

const KEYS = {
  number: ({ season, number }: Episode) => season * NUMBERS + number,
  duration_seconds: (one: Episode) => one.duration_seconds,
  created_at: (one: Episode) => one.created_at,
};

/** What each filter says of an episode. */
function verdicts(one: Episode, query: EpisodeQuery, faults: Faults): boolean[] {
  const { status, season, type, min_duration, recorded_from, recorded_to } = query;
  const types = faults.has('first-type-only') ? type?.slice(0, 1) : type;
  const day = one.recorded_on;
  const isLast = faults.has('recorded-to-excluded') ? day === recorded_to : false;
  return [
    ...(status === undefined ? [] : [one.status === status]),
    ...(season === undefined ? [] : [one.season === season]),
    ...(types === undefined ? [] : [types.includes(one.type)]),
    ...(min_duration === undefined ? [] : [one.duration_seconds >= min_duration]),
    ...(recorded_from === undefined ? [] : [day !== null && day >= recorded_from]),
    ...(recorded_to === undefined ? [] : [day !== null && day <= recorded_to && !isLast]),
  ];
}

function isShown(one: Episode, query: EpisodeQuery, faults: Faults): boolean {
  const all = verdicts(one, query, faults);
  return faults.has('any-episode-filter') && all.length > 0 ? all.some(Boolean) : all.every(Boolean);
}

const toSmall = (labels: EpisodeFields['labels']): EpisodeFields['labels'] =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name.toLowerCase(), value]));

/** The values of a body as they are kept, with what faults do to them. */
function keptOf(input: Partial<EpisodeFields>, faults: Faults): Partial<EpisodeFields> {
  const { summary, archive_id, labels, guests } = input;
  check(!(faults.has('leap-day-refused') && input.recorded_on?.endsWith('-02-29')), 'recorded_on', 'There is no such day.');
  return {
    ...input,
    ...(faults.has('summary-composed') && typeof summary === 'string' ? { summary: summary.normalize('NFC') } : {}),
    ...(faults.has('archive-id-rounded') && typeof archive_id === 'number' ? { archive_id: Number(archive_id.toPrecision(15)) } : {}),
    ...(faults.has('label-names-small') && labels !== undefined ? { labels: toSmall(labels) } : {}),
    ...(faults.has('last-guest-lost') && guests !== undefined ? { guests: guests.slice(0, 4) } : {}),
  };
}

/** The changes of a PATCH as they are applied. */
function changesOf(input: Partial<EpisodeFields>, faults: Faults): Partial<EpisodeFields> {
  const isLost = (value: unknown): boolean =>
    (faults.has('null-does-not-empty') && value === null) ||
    (faults.has('empty-list-not-kept') && Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(keptOf(input, faults)).filter(([, value]) => !isLost(value)));
}

const EMPTY = { summary: null, recorded_on: null, loudness: null, archive_id: null, guests: [], keywords: [], labels: {} };

export function episodes(store: Store, faults: Faults): Handlers {
  const viewIn = ({ account }: Call, episode: Episode): object => episodeView(account, episode, faults);

  function answer(call: Call, episode: Episode, status = 200, headers: Record<string, string> = {}): Reply {
    const body = viewIn(call, episode);
    return { status, body, headers: { ...headers, etag: tagOf(body) } };
  }

  const found = (call: Call): Episode => known(call.account.episodes, call.id('episode_id'));

  function save(call: Call, episode: Episode): Reply {
    const next = { ...episode, updated_at: store.now() };
    call.account.episodes.set(episode.id, next);
    return answer(call, next);
  }

  function requireNumber({ account }: Call, showId: string, season: number, number: number, but?: string): void {
    const others = account.episodesOf(showId).filter(({ id }) => id !== but);
    const isOfSeason = (one: Episode): boolean => one.season === season || faults.has('number-across-seasons');
    allow(!others.some((one) => one.number === number && isOfSeason(one)), 'The number is taken.');
  }

  function requireChange(call: Call, episode: Episode, next: Episode): void {
    const isMoved = next.season !== episode.season || next.number !== episode.number;
    const isFixed = episode.status === 'published' && !faults.has('published-episode-renumbered');
    allow(!(isMoved && isFixed), 'A published episode keeps its season and number.');
    if (isMoved && !faults.has('number-changed-to-taken')) requireNumber(call, episode.show_id, next.season, next.number, episode.id);
    const isLong = episode.chapters.every(({ start_seconds }) => start_seconds < next.duration_seconds);
    allow(isLong || faults.has('episode-shorter-than-chapters'), 'A chapter starts later.');
  }

  /** The body of a new episode. */
  function inputOf(call: Call): EpisodeFields {
    try {
      return call.input<EpisodeFields>();
    } catch (error) {
      throw faults.has('invalid-without-errors') && error instanceof Refusal && error.status === 422 ? invalid([]) : error;
    }
  }

  return {
    listEpisodes: (call) => {
      const { account, id } = call;
      const show = known(account.shows, id('show_id'));
      const query = call.query<EpisodeQuery>();
      const matching = account.episodesOf(show.id).filter((one) => isShown(one, query, faults));
      const total = faults.has('episodes-total-of-page') ? 'page' : undefined;
      const view = (one: Episode): object => ({
        ...viewIn(call, one),
        ...(faults.has('listed-without-comments') ? { comment_count: 0 } : {}),
      });
      return pageOf(call, sorted(matching, KEYS[query.sort], query.order), view, { total });
    },
    createEpisode: (call) => {
      const show = known(call.account.shows, call.id('show_id'));
      const input = inputOf(call);
      allow(!show.complete || faults.has('complete-show-grows'), 'The show is complete.');
      requireNumber(call, show.id, input.season, input.number);
      const now = store.now();
      const state = { status: 'draft', published_at: null, audio: null, chapters: [] } as const;
      const fields = { ...EMPTY, ...input, ...keptOf(input, faults) };
      const episode = { id: store.id(), show_id: show.id, ...fields, ...state, created_at: now, updated_at: now };
      call.account.episodes.set(episode.id, episode);
      return answer(call, episode, 201, faults.has('episode-without-location') ? {} : { location: `/episodes/${episode.id}` });
    },
    getEpisode: (call) => {
      const id = call.id('episode_id');
      const foreign = faults.has('foreign-episode-read') ? store.anywhere(({ episodes }) => episodes, id) : undefined;
      const body = viewIn(call, foreign ?? found(call));
      return tagged(call, { status: 200, body }, tagOf(body), faults.has('episode-never-304') ? () => false : undefined);
    },
    updateEpisode: (call) => {
      const episode = found(call);
      if (!faults.has('episode-match-ignored')) requireTag(call, tagOf(viewIn(call, episode)));
      const next = { ...episode, ...changesOf(call.input<Partial<EpisodeFields>>(), faults) };
      requireChange(call, episode, next);
      return save(call, next);
    },
    deleteEpisode: (call) => {
      const episode = found(call);
      requireTag(call, tagOf(viewIn(call, episode)));
      allow(episode.status === 'draft' || faults.has('published-episode-deleted'), 'The episode is published.');
      call.account.deleteEpisode(episode.id);
      if (!faults.has('deleted-episode-in-playlists')) call.account.unlist(episode.id);
      return { status: 204 };
    },
    publishEpisode: (call) => {
      const episode = found(call);
      allow(episode.status === 'draft', 'The episode is published.');
      allow(episode.audio !== null || faults.has('published-without-audio'), 'The episode has no audio.');
      return save(call, { ...episode, status: 'published', published_at: store.now() });
    },
    unpublishEpisode: (call) => {
      const episode = found(call);
      allow(episode.status === 'published', 'The episode is a draft.');
      return save(call, { ...episode, status: 'draft', published_at: faults.has('drafts-stay-dated') ? episode.published_at : null });
    },
  };
}
