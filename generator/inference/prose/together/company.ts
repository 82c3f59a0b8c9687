// Reads that an operation on a thing depends on the state of another one that goes with it: `Refused while a repair of it is open`, `Not possible as
// long as it is in an order that is paid or sent`. Whether the states that a sentence names are those in which it is refused, or those in which alone
// it is possible, is left open: the operation is tried in both.
import { isNoRule } from '../grammar/plain.ts';
import { frozenIn } from '../members/frozen.ts';
import { sentencesIn } from '../sentences.ts';
import { formsOf, namesIn, phraseOf, singular, wordsOf } from '../words.ts';

interface Company {
  /** The states that the sentence names; some, and not all. */
  readonly states: readonly string[];
  readonly quote: string;
}

interface CompanyWords {
  /** The words for the other thing, and its states. */
  readonly nouns: readonly string[];
  readonly states: readonly string[];
  /** The words for the thing itself, and the members of the other one that name it. */
  readonly own: readonly string[];
  /** Whether the operation makes another thing of the other kind, which the text may call a new one. */
  readonly isMaking: boolean;
  /** Whether the operation is a change of any member, so that another verb speaks of one value of it: `cannot be retired`. */
  readonly isChange: boolean;
  /** The members that a change takes: what a sentence says of one of them lets the others be changed. */
  readonly members?: readonly string[];
}

const REFUSING =
  /\b4\d\d\b|\brefus|\breject|\bconflict|\bcannot\b|\bcan['’]t\b|\b(?:may|must|can|could) (?:not|only)\b|\bmust\b|\bnot (?:allowed|possible|permitted|accepted)\b|\bforbidden\b|\bfails?\b|\bnothing may\b|\bonly (?:if|when|while|as long as|once|after)\b/i;
/** Words by which more than the state decides. */
const OTHERWISE =
  /\b(?:unless|except|until|but|without|more|less|fewer|than|forced?|if it|same|both|either|may also|days?|hours?|months?)\b/i;
const DENIED = '\\b(?:can(?:not| not| only| be)?|may(?: not| only)?|must(?: not| only)?)(?: be)?';
/** What is done to the thing, in whatever word: that is the operation itself. */
const DONE = new RegExp(`${DENIED} \\p{L}+(?:ed|en|nt|ld|t)\\b`, 'iu');
/** What a change of any member does. */
const CHANGED = new RegExp(`${DENIED} (?:chang|updat|edit|modifi|replac|amend|alter|rewrit)(?:ed|ten)\\b`, 'iu');
/** Words by which no further condition is set. */
const LIGHT = new Set(
  (
    'a an the this that these those which who whose it its they their there is are was were be been being has have had in of on at to for with from by as ' +
    'long while when if once where only not no nor neither or and any some one ones another other others all each every still yet already currently now ' +
    'new refused rejected conflict answer answered gives given get gets can could cannot may must possible allowed permitted status state long also too so then both belong belongs name names named refer refers stand stands item items'
  ).split(' '),
);

/** How a text about a new thing calls one that is there: `as long as its last one is not paid`. */
const OF_SAME = /\banother\b|\b(?:its|their|the)\s+(?:last|previous|present|current|first|other|earlier)\s+one\b/i;

/** What the texts of an operation say of another thing that goes with its own. */
export function companyIn(text: string, words: CompanyWords): readonly Company[] {
  const one = `[\`'"]?(?:${[...words.states]
    .sort((a, b) => b.length - a.length)
    .map(formsOf)
    .join('|')})[\`'"]?`;
  const list = new RegExp(
    `${one}(?:(?:\\s*,\\s*(?:or\\s+|and\\s+|nor\\s+)?|\\s+(?:or|and|nor)\\s+)(?:(?:is|are|still|been)\\s+)*${one})*`,
    'gi',
  );
  const noun = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${words.nouns.map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`, 'iu');
  let heading = '';
  return sentencesIn(text).flatMap((quote, index, all): readonly Company[] => {
    const isItem = /^[-*•]\s+/.test(quote);
    if (!isItem) heading = quote;
    const after = all[index + 1] ?? '';
    const isRefusing =
      REFUSING.test(quote) || (isItem && REFUSING.test(heading)) || /^(?:otherwise|that is|this is)\b.*\b4\d\d\b/i.test(after);
    if (!isRefusing || isNoRule(quote) || !noun.test(quote) || isOfMember(quote, words)) return [];
    const marks: (readonly string[])[] = [];
    const marked = quote.replace(list, (found) => {
      marks.push(namesIn(found, words.states));
      return ` ⟦${marks.length - 1}⟧ `;
    });
    return marked.split(/[,;:()]|\s+(?:nor|or|and)\s+/i).flatMap((part): readonly Company[] => {
      const [mark, ...more] = [...part.matchAll(/⟦(\d+)⟧/g)].map(([, number]) => Number(number));
      const states = mark === undefined ? [] : (marks[mark] ?? []);
      const isNamed = noun.test(part) || (words.isMaking && OF_SAME.test(part));
      if (more.length > 0 || !isNamed || states.length === 0 || states.length === words.states.length || OTHERWISE.test(part)) return [];
      return isLight(part.replace(noun, ' ').replace(OF_SAME, ' '), words) ? [{ states, quote }] : [];
    });
  });
}

function isOfMember(quote: string, { members = [], nouns, own, states, isChange }: CompanyWords): boolean {
  const parts = nouns.slice(0, 1);
  const partStates = new Map(parts.map((name) => [name, states]));
  return isChange && frozenIn(quote, { members, states: [], nouns: own, parts, partStates }) !== undefined;
}

/** Whether nothing is said beside the things and the state: a further condition may decide. */
function isLight(part: string, { own, isChange }: CompanyWords): boolean {
  const known = new Set(own.flatMap((name) => [name, singular(name)]).flatMap(wordsOf));
  // `while it hangs in a fair`: one verb says how the two go together.
  const plain = part
    .replace(/⟦\d+⟧/g, ' ')
    .replace(isChange ? CHANGED : DONE, ' ')
    .replace(/\bit\s+\p{L}+s\s+(?=(?:in|on|at|to|of|with)\b)/iu, 'it ');
  return wordsOf(plain.replace(/^\s*[-*•]\s+/, '')).every((word) => LIGHT.has(word) || known.has(word) || /^4\d\d$/.test(word));
}
