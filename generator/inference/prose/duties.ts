// The duty that a sentence lays on a service. Each is a few plain patterns: a sentence of another form says nothing.

/** What a sentence asks for: see `PATTERNS`. */
export type Duty = 'only' | 'refused' | 'never';

const PATTERNS: Readonly<Record<Duty, RegExp>> = {
  only: /\bonly\b|\bmust (?:still )?be\b|\bunless\b/i,
  refused:
    /\b4\d\d\b|\b(?:refus|reject)(?:es|ed|s)?\b|\bconflicts?\b|\bfails?\b|\bcannot\b|\bcan['’]t\b|\bcan not\b|\bmay not\b|\bmust not\b|\bnot (?:allowed|possible|permitted)\b|\bforbidden\b/i,
  never: /\bnever\b|\bimmutable\b|\bcannot be changed\b|\bread[- ]only\b|\bdoes not change\b|\bnot changed\b/i,
};

const NAMES = Object.keys(PATTERNS).filter((name): name is Duty => Object.hasOwn(PATTERNS, name));

/** The duties that a sentence names. */
export function dutiesIn(text: string): ReadonlySet<Duty> {
  return new Set(NAMES.filter((duty) => PATTERNS[duty].test(text)));
}
