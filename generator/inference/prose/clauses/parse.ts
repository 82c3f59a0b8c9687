// Takes a sentence apart into clauses: who, does what, to what, and when. A clause that shares its subject with the one before has it too.
import { isCondition, isInside, isPronoun, isVerb, type Token, textOf, tokensIn } from './tokens.ts';

export interface Clause {
  /** The whole of it, as a sentence of its own. */
  readonly text: string;
  /** What stands before the verb: `A paid order that has lines`; empty where the sentence begins with its verb. */
  readonly subject: string;
  /** What the subject stands for where it is a word such as `it`. */
  readonly meant: string;
  /** The group of verbs in lower case: `can not be`; empty where there is none. */
  readonly verb: string;
  readonly rest: string;
  /** The clause that says when it holds, with its first word: `if it is paid`. */
  readonly condition?: string;
}

interface Group {
  readonly from: number;
  readonly to: number;
}

/** The groups of verbs of the clause itself, and of clauses that begin with `that` or `which`. */
function groupsIn(tokens: readonly Token[]): { readonly own: readonly Group[]; readonly inside: readonly Group[] } {
  const own: Group[] = [];
  const inside: Group[] = [];
  // `What was measured stays` has a clause as its subject.
  let open = /^(?:what|who)$/i.test(tokens[0] ?? '') ? 1 : 0;
  // The last of several parts that say what a thing is begins with `or` or `and`.
  let isLast = false;
  for (let at = 0; at < tokens.length; at++) {
    if (at > 0 && opensRelative(tokens, at)) {
      open++;
      isLast ||= /^(?:or|and)$/i.test(tokens[at - 1] ?? '');
    }
    if (!isVerb(tokens[at] ?? '', tokens[at - 1], tokens[at + 1])) continue;
    let to = at + 1;
    while (isInside(tokens[to])) to++;
    const from = HOW_OFTEN.test(tokens[at - 1] ?? '') ? at - 1 : at;
    // `A sample that is used, or has no result, stays` goes on with what it says of the sample.
    const sign = (tokens[from - 1] ?? '').toLowerCase();
    const goesOn: boolean = own.length === 0 && inside.length > 0 && (/^(?:or|and)$/.test(sign) || (sign === ',' && !isLast));
    isLast ||= goesOn && sign !== ',';
    if (open > 0 || goesOn) inside.push({ from, to });
    else own.push({ from, to });
    open = Math.max(0, open - 1);
    at = to - 1;
  }
  return { own, inside };
}

const HOW_OFTEN = /^(?:never|always|also|still|already|no)$/i;

/** Whether a clause begins that is a part of what stands before it: `that is paid`, `as it is`. */
function opensRelative(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] ?? '';
  if (/^(?:that|which|who|whose|whom)$/i.test(token)) return true;
  return /^(?:as|than|what|how|we|you)$/i.test(token) && /^(?:it|they|we|you|can|do|not)$/i.test(tokens[at + 1] ?? '');
}

const CONJUNCTION = /^(?:and|or|but|nor|so)$/i;

/** Where the sentence goes on with a further clause: the places of its first word, and what it shares. */
interface Cut {
  /** The sign or the word between them. */
  readonly at: number;
  readonly from: number;
  readonly shares: 'nothing' | 'subject' | 'head';
}

function cutsIn(tokens: readonly Token[]): readonly Cut[] {
  const cuts: Cut[] = [];
  let begin = 0;
  let depth = 0;
  for (let at = 1; at < tokens.length - 1; at++) {
    const token = tokens[at] ?? '';
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (depth > 0 || !(CONJUNCTION.test(token) || /^[,:;–—]$/.test(token))) continue;
    let from = at + 1;
    while (CONJUNCTION.test(tokens[from] ?? '')) from++;
    const left = tokens.slice(begin, at);
    const shares = sharedWith(left, tokens.slice(from), token);
    if (shares === undefined) continue;
    cuts.push({ at, from, shares });
    begin = from;
    at = from - 1;
  }
  return cuts;
}

const ADVERB = /^(?:also|then|still|never|not|already|only|thus|therefore|later|afterwards|again|both|there)$/i;

/** What a part behind a conjunction shares with the part before it; `undefined` where it is no clause. */
function sharedWith(left: readonly Token[], right: readonly Token[], sign: Token): Cut['shares'] | undefined {
  const { own } = groupsIn(left);
  // `If it is paid, …` has its own clause still to come.
  const isOpen = isCondition(left[0]) && !left.includes(',');
  if (own.length === 0 || isOpen) return sign === ':' && groupsIn(right).own.length > 0 ? 'nothing' : undefined;
  const first = right.findIndex((token) => !ADVERB.test(token));
  const word = right[first] ?? '';
  if (sign !== ':' && isVerb(word, 'it', right[first + 1]) && !/^(?:to|who)$/i.test(word) && isConjugated(word)) return 'subject';
  if (isCondition(word) && !/^(?:for|as|without)$/i.test(word)) return first === 0 ? undefined : 'head';
  const next = right.findIndex((token) => /^(?:[,;:]|and|or|but)$/i.test(token));
  if (sign !== ':' && SHORT.test(textOf(right.slice(0, next < 0 ? right.length : next)))) return 'nothing';
  const near = groupsIn(right.slice(0, next < 0 ? right.length : next));
  const [group] = near.own;
  const isApart = group !== undefined && group.from > 0 && group.from <= 12;
  return isApart && !right.slice(1, group.from).some((token) => isCondition(token) && !/^(?:for|as|after|before|without)$/i.test(token))
    ? 'nothing'
    : undefined;
}

/** A refusal without a verb, behind one that has it: `a draft is a 409, a closed letter a 410`. */
const SHORT = /^((?:an?|any|the|each)\s[^,;]{1,60}?)\s+((?:an?\s+)?4\d\d)$/i;

/** A plain form may be a noun, as in `names and lists`. */
function isConjugated(word: Token): boolean {
  return /s$|^(?:can|may|must|shall|will|have|had|do|did|are|were|cannot|could|would|need|become|stay|keep)$|n['’]t$/i.test(word);
}

/** The clauses of a sentence; `before`: the subject of the sentence before it, for which `it` may stand. */
export function clausesIn(sentence: string, before = ''): readonly Clause[] {
  const tokens = tokensIn(sentence.replace(/[.;!?\s]+$/, ''));
  const cuts = cutsIn(tokens);
  const clauses: Clause[] = [];
  let last: Clause | undefined;
  for (const [index, from] of [0, ...cuts.map((one) => one.from)].entries()) {
    const cut = cuts[index - 1];
    const part = tokens.slice(from, cuts[index]?.at ?? tokens.length);
    const clause = clauseOf(part, cut?.shares ?? 'nothing', last, last === undefined ? before : meantBy(last));
    clauses.push(clause);
    last = clause;
  }
  return clauses;
}

function meantBy({ subject, meant }: Clause): string {
  return isPronoun(subject) || subject === '' || /^there$/i.test(subject) ? meant : subject;
}

/** What the last of several clauses is about. */
export function lastNamed(clauses: readonly Clause[]): string {
  const last = clauses.at(-1);
  const meant = last === undefined || last.verb === '' ? '' : meantBy(last);
  return /^(?:(?:an?|the|each|every|its|no|all|any)\b|`)/i.test(meant) && meant.split(' ').length <= 6 ? meant : '';
}

function clauseOf(part: readonly Token[], shares: Cut['shares'], last: Clause | undefined, meant: string): Clause {
  if (/^only$/i.test(part[0] ?? '') && /^(?:if|when|while|until|before|after|once)$/i.test(part[1] ?? ''))
    return { text: textOf(part), subject: '', meant, verb: '', rest: '', condition: textOf(part) };
  const [condition, main] = shares === 'nothing' ? conditionOf(part) : [undefined, part];
  const { own } = groupsIn(main);
  const [group] = own;
  if (shares === 'subject' && last !== undefined && group !== undefined) return made(last.subject, main, group, meant, last.condition);
  if (shares === 'head' && last !== undefined) {
    const only = /^only\b/i.test(textOf(main)) ? 'only ' : '';
    const rest = textOf(main).replace(/^(?:and |also |only |then )+/i, '');
    return { ...last, rest: '', condition: `${only}${rest}`, text: `${last.subject} ${last.verb} ${only}${rest}` };
  }
  const [, thing, status] = group === undefined ? (SHORT.exec(textOf(main)) ?? []) : [];
  if (thing !== undefined && status !== undefined)
    return { text: `${thing} is ${status}`, subject: thing, meant, verb: 'is', rest: status };
  if (group === undefined)
    return { text: textOf(main), subject: textOf(main), meant, verb: '', rest: '', ...(condition === undefined ? {} : { condition }) };
  // `Without `sentAt`, it is sent now` speaks of the member.
  const [, member] = /^(?:without|if|when)\s+(?:the\s+|an?\s+)?(`[^`]+`)/i.exec(condition ?? '') ?? [];
  return made(textOf(main.slice(0, group.from)), main, group, member ?? meant, condition);
}

function made(subject: string, main: readonly Token[], group: Group, meant: string, condition: string | undefined): Clause {
  const verb = textOf(main.slice(group.from, group.to))
    .toLowerCase()
    .replace('cannot', 'can not')
    .replace(/n['’]t\b/, ' not');
  const behind = main.slice(group.to);
  const at = condition === undefined ? behind.findIndex((token, index) => isLate(token, behind[index - 1], behind.slice(index + 1))) : -1;
  const late = at < 0 ? undefined : textOf([...(/^only$/i.test(behind[at - 1] ?? '') ? ['only'] : []), ...behind.slice(at)]);
  const rest = textOf(at < 0 ? behind : behind.slice(0, at)).replace(/[ ,]*(?: only)?$/i, '');
  const said = condition ?? late;
  const own = `${subject} ${verb} ${rest}`.trim();
  return {
    text: said === undefined ? own : `${own} ${said}`,
    subject,
    meant,
    verb,
    rest,
    ...(said === undefined ? {} : { condition: said }),
  };
}

/** Whether a word behind the verb begins a condition, which has a verb of its own. */
function isLate(token: Token, before: Token | undefined, after: readonly Token[]): boolean {
  return /^(?:if|when|whenever|while|unless|until|once)$/i.test(token) && !/^at$/i.test(before ?? '') && groupsIn(after).own.length > 0;
}

/** The condition that stands before the clause, and the clause. */
function conditionOf(part: readonly Token[]): readonly [string | undefined, readonly Token[]] {
  const comma = part.indexOf(',');
  if (!isCondition(part[0]) || comma < 0) return [undefined, part];
  return [textOf(part.slice(0, comma)), part.slice(comma + 1).filter((token, at) => at > 0 || !/^then$/i.test(token))];
}
