// The duty that a sentence lays on a service. Each is a few plain patterns: a sentence of another form says nothing.

/** What a sentence asks for: see `PATTERNS`. */
export type Duty = 'only' | 'refused' | 'unique' | 'kept' | 'reset' | 'default' | 'once' | 'ignored' | 'never';

const PATTERNS: Readonly<Record<Duty, RegExp>> = {
  only: /\bonly\b|\bmust (?:still )?be\b|\bunless\b/i,
  refused:
    /\b4\d\d\b|\b(?:refus|reject)(?:es|ed|s)?\b|\bconflicts?\b|\bfails?\b|\bcannot\b|\bcan['’]t\b|\bcan not\b|\bmay not\b|\bmust not\b|\bnot (?:allowed|possible|permitted)\b|\bforbidden\b/i,
  unique: /\bunique\b|\balready (?:taken|used|in use|exists?)\b|\b(?:no|never) two\b|\btaken\b|\bduplicates?\b/i,
  kept: /\b(?:kept|keeps?|stays?|stay as (?:it|they) (?:is|are)|remains?|unchanged|untouched|retain(?:s|ed)?|preserved?)\b|\bas (?:it was|they were|before)\b/i,
  reset: /\b(?:resets?|cleared|clears|emptied|set back|taken away|back to|removed|gone|dropped|null again)\b/i,
  default: /\bdefaults? (?:to|is|are|of)\b|\bby default\b|\bhave their defaults?\b|\bits default\b/i,
  once: /\bonce\b|\bat most one\b|\btwice\b|\ba second time\b/i,
  ignored: /\bignor(?:es|ed)\b|\bno effect\b/i,
  never: /\bnever\b|\bimmutable\b|\bcannot be changed\b|\bread[- ]only\b|\bdoes not change\b|\bnot changed\b/i,
};

const NAMES = Object.keys(PATTERNS).filter((name): name is Duty => Object.hasOwn(PATTERNS, name));

/** The duties that a sentence names. */
export function dutiesIn(text: string): ReadonlySet<Duty> {
  return new Set(NAMES.filter((duty) => PATTERNS[duty].test(text) && (duty !== 'unique' || !isOfRepeats(text))));
}

/** Whether a text is about a value by which a service tells a repeated request: it is unique for each request, and not for each thing. */
export function isOfRepeats(text: string): boolean {
  return /\bidempoten|\bretr(?:y|ies|ied|ying)\b|\bsame request\b|\bde-?duplicat/i.test(text);
}
