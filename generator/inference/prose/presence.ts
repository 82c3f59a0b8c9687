// Reads from the text of a member in which states a thing has it: `Only a reserved order has it`, `Left out until the order is paid`.
import { isNoRule, plainOf } from './grammar/plain.ts';
import { namesIn } from './words.ts';

/** `only`: the states in which it may be there. `until`: the states before which a new thing does not have it. */
export interface Presence {
  readonly kind: 'only' | 'until';
  readonly states: ReadonlySet<string>;
}

const ONLY =
  /^(?:(?:it|this) is\s+)?(?:(?:present|set|there|shown|given|filled|returned|included|available)\s+)?only\b[^.;]*\b(?:has|have|is|are|present|set|there|shown|given|filled|returned|included|available|in|on|for)\b/i;
/** `Null unless the order is paid`, `Null if it is not paid`, `Null for orders that are not paid`. */
const NOT_ELSE =
  /^(?:it is |is |always )*(?:left out|missing|null|absent|empty|omitted|not (?:set|there|present|shown))\s+(?:unless\b|(?:if|when|for)\b[^.;]*\b(?:is|are|was|were) not\b)/i;
/** `Null while the order is a draft`, `Missing for drafts`. */
const NOT_IN =
  /^(?:it is |is |always )*(?:left out|missing|null|absent|empty|omitted|not (?:set|there|present|shown))\s+(?:while|when|if|for|in|as)\b/i;
const UNTIL =
  /\b(?:left out|absent|null|missing|empty|omitted|not (?:set|there|present|shown|given))\s+(?:until|before|while\b[^.;]*\b(?:is|are) not)\b/i;

/** Words of a further condition, or of something that callers may do. */
const OTHERWISE =
  /\b(?:and|unless the caller|except|can|could|may|might|must|admin\w*|callers?|accounts?|plans?|required|used|considered|needed|read|editable|valid|applicable|supported|allowed|accepted|resources?|param\w*|with|otherwise|usually|also|was|were|or null|if the (?:shop|user|client|owner)|wants?)\b/i;

export function presenceIn(said: string, states: readonly string[]): Presence | undefined {
  const text = plainOf(said)
    .replace(/[`'"]null[`'"]/g, 'null')
    .replace(/^it is (?=only\b)/i, '');
  const found = isNoRule(said) ? [] : namesIn(text, states);
  if (found.length === 0 || OTHERWISE.test(text)) return undefined;
  if (UNTIL.test(text)) return { kind: 'until', states: new Set(found) };
  if (NOT_ELSE.test(text)) return { kind: 'only', states: new Set(found) };
  if (NOT_IN.test(text) && !/\b(?:not|no|never|n['’]t|only)\b/i.test(text.replace(NOT_IN, '')))
    return { kind: 'only', states: new Set(states.filter((state) => !found.includes(state))) };
  return ONLY.test(text) && !/\b(?:not|no|never|n['’]t)\b/i.test(text) ? { kind: 'only', states: new Set(found) } : undefined;
}
