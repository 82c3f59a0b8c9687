// Says by which words a user is found, and what a search looks for.

/** The words of a text, in lower case and without diacritics, each once. */
export function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(folded.match(/[\p{L}\p{N}_]+/gu))];
}

/** A search looks at no more words than this. */
const MOST_WORDS = 10;

export function searchedWords(query: string): readonly string[] {
  return wordsOf(query).slice(0, MOST_WORDS);
}
