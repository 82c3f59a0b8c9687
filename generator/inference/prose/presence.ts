// Reads from the text of a member in which states a thing has it: `Only a reserved order has it`, `Left out until the order is paid`.
import { namesIn } from './words.ts';

/** `only`: the states in which it may be there. `until`: the states before which a new thing does not have it. */
export interface Presence {
  readonly kind: 'only' | 'until';
  readonly states: ReadonlySet<string>;
}

const ONLY =
  /^(?:(?:it|this) is\s+)?(?:(?:present|set|there|shown|given|filled|returned|included|available)\s+)?only\b[^.;]*\b(?:has|have|is|are|present|set|there|shown|given|filled|returned|included|available|in|for)\b/i;
const UNTIL = /\b(?:left out|absent|null|missing|empty|omitted|not (?:set|there|present|shown))\s+(?:until|unless|before)\b/i;

/** Words of a further condition, or of something that callers may do. */
const OTHERWISE = /\b(?:and|unless the caller|except|can|could|may|might|must|admin\w*|callers?|usually|also|once|was|were|or null)\b/i;

export function presenceIn(text: string, states: readonly string[]): Presence | undefined {
  const found = namesIn(text, states);
  if (found.length === 0 || OTHERWISE.test(text)) return undefined;
  if (UNTIL.test(text)) return { kind: 'until', states: new Set(found) };
  return ONLY.test(text) && !/\b(?:not|no|never|n['’]t)\b/i.test(text) ? { kind: 'only', states: new Set(found) } : undefined;
}
