// Reads from clauses in which states an operation is possible, and in which it is refused, whatever verb the clause has.
import { formsOf, namesIn } from '../words.ts';
import { type Stated, saidBy } from './statements.ts';

/** The states in which alone it is possible, or those in which it is refused. */
export interface StateClaim {
  readonly kind: 'only' | 'not';
  readonly states: readonly string[];
  /** Whether the state is all that it asks for. */
  readonly isWhole: boolean;
}

export interface StateWords {
  readonly states: readonly string[];
  /** The words for the thing: `order`, `orders`. */
  readonly nouns: readonly string[];
}

/** A thing as a clause names it, with the states that it says: `orders that are paid`. */
interface Named {
  readonly states: readonly string[];
  readonly isDenied: boolean;
  /** What else is said of it. */
  readonly more: string;
}

const FILLER = '(?:(?:still|already|yet|currently|either|neither|nor|in|an?|the|its|of|status|state|one|longer|no|been|then|now)\\s+)*';
/** Clauses about what is shown, and not about what may be done. */
const SHOWN = /\b(?:returned|shown|listed|included|displayed|counted|visible|see)\b/i;
const BE = '(?:is|are|was|were|has been|have been)';
const REFUSED =
  /\b(?:refused|rejected|forbidden|invalid|an? (?:error|mistake|conflict)|not (?:allowed|possible|permitted|accepted)|4\d\d|fails?)\b/i;
/** `Cannot be moved to another depot`, `cannot be changed by customers`: it is about one part of the thing, or about some callers. */
const NARROW =
  /\b(?:be \w+ (?:to|into|from|onto|between|by|with|without|for|on|before|after|within)|more|less|fewer|than|except|unless)\b/i;
/** What things in a state do, where others do not: `Only drafts take lines`. */
const DOES = /\s+(?:takes?|loses?|gets?|has|have|accepts?|allows?|receives?|keeps?|gives?)\s.*$/i;
/** What is so once and for all. */
const OVER =
  /^(?:then |thereby )?(?:(?:closed|done|over|settled)(?: for good| for ever| forever| to (?:all )?(?:further )?changes)|final|sealed|frozen|locked|immutable|read[- ]only)$/i;
const STAYS = /^(?:as (?:it|they) (?:is|are)|unchanged|untouched|the same|for good)?$/i;

/** What one clause says; `undefined` where it says nothing of states, or where it depends on more than the state. */
export function stateClaimIn(clause: Stated, words: StateWords): StateClaim | undefined {
  const { subject, verb, rest, condition = '', isSituation, refusal } = clause;
  if (words.states.length === 0 || SHOWN.test(`${verb} ${rest}`)) return undefined;
  if (isSituation === true) return notIn(situationIn(clause, words));
  const only = /^only\s+(.+)$/i.exec(subject)?.[1];
  // `Only a sent letter gets stamps` says what comes of it, unless it is said that others are refused.
  if (only !== undefined && refusal === undefined && clause.isJoined !== true && !/^(?:can|may|must|could)\b/.test(verb)) return undefined;
  if (only !== undefined)
    return onlyIn(
      condition === '' ? (thingIn(bareOf(only), words) ?? thingIn(only.replace(DOES, ''), words) ?? conditionIn(only, words)) : undefined,
    );
  // `You can only cancel orders that are pending`
  if (/^(?:you|we|callers?|clients?)$/i.test(subject) && /^(?:can|may) only$/.test(verb))
    return onlyIn(thingIn(rest.replace(/^\w+\s+/, ''), words));
  const late = /^only (?:if|when|while|as long as) (.+)$/i.exec(condition)?.[1];
  if (late !== undefined) return onlyIn(isIts(clause, words) ? conditionIn(`while ${late}`, words) : undefined);
  if (clause.isElse === true && condition === '' && /^(?:can|may) (?:be\b|$)/.test(verb)) return onlyIn(thingIn(subject, words));
  if (condition !== '') return refusedWhile(clause, words);
  const held = /\bfirst$/i.test(rest) ? thingIn(subject, words) : undefined;
  if (/^(?:must|has to|have to|needs to|need to) be\b/.test(verb) && held !== undefined)
    return refusal === undefined ? undefined : notIn(held);
  if (/^(?:must|has to|have to|needs to|need to) be\b/.test(verb)) return onlyIn(isThing(clause, words) ? leadIn(rest, words) : undefined);
  const isDenied =
    /^(?:can|may|must|shall) (?:not|no longer)\b/.test(verb) ||
    (refusal !== undefined && /^(?:is|are) (?:not|never|no longer) \w+(?:ed|en|n)\b/.test(`${verb} ${rest}`)) ||
    (refusal !== undefined && /^(?:takes?|accepts?|allows?|gets?|has|have) no\b/.test(`${verb} ${rest}`));
  const isOver =
    (/^stays?$|^remains?$/.test(verb) && STAYS.test(rest)) ||
    (/\b(?:is|are|gives?|gets?|fails?)\b/.test(verb) && REFUSED.test(rest)) ||
    (refusal !== undefined && /^(?:is|are)$/.test(verb) && OVER.test(rest)) ||
    /^fails?\b/.test(verb);
  if (!isDenied && !isOver) return undefined;
  if (NARROW.test(`${verb} ${rest}`.replace(/\bany ?(?:more|longer)\b/i, '').replace(/\bwith\s+(?:an?\s+)?(?:4\d\d|error)\b.*/i, '')))
    return undefined;
  return notIn(thingIn(meantIn(clause), words));
}

function meantIn({ subject, meant }: Stated): string {
  return /^ones? (?=that|which|who)/i.test(subject) && meant !== ''
    ? subject.replace(/^ones?/i, meant.split(' ').slice(0, 2).join(' '))
    : subject;
}

function onlyIn(found: Named | undefined): StateClaim | undefined {
  if (found === undefined) return undefined;
  return { kind: found.isDenied ? 'not' : 'only', states: found.states, isWhole: found.more === '' };
}

/** What refuses a thing in a state says nothing where more than the state is asked for. */
function notIn(found: Named | undefined): StateClaim | undefined {
  if (found === undefined || found.more !== '') return undefined;
  return { kind: found.isDenied ? 'only' : 'not', states: found.states, isWhole: true };
}

/** `It cannot be changed once it is paid`, `is refused while the order is open`. */
function refusedWhile(clause: Stated, words: StateWords): StateClaim | undefined {
  const { verb, rest, condition = '' } = clause;
  const isRefused = /^(?:can|may|must) not\b/.test(verb) || (/^(?:is|are|fails?)\b/.test(verb) && REFUSED.test(`${verb} ${rest}`));
  const [, when, said] = /^(if|when|while|once)\s+(.+)$/i.exec(condition) ?? [];
  if (when === undefined || said === undefined || !isRefused || !isIts(clause, words) || NARROW.test(rest)) return undefined;
  return notIn(conditionIn(`while ${said}`, words));
}

/** Whether the clause is about the thing as a whole: not about one of its members. */
function isIts({ subject, meant }: Stated, { nouns }: StateWords): boolean {
  const named = /^(?:it|they|this|the request|)$/i.test(subject) ? '' : subject;
  return (
    named === '' ||
    nouns.some((noun) => new RegExp(`^(?:an?|the|any|each|every|its|all)?\\s*(?:${noun})s?$`, 'i').test(named)) ||
    meant === subject
  );
}

function isThing(clause: Stated, { nouns }: StateWords): boolean {
  const text = saidBy(clause).slice(0, 60);
  return (
    /^(?:it|they|its status|its state|the status|the state)\b/i.test(clause.subject) ||
    nouns.some(
      (noun) => new RegExp(`^(?:an?|the|any|each|every)?\\s*(?:${noun})s?\\b`, 'i').test(text) && clause.subject.split(' ').length < 4,
    )
  );
}

function bareOf(text: string): string {
  return text.replace(/^(?:to|for|on|from|of|with|in)\s+/i, '');
}

/** `the tariff is still a draft`, `a bill that is void already` */
function situationIn({ subject, verb, rest }: Stated, words: StateWords): Named | undefined {
  if (verb === '') return thingIn(subject, words);
  const isOwn = words.nouns.some((noun) => new RegExp(`^(?:an?|the|its|that|this)?\\s*(?:${noun})$`, 'i').test(subject));
  return isOwn && /^(?:is|are|was|has been)(?: (?:still|already|not|no longer))*$/.test(verb)
    ? leadIn(`${verb.replace(/^\w+(?: been)?\s*/, '')} ${rest}`.trim(), words)
    : undefined;
}

/** `while it is paid`, `if the order is neither sent nor paid` */
function conditionIn(text: string, words: StateWords): Named | undefined {
  const things = `(?:it|they|(?:its|the) (?:status|state)|(?:an?|the|its)?\\s*(?:${words.nouns.join('|')})s?(?:['’]s (?:status|state))?)`;
  const [, rest] = new RegExp(`^(?:if|when|while|as long as)\\s+${things}\\s+${BE}\\s+(.+)$`, 'i').exec(text) ?? [];
  return rest === undefined ? undefined : leadIn(rest, words);
}

function stateList({ states }: StateWords): string {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  return `(?<states>${one}(?:(?:\\s*,\\s*(?:or\\s+|and\\s+|nor\\s+)?|\\s+(?:or|and|nor)\\s+)${FILLER}(?:${BE}\\s+)?${one})*)`;
}

const NOT = '(?<not>not\\s+|neither\\s+|no longer\\s+|anything but\\s+)?';

/** States that begin a text: `not paid or sent`. */
function leadIn(text: string, words: StateWords): Named | undefined {
  const found = new RegExp(`^${NOT}${FILLER}${stateList(words)}(?<more>.*)$`, 'i').exec(text);
  return namedBy(found, words);
}

/** A thing with its states, from the beginning of a text on. */
function thingIn(text: string, words: StateWords): Named | undefined {
  const noun = `(?:${words.nouns.join('|')})s?`;
  const list = stateList(words);
  const before = '(?:(?:an?|any|the|all|each|every|no|its)\\s+)?';
  const tail = '(?<more>.*)$';
  const forms = [
    `^${before}(?<not>non-|un)?${FILLER}${list}\\s+${noun}${tail}`,
    `^${before}(?:${noun}|ones?|those|what|anything|one)\\s*(?:that|which|who)?\\s+${BE}\\s+${NOT}${FILLER}${list}${tail}`,
    `^(?:an?|any|the)\\s+\\w+\\s+(?:of|in|on|to)\\s+(?:an?|any|the)\\s+${FILLER}${list}\\s+${noun}${tail}`,
    `^${before}${noun}\\s+(?:in|with|of|whose)\\s+(?:an?\\s+|the\\s+)?(?:(?:status|state)\\s+(?:of\\s+|is\\s+)?)?${list}${tail}`,
    // `Drafts`: a state that is a noun of its own.
    `^(?:an?\\s+)?${list}${tail}`,
  ];
  for (const [index, form] of forms.entries()) {
    const found = namedBy(new RegExp(form, 'iu').exec(text), words);
    if (found !== undefined && (index < 4 || found.more === '')) return found;
  }
  return undefined;
}

function namedBy(found: RegExpExecArray | null, { states }: StateWords): Named | undefined {
  const { states: list, not, more = '' } = found?.groups ?? {};
  if (list === undefined || /^[-\p{L}]/u.test(more)) return undefined;
  const named = namesIn(list, states);
  const isNeither = /\bnor\b/i.test(list) && not === undefined;
  if (named.length === 0 || isNeither) return undefined;
  return { states: named, isDenied: not !== undefined, more: restOf(more) };
}

/** What more is said of a thing: nothing, where each further reason alone is enough. */
function restOf(more: string): string {
  const rest = more
    .replace(/^[\s,]*(?:already|yet|before$|any ?more|any longer|ones?|state|status|itself|too|as well)?[\s,.]*/i, '')
    .trim();
  return /^(?:or|has|have|belongs?)\b/i.test(rest) && /\bor\b/i.test(rest) && !/\band\b/i.test(rest) ? '' : rest;
}
