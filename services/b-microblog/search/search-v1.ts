// Answers with the posts that a query finds, for version 1.1: the newest or the most relevant first, paged by identifiers.

import { refuse } from '@octavo/runtime';
import type { ContextV1, MicroblogPlatform } from '../deps.ts';
import { shownPosts } from '../posts/read-v1.ts';
import { deadlineFromNow } from './blocks.ts';
import { circleOf } from './language/values.ts';
import { foundPage, type Search } from './pages.ts';
import { nearPlan, type Plan, planOf } from './plan.ts';
import { relevantPage } from './relevancy.ts';
import { type Presents, readQuery } from './searches.ts';
import { namesIn } from './store.ts';
import { termOf } from './terms.ts';
import { searchBounds } from './times.ts';

interface SearchQuery {
  readonly q: string;
  readonly geocode?: string | undefined;
  readonly lang?: string | undefined;
  readonly result_type?: 'mixed' | 'recent' | 'popular' | undefined;
  readonly count?: number | undefined;
  readonly until?: string | undefined;
  readonly since_id?: string | undefined;
  readonly max_id?: string | undefined;
  readonly include_entities?: boolean | undefined;
}

/** The largest number of 64 bits. */
const MOST = 2n ** 63n - 1n;
const ON_PAGE = 15;
const MOST_CHARACTERS = 500;

type SearchDeps = MicroblogPlatform;

export async function searchV1Answer(deps: SearchDeps, presents: Presents, context: ContextV1, query: SearchQuery) {
  const began = performance.now();
  const { read } = deps.store;
  const { result_type = 'mixed', include_entities } = query;
  const limit = Math.max(1, query.count ?? ON_PAGE);
  const search = await searchOf(deps, presents, context, query);
  const isRanked = result_type === 'popular';
  const page = isRanked ? await relevantPage(read, search, limit) : await foundPage(read, search, limit);
  const ids = page.posts.map(({ id }) => BigInt(id));
  const [newest = 0n] = ids.toSorted((left, right) => (left < right ? 1 : -1));
  const oldest = ids.reduce(leastOf, newest);
  const common = `${restOf(query)}&include_entities=${include_entities !== false}`;
  const since = leastOf(BigInt(query.since_id ?? 0), MOST);
  return {
    status: 200 as const,
    body: {
      statuses: await shownPosts(deps, context, page.posts, { include_entities }),
      search_metadata: {
        completed_in: Math.round(performance.now() - began) / 1000,
        max_id: newest,
        max_id_str: String(newest),
        query: encodeURIComponent(query.q).replaceAll('%20', '+'),
        refresh_url: `?since_id=${newest}${common}`,
        // A page of the most popular posts has no next one.
        ...(!isRanked && page.next !== undefined && { next_results: `?max_id=${oldest - 1n}${common}&count=${limit}` }),
        count: limit,
        since_id: since,
        since_id_str: String(since),
      },
    },
  };
}

const leastOf = (one: bigint, other: bigint) => (one < other ? one : other);

/** The parameters of a request that the next one has too. */
function restOf({ q, lang, geocode, until, result_type }: SearchQuery): string {
  const given = Object.entries({ q, lang, geocode, until, result_type }).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`).join('');
}

async function searchOf(deps: SearchDeps, presents: Presents, { principal }: ContextV1, query: SearchQuery): Promise<Search> {
  const { read } = deps.store;
  const { text, since, until } = currentWords(query.q);
  const parsed = readQuery('q', text, principal.level, MOST_CHARACTERS);
  const plan = planOf(parsed, await namesIn(read, parsed, principal.user));
  const present = await presents.at('recent');
  const end = Math.min(until, query.until === undefined ? until : Date.parse(query.until));
  const bounds = await searchBounds(read, { since: query.since_id, max: query.max_id }, { start: since, end }, present);
  const parts = [plan, ...langPlan(query.lang), ...(query.geocode === undefined ? [] : [nearPlan(circleIn(query.geocode))])];
  return { plan: { kind: 'and', parts }, deadline: deadlineFromNow(), bounds, viewer: principal.user };
}

function langPlan(lang: string | undefined): readonly Plan[] {
  return lang === undefined ? [] : [{ kind: 'terms', terms: [termOf('language', lang.toLowerCase())] }];
}

/** In miles: half of the equator, so that it holds for all locations. */
const FARTHEST = 12_450;

/** @throws the refusal 400 for a location or radius that there is not */
function circleIn(geocode: string) {
  const [latitude, longitude, radius] = geocode.split(',');
  const circle = circleOf(`[${longitude} ${latitude} ${radius}]`, FARTHEST);
  if (circle === undefined) throw refuse(400, { code: 3, detail: 'The parameter geocode has no location or no radius.' });
  return circle;
}

/** Operators of version 1.1, with those that version 2 has for them. */
const FILTERS: Readonly<Record<string, string>> = {
  links: 'has:links',
  media: 'has:media',
  images: 'has:images',
  videos: 'has:video_link',
  native_video: 'has:video_link',
  replies: 'is:reply',
  retweets: 'is:retweet',
  nativeretweets: 'is:retweet',
  quote: 'is:quote',
  verified: 'is:verified',
};
const FILTER = /(^|[\s(-])filter:([a-z_]+)/gi;
const DAY = /(^|\s)(since|until):(\d{4}-\d{2}-\d{2})(?=\s|$)/gi;

/** A query in the words of version 2. The days of `since:` and `until:` become moments. */
function currentWords(q: string) {
  const days: { since?: number; until?: number } = {};
  const text = q
    .replace(DAY, (whole, space: string, name: string, day: string) => {
      const moment = Date.parse(day);
      if (Number.isNaN(moment)) return whole;
      days[name.toLowerCase() as keyof typeof days] = moment;
      return space;
    })
    .replace(FILTER, (whole, before: string, name: string) => {
      const operator = FILTERS[name.toLowerCase()];
      return operator === undefined ? whole : before + operator;
    });
  return { text, since: days.since, until: days.until ?? Number.POSITIVE_INFINITY };
}
