// Reads whether the words of a document give equal items of a sorted list an order of their own, which is the same whichever way the list is sorted.
import { sentencesIn } from '../prose/index.ts';
import type { ListFacts } from './facts.ts';

/** Words for items of which neither comes before the other one by what they are sorted by. */
const EQUAL =
  /\b(?:equal|equals|ties?|tied|tie-?breaker|alike)\b|\b(?:share|have|has|with) (?:the|one and the) same\b|\bwithin (?:one|the same)\b|\bthe same [\w -]{2,30}\b(?:come|comes|go|goes|follow|follows|are (?:then )?(?:sorted|ordered|listed)|keep)\b/i;

/** Words for an order that does not depend on what the list is sorted by. */
const OWN_ORDER =
  /\b(?:oldest|newest|older|newer|earliest|latest|earlier|later) (?:\w+ )?(?:comes? )?first\b|\b(?:older|newer|earlier|later) (?:ones?|\w+)? ?(?:precedes?|before)\b|\b(?:creation|insertion)\b|\b(?:created|made|added|registered|entered|placed)\b|\b(?:by|of) (?:their |its |the )?(?:ascending |rising )(?:ids?|identifiers?|numbers?|codes?|keys?)\b|\bin that order\b|\b(?:lowest|smallest|highest|greatest) (?:\w+ )?first\b(?=.*\b(?:both|either|whichever|whatever|regardless)\b)/i;

/** The words of a sentence before those that speak of equal items alone: `the latest first, those of the same day by name`. */
export function beforeEqualItems(sentence: string): string {
  const at = EQUAL.exec(sentence)?.index;
  if (at === undefined) return sentence;
  const start = Math.max(...[',', ';', ':', ' and ', ' – ', ' ('].map((mark) => sentence.lastIndexOf(mark, at)));
  return start < 0 ? '' : sentence.slice(0, start);
}

/** What is said of an order at all. */
const ORDERED = /\b(?:order\w*|sort\w*|comes?|goes?|follow\w*|broken|breaks?|first|precedes?|listed|appears?)\b/i;

/** The order of equal items is turned round too. What goes `by id` may be as well: it says nothing of the way. */
const TURNED = /\brevers\w*|\bopposite\b|\bdirection\b|\bturned?\b|\bdescending\b/i;

/** The sentence by which equal items have an order of their own. */
export function orderOfEqualItems({ operation, general, roles }: ListFacts): string | undefined {
  const own = [operation.description, roles.sort?.description].flatMap((text) => sentencesIn(text ?? ''));
  return [...own, ...general].find(
    (sentence) => EQUAL.test(sentence) && OWN_ORDER.test(sentence) && ORDERED.test(sentence) && !TURNED.test(sentence),
  );
}
