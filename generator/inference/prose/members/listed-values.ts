// Reads which values a member may have, where its text lists them: `Must be one of: sms, none`, `Either `en` or `de``, `Possible values are open and
// closed`.
import { isNoRule, plainOf } from '../grammar/plain.ts';

/** Words by which the list is no whole one, or the values mean something else. */
const OTHERWISE =
  /\b(?:such as|e\.g|for example|for instance|etc|includ\w+|like|at least one|any other|others?|custom|if|when|unless|except|depend\w*|response|returned|returns|multiple|comma\w*|combination|and\/or|same|case|see|not)\b|\.\.\.|…/i;

const MARKED = '[`\'"][^`\'"\\s]+[`\'"]';
const TOKEN = '[\\p{L}\\p{N}][\\p{L}\\p{N}_.-]*';
const OPENINGS: readonly string[] = [
  '(?:^|.*?[,:] )(?:it )?(?:must be |has to be |is |can be |may be )?(?:exactly |either )?one of(?: the following)?(?: values)?:?',
  '(?:^|.*?[,:] )(?:it )?(?:must|can|may|can only) be (?:either |only )?',
  '(?:^|.*?[,:] )either(?: of)?',
  '(?:the )?(?:possible|allowed|valid|accepted|permitted|supported|available) (?:values|options)(?: for it)?(?: are|:| are:)',
  'only',
];
const REST = '(?: (?:are|is) (?:allowed|accepted|permitted|valid|possible|supported))?$';

/** At least two texts; none where the text lists no values. */
export function valuesIn(said: string): readonly string[] {
  // A remark on a value is none.
  const text = plainOf(said.replace(/\s*\([^()]*\)/g, '').replace(/\s*\|\s*/g, ', '));
  if (isNoRule(said) || OTHERWISE.test(text)) return [];
  for (const opening of OPENINGS) {
    const [, list = ''] = new RegExp(`^(?:${opening})\\s*(${listOf(MARKED)})${REST}`, 'iu').exec(text) ?? [];
    const found = valuesOf(list);
    if (found.length > 1) return found;
  }
  // Words without marks count where nothing else can be meant.
  const [, plain = ''] =
    new RegExp(
      `^(?:.*?[,:] )?(?:it )?(?:must be |is )?(?:one of(?: the following)?|(?:possible|allowed|valid|accepted) values)(?: are)?:? (${listOf(TOKEN)})$`,
      'iu',
    ).exec(text) ?? [];
  return valuesOf(plain).length > 1 && !/\b(?:the|an?|of|your|these|those|our)\b/i.test(plain) ? valuesOf(plain) : [];
}

function listOf(item: string): string {
  return `${item}(?:(?:,? (?:or|and) |, ?|/)${item})+`;
}

/** Behind commas, a slash is a part of a value: `orders/create, orders/update`. */
function valuesOf(list: string): readonly string[] {
  return list
    .split(list.includes(',') ? /,? (?:or|and) |, ?/ : / (?:or|and) |\//)
    .map((one) => one.replace(/^[`'"]|[`'"]$/g, ''))
    .filter((one) => one !== '');
}
