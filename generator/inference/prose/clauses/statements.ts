// What the sentences of a text state: their clauses, and the status by which each refuses, which another sentence may say.
import { ITEM, reasonsIn } from '../grammar/listed.ts';
import { sentencesIn } from '../sentences.ts';
import { type Clause, clausesIn, lastNamed } from './parse.ts';

export interface Stated extends Clause {
  /** The sentence as it stands. */
  readonly quote: string;
  /** The status by which it refuses; `4XX` where it names the code of an error alone. */
  readonly refusal?: string;
  /** Whether it is said what is refused, and not what must be: `409: the order is paid`. */
  readonly isSituation?: true;
  /** Whether all else is refused: `A draft can be sent; otherwise 409`. */
  readonly isElse?: true;
  /** Whether the sentence that it is joined to by a semicolon refuses something. */
  readonly isJoined?: true;
}

/** All clauses of one sentence. */
export interface Statement {
  readonly quote: string;
  readonly clauses: readonly Stated[];
  readonly refusal?: string;
  /** Whether the sentence states more than these clauses. */
  readonly isPart?: boolean;
}

/** `Refused with 409:` before a list. */
const HEADING = /^(?:.*[\s(`])?(4\d\d)\b[^:]*:$/;
/** `We refuse with 409 to lend a machine`, without a sign at its end, before a list. */
const OPEN_HEADING = /^(?:.*[\s(`])?(4\d\d)\b[^.;!?:]*$/;
/** `while it is on loan`, as an item of a list of reasons. */
const WHILE_IT = /^(?:while|if|when|once|as long as)\s+it\s+(?:is|was|has been)\b/i;
/** A sentence that says no more than by which status the ones before it refuse. */
const ALL =
  /^(?:and\s+)?(?:otherwise|else|if not|all (?:of )?(?:this|these|that|those)|any of (?:this|these|those)|what(?:ever)? does not (?:fit|hold|keep)|in (?:all|any of) (?:these|those) cases)\b/i;
const LAST =
  /^(?:and\s+)?(?:both|this|that|these|it|they|each(?: of (?:these|them))?|everything else|anything else|all else|any(?:thing)? other(?: \w+)?)\b/i;
const GIVES =
  /^[^`]{0,60}?\b(?:gives?|gets?|is|are|means?|leads? to|answered|refused|rejected|the answer|(?<=^(?:otherwise|else|if not),? )(?=(?:an? )?4\d\d))\b.{0,40}?\b(4\d\d)\b[^,;]{0,20}$/i;

/** All that a clause before leaves out. */
const OTHERS = /^(?:all|any|every|each)(?: of the)? (?:others?|other \w+)$/i;

/** A code of an error in brackets, or a status. */
const ASIDE =
  /\s*\((?:(?:an? |all |both |otherwise |else |or else |each |then )*`?(4\d\d)\b[^)]{0,60}|`[a-z]+(?:[_-][a-z]+)*`(?: without one)?)\)/g;
const DUTY =
  /\b(?:only|must|ha(?:s|ve) to|cannot|can['’]?t|may not|can no|no|not|never|nobody|none|already|taken|stays?|while|needs?|until|without|two|at most|more than|twice|again|(?:takes? effect|lies?|comes?|falls?) (?:after|before)|at least)\b|^inactive\b/i;
const MARK = /⟦(\w+)⟧/g;

/** What each sentence of a text states. */
export function statementsIn(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let heading: string | undefined;
  let introduction = '';
  let before = '';
  let open = 0;
  const all = sentencesIn(text);
  for (const [at, quote] of all.entries()) {
    if (heading !== undefined && ITEM.test(quote)) {
      const item = quote.replace(ITEM, '').replace(/[.;]$/, '');
      const isWhile = WHILE_IT.test(item);
      const status = heading;
      const said = isWhile
        ? [statementOf(`It cannot be done ${item} (${status})`, '', undefined)]
        : reasonsIn(item, introduction).map((reason) => situation(quote, reason, status));
      found.push(...said.map((one) => (isWhile ? { ...one, quote, clauses: one.clauses.map((clause) => ({ ...clause, quote })) } : one)));
      continue;
    }
    heading = (HEADING.exec(quote) ?? (ITEM.test(all[at + 1] ?? '') ? OPEN_HEADING.exec(quote) : null))?.[1];
    if (heading !== undefined) {
      introduction = quote;
      continue;
    }
    const verdict = verdictOf(quote);
    if (verdict !== undefined) {
      const first = ALL.test(quote) ? open : found.length - 1;
      const isElse = /^(?:and\s+)?(?:otherwise|else|if not|(?:any|every)(?:thing)? (?:else|other))\b/i.test(quote);
      for (const [at, one] of found.entries()) if (at >= first) found[at] = refusedWith(one, verdict.status, isElse);
      open = found.length;
      if (verdict.also !== undefined) found.push(situation(quote, verdict.also, verdict.status));
      continue;
    }
    for (const text of likewiseRefused(quote)) {
      const statement = statementOf(text, before, found.at(-1)?.clauses.at(-1));
      found.push(
        text === quote ? statement : { ...statement, quote, isPart: true, clauses: statement.clauses.map((one) => ({ ...one, quote })) },
      );
      before = lastNamed(statement.clauses) || before;
    }
  }
  return found.map((one, at) => (one.quote.endsWith(';') && found[at + 1]?.refusal !== undefined ? joined(one) : one));
}

const LIKEWISE =
  /^(.*\b(?:is|are) (?:also )?(refused|rejected)\b[^;]*?),? and so (is|are) ((?:an?|any|the|each|every|one|its)\b[^.;()]*?)(\s*(?:\(.*|[.;].*)?)$/is;

/** `A is refused, and so is B` as two sentences. */
function likewiseRefused(text: string): readonly string[] {
  const [, first, refused, verb, other, rest = ''] = LIKEWISE.exec(text) ?? [];
  return first === undefined ? [text] : [`${first}.`, `${other} ${verb} ${refused}${rest}`];
}

function joined(statement: Statement): Statement {
  return { ...statement, clauses: statement.clauses.map((one) => ({ ...one, isJoined: true })) };
}

/** `Otherwise 409.`, `Otherwise, and for an order that is paid, 409.` */
function verdictOf(quote: string): { readonly status: string; readonly also?: string } | undefined {
  const bare = quote.replace(/[.;!\s]+$/, '');
  const [, more, status] =
    /^(?:otherwise|else)(?:,? and (?:also )?(?:for|with|if|when) ([^,]+),)?,?\s+(?:the answer is |it is |this is |it gives )?(?:an? )?(4\d\d)\b.{0,20}$/i.exec(
      bare,
    ) ?? [];
  if (status !== undefined) return { status, ...(more === undefined ? {} : { also: more }) };
  const other = ALL.test(bare) || LAST.test(bare) ? GIVES.exec(bare)?.[1] : undefined;
  return other === undefined || /\b(?:if|when|unless|while|because)\b/i.test(bare) ? undefined : { status: other };
}

/** Each of several things that one subject is: `the order is paid, is sent, or has no lines` has three. */
function situation(quote: string, text: string, refusal: string): Statement {
  const clauses = clausesIn(text.replace(/\s*\([^)]*\)/g, ''));
  return { quote, refusal, clauses: clauses.map((clause) => ({ ...clause, quote, refusal, isSituation: true })) };
}

function refusedWith(statement: Statement, refusal: string, isElse: boolean): Statement {
  const isMeant = DUTY.test(statement.quote) || (isElse && /\b(?:can|may)\b/i.test(statement.quote));
  if (statement.refusal !== undefined || !isMeant) return statement;
  return { ...statement, refusal, clauses: statement.clauses.map((one) => ({ refusal, ...(isElse ? { isElse } : {}), ...one })) };
}

/** @param before what the sentence before is about */
function statementOf(quote: string, before: string, last: Clause | undefined): Statement {
  const marked = quote
    .replace(/\s*\*\*[^*]+\*\*\s*/g, ' ')
    .trim()
    // `Only while it has none, that is while it is new` has one condition in two forms.
    .replace(/^only (?:while|if|when) [^,]+, that is,? (?=while|if|when)/i, 'Only ')
    // `For managers only, and only open ones can be changed`: who may do it is another matter.
    .replace(/^for \w+(?: \w+)? only, (?:and )?(?:only )?(?=while\b|for\b|if\b)/i, 'Only ')
    .replace(/^for \w+(?: \w+)? only,? and (?=only\b)/i, '')
    // `Must be powered on (status `running`)`
    .replace(/\b(be|is|are)\s+[\w ]{1,30}?\s*\((?:in\s+)?(?:the\s+)?(?:status|state):?\s+(`[^`]+`)\)/i, '$1 $2')
    .replace(ASIDE, (_, status?: string) => (status === undefined && !DUTY.test(quote) ? '' : ` ⟦${status ?? '4XX'}⟧`));
  const parsed = clausesIn(marked, before);
  const own = parsed.map(({ text }) => [...text.matchAll(MARK)].at(-1)?.[1] ?? /\b4\d\d\b/.exec(text)?.[0]);
  const clauses = parsed.map((clause, at): Stated => {
    // A status at the end holds for the clauses before it, too.
    const refusal = own[at] ?? own.slice(at).find((one) => one !== undefined);
    return { ...bare(withNamed(clause, parsed[at - 1]?.rest ?? last?.rest ?? '')), quote, ...(refusal === undefined ? {} : { refusal }) };
  });
  const refusal = own.find((one) => one !== undefined);
  // `Drafts can be sent, all others are refused`
  const others = clauses.findIndex(({ subject }, at) => at > 0 && OTHERS.test(subject));
  const meant = others > 0 ? clauses.map((one, at) => (at === others - 1 ? { ...one, isElse: true as const } : one)) : clauses;
  return { quote, clauses: meant, ...(refusal === undefined ? {} : { refusal }) };
}

/** `A business needs a `number`; another one must not have one`: the clause, with what `one` stands for. */
function withNamed(clause: Clause, before: string): Clause {
  const [, named] = /^(?:an?\s+|the\s+|its\s+)?(`[^`]+`)/.exec(before) ?? [];
  const meant = /^(?:one|it|any)\b/i.exec(clause.rest)?.[0];
  if (named === undefined || meant === undefined || !/\b(?:have|has|need|needs)$/.test(clause.verb)) return clause;
  const rest = named + clause.rest.slice(meant.length);
  return { ...clause, rest, text: `${clause.subject} ${clause.verb} ${rest}` };
}

/** The clause without the marks of statuses. */
function bare(clause: Clause): Clause {
  const without = (text: string): string => text.replace(/\s*⟦\w+⟧/g, '').trim();
  const { condition } = clause;
  return {
    ...clause,
    text: without(clause.text),
    subject: without(clause.subject),
    rest: without(clause.rest),
    ...(condition === undefined ? {} : { condition: without(condition) }),
  };
}

/** A clause as a sentence, with what `it` stands for. */
export function saidBy({ text, subject, meant, isSituation, refusal }: Stated): string {
  const plain = meant !== '' && /^(?:it|they)$/i.test(subject) ? text.replace(/^(?:it|they)\b/i, meant) : text;
  return isSituation === true ? `${refusal ?? '409'} if ${plain}` : plain;
}

/**
 * The parts of a text that stand for themselves: each sentence, or its clauses where none of them has a condition of its own, and all say what is
 * done or becomes.
 */
export function partsOf(text: string): readonly { readonly quote: string; readonly text: string }[] {
  return statementsIn(text).flatMap(({ quote, clauses }) => {
    const isApart = clauses.length > 1 && clauses.every(({ verb, isSituation }) => verb !== '' && isSituation !== true);
    // A clause with a refusal says what must be so, and not what becomes of the thing.
    return isApart
      ? clauses.filter(({ refusal }) => refusal === undefined).map((clause) => ({ quote, text: saidBy(clause) }))
      : [{ quote, text: quote }];
  });
}
