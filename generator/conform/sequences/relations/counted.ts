// Reads from the descriptions of a thing which of its numbers count what names it, or add up a number of these: `How many of its orders are open`,
// `The totals of its orders that are open, added up`.
import {
  names as isNamed,
  namesIn,
  PASSING,
  phraseOf,
  sentencesIn,
  statesCalled,
  type Totalled,
  totalledIn,
  wordsOf,
} from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { textsAround } from '../../../inference/stated/limits.ts';
import { numbersOf } from '../../../inference/stated/objects.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Service } from '../../../model/service.ts';
import { declaredMembers } from '../rules/seen.ts';

/** How many there may be is no count of those that there are. */
const CAPACITY = /\b(?:room|space|places?|capacity|at most|up to|can|may|must|allowed)\b/i;
/** `The number of the order` is a name. */
const COUNTING = /\b(?:how many|(?:number|count|amount) of(?! (?:the|an?|this|its) \p{L}*[^s\W]\b))\b/iu;
/** Numbers that do not fall. */
export const EVER =
  /(?:\b|_)(?:ever|so far|lifetime|all[- _]time|initial|original|maximum|minimum|limit|quota|allowed|in total since|deleted ones too|including deleted)\b/i;

/** A count of a thing, and what the document says of it. */
export interface Count {
  readonly name: string;
  readonly text: string;
  /** Whether what is deleted counts no longer, as the text says. */
  readonly isOfLiving: boolean;
  /** The states that count; absent where the text names none. */
  readonly states?: ReadonlySet<string>;
  /** What it adds up of each of them; absent where it counts them. */
  readonly total?: Totalled;
  /** Whether the text speaks of those that are `active`, or the like, which no state is called: what becomes of them says nothing then. */
  readonly isUnclear?: true;
  /** The states that surely do not count, where the text does not say which ones do: a cancelled order is not open. */
  readonly over?: ReadonlySet<string>;
}

export interface NamedStates {
  readonly name: string;
  readonly values: readonly string[];
}

export function stateMemberOf(read: Reader | undefined): NamedStates | undefined {
  if (read === undefined) return undefined;
  for (const [name, schemas] of declaredMembers(read)) {
    const values = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string'));
    if (values.length > 1 && /(?:status|state|phase|stage)$/i.test(name)) return { name, values: [...new Set(values)] };
  }
  return undefined;
}

/** `Contracts on the tariff that are not cancelled`, as the text of a number. */
function isOfAll(text: string, other: string, own: string): boolean {
  const form = `^(?:all |the )?${phraseOf(other)}s? (?:on|of|in|for|at|with|by|under|from) (?:the|this|its) ${phraseOf(own)}(?: (?:that|which|who) (?:is|are)\\b.*)?[.]?$`;
  return /^(?:\w+ )?\w+s\b/i.test(text) && new RegExp(form, 'iu').test(text);
}

/** `service`: whose texts may say which states a word such as `open` stands for. */
export function countsOf(resource: Resource, other: Resource, service?: Pick<Service, 'tags' | 'description'>): readonly Count[] {
  const { read } = resource;
  if (read === undefined) return [];
  const states = stateMemberOf(other.read)?.values ?? [];
  const around = service === undefined ? [] : textsAround(service, other.create);
  return [...declaredMembers(read)].flatMap(([name, schemas]): readonly Count[] => {
    const texts = schemas.flatMap((one) => possibleConjuncts([one])).flatMap(({ description = '' }) => sentencesIn(description));
    const isCounting = (one: string): boolean => COUNTING.test(one) || isOfAll(one, other.name, resource.name);
    const text = texts.find((one) => isCounting(one) && !CAPACITY.test(one) && isNamed(one, other.name) && !EVER.test(one));
    if (
      text === undefined ||
      isLoose(text, states) ||
      isOfSome(text, other.name, resource.name, states) ||
      !schemas.some((one) => possibleConjuncts([one]).some(({ type = [] }) => type.includes('integer')))
    )
      return [];
    const word = wordsOf(text).find((one) => PASSING.test(one) && !states.includes(one));
    const counted = countedStates(text, states) ?? (word === undefined ? undefined : statesMeant(around, word, states));
    const isUnclear = counted === undefined && word !== undefined;
    const isOfLiving = /\b(?:not|nor|never|un)\s*(?:been )?deleted\b|\bexcept (?:the )?deleted\b|\bwithout deleted\b/i.test(text);
    const over = word === 'open' && isUnclear ? states.filter((one) => OVER.test(one)) : [];
    return [
      {
        ...{ name, text, isOfLiving },
        ...(counted === undefined ? {} : { states: counted }),
        ...(isUnclear ? { isUnclear } : {}),
        ...(over.length === 0 ? {} : { over: new Set(over) }),
      },
    ];
  });
}

/** The states that a word stands for by other texts: `Parcels that are waiting or under way are called open`. */
function statesMeant(texts: readonly string[], word: string, states: readonly string[]): ReadonlySet<string> | undefined {
  const meant = statesCalled(texts, word, states);
  return meant === undefined ? undefined : new Set(meant);
}

/** Whether a text names a state as one of those that count too, and so counts all: `drafts among them`, `including closed ones`. */
function isIncluded(text: string, state: string): boolean {
  const before = '(?:including|includes?|inclusive of|even|also|counting|whether)\\b(?:\\W+\\w+){0,2}?';
  const behind = '(?:among (?:them|these)|included|inclusive|too|as well|or not)';
  return new RegExp(`\\b${before}\\W+${state}|\\b${state}\\w*\\b[^.;]{0,20}?\\b${behind}\\b`, 'i').test(text);
}

/** What somebody has done says nothing of a state: `How many orders the customer has placed`. */
const BY_SOMEBODY = /\b(?:the|this|an?|its|each)\s+\w+\s+(?:has|have|had)\s+(?:ever\s+|already\s+)?\w+(?:ed|wn|nt|ld|id)\b/gi;

/** `Open` without quotes, which may as well mean whatever is not over yet. */
const OPEN = /(?<![`'"\p{L}])open(?![`'"\p{L}])/iu;
/** States in which a thing is over. */
const OVER =
  /^(?:closed|done|finished|completed?|ended|resolved|settled|rejected|declined|cancell?ed|withdrawn|archived|expired|void(?:ed)?)$/i;
/** `Open and closed ones` are all, though no state may be called `closed`. */
const BOTH = /\b(?:open|active|current|new)\s+(?:and|or)\s+(?:closed|inactive|past|old)\b/i;

/** Words before what is counted by which all of it is meant. */
const NEUTRAL = /^(?:the|its|their|all|of|entries|items|different|distinct|single|individual|other|such|total|current|currently)$/i;
/** What follows what is counted where only some of it is meant, but for a state. */
const SOME_OF =
  /^(?: \p{L}+){0,4} (?:(?:that|which|who) (?:is|are)\b|(?:of|to|in|for|by) wh(?:ich|om)\b|(?!(?:created|made|written|added|placed|owned|uploaded|posted)\b)\p{L}+ed by\b)/iu;

/** Whether a text counts only some of the others, by a word that is no state: `public playlists`, `scores liked by the user`. */
function isOfSome(text: string, other: string, own: string, states: readonly string[]): boolean {
  const form = `\\b(?:how many|(?:number|count|amount) of) (?<before>(?:[\\p{L}'’]+ ){0,4}?)${phraseOf(other)}(?![\\p{L}\\p{N}_-])`;
  const found = new RegExp(form, 'iu').exec(text);
  // What is counted is named right behind.
  if (found === null) return !isOfAll(text, other, own);
  if (/\b(?:are|is) (?:on|in|at) (?:its|the|their) $/i.test(found.groups?.before ?? '')) return false;
  const isState = (words: string): boolean => PASSING.test(words) || namesIn(words, states).length > 0;
  const before = (found.groups?.before ?? '').split(' ').filter((word) => word !== '' && !/['’]s?$/.test(word));
  if (before.some((word) => !NEUTRAL.test(word) && !isState(word))) return true;
  const behind = text.slice(found.index + found[0].length);
  return SOME_OF.test(behind) && !isState(behind) && !/\bdeleted\b/i.test(behind);
}

/** Whether a text may mean more states than it names: work that is in progress is open, too. */
export function isLoose(text: string, states: readonly string[]): boolean {
  if (!OPEN.test(text) || BOTH.test(text)) return false;
  return states.some((state) => /^open$/i.test(state)) && states.some((state) => !/^open$/i.test(state) && !OVER.test(state));
}

/** The states that a text counts: those that it names, or all but those after `neither`, `nor` and `not`. */
export function countedStates(text: string, states: readonly string[]): ReadonlySet<string> | undefined {
  if (BOTH.test(text) || states.some((state) => isIncluded(text, state))) return undefined;
  const named = /\b(?:in (?:any|every|whatever)|whatever (?:the|its|their)) (?:state|status)\b/i.test(text)
    ? []
    : namesIn(text.replace(BY_SOMEBODY, ' '), states);
  if (named.length === 0) return undefined;
  const denied = named.filter((state) =>
    new RegExp(
      `\\b(?:neither|nor|not|nobody|no one|except|without|other than)\\b(?:\\s+\\w+\\s+(?:that|which|who)\\s+(?:is|are|was|were))?(?:\\s+\\w+){0,2}?\\s+[\`'"]?${state}\\b`,
      'i',
    ).test(text),
  );
  if (denied.length === 0) return new Set(named);
  return denied.length === named.length ? new Set(states.filter((state) => !denied.includes(state))) : undefined;
}

/** The numbers of a thing that add up a number of what names it. */
export function totalsOf(resource: Resource, other: Resource): readonly Count[] {
  const [read, shown] = [shownBy(resource), shownBy(other)];
  if (read === undefined) return [];
  // What nothing reads is shown by the answer to its create.
  const members = declaredMembers(shown ?? { operation: other.create, id: other.edge.from });
  const declared = declaredMembers(read);
  const own = numbersOf(declared);
  const states = stateMemberOf(other.read)?.values ?? [];
  const named = { others: other.name, numbers: numbersOf(members), own, states };
  return own.flatMap((name): readonly Count[] => {
    const texts = possibleConjuncts(declared.get(name) ?? []).flatMap(({ description = '' }) => sentencesIn(description));
    const found = texts
      .filter((text) => !EVER.test(text) && !isLoose(text, states))
      .flatMap((text) => {
        const total = totalledIn(text, { ...named, member: name });
        return total === undefined ? [] : [{ text, total }];
      });
    return found.slice(0, 1).map(({ text, total }): Count => {
      const counted = countedStates(text, states);
      // Where the text names no states, those in some of them may be left out all the same.
      return { name, text, total, isOfLiving: true, ...(counted === undefined ? { isUnclear: true } : { states: counted }) };
    });
  });
}
