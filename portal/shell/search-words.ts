// The words of a query and of what it searches.

/** Words of questions, which say nothing about a result. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get give has have how i in into is it its me my of on or show that the their this to use used using want what when where which who why with you your'.split(
    ' ',
  ),
);

/** Paths and names are found by their parts, and names as a whole too: `auth_key` by `auth`, `key` and `auth_key`. */
export function tokenize(text: string): string[] {
  const words = text.split(/[\s/{}.,;:()[\]'"`?!&=]+/).filter(Boolean);
  return words.flatMap((word) => [...new Set([word, ...word.split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/)])].filter(Boolean));
}

/** The query without stop words, unless it has no others. */
export function meaningful(query: string): string {
  const words = query.split(/\s+/).filter((word) => !isStopWord(word.toLowerCase().replace(/[?!.,]+$/, '')));
  return words.length === 0 ? query : words.join(' ');
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The name that two or three words may spell together, in the ways names are spelt: `pagination_token`, `paginationtoken`, `pagination-token`. */
export function compounds(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length < 2 || words.length > 3 ? [] : ['_', '', '-'].map((sign) => words.join(sign));
}
