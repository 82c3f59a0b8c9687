// Reads from the texts of an operation in which states it is refused. Only sentences of a plain form count; any other says nothing.
import type { Operation, Response } from '../../model/service.ts';
import { refusesElse, statesOrElse, statesTakenFrom } from './clauses/else-states.ts';
import { withoutReturn } from './clauses/no-return.ts';
import { saidBy, statementsIn } from './clauses/statements.ts';
import { type StateClaim, stateClaimIn } from './clauses/states.ts';
import { FILLERS, turnsIn } from './clauses/turns.ts';
import { possibleIn } from './composed/states.ts';
import { eachReason, eachRefused, eachWanted, likewiseIn } from './grammar/likewise.ts';
import { permissionReader } from './grammar/permission.ts';
import { isNoRule, withoutStates } from './grammar/plain.ts';
import { responseSentences, type Sentence, sentencesIn } from './sentences.ts';
import { formsOf, hasWord, namesIn, statesInVerbs } from './words.ts';

/** What the texts say: in `refused` it is refused, and with `allowed` in every state but these. */
export interface StateRules {
  readonly allowed?: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  /** States that the summary names, such as `Cancels a draft`, where the sentences about refusals speak of states alone. */
  readonly named: ReadonlySet<string>;
  /** The state that comes after each, where a sentence says it: `An open ticket becomes pending`. */
  readonly becomes: ReadonlyMap<string, string>;
  /** The sentences that say so, as they stand. */
  readonly quotes: readonly string[];
  /** Whether `allowed` is only what the operation is said to be for: what it does in another state may be nothing. */
  readonly isImplied?: true;
  /** Whether it may be done again, which changes nothing. */
  readonly isRepeatable?: true;
}

/** Statuses that refuse a request for the state of the thing. */
const REFUSAL = /^(?:400|403|409|412|422|423|428|4XX)$/;

const MAY_NOT = "cannot|can['’]t|can not|may not|must not|not (?:allowed|possible|permitted)";
const REFUSING = new RegExp(`\\b4\\d\\d\\b|refus|reject|conflict|error|fails?\\b|${MAY_NOT}|forbidden|\\binvalid\\b|illegal`, 'i');
const isRefusingIn = (text: string): boolean => REFUSING.test(withoutStates(text));

/** Words that make a sentence one about something else too. */
const QUALIFIED = /\b(?:and|except|but|without|within|until|admin\w*|forced?|before|after|more|less|fewer|than|by|with|has|have|had)\b/i;

const END =
  '(?=\\s*(?:$|[.,;:)]|\\bor\\b|anymore|any more|any longer|yet|already|state|status|(?:is|are|gives?|gets?|returns?)\\s+(?:an?\\s+)?(?:4\\d\\d|refused|rejected|conflict)|fails\\b))';

/** What is done to one part of a thing, so that the rest may be changed: `cannot be moved to another depot`. */
const OF_PART = /\b(?:cannot|can['’]t|can not|may not|must not) be \w+ (?:to|into|from|onto|between)\b/i;

/** What sentences about all other states begin with. */
const OTHERS =
  /^(?:(?:any|every|each|all)\s+(?:others?|thing else|other \w+)|(?:any|every)thing else|otherwise|in (?:any|every|all) other \w+)\b/i;

/** Between the reasons of a refusal, each with a verb of its own: `The order is not open, or its customer has no address.` */
const EACH = /,\s+or\s+(?=[^,]*\b(?:is|are|was|has|have|had|does|do|needs?|lacks?|cannot|can|may|must)\b)/i;

export type Texts = Pick<Operation, 'summary' | 'description'> & {
  readonly responses: readonly Pick<Response, 'status' | 'description' | 'component'>[];
  /** The whole text, where the description has only those sentences of it that name the thing. */
  readonly whole?: string | undefined;
};

export function stateRulesOf(texts: Texts, states: readonly string[], thing: readonly string[]): StateRules {
  const operation = withoutReturns(texts, states, thing);
  const one = `[\`'"“‘]?(?:${states.map(formsOf).join('|')})[\`'"”’]?`;
  const some = `(${one}(?:\\s*(?:,\\s*or|,|/|\\bor\\b|\\bnor\\b)\\s*${FILLERS}(?:(?:is|are|it is)\\s+)?${one})*)`;
  // What follows `or` is another reason, and no further state.
  const end = END.replace('\\bor\\b', `\\bor\\b(?!\\s+${FILLERS}${one})`);
  const be = '(?:is|are|was|were|be|been|being|becomes?)';
  const nouns = thing.join('|');
  const forms = {
    only: [
      new RegExp(
        `\\bonly\\b[^.]*\\b(?:if|when|where|while|from|in)\\s+(?:(?:it|they|the \\w+)\\s+)?(?:${be}\\s+)?${FILLERS}${some}${end}`,
        'i',
      ),
      new RegExp(
        `(?:^|\\b(?:${nouns}|it|they|state|status|which|that)s?\\b[^.,;]*)\\bmust\\s+(?:still\\s+)?be\\s+${FILLERS}${some}${end}`,
        'i',
      ),
    ],
    not: [new RegExp(`(?:\\bnot|\\bno|n['’]t|\\bneither|\\bother than|\\banything but)\\s+${FILLERS}${some}${end}`, 'i')],
    is: [new RegExp(`(?:\\b${be}|\\balready|\\bin (?:the )?(?:state|status))\\s+${FILLERS}${some}${end}`, 'i')],
  };
  const permitted = permissionReader({ states: one, things: nouns });
  const becomes = turnsIn(operation.description ?? '', states, { one, some, nouns: thing });
  const quotes: string[] = [];
  const listed = (found: RegExpExecArray): readonly string[] => namesIn(found[1] ?? '', states);
  const refused = new Set<string>();
  let allowed: ReadonlySet<string> | undefined;
  let isComplete = true;
  const allow = (found: readonly string[]): void => {
    allowed = new Set(allowed === undefined ? found : found.filter((state) => allowed?.has(state)));
  };
  const say = (text: string): void => void (quotes.some((one) => one.includes(text)) || quotes.push(text));
  const claims = claimsIn(operation, states, thing);
  for (const { quote, claim } of claims) {
    if (claim.kind === 'only') allow(claim.states);
    else for (const state of claim.states) refused.add(state);
    isComplete &&= claim.isWhole;
    say(quote);
  }
  const whole = claims.filter(({ isAll }) => isAll).map(({ quote }) => quote.replace(/[.;]$/, ''));
  const said: readonly (Pick<Sentence, 'text' | 'status' | 'isShared'> & { readonly isRefusing?: boolean })[] = [
    ...clausesIn(statesInVerbs(operation.description ?? '', states), thing).filter(
      ({ text }) => !whole.some((one) => text.startsWith(one)),
    ),
    ...responseSentences(operation.responses.filter(({ status }) => REFUSAL.test(status))).flatMap((one) =>
      one.text.split(EACH).map((text) => ({ ...one, text })),
    ),
  ];
  for (const { text: quote, status, isShared = false, isRefusing = false } of said) {
    const isRefusal = status !== undefined;
    if (isNoRule(quote) || OF_PART.test(quote) || isShownOnly(quote, states) || isOfMember(quote, states, thing)) continue;
    const told = isRefusing ? (statesTakenFrom(quote, some, nouns) ?? statesOrElse(quote, some, nouns)) : undefined;
    const text = permitted(quote);
    // The verb of the sentence is no state: `Only a draft can be sent`.
    const only = firstMatch(forms.only, text);
    const held = heldIn(text, states);
    if (held.length > 0) {
      for (const state of isRefusal || isRefusing || isRefusingIn(quote) ? held : []) refused.add(state);
      say(quote);
      continue;
    }
    if (only !== undefined && !QUALIFIED.test(text.replace(only[0], ' '))) {
      allow(listed(only));
      say(quote);
      isComplete &&= !isRefusal;
      continue;
    }
    if (told !== undefined) {
      allow(namesIn(told, states));
      say(quote);
      continue;
    }
    if (!isRefusal && !isRefusingIn(text)) continue;
    if (becomes.size > 0 && OTHERS.test(text)) {
      allow([...becomes.keys()]);
      say(quote);
      continue;
    }
    // What is refused otherwise is not refused in the states that the sentence names.
    if (refusesElse(quote)) continue;
    const plain = text
      .replace(/\bwith\s+(?:(?:an?|the|status|code)\s+)*(?=4\d\d\b)/gi, '')
      .replace(new RegExp(`(?:${MAY_NOT})(?: be \\w+)?`, 'gi'), 'fails');
    const not = firstMatch(forms.not, plain);
    const found = not ?? firstMatch(forms.is, plain);
    if (found === undefined || QUALIFIED.test(plain.replace(found[0], ' '))) {
      // What all refusals of the document say speaks of no other reason.
      isComplete &&= isShared || isAboutState(text, thing);
      continue;
    }
    if (not !== undefined) allow(listed(not));
    else for (const state of listed(found)) refused.add(state);
    say(quote);
    isComplete &&= isAboutState(plain.replace(found[0], ' '), thing);
  }
  if (allowed === undefined && refused.size === 0) {
    const implied = impliedIn(operation, nouns, some);
    if (implied !== undefined)
      return { allowed: new Set(listed(implied.found)), refused, named: new Set(), becomes, quotes: [implied.quote], isImplied: true };
  }
  const named = isComplete && (allowed !== undefined || refused.size > 0) ? states.filter((state) => namesState(operation, state)) : [];
  const meant = isComplete && allowed !== undefined ? [...becomes.keys()] : [];
  const open = [...named, ...meant].filter((state) => !refused.has(state));
  const repeatable = mayRepeat(operation) ? ({ isRepeatable: true } as const) : {};
  return { ...(allowed === undefined ? {} : { allowed }), refused, named: new Set(open), becomes, quotes, ...repeatable };
}

/** The texts without the sentences that refuse one state after others: all else may be done to what they speak of. */
function withoutReturns(texts: Texts, states: readonly string[], nouns: readonly string[]): Texts {
  const { description = '', whole, responses } = texts;
  const left = (text: string): string => {
    const quotes = withoutReturn(text, states, nouns)?.quotes ?? [];
    return quotes.length === 0
      ? text
      : sentencesIn(text)
          .filter((one) => !quotes.includes(one))
          .join('\n\n');
  };
  return {
    ...texts,
    description: left(description),
    ...(whole === undefined ? {} : { whole: left(whole) }),
    responses: responses.map((one) => ({ ...one, description: left(one.description) })),
  };
}

interface Claimed {
  readonly quote: string;
  /** Whether nothing else of the sentence is to be read. */
  readonly isAll: boolean;
  readonly claim: StateClaim;
}

/** What the clauses of the description say of the states of the thing. */
function claimsIn({ description = '', whole, responses }: Texts, states: readonly string[], nouns: readonly string[]): readonly Claimed[] {
  const isAbout = (text: string): boolean => whole === undefined || nouns.some((noun) => hasWord(text, noun));
  const told = statementsIn(statesInVerbs(whole ?? description, states));
  const refusals = responses.filter(({ status }) => REFUSAL.test(status)).flatMap((one) => statementsIn(one.description));
  return [...told, ...refusals].flatMap(({ quote, clauses }) => {
    if (isNoRule(quote) || isShownOnly(quote, states)) return [];
    return clauses.flatMap((clause): readonly Claimed[] => {
      const claim =
        !isAbout(saidBy(clause)) || OF_PART.test(clause.text) || isOfMember(clause.text, states, nouns)
          ? undefined
          : (stateClaimIn(clause, { states, nouns }) ?? possibleIn(clause, { states, nouns }));
      return claim === undefined ? [] : [{ quote, claim, isAll: clauses.length === 1 && !/:/.test(quote) }];
    });
  });
}

/** Whether a text lets what was done be done again, which changes nothing: `It can be cancelled again, which changes nothing`. */
function mayRepeat({ description = '' }: Texts): boolean {
  const form =
    /\b(?:can|may) be \w+ (?:again|twice|repeatedly)\b|\b(?:again|already|twice|repeat\w*|second time)\b[^.;]*\b(?:changes nothing|has no effect|without effect|does nothing|no[- ]op|is ignored|succeeds|stays as it is|nothing happens)\b|\bidempotent\b/i;
  return sentencesIn(description).some((text) => form.test(text) && !/\b(?:can|may)(?:not| not)\b/i.test(text));
}

/** The states that must come to an end first: `An order that is still placed has to be cancelled first`. */
function heldIn(text: string, states: readonly string[]): readonly string[] {
  return namesIn(/^(.*?)\bmust\b.*\bfirst\b/i.exec(text)?.[1] ?? '', states);
}

/** Sentences about a change of one member, such as `The amount can only be changed while the order is a draft`: the rest may be changed. */
function isOfMember(text: string, states: readonly string[], thing: readonly string[]): boolean {
  const found =
    /^(?:(?:once|after|when|while|if)\s[^,]+,\s+)?(?<subject>[^,]+?)\s+(?:can|may|must|cannot|can't|is|are|becomes?)\b[^.;]*\b(?:changed?|modified|updated|edited|altered|read[- ]only|immutable|locked|frozen)\b/i.exec(
      text.replace(/[‘’]/g, "'"),
    );
  const subject = found?.groups?.subject ?? '';
  const isWhole =
    /\b(?:it|they|this|these|one|ones|others?|anything|everything|nothing|what)\b/i.test(subject) || namesIn(subject, states).length > 0;
  return subject !== '' && !isWhole && !thing.some((noun) => hasWord(subject, noun) || hasWord(subject, `${noun}s`));
}

/** What an operation is for, where it has a status for what does not fit: `Cancels a shipment that is draft or paid`. */
function impliedIn(
  { description = '', responses }: Texts,
  nouns: string,
  some: string,
): { readonly found: RegExpExecArray; readonly quote: string } | undefined {
  if (!responses.some(({ status }) => status === '409')) return undefined;
  const form = new RegExp(
    `^\\p{Lu}\\p{L}+s\\s+(?:an?|the|any)\\s+(?:${nouns})\\s+(?:(?:that|which)\\s+(?:is|are)|(?:whose (?:status|state) is|in (?:the )?(?:status|state)))\\s+${FILLERS}${some}(?=\\s*(?:$|[.;:]|,\\s+and\\b))`,
    'u',
  );
  for (const quote of sentencesIn(description)) {
    const found = isNoRule(quote) || LOOSE.test(quote) ? null : form.exec(quote);
    if (found !== null) return { found, quote };
  }
  return undefined;
}

/** Words after which other states may do as well. */
const LOOSE = /\b(?:also|too|if|when|unless|except|otherwise|or else|forced?|already)\b/i;

/** Sentences about what an answer has, or what becomes of a thing, and not about what is possible. */
function isShownOnly(text: string, states: readonly string[]): boolean {
  const shown = 'returned listed shown included displayed counted whether'.split(' ').filter((word) => !states.includes(word));
  return new RegExp(`\\b(?:${shown.join('|')}|indicat\\w+)\\b`, 'i').test(text) || /^if\b[^.]*\bbecomes?\b/i.test(text);
}

/**
 * The clauses of a text, each with its own status, and whether the sentence refuses something:
 * `Only an open desk takes orders: a closed one is a 409`.
 */
function clausesIn(description: string, thing: readonly string[]): readonly { readonly text: string; readonly isRefusing: boolean }[] {
  const sentences = sentencesIn(description.replace(/;\s+(?=(?:and\s+)?otherwise\b)/gi, ', '))
    .flatMap((text) => eachReason(text, thing))
    .flatMap(likewiseIn)
    .flatMap(eachRefused)
    .flatMap(eachWanted);
  return sentences.flatMap((whole, index) => {
    const after = whole.endsWith(';') ? (sentences[index + 1] ?? '') : '';
    const isRefusing = isRefusingIn(whole) || isRefusingIn(after);
    const parts = whole.split(
      /:\s+(?=[^:]*\b4\d\d\b)|(?<=\b4\d\d)\s*,\s*(?:and\s+)?(?=[^,]*\b4\d\d\b)|,\s+and\s+(?=(?:only|for|the\s+\w+\s+(?:must|has to))\b)|\s+and\s+(?=(?:must|has to|have to)\b)/i,
    );
    return parts.map((text) => ({ text, isRefusing }));
  });
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  return patterns.map((pattern) => pattern.exec(text)).find((found) => found !== null) ?? undefined;
}

/** Whether nothing is left of a sentence but the thing and its refusal. */
function isAboutState(rest: string, thing: readonly string[]): boolean {
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => STOP.has(word) || thing.includes(word) || /^4\d\d$/.test(word));
}

const STOP = new Set(
  'a an the this that it its they is are be if when while where once fails refused rejected conflict error with'.split(' '),
);

/** Whether the summary names the state as one of what the operation is for: `Cancels a draft or what was sent`. */
function namesState({ summary = '' }: Texts, state: string): boolean {
  return new RegExp(`\\b(?:a|an|any|or|what (?:is|was|has been))\\s+[\`'"]?(?:${formsOf(state)})`, 'i').test(summary);
}
