// Reads what words such as `closed` mean where no state is called so: closing leads to `settled` or `rejected`, so a closed claim is in one of both.
import type { Operation } from '../../../model/service.ts';
import { sentencesIn } from '../sentences.ts';
import { type StateRules, stateRulesOf, type Texts } from '../states.ts';
import { formsOf, namesIn, singular, statesInNouns, stemOf, wordsOf } from '../words.ts';

/** The states that each participle means, by its stem. */
export type DoneStates = ReadonlyMap<string, readonly string[]>;

/** Verbs of which a participle says nothing of what came of it. */
const GENERAL = /^(?:set|get|put|post|add|make|create|update|change|list|record|report|assess|decide|process|handle|send|do|mark)$/;

/** @param nouns the words for the thing; @param actions what is done to it */
export function doneStatesOf(actions: readonly Operation[], states: readonly string[], nouns: readonly string[]): DoneStates {
  if (states.length < 3) return new Map();
  const found = actions.flatMap((action): readonly (readonly [stem: string, states: readonly string[]])[] => {
    const [verb = ''] = wordsOf(action.id);
    const stem = stemOf(verb);
    const isState = states.some((state) => stemOf(state) === stem);
    const led = isState || GENERAL.test(verb) ? [] : ledTo(action, states, nouns);
    return led.length > 1 && led.length < states.length ? [[stem, led]] : [];
  });
  return new Map(found.filter(([stem], index) => found.findIndex(([other]) => other === stem) === index));
}

/** The states to one of which an operation leads, as its text says: `The claim is then settled or rejected`. */
function ledTo({ description = '' }: Operation, states: readonly string[], nouns: readonly string[]): readonly string[] {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const some = `(?<some>${one}(?:(?:,\\s+|,?\\s+or\\s+)(?:an?\\s+)?${one})+)`;
  const thing = `(?:it|(?:the|its)\\s+(?:state|status|${nouns.map(singular).join('|')}))`;
  const form = new RegExp(
    `\\b(?:${thing}\\s+(?:is|are)\\s+(?:then|now|afterwards)|${thing}\\s+(?:then\\s+)?(?:becomes?|goes to|turns))\\s+(?:either\\s+)?${some}`,
    'i',
  );
  const said = sentencesIn(description).map((text) => form.exec(text)?.groups?.some);
  return namesIn(said.find((text) => text !== undefined) ?? '', states);
}

/** What texts say of states, where words such as `closed` mean several. */
export function stateRulesWith(done: DoneStates, texts: Texts, states: readonly string[], nouns: readonly string[]): StateRules {
  const plain = (text: string): string => statesInNouns(withDoneStates(text, done), states);
  const { description = '', whole, responses } = texts;
  const isPlain = [description, whole ?? '', ...responses.map((one) => one.description)].every((text) => plain(text) === text);
  if (isPlain) return stateRulesOf(texts, states, nouns);
  const { quotes, ...rules } = stateRulesOf(
    {
      ...texts,
      description: plain(description),
      ...(whole === undefined ? {} : { whole: plain(whole) }),
      responses: responses.map((one) => ({ ...one, description: plain(one.description) })),
    },
    states,
    nouns,
  );
  // What is quoted stands in the document.
  const said = [whole ?? description, ...responses.map((one) => one.description)].flatMap(sentencesIn);
  return { ...rules, quotes: quotes.map((quote) => said.find((text) => plain(text).includes(quote.replace(/[.;]$/, ''))) ?? quote) };
}

/** A text with the states in place of a participle that means them: `a closed claim` as `a settled or rejected claim`. */
function withDoneStates(text: string, done: DoneStates): string {
  if (done.size === 0) return text;
  return text.replace(/\b\p{L}+(?:ed|en|own|ut)\b/giu, (word) => {
    const states = done.get(stemOf(word));
    return states === undefined ? word : states.join(' or ');
  });
}
