// Reads the state that an operation leads to: `Marks the order as paid`, `Sets the status to archived`, `The order is closed afterwards`.
import { partsOf } from './clauses/statements.ts';
import { isNoRule, plainOf, withoutStatus } from './grammar/plain.ts';
import { formsOf, namesIn } from './words.ts';

/** A state that each success of an operation leads to. */
export interface Outcome {
  readonly state: string;
  /** The sentence that says so, as it stands. */
  readonly quote: string;
}

/** Words by which it comes later, at times, or for another reason. */
const OTHERWISE =
  /^(?:to|use|see)\b|\b(?:if|when|whenever|unless|where|until|while|once|not|never|cannot|may|might|can|could|should|must|automatically|later|eventually|whether|either|otherwise|only|before|already|(?:attempts?|tries) to|scheduled?|asynchronous\w*|returns? (?:all|orders)|that (?:is|are|was|were)|which)\b/i;

/** Words behind which a state stands that something comes into, in sentences of any form. */
const COMING =
  '\\b(?:becomes?|become|turns? into|(?:goes|moves?|changes?|set|moved|changed) (?:in)?to|marked(?: as)?)\\s+(?:(?:the|its|an?)\\s+)?';

/**
 * The one state that the texts of an operation say it leads to, whatever the thing was before; none where they speak of another one too: which of
 * the two it is may depend on what is sent.
 */
export function outcomeIn(text: string, states: readonly string[], nouns: readonly string[]): Outcome | undefined {
  const forms = formsFor(states, nouns);
  const found = partsOf(text).flatMap(({ quote, text: part }, index, all): readonly Outcome[] => {
    const plain = plainOf(withoutStatus(part));
    // `It is ready until a month has gone by; then it is expired`: what comes then goes by the clause before.
    if (/^(?:and )?(?:then|after(?:wards?| that))\b/i.test(plain) && OTHERWISE.test(plainOf(all[index - 1]?.text ?? ''))) return [];
    // With more states than one that it comes from, a sentence tells the steps of many operations.
    if (isNoRule(quote) || OTHERWISE.test(plain) || namesIn(plain, states).length > 2) return [];
    const words = forms.flatMap((form) => [...plain.matchAll(form)].map(({ groups }) => groups?.state ?? ''));
    return words.flatMap((word) => namesIn(word, states)).map((state) => ({ state, quote }));
  });
  const coming = plainOf(text).matchAll(new RegExp(`${COMING}(?<state>[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?)`, 'gi'));
  const others = [...coming].flatMap(({ groups }) => namesIn(groups?.state ?? '', states));
  return new Set([...found.map(({ state }) => state), ...others]).size === 1 ? found[0] : undefined;
}

function formsFor(states: readonly string[], nouns: readonly string[]): readonly RegExp[] {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const end = '(?=\\s*(?:$|[.,;:)]|\\b(?:and|so|state|status|afterwards?|then|again)\\b))';
  const state = `(?:(?:the|its|an?)\\s+)?(?:\`?(?:status|state)\`?\\s+)?(?:of\\s+)?(?<state>${one})${end}`;
  const noun = `(?:(?:the|an?|this|its|your)\\s+)?(?:${nouns.join('|')}|it)`;
  const field = `(?:(?:the|its|their)\\s+)?(?:(?:${nouns.join('|')})(?:'s)?\\s+)?\`?(?:status|state)\`?(?:\\s+(?:of|for)\\s+${noun})?`;
  const from = `(?:\\s+from\\s+${one}(?:\\s+(?:state|status))?)?`;
  const over = '(?:\\s+(?:back|over|on))?';
  const cue = '(?:on success,?|after(?:wards?| this call| the call| that| this),?|then|as a result,?)';
  return [
    `^(?:.*[,;]\\s+|.*\\band\\s+|this\\s+(?:\\w+\\s+)?)?(?:sets?|changes?|updates?|resets?|switch(?:es)?|turns?|moves?|setting|changing|transitions?)\\s+${field}${over}${from}\\s+(?:to|into|as)\\s+${state}`,
    `\\b(?:marks?|flags?|marking|sets?)\\s+${noun}\\s+as\\s+(?:being\\s+)?${state}`,
    `\\b(?:moves?|takes?(?=\\s+\\S+\\s+\\S+\\s+from\\b)|transitions?|switch(?:es)?|resets?|brings?|puts?|sets?|sends?|returns?|changes?)\\s+${noun}${over}${from}\\s+(?:in)?to\\s+${state}`,
    `\\b(?:updates?|leaves?)\\s+${noun}\\s+(?:with|in)\\s+${state}`,
    `^(?:${cue}\\s+)?(?:${noun}|${field})\\s+(?:then\\s+)?(?:becomes?|will become|will have|gets?|will get|ends? up|goes|transitions?|changes?|moves?|will be (?:set|moved|changed|marked)|is (?:set|moved|changed|marked|put)|will (?:go|move|change))${over}${from}(?:\\s+(?:(?:in)?to|in|as))?\\s+${state}`,
    `^${cue}\\s+(?:${noun}|${field})\\s+(?:is|has)(?:\\s+in)?\\s+${state}`,
    `^(?:${noun}|${field})\\s+is\\s+(?:then|now|afterwards)\\s+(?:in\\s+)?${state}`,
    `^(?:${noun}|${field})(?:\\s+and\\s+(?:its|their|the)\\s+\\p{L}+)?\\s+(?:is|are)\\s+(?:in\\s+)?(?:the\\s+)?(?<state>${one})\\s+(?:afterwards?|then|from then on)`,
  ].map((form) => new RegExp(form, 'giu'));
}
