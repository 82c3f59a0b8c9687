// Says by which terms a post is found: the words of its text in their order, then what operators ask for. Terms are ASCII, so that both engines keep
// and compare them alike.

import type { MediaRow } from '../media/tables.ts';
import type { PlaceRow } from '../places/tables.ts';
import type { PostRow } from '../posts/tables.ts';
import { type Folding, wordsIn } from './language/words.ts';

/** What a term stands for. No letter is `x`, which begins terms of other characters. */
const KINDS = {
  word: 'w',
  hashtag: 't',
  cashtag: 'c',
  mention: 'm',
  from: 'f',
  to: 'r',
  repostedAuthor: 's',
  url: 'u',
  repliedPost: 'a',
  repostedPost: 'b',
  quotedPost: 'd',
  conversation: 'k',
  place: 'p',
  country: 'g',
  language: 'l',
  flag: 'i',
} as const;

export type TermKind = keyof typeof KINDS;

export function termOf(kind: TermKind, value: string): string {
  const letter = KINDS[kind];
  return /^[a-z0-9]+$/.test(value) ? letter + value : `x${letter}${Buffer.from(value).toString('hex')}`;
}

/** Every post has it. */
export const ANY = termOf('flag', 'any');
/** Stands between words of one kind that no phrase joins. */
const GAP = 'vgap';
/** PostgreSQL keeps so many places of one word. */
const MOST_PLACES = 255;

/** Tells hashtags apart. */
export function tagKey(tag: string, folding: Folding): string {
  return wordsIn(tag, folding).join('');
}

/** What a post has besides its row. */
export interface Around {
  readonly place: PlaceRow | undefined;
  readonly media: readonly MediaRow[];
  /** The author of the post that it reposts. */
  readonly original: string | undefined;
}

/** The terms of a post: of its words as searches or as the rules of streams tell them apart. */
export function termsOf(post: PostRow, around: Around, folding: Folding = 'search'): readonly string[] {
  const text = wordsIn(plainText(post), folding).map((word) => termOf('word', word));
  const addresses = urlsOf(post).flatMap((address) => [GAP, ...wordsIn(address, folding).map((word) => termOf('url', word))]);
  return [...fewOfEach([...text, ...addresses]), ...operatorTerms(post, around, folding)];
}

/** The text without its addresses, which an operator finds. */
function plainText({ text, entities, long }: PostRow): string {
  const whole = long ?? { text, entities };
  const characters = [...whole.text];
  const urls = whole.entities.urls ?? [];
  for (const { start, end } of urls) for (let place = start; place < end; place += 1) characters[place] = ' ';
  return characters.join('');
}

function urlsOf({ entities, long }: PostRow): readonly string[] {
  return ((long?.entities ?? entities).urls ?? []).flatMap(({ url, expanded_url }) => [
    url,
    ...(expanded_url === undefined ? [] : [expanded_url]),
  ]);
}

/** Leaves out the last places of a word that stands in a text very often. */
function fewOfEach(terms: readonly string[]): readonly string[] {
  if (terms.length <= MOST_PLACES) return terms;
  const counts = new Map<string, number>();
  return terms.map((term) => {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    return count > MOST_PLACES ? GAP : term;
  });
}

function operatorTerms(post: PostRow, { place, media, original }: Around, folding: Folding): readonly string[] {
  const entities = post.long?.entities ?? post.entities;
  const { hashtags = [], cashtags = [], mentions = [], urls = [] } = entities;
  const optional = (kind: TermKind, value: string | null | undefined) => (value == null ? [] : [termOf(kind, value)]);
  const flags = {
    any: true,
    retweet: post.reposted !== null,
    reply: post.reply_to !== null,
    quote: post.quoted !== null,
    nullcast: post.is_nullcast,
    hashtags: hashtags.length > 0,
    cashtags: cashtags.length > 0,
    links: urls.length > 0,
    mentions: mentions.length > 0,
    media: media.length > 0,
    images: media.some(({ type }) => type === 'photo'),
    videos: media.some(({ type }) => type === 'video'),
    geo: post.place !== null || post.coordinates !== null,
    sensitive: post.is_sensitive,
  };
  return [
    ...new Set([
      ...hashtags.map(({ tag }) => termOf('hashtag', tagKey(tag, folding))),
      ...cashtags.map(({ tag }) => termOf('cashtag', tagKey(tag, folding))),
      ...mentions.map(({ username }) => termOf('mention', username.toLowerCase())),
      termOf('from', post.author),
      ...optional('to', post.reply_to_user),
      ...optional('repostedAuthor', original),
      ...optional('repliedPost', post.reply_to),
      ...optional('repostedPost', post.reposted),
      ...optional('quotedPost', post.quoted),
      termOf('conversation', post.conversation),
      ...optional('place', post.place),
      ...optional('country', place?.country_code.toLowerCase()),
      termOf('language', post.lang.toLowerCase()),
      ...Object.entries(flags).flatMap(([name, has]) => (has ? [termOf('flag', name)] : [])),
    ]),
  ];
}
