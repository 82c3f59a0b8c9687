// Makes up the texts of posts: some eighteen terms, of which few are common and most are rare, with hashtags and mentions.

import type { Entities } from '@octavo/interfaces/b-microblog';
import { byCube, type Random } from './random.ts';

const WORDS = 20_000;
const TAGS = 2_000;
const ONSETS = ['b', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'];

/** The word with a number: two to four syllables. Common words are short. */
function wordOf(number: number): string {
  let word = '';
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / (ONSETS.length * VOWELS.length))) {
    const syllable = rest % (ONSETS.length * VOWELS.length);
    word += `${ONSETS[syllable % ONSETS.length]}${VOWELS[Math.floor(syllable / ONSETS.length)]}`;
  }
  return word;
}

const words = Array.from({ length: WORDS }, (_, number) => wordOf(number));

export interface MadeText {
  readonly text: string;
  readonly entities: Entities;
  /** Where it begins after the user whom a reply addresses. */
  readonly shownFrom: number;
}

/** A user whom a text mentions. */
export interface Named {
  readonly id: string;
  readonly username: string;
}

/**
 * @param addressed the user to whom it replies
 * @param anyone gives a user whom it may mention
 */
export function makeText(random: Random, addressed: Named | undefined, anyone: () => Named): MadeText {
  const hashtags: NonNullable<Entities['hashtags']> = [];
  const mentions: NonNullable<Entities['mentions']> = [];
  let text = '';
  const add = (term: string) => {
    const start = text === '' ? 0 : text.length + 1;
    text += `${text === '' ? '' : ' '}${term}`;
    return { start, end: text.length };
  };
  const mention = ({ id, username }: Named) => mentions.push({ ...add(`@${username}`), username, id });
  if (addressed !== undefined) mention(addressed);
  const shownFrom = text === '' ? 0 : text.length + 1;
  const many = 12 + Math.floor(random() * 13);
  for (let term = 0; term < many; term++) {
    const chance = random();
    if (chance < 0.02) {
      const tag = words[byCube(random, TAGS)] ?? '';
      hashtags.push({ ...add(`#${tag}`), tag });
    } else if (chance < 0.03) mention(anyone());
    else add(words[byCube(random, WORDS)] ?? '');
  }
  const entities = { ...(hashtags.length > 0 ? { hashtags } : {}), ...(mentions.length > 0 ? { mentions } : {}) };
  return { text, entities, shownFrom };
}
