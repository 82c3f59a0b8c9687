// Reads what an operation does to other things than its own: `its paid orders are refunded`, `makes its order checkedIn`,
// `their places can be sold again`.
import { partsOf } from './clauses/statements.ts';
import { sentencesIn } from './sentences.ts';
import { escaped, formsOf, namesIn, phraseOf, statesInVerbs, stemOf, wordsOf } from './words.ts';

/** Things of another kind, and the states that they may have. */
export interface OtherKind {
  /** The name of their collection: `ticketTypes`. */
  readonly name: string;
  readonly states: readonly string[];
}

/** What becomes of all things of another kind that belong to the thing. */
export interface Elsewhere {
  readonly name: string;
  /** The state that they come into. */
  readonly to: string;
  /** Whether the sentence speaks of a thing with this state before the operation. */
  readonly isMeant: (state: string) => boolean;
  /** States of which it is said by name, so that one thing of each is worth having. */
  readonly from: readonly string[];
  readonly quote: string;
}

/** Words that make an effect one that does not always come. */
const CONDITION =
  /\b(?:if|when|whenever|as soon as|unless|until|while|once|after|before|provided|must|should|only|may|might|can(?!\s+be\s+(?:sold|used|booked|taken|reserved|given|ordered))|could|without|except|but|otherwise|either|some|most|optionally|usually|eventually)\b/i;

const DETERMINERS = '(?:(?:all|each|every|any|both|the|its|their|those|these|this|that|whose|of)\\s+)+';
// `Is` alone may say how things are, and not what becomes of them: it needs a participle or a word of time.
const BECOME =
  '(?:(?:then|now|all|too|also)\\s+)*(?:becomes?|gets?\\s+the\\s+(?:state|status)|turns?(?:\\s+into)?|goes\\s+to|go\\s+to|changes?\\s+to|moves?\\s+to|returns?\\s+to|(?:is|are)(?=\\s+(?:(?:then|now|again|marked|set|moved|made)\\b|[`\'"]?\\w*(?:ed|en|wn|ld|id|nt|st)\\b)))(?:\\s+(?:then|now|again|marked|set|moved|back|made|as|to))*';
const END =
  '(?:\\s+(?:again|too|then|now|afterwards|(?:together |along )?with it|as well|all of them|at once|immediately|by this|from then on|right away))*(?=\\s*(?:$|[.,;:]|and\\b))';

/** What the same is done to: `Closes the shop and all of its counters`, `Withdraws it together with its offers`. */
const BESIDE = '(?:(?:it|(?:an?|the|this)\\s+[\\p{L}-]+)\\s*,?\\s+(?:and|with|along with|together with|as well as)\\s+)?';

/** Words that make a sentence one about what is so after an operation, so that `is` needs no participle. */
const AFTERWARDS = /\b(?:afterwards|from then on|thereafter)\b/i;

/** The value of a request for which alone a sentence tells what comes of it: `- **declined**: the application returns to interview`. */
export function valueSaidIn(quote: string, values: readonly string[]): string | undefined {
  const marks = '[\\s`\'"*_()]*';
  return values.find((value) =>
    new RegExp(`^\\s*[-*•]?\\s*(?:(?:with|for|on|if)\\s)?${marks}${escaped(value)}${marks}(?:[:,–—]|\\s-\\s|\\bthe\\b)`, 'iu').test(quote),
  );
}

/** The effects that a text has on things of other kinds. */
export function elsewhereIn(text: string, kinds: readonly OtherKind[]): readonly Elsewhere[] {
  return partsOf(text).flatMap(({ quote, text: part }, index, all) =>
    kinds.flatMap((kind) => {
      // `Lends a copy, which becomes lent`: the clause before has what this one is about.
      const said = withoutAsides(/^which\b/i.test(part) ? `${all[index - 1]?.text ?? ''}, ${part}` : part, kind);
      return CONDITION.test(said) ? [] : ofKind(said, kind).map((one) => ({ ...one, quote }));
    }),
  );
}

/**
 * The sentence without what compares it (`as if each of them had been cancelled`), and without exceptions that are about something else:
 * `except that there is no letter` leaves out none of the things, and `except that paid ones stay` does.
 */
function withoutAsides(text: string, { name, states }: OtherKind): string {
  const isOwn = (aside: string): boolean =>
    /\b(?:ones?|those|which|they|them|it|these|any|all|some|each)\b/i.test(aside) ||
    new RegExp(nounOf(name), 'iu').test(aside) ||
    namesIn(statesInVerbs(aside, states), states).length > 0;
  return text
    .replace(/,?\s*\b(?:just )?as (?:if|though)\b[^,.;]*/gi, '')
    .replace(/,\s*so that\b[^.;]*/gi, '')
    .replace(/,?\s*\b(?:except|but) that\b[^.;]*/gi, (aside) => (isOwn(aside) ? aside : ''));
}

function ofKind(quote: string, { name, states }: OtherKind): readonly Elsewhere[] {
  const text = statesInVerbs(quote, states);
  const known = states.filter((state) => state.length > 2);
  if (known.length === 0) return [];
  const state = `[\`'"]?(?:${known.map(exactly).join('|')})[\`'"]?`;
  const some = `${state}(?:(?:\\s*,\\s*(?:or\\s+|and\\s+)?|\\s+(?:or|and)\\s+)(?:is\\s+|are\\s+)?${state})*`;
  const own = `(?:(?<before>${some})\\s+)?${nounOf(name)}(?:['’]s\\s+\`?(?:status|state)\`?)?(?:\\s+(?:of|in|on|for)\\s+(?:the|this|that|an?|its)\\s+\\p{L}+)?(?:\\s+(?:that|which|who)\\s+(?:is|are)\\s+(?:still\\s+)?(?<not>not\\s+)?(?<after>${some}))?`;
  const things = DETERMINERS + own;
  // At the beginning, all of them are meant: `Orders of the call that are open are cancelled`.
  const all = `(?:(?:^|(?<=[:;]\\s))(?=[^.;]*\\b(?:are|become|get|turn|go)\\b)|${DETERMINERS})${own}`;
  const become = AFTERWARDS.test(text) ? `(?:is|are|${BECOME})` : BECOME;
  const forms = [
    `${all}\\s+${become}\\s+(?<to>${state})${END}`,
    // `The copy goes from available to lent`, `Lends a copy, which becomes lent`.
    `${all}\\s+(?:goes|go|moves?|changes?|passes|turns?)\\s+from\\s+${state}\\s+(?:in)?to\\s+(?<to>${state})${END}`,
    `(?:${DETERMINERS}|an?\\s+)${own},?\\s+(?:which|that|who)\\s+(?:then\\s+)?(?:becomes?|turns?(?:\\s+into)?|goes\\s+to|is\\s+then)\\s+(?<to>${state})${END}`,
    // One of them stands for all that have the state.
    `(?:^|\\band\\s+|,\\s+)an?\\s+(?=${state}\\s)${own}\\s+(?:turns?\\s+into|becomes?|gets?)\\s+(?<to>${state})${END}`,
    // What has such a state is one of these things, by whatever noun.
    `\\b(?:everybody|everyone|all|those)\\s+(?:that|which|who)\\s+(?:is|are)\\s+(?<before>${some})\\s+${BECOME}\\s+(?<to>${state})${END}`,
    `${things}\\s+(?<verb>\\p{L}+)${END}`,
    `\\b(?:makes?|turns?|sets?|marks?|moves?|puts?)\\s+${things}\\s+(?:(?:as|to|into|back to)\\s+)?(?<to>${state})${END}`,
    `(?<=^|[,;]\\s+|\\b(?:and|also|then|it)\\s+)(?<verb>\\p{L}+)\\s+${BESIDE}(?=(?:all|its|their|each|every)\\b)${things}${END}`,
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(new RegExp(form, 'giu'))].flatMap(({ groups = {} }) => meaning(quote, name, known, groups)),
  );
}

/** What a form has found; its verb must be that of a state: `expire` of `expired`. */
function meaning(
  quote: string,
  name: string,
  states: readonly string[],
  { before = '', after = '', not, to, verb }: Readonly<Record<string, string | undefined>>,
): readonly Elsewhere[] {
  const said = to === undefined ? states.find((state) => stemOf(state) === stemOf(verb ?? '')) : namesIn(to, states)[0];
  if (said === undefined) return [];
  const named = namesIn(`${before} ${after}`, states);
  const isDenied = not !== undefined;
  const isMeant = (state: string): boolean => (named.length === 0 ? state !== said : named.includes(state) !== isDenied);
  return [{ name, to: said, isMeant, from: isDenied ? [] : named, quote }];
}

/** The words for things of a kind: all words of its name, or the last one. */
function nounOf(name: string): string {
  const last = wordsOf(name).at(-1) ?? name;
  return `(?:${[...new Set([name, last])].map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`;
}

function exactly(name: string): string {
  return formsOf(name).replace(/s\?\\b$/, '\\b');
}

const PLACES =
  '(?:places?|seats?|spots?|spaces?|slots?|stock|quantit(?:y|ies)|units?|tickets?|items?|goods|points?|credits?|capacity|inventory|rooms?|copies|beds?|amounts?|uses|shares?|licen[cs]es?|days|hours|nights|visits|lessons)';
const BACK_AGAIN =
  '(?:given back|freed|released|returned|restored|put back|refunded|reimbursed|credited|added back|booked back|handed back)';
const FREE = `(?:can be (?:sold|used|booked|taken|reserved|given|ordered)|(?:is|are|gets?) (?:${BACK_AGAIN}|free|available)|becomes? (?:free|available)|returns?|(?:goes|go|comes?|flows?) back)`;
const ALL = '(?:its|their|the|all|any|every|each|both|his|her)';
/** What a thing has taken, with what a sentence says of it: `the credits that the booking took`, `its days of leave`, `the places it holds`. */
const TAKEN = `${ALL}\\s+(?:\\w+\\s+)?${PLACES}(?:\\s+(?:(?:that|which)\\s+|(?=(?:it|they|the|an?)\\b))[^.;,]{3,50}?|\\s+(?:of|from|for)\\s+(?:(?:the|an?|its)\\s+)?\\w+)?`;

/** Where what was taken comes from, and goes back to. */
const STORE = '(?:stock|inventory|availability|pool|shelf|shelves|balance|budget|allowance|quota|warehouse)';
const INTO_STORE = `(?:in|on)?to\\s+(?:the\\s+|its\\s+|their\\s+)?${STORE}\\b`;

/** The sentence that says that an operation gives back what the thing has taken of others. */
export function givenBackIn(text: string): string | undefined {
  const forms = [
    new RegExp(`\\b${TAKEN}\\s+(?:all\\s+|then\\s+|also\\s+)*${FREE}\\b`, 'i'),
    new RegExp(
      `(?:^|\\band\\s+|,\\s*)(?:frees|releases|restores|returns|refunds|credits|reinstates|gives back|puts back)\\s+${ALL}\\s+(?:\\w+\\s+)?${PLACES}\\b`,
      'i',
    ),
    new RegExp(
      `\\b(?:gives?|puts?|adds?|gets?|receives?|books?|hands?|credits?)\\s+(?:(?:the|its|an?|each)\\s+\\w+\\s+)?${ALL}\\s+(?:\\w+\\s+)?${PLACES}(?:\\s+[^.;,]{0,40}?)?\\s+back\\b`,
      'i',
    ),
    new RegExp(
      `\\b(?:(?:goes|go|comes|come|flows?)\\s+back|(?:is|are)\\s+(?:put|booked|added|given|moved|credited|returned|released)(?:\\s+back)?|returns?)\\s+${INTO_STORE}`,
      'i',
    ),
    new RegExp(
      `(?:^|\\band\\s+|,\\s*)(?:puts|books|adds|gives|returns|releases|credits)\\s+(?:what|all|everything|whatever|the|its|them|it)\\b[^.;,]{0,40}\\s${INTO_STORE}`,
      'i',
    ),
    // `Seats and luggage space are free again`: without a word such as `again`, it may say how things are.
    new RegExp(
      `^(?:\\p{L}+\\s+){0,2}?${PLACES}(?:\\s+and\\s+(?:\\p{L}+\\s+){1,2}|\\s+)(?:is|are|become|becomes|get|gets)\\s+(?:then\\s+|all\\s+|thereby\\s+)*(?:(?:free|available)\\s+(?:again|for others)|${BACK_AGAIN})\\b`,
      'iu',
    ),
    /\brestocks\b/i,
  ];
  return sentencesIn(text).find((sentence) => {
    // `As soon as this is done` says when, and no condition.
    const one = sentence
      .replace(/^(?:as soon as|once|after|when)\s+(?:this|that|it)\s+(?:is|has been|was)\s+(?:done|so|made|confirmed)\s*,?\s+/i, '')
      .replace(/\b(?:all )?at once\b/gi, '');
    return !CONDITION.test(one) && !/\b(?:not|never|no|only|partly|some)\b/i.test(one) && forms.some((form) => form.test(one));
  });
}
