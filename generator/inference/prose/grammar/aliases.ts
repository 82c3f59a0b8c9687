// Puts the names of members in place of the phrases by which the document describes them: `the period of notice` is `noticeDays`, whose text says so.
import type { Schema } from '../../../model/schema/schema.ts';
import { memberSentences } from '../sentences.ts';
import { escaped, names } from '../words.ts';

/** A phrase of two to five words, and no sentence. */
const PHRASE = /^(?:the|an?|its)\s+((?:\p{L}+\s+){1,4}\p{L}+)\.?$/iu;
const SENTENCE = /\b(?:is|are|was|were|has|have|had|that|which|who|when|where|if|may|must|can|not|only)\b/i;

export function withNames(text: string, members: ReadonlyMap<string, readonly Pick<Schema, 'description'>[]>): string {
  const phrases = [...members].flatMap(([name, own]) => phrasesOf(own).map((phrase) => ({ name, phrase })));
  return phrases.reduce((plain, { name, phrase }) => {
    const isOne = phrases.every((other) => other.name === name || other.phrase !== phrase);
    if (!isOne || names(plain, name)) return plain;
    return plain.replace(new RegExp(`\\b(?:the|its|their|that)\\s+${escaped(phrase)}(?![\\p{L}\\p{N}_-])`, 'giu'), `\`${name}\``);
  }, text);
}

function phrasesOf(own: readonly Pick<Schema, 'description'>[]): readonly string[] {
  return memberSentences(own).flatMap(({ text }) => {
    const phrase = SENTENCE.test(text) ? undefined : PHRASE.exec(text)?.[1];
    return phrase === undefined ? [] : [phrase.toLowerCase()];
  });
}
