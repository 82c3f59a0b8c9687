// Finds what stands in the texts of posts: addresses, mentions of users, hashtags and cashtags.

import { ACCENTED, type Span } from './url-hosts.ts';
import { findUrls } from './urls.ts';

export interface Found extends Span {
  readonly kind: 'url' | 'mention' | 'hashtag' | 'cashtag';
  /** An address as it is written, or a name without its sign. */
  readonly value: string;
}

const LETTERS = '\\p{L}\\p{M}';
const WORD = `${LETTERS}\\p{Nd}_\\u200c\\u200d\\ua67e\\u05be\\u05f3\\u05f4\\uff5e\\u301c\\u309b\\u309c\\u30a0\\u30fb\\u3003\\u0f0b\\u0f0c\\u00b7`;

const HASHTAG = new RegExp(`[#＃](?![\\ufe0f\\u20e3])([${WORD}]+)`, 'gu');
const LETTER = new RegExp(`[${LETTERS}]`, 'u');
/** A variation selector belongs to the emoji before it. */
const BEFORE_HASHTAG = new RegExp(`(?![\\ufe0e\\ufe0f])[${WORD}&]$`, 'u');
const AFTER_HASHTAG = /^(?:[#＃]|:\/\/)/u;

/** Usernames have at most 15 characters. The name of a list may follow. */
const MENTION = /[@＠]([A-Za-z0-9_]{1,15})(\/[A-Za-z][A-Za-z0-9_-]{0,24})?/gu;
const BEFORE_MENTION = /[A-Za-z0-9_!#$%&*@＠]$/u;
/** A repost that is written by hand: `RT@name`. */
const BY_HAND = /(?:^|[^A-Za-z0-9_+~.-])rt:?$/iu;
const LONGEST_BEFORE = 4;
const AFTER_MENTION = new RegExp(`^(?:[@＠A-Za-z0-9_${ACCENTED}]|://)`, 'u');

const CASHTAG = /(?<=^|[\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])\$([a-z]{1,6}(?:[._][a-z]{1,2})?)(?![\p{L}\p{M}\p{N}])/giu;

/** What stands in a text, in its order. Nothing stands inside something else. */
export function findEntities(text: string): readonly Found[] {
  const urls = findUrls(text).map(({ start, end }) => ({ kind: 'url' as const, start, end, value: text.slice(start, end) }));
  const all: readonly Found[] = [...urls, ...mentions(text), ...hashtags(text), ...cashtags(text)];
  const sorted = [...all].sort((left, right) => left.start - right.start);
  const kept: Found[] = [];
  for (const found of sorted) if (found.start >= (kept.at(-1)?.end ?? 0)) kept.push(found);
  return kept;
}

function hashtags(text: string): readonly Found[] {
  return [...text.matchAll(HASHTAG)].flatMap(({ 0: whole, 1: value = '', index: start }) => {
    const end = start + whole.length;
    const isOne = LETTER.test(value) && !BEFORE_HASHTAG.test(before(text, start)) && !AFTER_HASHTAG.test(after(text, end));
    return isOne ? [{ kind: 'hashtag' as const, start, end, value }] : [];
  });
}

function mentions(text: string): readonly Found[] {
  return [...text.matchAll(MENTION)].flatMap(({ 0: whole, 1: value = '', 2: list, index: start }) => {
    const end = start + whole.length;
    const isFree = !BEFORE_MENTION.test(before(text, start)) || BY_HAND.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start));
    const isOne = isFree && !AFTER_MENTION.test(after(text, end));
    // The mention of a list is one of the list alone.
    return isOne && list === undefined ? [{ kind: 'mention' as const, start, end, value }] : [];
  });
}

function cashtags(text: string): readonly Found[] {
  return [...text.matchAll(CASHTAG)].map(({ 0: whole, 1: value = '', index: start }) => ({
    kind: 'cashtag' as const,
    start,
    end: start + whole.length,
    value,
  }));
}

/** The character before a place, whole. */
function before(text: string, place: number): string {
  return text.slice(Math.max(0, place - 2), place);
}

function after(text: string, place: number): string {
  return text.slice(place, place + 3);
}
