// Reads the state that new things of one kind have: `Vacation is requested first`, `Card payments are settled at once`.
import { isNoRule } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import { formsOf, names, namesIn } from '../words.ts';
import type { Born } from './born.ts';

interface BornKind extends Born {
  /** The value of a member that says the kind. */
  readonly value: string;
}

const OTHERWISE =
  /\b(?:unless|except|if|when|while|until|usually|by default|may|can|could|should|otherwise|not|never|no|other|others|else)\b/i;
const AT_ONCE =
  '(?:first|at first|at once|immediately|right away|straight ?away|instantly|initially|from the (?:start|beginning|outset)|to begin with|on creation|as soon as it is made)';

/** The states that sentences give new things by the value of one of their members. */
export function bornKindsIn(description: string, states: readonly string[], values: readonly string[]): readonly BornKind[] {
  if (states.length === 0 || values.length === 0) return [];
  const state = `(?<state>[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?)`;
  const forms = [
    `^(?<subject>[^.;:]+?)\\s+(?:is|are|become|becomes)\\s+${state}\\s+${AT_ONCE}\\b`,
    `^(?<subject>[^.;:]+?)\\s+(?:is|are)\\s+${AT_ONCE}\\s+${state}(?=\\s*(?:$|[.,;]))`,
    `^(?<subject>[^.;:]+?)\\s+(?:starts?|begins?)(?:\\s+(?:out|off|life))?\\s+(?:as|in|with)\\s+(?:an?\\s+|the\\s+)?(?:state\\s+|status\\s+)?${state}`,
    `^(?<subject>[^.;:]+?)\\s+(?:is|are)\\s+(?:created|made|opened|registered|entered|recorded)\\s+(?:as|in)\\s+(?:an?\\s+|the\\s+)?(?:state\\s+|status\\s+)?${state}`,
  ].map((form) => new RegExp(form, 'iu'));
  return sentencesIn(description).flatMap((quote): readonly BornKind[] => {
    if (OTHERWISE.test(quote) || isNoRule(quote)) return [];
    const groups = forms.map((form) => form.exec(quote)?.groups).find((found) => found !== undefined);
    const [said] = namesIn(groups?.state ?? '', states);
    const named = values.filter((value) => names(groups?.subject ?? '', value));
    return said === undefined ? [] : named.map((value) => ({ value, state: said, quote }));
  });
}
