// Finds what a post is about: its hashtags, and names of one or more words.

/** A word that begins with a capital, and others that follow it. */
const NAME = /(?<![\p{L}\p{N}_@#$/.])\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*/gu;
/** Before the first word of a sentence, which has a capital whatever it is. */
const SENTENCE_START = /(?:^|[.!?:…]\s*|\n\s*)$/u;
const LONGEST = 40;

/** The topics of a text, each once, as they are written. A single word at the beginning of a sentence is no name. */
export function topicsIn(text: string, hashtags: readonly string[]): readonly string[] {
  const names = [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const isFirst = SENTENCE_START.test(text.slice(Math.max(0, index - LONGEST), index));
    return name.length > LONGEST || name.length < 2 || (isFirst && !name.includes(' ')) ? [] : [name];
  });
  const all = [...hashtags.map((tag) => `#${tag}`), ...names];
  return [...new Map(all.map((topic) => [keyOf(topic), topic])).values()];
}

/** Tells topics apart: without case. */
export function keyOf(topic: string): string {
  return topic.toLowerCase();
}
