// Reads that two things may not have a time in common: `It overlaps another stay`, `The time is taken`, `A room has one booking at a time`.
import { names, namesIn } from './words.ts';

const TIMES = '(?:times?|slots?|periods?|dates?|days?|hours?|spans?|intervals?|ranges?)';
const BUSY = '(?:taken|occupied|booked|reserved|rented|blocked|busy|unavailable|not (?:free|available))';
const EVENTS =
  '(?:bookings?|reservations?|appointments?|events?|meetings?|slots?|stays?|rentals?|sessions?|shifts?|visits?|loans?|hires?|lessons?|classes|class|jobs?|trips?|leases?|ones?)';
const APART = new RegExp(
  [
    '\\boverlap',
    `\\b(?:the|that|this|its|their)\\s+${TIMES}\\s+(?:is|are|was|were)\\s+(?:already\\s+|no longer\\s+)?${BUSY}`,
    `\\b(?:is|are)\\s+(?:already\\s+)?${BUSY}\\s+(?:at|for|in|during|over|then|on)\\s+(?:the|that|this|those|these|its)\\s+(?:same\\s+)?${TIMES}`,
    '\\bdouble[- ]book|\\bbooked twice\\b',
    `\\b(?:conflicts?|clashes|clash|collides?)\\s+with\\s+(?:another|an existing|an other|other)\\s+${EVENTS}`,
    '\\b(?:one|a single)\\s+\\p{L}+\\s+at (?:a|the same|any one) time\\b',
    `\\b(?:has|have|shares?|includes?|contains?|covers?)\\b[^.;]*\\b${TIMES}\\b[^.;,]*\\b(?:of|with|in common with)\\s+(?:another|an existing|an other|other)\\s+${EVENTS}`,
    `\\bin common with\\s+(?:another|an existing|other)\\s+${EVENTS}`,
    // Without a noun, the other one is of the kind that the sentence is about: `one that shares a day with another is refused`.
    `\\b(?:shares?|has|have)\\s+(?:an?|any|the same|some)\\s+(?:day|date|night|hour|time)\\b(?:\\s+in common)?\\s+with\\s+(?:another|an existing)(?:\\s+one)?(?=\\s*(?:$|[.,;:)(]|(?:is|are|gives?|leads?)\\b))`,
    `\\bno two\\s[^.;]*?\\b(?:share|have)\\s+(?:an?|any|the same)\\s+(?:day|date|night|hour)\\b`,
    `\\b(?:cannot|can['’]t|never|(?:may|must|do|does|should)\\s+not)\\s+share\\s+(?:an?|any|one|the same)\\s+(?:day|date|night|hour)\\b`,
    // What the things use is free for each of them: `The hall has to be free for all of that time`.
    `\\b(?:(?:has|have|needs?)\\s+to|must)\\s+be\\s+(?:free|available|vacant|unoccupied|unbooked)\\b[^.;,]*\\b(?:${TIMES}|then|throughout)\\b`,
    `\\b(?:is|are)\\s+(?:already\\s+)?${BUSY}\\s+(?:then|at that moment|meanwhile)\\b`,
    // Two things are not in one place at once: `No two lessons of a class at the same time`, `A tutor cannot give two lessons at once`.
    '\\bno two\\s[^.;]*\\bat (?:the same|any one|one|a) (?:time|moment|hour)\\b',
    `\\b(?:cannot|can['’]t|may not|must not|never|can only)\\s[^.;,]*\\b(?:two|several|another|one)\\b[^.;,]*\\b(?:at (?:the same|any one|one|a) time|at once)\\b`,
    `\\b(?:has|have)\\s+(?:already\\s+)?(?:something|anything|another\\s+\\p{L}+)(?:\\s+else)?\\s+(?:then|(?:at|in|during|for)\\s+(?:that|this|the same)\\s+${TIMES})\\b`,
    // `If another reservation is for the same table at the same time`.
    `\\b(?:another|an existing|an other)\\s+${EVENTS}\\b[^.;,]*\\b(?:at|in|during|for|on|over)\\s+(?:the same|that|this|these|those)\\s+${TIMES}\\b`,
    `\\bat the same time as\\s+(?:another|an existing|other)\\s+${EVENTS}`,
  ].join('|'),
  'iu',
);

/** Whether a sentence keeps things apart in time. */
export function isApart(text: string): boolean {
  return APART.test(text);
}

/** The parts of a sentence that refuse one thing each: `It is no longer booked, or the time is taken.` */
export function alternativesOf(text: string): readonly string[] {
  return text.split(/,\s+or\s+|;\s+/i);
}

/** Whether sentences say that one thing may come right when another one ends. */
export function mayTouch(texts: readonly string[]): boolean {
  const forms = [
    // Its start is the end of another one, in whatever words both are put together: `may begin at the very moment at which the one before it ends`.
    /\b(?:may|can)\s+(?:directly\s+|immediately\s+)?(?:start|begin|follow)\b(?!\s+(?:only|after|before|until))[^.;,]*\b(?:ends?|ended|finish(?:es|ed)?|is over)\b/i,
    /\bback[- ]to[- ]back\b/i,
    /\bhalf[- ]open\b/i,
    /\bend\w*\b[^.;]*\b(?:is|are)\s+(?:exclusive|not (?:included|part))/i,
    // The next one comes on the day of the last: `the next guests can arrive on the day on which the last ones leave`.
    /\b(?:the\s+)?(?:next|following|other|new)\b[^.;,]*\b(?:may|can)\s+(?:come|arrive|move in|start|begin|be picked up|be collected|check in)\b[^.;,]*\b(?:on|at)\s+(?:the|that|this)\s+(?:very\s+|same\s+)?(?:day|date|moment|time|hour)\b[^.;]*\b(?:leaves?|ends?|departs?|go|goes|returns?|checks? out|moves? out|finish(?:es)?)\b/i,
  ];
  return texts.some(
    (text) =>
      !/\b(?:not|never|cannot)\s+(?:start|begin|follow|be back)|\b(?:\d+|an?|one|half|some|few)\s+(?:\w+\s+)?(?:minutes?|hours?)\b|\bminutes\b/i.test(
        text,
      ) && forms.some((form) => form.test(text)),
  );
}

/** Whether sentences say that one thing may not begin on the last day of another one, since both days belong to it. */
export function areDaysWhole(texts: readonly string[]): boolean {
  const forms = [
    /\b(?:has|have|shares?|includes?|contains?|covers?)\s+(?:an?|any|the same|some)\s+(?:day|night|date)\b[^.;,]*\b(?:of|with|in common with)\s+(?:another|an existing|other)\b/i,
    /\b(?:a|any|one) (?:day|date) in common\b/i,
    /\bfirst\b[^.;]*\blast day\b[^.;]*\b(?:in it|included|inclusive)\b/i,
    /\b(?:both|the)?\s*(?:dates|days|ends) (?:are )?(?:both )?(?:included|inclusive)\b/i,
  ];
  // What two things may not share is a whole day, whether the sentence denies it or refuses it.
  const isShared = texts.some(
    (text) => isApart(text) && /\bshar(?:e|es|ing)\s+(?:an?|any|one|the same)\s+(?:day|date|night)\b/i.test(text),
  );
  if (isShared && !texts.some((text) => /\bexclusive\b|\b(?:is|are) not (?:included|part|counted)\b/i.test(text))) return true;
  return texts.some(
    (text) => !/\b(?:not|never|exclusive|except|may start|can start)\b/i.test(text) && forms.some((form) => form.test(text)),
  );
}

/** What a text says of the states in which things take their time: those that do, or those that free it. */
export function takingStates(
  texts: readonly string[],
  states: readonly string[],
): { readonly taking: readonly string[]; readonly freeing: readonly string[] } {
  const freeing = texts.filter((text) => FREES.test(text) || LEAVES.test(text));
  const taking = texts.filter((text) => isApart(text) && !freeing.includes(text) && !/\bnot\b|\bno longer\b/i.test(text));
  return {
    taking: [...new Set(taking.flatMap((text) => namesIn(text, states)))],
    freeing: [...new Set(freeing.flatMap((text) => freeingIn(text, states)))],
  };
}

const FREES = /\b(?:frees?|free again|releases?|gives? back)\b/i;
/** What a thing in such a state does not do, whatever it is to which it would do it: `cancelled ones do not take up the court`. */
const LEAVES = /\b(?:do|does) not (?:count|block|take|occupy|hold|use|keep|matter|stand in the way)\b|\bleaves?\b[^.;,]*\bfree\b/i;

/** The states that the clause names which says it, or else the sentence. */
function freeingIn(text: string, states: readonly string[]): readonly string[] {
  const clause = text.split(/[,;:]\s+/).find((one) => LEAVES.test(one) && namesIn(one, states).length > 0);
  if (clause !== undefined) return namesIn(clause, states);
  return /\b(?:time|slot|period|dates?|days?)\b/i.test(text) ? namesIn(text, states) : [];
}

const ONE_AT_A_TIME =
  /\b(?:has|have|takes?|hosts?|holds?)\s+(?:at most\s+|only\s+)?(?:one|a single)\s+\p{L}+\s+(?:at (?:a|the same|any one) time|(?:a|per|each) (?:day|night))\b/iu;
const BOOKED_ONCE = /\b(?:cannot|can['’]t|may not|must not|never)\s+be\s+(?:double[- ]booked|booked twice)\b/iu;

/** Whether a sentence says of a kind of things that each of them has one at a time: `A practitioner and a room have one appointment at a time`. */
export function hasOneAtATime(text: string, name: string): boolean {
  const found = ONE_AT_A_TIME.exec(text) ?? BOOKED_ONCE.exec(text);
  // Two things together may be meant.
  if (found === null || /\b(?:with|same(?! time)|per|together|pair)\b/i.test(text)) return false;
  const before = text.slice(0, found.index);
  return names(before, name) && !/\b(?:of the|no|not|in)\b/i.test(before);
}
