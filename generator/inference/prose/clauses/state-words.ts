// Reads which states a word stands for that is none of them: `Pending and confirmed stays are what we call active`, `A loan counts as open while it
// is out or late`, `hired and rejected are final. The other two are called active.`
import { sentencesIn } from '../sentences.ts';
import { hasWord, namesIn } from '../words.ts';

const MEANING =
  /\b(?:(?:what )?(?:we|which|that) (?:is |are )?call(?:ed)?|(?:is|are) (?:called|considered|regarded as)|counts? as|means?|stands? for|as long as|while)\b/i;
const OTHERS = /\b(?:(?:all |the )*others?|(?:the )?(?:rest|remaining(?: \p{L}+)?))\b/iu;
const DENIED = /\b(?:not|neither|nor|never|no longer|other than|except)\b/i;
const OPEN = /\b(?:may|might|can|could|usually|often|if|unless|also|e\.g\.|for example|such as)\b/i;

/** The states that a word means; `undefined` where no sentence says so, or two say different things. */
export function statesCalled(texts: readonly string[], word: string, states: readonly string[]): readonly string[] | undefined {
  const found = texts.flatMap((text) => {
    const sentences = sentencesIn(text);
    return sentences.flatMap((one, index): readonly (readonly string[])[] => {
      if (!hasWord(one, word) || !MEANING.test(one) || OPEN.test(one)) return [];
      const named = namesIn(one, states);
      const before = OTHERS.test(one) && named.length === 0 ? namesIn(sentences[index - 1] ?? '', states) : [];
      const meant = before.length > 0 || DENIED.test(one) ? states.filter((state) => ![...named, ...before].includes(state)) : named;
      return named.length + before.length === 0 || meant.length === 0 ? [] : [meant];
    });
  });
  const [first] = found;
  return first !== undefined && found.every((one) => one.join() === first.join()) ? first : undefined;
}

const UNCOUNTED =
  /\b(?:(?:do|does|is|are|will|have|has)(?: not|n['’]t) (?:be )?count(?:ed)?|not count(?:ed|ing)|no longer counts?|never counts?|without counting)\b/i;

/** The states of things that do not count for a limit, as its sentence or one of the next two says: `Cancelled ones are not counted`. */
export function uncountedIn(text: string, limit: string, states: readonly string[]): readonly string[] {
  const sentences = sentencesIn(text);
  const plain = limit.trim().replace(/\s+/g, ' ');
  const at = sentences.findIndex((one) => one.includes(plain) || plain.includes(one));
  const own = /\b(?:that|which|who) (?:is|are|was|were|has|have)(?: been)? (?:not|neither)\s+([^,;.]+)/i.exec(limit)?.[1] ?? '';
  const near = at < 0 ? [limit] : sentences.slice(at, at + 3);
  // `not counting cancelled ones`: the states stand behind it.
  const behind = near
    .filter((one) => UNCOUNTED.test(one))
    .map((one) => (one === near[0] ? (/not counting (.+)$/i.exec(one)?.[1] ?? '') : one));
  return [...new Set([own, ...behind].flatMap((one) => namesIn(one, states)))];
}
