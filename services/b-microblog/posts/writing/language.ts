// Finds the language in which a post is written.

/** What is read of a longer text. */
const MOST_CHARACTERS = 1000;
const NAMES = /[@#$][\p{L}\p{M}\p{N}_]+|https?:\/\/\S+/gu;
const UNKNOWN = 'und';

/** @returns an ISO 639-1 code, which is a BCP 47 tag; `und` where the text does not tell */
export async function languageOf(text: string): Promise<string> {
  const words = text.slice(0, MOST_CHARACTERS).replace(NAMES, ' ');
  if (!/\p{L}/u.test(words)) return UNKNOWN;
  // Its tables take 50 MB, and a quarter of a second to load: only who publishes needs them.
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(words);
  return found.language !== '' && found.isReliable() ? found.language : UNKNOWN;
}
