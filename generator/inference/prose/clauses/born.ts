// Reads the state that a new thing has: `A new order is a draft`, `Bookings start out as pending`.
import { formsOf, namesIn } from '../words.ts';
import { statementsIn } from './statements.ts';
import type { StateWords } from './states.ts';

export interface Born {
  readonly state: string;
  readonly quote: string;
}

/** Words by which it is so at times only. */
const OTHERWISE = /\b(?:unless|except|if|when|while|or|until|usually|by default|may|can|could|should|otherwise)\b/i;

/** The one state that the text of a create gives each new thing. */
export function bornIn(description: string, { states, nouns }: StateWords): Born | undefined {
  if (states.length === 0) return undefined;
  const noun = `(?:${nouns.join('|')})s?`;
  const state = `(?:an?\\s+)?(?:in\\s+(?:the\\s+)?)?(?:(?:state|status)\\s+)?(?<state>[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?)(?:\\s+(?:at first|first|to begin with|in the beginning|one|state|status))?$`;
  const forms = [
    `^(?:an?|each|every|the|all)?\\s*new(?:ly created)?\\s+(?:${noun}|ones?)\\s+(?:is|are|has the (?:state|status))\\s+(?:always\\s+)?${state}`,
    `^(?:(?:an?|each|every|the|all)?\\s*(?:new\\s+)?${noun}|it|they)\\s+(?:starts?|begins?)(?:\\s+(?:out|off|its life|life))?\\s+(?:as|in|with)\\s+(?:the\\s+)?${state}`,
    `^(?:(?:an?|each|every|the|all)?\\s*${noun}|it|they)\\s+(?:is|are)\\s+(?:created|made|opened|registered)\\s+(?:as|in|with)\\s+(?:the\\s+)?${state}`,
    // What a create says of its thing as a whole: `The order is `open`.`
    `^the\\s+${noun.replace('s?', '')}\\s+is\\s+${state}`,
  ].map((form) => new RegExp(form, 'iu'));
  const found = statementsIn(description).flatMap(({ quote, clauses }) =>
    clauses.flatMap(({ text }): readonly Born[] => {
      const said = OTHERWISE.test(text) ? undefined : forms.map((form) => form.exec(text)?.groups?.state).find((one) => one !== undefined);
      const [one] = namesIn(said ?? '', states);
      return one === undefined ? [] : [{ state: one, quote }];
    }),
  );
  return new Set(found.map((one) => one.state)).size === 1 ? found[0] : undefined;
}
