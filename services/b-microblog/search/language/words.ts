// Splits texts into the words by which posts are found. Searches ignore case and diacritics, rules of streams only case.

export type Folding = 'search' | 'rules';

/** Goes up with every change of how posts are split or of what is kept of them, so that the index is made anew. */
export const WORDS_VERSION = 2;

/** The type checker knows sets of characters only from ES2024 on. */
const SETS: string = 'gv';
/** What stands without spaces: each character is a word. */
const SINGLE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const EMOJI = new RegExp('\\p{RGI_Emoji}|[\\p{Extended_Pictographic}--[©®™]]', SETS);
const WORD = new RegExp(`[${SINGLE}]|[[\\p{L}\\p{M}\\p{N}_]--[${SINGLE}]]+`, SETS);
/** Chooses how an emoji is drawn. */
const SELECTOR = /\ufe0f/gu;
/** In other scripts, marks are parts of letters. */
const MARKED = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu;
/** In characters: longer ones are told apart by these alone. */
const LONGEST = 100;

/** A text without what its words are not told apart by. */
function folded(text: string, folding: Folding): string {
  const lower = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folding === 'rules' ? lower.normalize('NFC') : lower.normalize('NFD').replace(MARKED, '').normalize('NFC');
}

/** The words of a text in their order; an emoji is one. */
export function wordsIn(text: string, folding: Folding): readonly string[] {
  const words: string[] = [];
  let from = 0;
  // Normal forms make letters of some emoji, so that these are found first.
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    words.push(...plainWords(text.slice(from, index), folding), emoji.replace(SELECTOR, ''));
    from = index + emoji.length;
  }
  return [...words, ...plainWords(text.slice(from), folding)];
}

function plainWords(text: string, folding: Folding): readonly string[] {
  return (folded(text, folding).match(WORD) ?? []).map((word) => (word.length > LONGEST ? [...word].slice(0, LONGEST).join('') : word));
}

/** Whether a text is nothing but emoji. */
export function isEmoji(text: string): boolean {
  return text !== '' && text.replace(EMOJI, '').replace(SELECTOR, '') === '';
}
