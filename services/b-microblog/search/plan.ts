// Turns a query into terms of the index. What terms cannot tell, such as whether an author is verified now, is checked on the posts that are found.

import type { UserRow } from '../people/tables.ts';
import type { PlaceRow } from '../places/tables.ts';
import type { PostRow } from '../posts/tables.ts';
import { isSampled } from '../rules/partitions.ts';
import type { Match, Query } from './language/query.ts';
import { type Box, boxOf, type Circle, circleOf, rangeOf } from './language/values.ts';
import { type Folding, wordsIn } from './language/words.ts';
import { type TermKind, tagKey, termOf } from './terms.ts';

/** A post that is checked, with its author and its place. */
export interface Checked {
  readonly post: PostRow;
  readonly author: UserRow | undefined;
  readonly place: PlaceRow | undefined;
  readonly terms: readonly string[];
}

export type Plan =
  | { readonly kind: 'nothing' }
  /** Words that stand in a row. */
  | { readonly kind: 'terms'; readonly terms: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Plan[] }
  | { readonly kind: 'not'; readonly part: Plan }
  | { readonly kind: 'check'; holds(checked: Checked): boolean };

/** What the names in a query stand for. */
export interface Names {
  /** Identifiers of users, by their names in lower case. */
  readonly users: ReadonlyMap<string, string>;
  readonly places: readonly PlaceRow[];
  /** The members of lists, by the identifiers of these. */
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: Plan = { kind: 'nothing' };

export function planOf(query: Query, names: Names, folding: Folding = 'search'): Plan {
  switch (query.kind) {
    case 'match':
      return planOfMatch(query, names, folding);
    case 'not':
      return { kind: 'not', part: planOf(query.part, names, folding) };
    default:
      return { kind: query.kind, parts: query.parts.map((part) => planOf(part, names, folding)) };
  }
}

const term = (kind: TermKind, value: string): Plan => ({ kind: 'terms', terms: [termOf(kind, value)] });

const inRow = (kind: TermKind, text: string, folding: Folding): Plan => ({
  kind: 'terms',
  terms: wordsIn(text, folding).map((word) => termOf(kind, word)),
});

const ofUser =
  (kind: TermKind) =>
  (value: string, { users }: Names): Plan => {
    const name = value.replace(/^@/, '');
    const found = users.get(name.toLowerCase());
    const ids = [...new Set([...(found === undefined ? [] : [found]), ...(/^\d+$/.test(name) ? [name] : [])])];
    return { kind: 'or', parts: ids.map((id) => term(kind, id)) };
  };

const ofPost = (kind: TermKind) => (value: string) => term(kind, value);
const flag = (name: string) => () => term('flag', name);
const text = (value: string, _: Names, folding: Folding) => inRow('word', value, folding);
const none = () => NOTHING;

/** That a text has the words of a value in a row. */
const words =
  (textOf: (checked: Checked) => string | null | undefined) =>
  (value: string, _: Names, folding: Folding): Plan => {
    const wanted = wordsIn(value, folding);
    return { kind: 'check', holds: (checked) => standInRow(wanted, wordsIn(textOf(checked) ?? '', folding)) };
  };

/** That a counter of the author is within a range. */
const counted =
  (counter: 'followers_count' | 'following_count' | 'post_count' | 'listed_count') =>
  (value: string): Plan => {
    const [least, most] = rangeOf(value) ?? [1, 0];
    return { kind: 'check', holds: ({ author }) => author !== undefined && author[counter] >= least && author[counter] <= most };
  };

const PLANS: Readonly<Record<string, (value: string, names: Names, folding: Folding) => Plan>> = {
  keyword: text,
  emoji: text,
  phrase: text,
  '#': (value, _, folding) => term('hashtag', tagKey(value, folding)),
  '@': (value) => term('mention', value.replace(/^@/, '').toLowerCase()),
  $: (value, _, folding) => term('cashtag', tagKey(value, folding)),
  'from:': ofUser('from'),
  'to:': ofUser('to'),
  'url:': (value, _, folding) => inRow('url', value, folding),
  'retweets_of:': ofUser('repostedAuthor'),
  'in_reply_to_tweet_id:': ofPost('repliedPost'),
  'retweets_of_tweet_id:': ofPost('repostedPost'),
  'quotes_of_tweet_id:': ofPost('quotedPost'),
  // Posts have no topics here.
  'context:': none,
  'entity:': none,
  'conversation_id:': ofPost('conversation'),
  'list:': (value, { lists }) => ofMembers(lists.get(value)),
  'place:': (value, { places }) => ({
    kind: 'or',
    parts: places.filter((place) => isNamed(place, value)).map(({ id }) => term('place', id)),
  }),
  'place_country:': (value) => term('country', value.toLowerCase()),
  'point_radius:': (value) => within(circleOf(value), isInCircle),
  'bounding_box:': (value) => within(boxOf(value), isInBox),
  'is:retweet': flag('retweet'),
  'is:reply': flag('reply'),
  'is:quote': flag('quote'),
  'is:verified': () => ({ kind: 'check', holds: ({ author }) => author?.verified_type !== 'none' && author !== undefined }),
  'is:nullcast': flag('nullcast'),
  'has:hashtags': flag('hashtags'),
  'has:cashtags': flag('cashtags'),
  'has:links': flag('links'),
  'has:mentions': flag('mentions'),
  'has:media': flag('media'),
  'has:images': flag('images'),
  'has:video_link': flag('videos'),
  'has:geo': flag('geo'),
  'lang:': (value) => term('language', value.toLowerCase()),
  // What only rules of streams have is checked on each post.
  'bio:': words(({ author }) => author?.description),
  'bio_name:': words(({ author }) => author?.name),
  'bio_location:': words(({ author }) => author?.location),
  'source:': words(({ post }) => post.source),
  'followers_count:': counted('followers_count'),
  'following_count:': counted('following_count'),
  'tweets_count:': counted('post_count'),
  'listed_count:': counted('listed_count'),
  // No address has a title or a description here.
  'url_title:': none,
  'url_description:': none,
  'url_contains:': (value) => ({ kind: 'check', holds: ({ post }) => addressesOf(post).some((url) => url.includes(value.toLowerCase())) }),
  'sample:': (value) => ({ kind: 'check', holds: ({ post }) => isSampled(post.id, Number(value)) }),
};

function planOfMatch({ operator, value }: Match, names: Names, folding: Folding): Plan {
  return PLANS[operator.name]?.(value, names, folding) ?? NOTHING;
}

function addressesOf({ entities, long }: PostRow): readonly string[] {
  return ((long?.entities ?? entities).urls ?? []).map(({ url, expanded_url = url }) => expanded_url.toLowerCase());
}

/** Few authors are asked of the index; posts of many are checked when they are found. */
const FEW_AUTHORS = 64;

function ofMembers(members: ReadonlySet<string> = new Set()): Plan {
  if (members.size > FEW_AUTHORS) return { kind: 'check', holds: ({ post }) => members.has(post.author) };
  return { kind: 'or', parts: [...members].map((id) => term('from', id)) };
}

function isNamed({ id, name, full_name }: PlaceRow, value: string): boolean {
  const key = wordsIn(value, 'search').join(' ');
  return id === value || [name, full_name].some((one) => wordsIn(one, 'search').join(' ') === key);
}

/** Posts that have a place within an area. */
function within<Area>(area: Area | undefined, isIn: (area: Area, longitude: number, latitude: number) => boolean): Plan {
  if (area === undefined) return NOTHING;
  const holds = (checked: Checked) => {
    const point = pointOf(checked);
    return point !== undefined && isIn(area, ...point);
  };
  return { kind: 'and', parts: [term('flag', 'geo'), { kind: 'check', holds }] };
}

/** Posts that were written within a circle. */
export const nearPlan = (circle: Circle): Plan => within(circle, isInCircle);

/** Where a post was written: the middle of its place, if nothing more is known. */
function pointOf({ post, place }: Pick<Checked, 'post' | 'place'>): readonly [number, number] | undefined {
  if (post.coordinates !== null) return post.coordinates;
  if (place === undefined) return undefined;
  const [west, south, east, north] = place.box;
  return [(west + east) / 2, (south + north) / 2];
}

/** In kilometres. */
const EARTH = 6371;

function isInCircle({ longitude, latitude, radius }: Circle, otherLongitude: number, otherLatitude: number): boolean {
  const [north, east] = [radians(otherLatitude - latitude), radians(otherLongitude - longitude)];
  const haversine = Math.sin(north / 2) ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(haversine)) <= radius;
}

function isInBox([west, south, east, north]: Box, longitude: number, latitude: number): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Whether the index alone tells which posts a plan finds. */
export function isExact(plan: Plan): boolean {
  switch (plan.kind) {
    case 'check':
      return false;
    case 'not':
      return isExact(plan.part);
    case 'and':
    case 'or':
      return plan.parts.every(isExact);
    default:
      return true;
  }
}

export function holds(plan: Plan, checked: Checked): boolean {
  switch (plan.kind) {
    case 'nothing':
      return false;
    case 'terms':
      return standInRow(plan.terms, checked.terms);
    case 'and':
      return plan.parts.every((part) => holds(part, checked));
    case 'or':
      return plan.parts.some((part) => holds(part, checked));
    case 'not':
      return !holds(plan.part, checked);
    case 'check':
      return plan.holds(checked);
  }
}

function standInRow(wanted: readonly string[], terms: readonly string[]): boolean {
  const [first] = wanted;
  if (first === undefined) return false;
  for (let place = terms.indexOf(first); place >= 0; place = terms.indexOf(first, place + 1))
    if (wanted.every((one, index) => terms[place + index] === one)) return true;
  return false;
}
