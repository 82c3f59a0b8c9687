// Answers which topics people talk about: of a place in both versions, those that concern a user, and the places that have trends.

import type { Trends as TrendsV1 } from '@octavo/interfaces/b-microblog-v1';
import { refuse } from '@octavo/runtime';
import type { Context, Deps } from '../deps.ts';
import { edgesFrom, settingsOf } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { nearestTo, placeOf, TREND_LOCATIONS, WORLD } from './locations.ts';
import type { Trend, Trends } from './trends.ts';

type TrendField = 'trend_name' | 'tweet_count';

interface PlaceQuery {
  readonly max_trends?: number;
  readonly 'trend.fields'?: readonly TrendField[];
}

const BOTH: readonly TrendField[] = ['trend_name', 'tweet_count'];
const DEFAULT_TRENDS = 20;

/** @throws {NotAllowed} for a place that has none */
export async function trendsOfPlace(trends: Trends, woeid: number, query: PlaceQuery = {}) {
  if (placeOf(woeid) === undefined) throw new NotAllowed('no-place');
  const { 'trend.fields': fields = BOTH, max_trends = DEFAULT_TRENDS } = query;
  const found = (await trends.at(woeid)).trends.slice(0, max_trends);
  const data = found.map(({ name, posts }) => ({
    ...(fields.includes('trend_name') && { trend_name: name }),
    ...(fields.includes('tweet_count') && { tweet_count: posts }),
  }));
  return { status: 200 as const, body: data.length === 0 ? {} : { data } };
}

type PersonalField = 'category' | 'post_count' | 'trend_name' | 'trending_since';

/** How many followed users are looked at. */
const MOST_FOLLOWED = 1000;

/** The trends of the caller's place, those first about which users have posted whom the caller follows. Trends have no categories here. */
export async function personalTrends(
  { store, clock }: Deps,
  trends: Trends,
  { principal: { user = '' } }: Context,
  fields: readonly PersonalField[] = ['post_count', 'trend_name', 'trending_since'],
) {
  const { trend_woeid } = await settingsOf(store.read, user);
  const found = (await trends.at(trend_woeid ?? WORLD)).trends;
  const place = { first: undefined, second: undefined, above: undefined, below: undefined, offset: undefined, isDown: true } as const;
  const edges = await edgesFrom.rows.all(store.read, { kind: 'follow', source: user, most: MOST_FOLLOWED, ...place });
  const followed = new Set(edges.map(({ target }) => target));
  const isNear = ({ authors }: Trend) => [...authors].some((author) => followed.has(author));
  const inOrder = [...found.filter(isNear), ...found.filter((trend) => !isNear(trend))].slice(0, DEFAULT_TRENDS);
  const data = inOrder.map(({ name, posts, since }) => ({
    ...(fields.includes('trend_name') && { trend_name: name }),
    ...(fields.includes('post_count') && { post_count: posts }),
    ...(fields.includes('trending_since') && { trending_since: agoOf(clock.now() - since) }),
  }));
  return { status: 200 as const, body: data.length === 0 ? {} : { data } };
}

const MINUTES = 60_000;

function agoOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTES));
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** @throws the refusal 404 of a place that has none */
export async function trendsV1(
  { clock, originOf }: Deps,
  trends: Trends,
  { id, exclude }: { readonly id: number; readonly exclude?: 'hashtags' | undefined },
) {
  const place = placeOf(id);
  if (place === undefined) throw refuse(404, { code: 34 });
  const { trends: all, computed } = await trends.at(id);
  const origin = originOf('b-microblog') ?? 'https://microblog.example.com';
  const body: TrendsV1[] = [
    {
      trends: all
        .filter(({ name }) => exclude !== 'hashtags' || !name.startsWith('#'))
        .map(({ name, posts }) => {
          const query = encodeURIComponent(name.includes(' ') ? `"${name}"` : name);
          return { name, url: `${origin}/search?q=${query}`, query, promoted_content: null, tweet_volume: posts };
        }),
      as_of: new Date(clock.now()).toISOString(),
      created_at: new Date(computed).toISOString(),
      locations: [{ name: place.name, woeid: place.woeid }],
    },
  ];
  return { status: 200 as const, body };
}

export function locationsAnswer() {
  return { status: 200 as const, body: [...TREND_LOCATIONS] };
}

const MOST_NEAR = 3;

/** @throws the refusal 400 with code 3 where one of the coordinates is missing */
export function closestAnswer({ lat, long }: { readonly lat?: number | undefined; readonly long?: number | undefined } = {}) {
  if (lat === undefined || long === undefined) throw refuse(400, { code: 3 });
  return { status: 200 as const, body: [...nearestTo([lat, long], MOST_NEAR)] };
}
