// Reads from the texts of an operation in which states it is refused. Only sentences of a plain form count; any other says nothing.
import type { Operation, Response } from '../../model/service.ts';
import { sentencesIn } from './sentences.ts';
import { formsOf } from './words.ts';

/** What the texts say: in `refused` it is refused, and with `allowed` in every state but these. */
export interface StateRules {
  readonly allowed?: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  /** States that the summary names, such as `Cancels a draft`, where the sentences about refusals speak of states alone. */
  readonly named: ReadonlySet<string>;
}

/** Statuses that refuse a request for the state of the thing. */
const REFUSAL = /^(?:400|403|409|412|422|423|428|4XX)$/;

const REFUSING =
  /\b4\d\d\b|refus|reject|conflict|error|fails?\b|cannot|can['’]t|can not|may not|must not|not (?:allowed|possible|permitted)|forbidden|invalid|illegal/i;

/** Words that make a sentence one about something else too. */
const QUALIFIED = /\b(?:and|except|but|without|within|until|admin\w*|forced?|before|after|more|less|fewer|than|by|with|has|have|had)\b/i;

const FILLERS = '(?:(?:in|the|a|an|its|of|yet|still|already|currently|longer|either|one|state|status)\\s+)*';
const END = '(?=\\s*(?:$|[.,;:)]|\\bor\\b|anymore|any more|any longer|yet|state|status))';

export type Texts = Pick<Operation, 'summary' | 'description'> & {
  readonly responses: readonly Pick<Response, 'status' | 'description' | 'component'>[];
};

export function stateRulesOf(operation: Texts, states: readonly string[], thing: readonly string[]): StateRules {
  const one = `[\`'"“‘]?(?:${states.map(formsOf).join('|')})[\`'"”’]?`;
  const some = `(${one}(?:\\s*(?:,\\s*or|,|/|\\bor\\b|\\bnor\\b)\\s*${FILLERS}(?:(?:is|are|it is)\\s+)?${one})*)`;
  const be = '(?:is|are|was|were|be|been|being|becomes?)';
  const forms = {
    only: [
      new RegExp(`\\bonly\\s+${FILLERS}${some}(?:\\s+(?:${thing.join('|')}))?\\s+(?:can|may|could|are|is)\\b`, 'i'),
      new RegExp(`\\bonly\\b[^.]*\\b(?:if|when|while|from|in)\\s+(?:(?:it|they|the \\w+)\\s+)?(?:${be}\\s+)?${FILLERS}${some}${END}`, 'i'),
      new RegExp(`\\bmust\\s+(?:still\\s+)?be\\s+${FILLERS}${some}${END}`, 'i'),
    ],
    not: [new RegExp(`(?:\\bnot|\\bno|n['’]t|\\bneither|\\bother than|\\banything but)\\s+${FILLERS}${some}${END}`, 'i')],
    is: [new RegExp(`(?:\\b${be}|\\balready|\\bin (?:the )?(?:state|status))\\s+${FILLERS}${some}${END}`, 'i')],
  };
  const listed = (found: RegExpExecArray): readonly string[] =>
    states.filter((state) => new RegExp(formsOf(state), 'i').test(found[1] ?? ''));
  const refused = new Set<string>();
  let allowed: ReadonlySet<string> | undefined;
  let isComplete = true;
  const allow = (found: readonly string[]): void => {
    allowed = new Set(allowed === undefined ? found : found.filter((state) => allowed?.has(state)));
  };
  for (const { text, isRefusal, isShared } of sentencesOf(operation)) {
    // The verb of the sentence is no state: `Only a draft can be sent`.
    const only = firstMatch(forms.only, text);
    if (only !== undefined && !QUALIFIED.test(text.replace(only[0], ' '))) {
      allow(listed(only));
      isComplete &&= !isRefusal;
      continue;
    }
    if (!isRefusal && !REFUSING.test(text)) continue;
    const plain = text
      .replace(/\bwith\s+(?:(?:an?|the|status|code)\s+)*(?=4\d\d\b)/gi, '')
      .replace(/cannot|can['’]t|can not|may not|must not|not (?:allowed|possible|permitted)/gi, 'fails');
    const not = firstMatch(forms.not, plain);
    const found = not ?? firstMatch(forms.is, plain);
    if (found === undefined || QUALIFIED.test(plain.replace(found[0], ' '))) {
      // What all refusals of the document say speaks of no other reason.
      isComplete &&= isShared || isAboutState(text, thing);
      continue;
    }
    if (not !== undefined) allow(listed(not));
    else for (const state of listed(found)) refused.add(state);
    isComplete &&= isAboutState(plain.replace(found[0], ' '), thing);
  }
  const named = isComplete && (allowed !== undefined || refused.size > 0) ? states.filter((state) => namesState(operation, state)) : [];
  return { ...(allowed === undefined ? {} : { allowed }), refused, named: new Set(named.filter((state) => !refused.has(state))) };
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  return patterns.map((pattern) => pattern.exec(text)).find((found) => found !== null) ?? undefined;
}

interface Sentence {
  readonly text: string;
  /** Whether it is about a status that refuses. */
  readonly isRefusal: boolean;
  /** Whether it stands in a component, which other operations have too. */
  readonly isShared: boolean;
}

function* sentencesOf({ description = '', responses }: Texts): Generator<Sentence> {
  for (const text of sentencesIn(description)) yield { text, isRefusal: false, isShared: false };
  for (const { status, description: own, component } of responses)
    if (REFUSAL.test(status)) for (const text of sentencesIn(own)) yield { text, isRefusal: true, isShared: component !== undefined };
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
