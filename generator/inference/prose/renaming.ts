// Understands whether the identifier of something that was deleted may be given to something new, as sentences say it.
import type { Said } from './refusing.ts';
import { names } from './words.ts';

/** Whether the identifier of what was deleted stays taken, or is free. */
export type Renaming = 'taken' | 'free';

const IDENTIFIER = /\b(?:ids?|identifiers?)\b/i;
const DELETED = /\b(?:deleted|removed|deletion)\b/i;
/** A time after which, or a condition under which, it is otherwise. */
const NARROW = /\b(?:unless|except|until|after \d|within|days?|may(?! not\b| never\b)|might|if|restored?|undelete\w*)\b/i;
const AGAIN =
  /\b(?:given|used|assigned|issued|taken|chosen|registered|created|handed out)\s+(?:out\s+)?(?:again|twice|a second time|anew)\b|\bre-?used\b|\bre-?assigned\b|\bre-?issued\b/i;
const NEVER = /\b(?:never|not|cannot|no longer)\b|\bcan['’]t\b/i;
const FREE = /\b(?:is|are|becomes?|gets?)\s+(?:then\s+)?(?:free|available|unused)\b|\bfrees?\b/i;

/** The words of a document for an identifier. */
export interface Named {
  /** What things of this kind are called: `festivals`. */
  readonly kind: string;
  /** The parameter or the member that has the identifier: `festivalId`. */
  readonly place: string;
}

/** What a sentence says of the identifiers of things that were deleted; nothing where it speaks of other things, or has a condition. */
export function renamingIn({ text, refusal }: Said, { kind, place }: Named): Renaming | undefined {
  const isNamed = names(text, place) || (IDENTIFIER.test(text) && names(text, kind));
  if (NARROW.test(text)) return undefined;
  if (AGAIN.test(text) && (isNamed || (IDENTIFIER.test(text) && /id$/i.test(place)))) {
    if (NEVER.test(text)) return 'taken';
    return DELETED.test(text) && isNamed && refusal === undefined ? 'free' : undefined;
  }
  if (!DELETED.test(text) || !isNamed) return undefined;
  if (refusal !== undefined) return /^4(?:00|09|10|22|XX)$/.test(refusal) ? 'taken' : undefined;
  return FREE.test(text) && !NEVER.test(text) ? 'free' : undefined;
}
