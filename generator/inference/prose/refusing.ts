// Finds the status by which each sentence about an operation refuses a request. An operation has the sentences of another one whose rules it names,
// too.
import type { Operation, Response, Service } from '../../model/service.ts';
import { type Stated, type Statement, saidBy, statementsIn } from './clauses/statements.ts';
import { likewiseIn } from './grammar/likewise.ts';
import { isIntroducing, isListed, reasonsIn } from './grammar/listed.ts';
import { withoutStates } from './grammar/plain.ts';
import { remembered } from './grammar/remembered.ts';
import { sentencesIn, tagTextsOf } from './sentences.ts';
import { escaped } from './words.ts';

export interface Said {
  readonly text: string;
  /** The sentence as it stands, where the text is a clause of it. */
  readonly quote?: string;
  readonly clause?: Stated;
  /** The status that refuses: that of the response, or one that the sentence itself names. */
  readonly refusal?: string;
  /** Whether it describes a response that refuses: what it says is then what is wrong. */
  readonly isAnswer?: boolean;
}

const REFUSED = /^4\d\d$/;
const STATUS = /\b4\d\d\b/;
const REFUSING =
  /\brefus|\breject|\bconflict|\berror\b|\bfails?\b|\bcannot\b|\bcan['’]t\b|\bcan not\b|\bmust\b|\bnot (?:allowed|possible|permitted|accepted)\b|\bforbidden\b|\binvalid\b/i;

/**
 * What a change says that keeps the rules of a create: `The rules of a new booking hold for the changed one`, `The same rules as for a new one`,
 * `What was said when an order is created holds here too`.
 */
const OF_NEW =
  /\b(?:rules?|conditions?|checks?|limits?|restrictions?)\b[^.;]*\b(?:of|for|as (?:for|with|in|on))\s+(?:an?\s+|the\s+)?(?:new\b|creat(?:e|ing|ion)\b)|^as (?:with|for|in|on) (?:an?\s+|the\s+)?(?:new|creat(?:e|ing|ion))\b|\b(?:said|stated|true)\b[^.;]*\b(?:of|for|about|with)\s+(?:an?\s+|the\s+)?new\b[^.;]*\b(?:holds?|appl(?:y|ies)|goes|counts?|is true)\b|\b(?:said|stated|true|rules?|conditions?)\b[^.;]*\b(?:when|where|while)\b[^.;]*\b(?:creat|made|add|regist)\w*\b[^.;]*\b(?:holds?|appl(?:y|ies)|goes|counts?|is true)\b/i;

/** `For assignee and labels the same holds as for a new issue`: what is refused then is refused here too, and nothing else is said. */
const SAME =
  /\bthe same\b[^.;]*\b(?:holds?|appl(?:y|ies)|goes|counts?|is true)\b[^.;]*\b(?:as|when|while)\b[^.;]*\b(?:an? |the )?(?:new\b|creat(?:e|ing|ion|ed)\b)/i;

/** A reference to the rules of an operation: `The rules of createOrder hold`, `as for createOrder`. */
const referringTo = remembered((id: string) => new RegExp(`\\b(?:rules?\\b.*|as (?:with|for|in) )\`?\\b${escaped(id)}\\b`, 'i'));

/** The sentences about one operation, those of components too. */
export function saidOf(service: Pick<Service, 'operations'>, operation: Operation): readonly Said[] {
  const own = textsOf(operation);
  const posts = service.operations.filter(({ method }) => method === 'POST');
  const collection = operation.path.replace(/\/\{[^/]*\}$/, '');
  const last = collection.slice(collection.lastIndexOf('/'));
  // What has a path of its own may be made below another thing: `POST /houses/{id}/rooms` and `PATCH /rooms/{id}`.
  const isMadeElsewhere = !last.endsWith('}') && !posts.some(({ path }) => path === collection);
  const isCreate = (one: Operation): boolean =>
    posts.includes(one) && (one.path === collection || (isMadeElsewhere && one.path.endsWith(`}${last}`)));
  const others = service.operations.filter(
    (one) => one !== operation && own.some(({ text }) => referringTo(one.id).test(text) || (isCreate(one) && OF_NEW.test(text))),
  );
  const alike = service.operations.filter((one) => one !== operation && !others.includes(one) && isCreate(one));
  const isSame = own.some(({ text }) => SAME.test(text));
  const refusals = isSame ? alike.flatMap(textsOf).filter(({ refusal }) => refusal !== undefined) : [];
  return [...own, ...others.flatMap(textsOf), ...refusals];
}

/** The sentences of the tags of an operation. */
export function taggedOf(service: Pick<Service, 'tags'>, operation: Operation): readonly Said[] {
  return tagTextsOf(service, operation).flatMap(sentencesIn).map(withRefusal);
}

function textsOf({ summary = '', description = '', responses, body }: Operation): readonly Said[] {
  const texts = [summary, description, body?.description ?? ''];
  const plain = texts.flatMap((text) => sentencesIn(text).flatMap(likewiseIn).flatMap(withNext));
  const clauses = texts.flatMap((text) => statementsIn(text).flatMap(clausesSaid));
  return [...plain, ...clauses, ...responses.filter(({ status }) => REFUSED.test(status)).flatMap(refusalsOf)];
}

/** A sentence that refers to the one before it: `That is a 409.` */
const REFERRING = /^(?:that|this|it|both(?: \w+)?|they|these|otherwise|(?:any|every)thing else|all else|more|fewer|less)\b/i;

/** What the first part of a sentence rules out: `A depot has each number once; a second crate with it is a 409`. */
const SECOND = /^(?:and )?(?:(?:an?|the|any) (?:second|other|further|new)|another|others?)\b/i;

/** A sentence that goes on with the refusal before it: `so is a quantity above the stock`. */
const LIKEWISE = /^(?:and\s+)?so (?:is|are)\b/i;

/** A sentence with its refusal, which the next one may say, or has said: `Two slots never overlap. That is a 409.` */
function withNext(text: string, index: number, all: readonly string[]): readonly Said[] {
  const own = withRefusal(text);
  const listed = isListed(text) ? all.slice(0, index).findLast((one) => !isListed(one) && isIntroducing(one)) : undefined;
  const ofAll = listed === undefined ? undefined : STATUS.exec(listed)?.[0];
  if (listed !== undefined && ofAll !== undefined)
    return reasonsIn(text, listed).map((reason) => ({ text: reason, quote: text, refusal: ofAll, isAnswer: true }));
  const [before = '', next = ''] = [all[index - 1], all[index + 1]];
  const isNext = REFERRING.test(next) || (text.endsWith(';') && SECOND.test(next));
  const status = STATUS.exec(LIKEWISE.test(text) ? before : isNext ? next : '')?.[0];
  return [status === undefined || STATUS.test(text) ? own : { text, refusal: status }];
}

function refusalsOf({ status, description }: Response): readonly Said[] {
  return sentencesIn(description).map((text) => ({ text, refusal: status, isAnswer: true }));
}

/** The status of the response that a sentence describes. */
export function answeredBy({ refusal, isAnswer = false }: Said): string | undefined {
  return isAnswer ? refusal : undefined;
}

/** A sentence, and the status by which it refuses: `409`, or `4XX` where it names none. */
export function withRefusal(text: string): Said {
  const status = STATUS.exec(text)?.[0] ?? (REFUSING.test(withoutStates(text)) ? '4XX' : undefined);
  return status === undefined ? { text } : { text, refusal: status };
}

/** The status that a finding expects, as a phrase. */
export function expectedOf({ refusal = '4XX' }: Said): string {
  return refusal === '4XX' ? 'a status from 400 to 499' : `the status ${refusal}`;
}

/** The clauses of a sentence that has several, or whose refusal another sentence says. */
function clausesSaid({ quote, clauses, isPart = false }: Statement): readonly Said[] {
  const isPlain = clauses.length === 1 && !isPart && withRefusal(quote).refusal === clauses[0]?.refusal;
  return clauses.map((clause): Said => {
    const { refusal = withRefusal(clause.text).refusal } = clause;
    return { text: isPlain ? quote : saidBy(clause), quote, clause, ...(refusal === undefined ? {} : { refusal }) };
  });
}

/** The sentence as a finding quotes it. */
export function quoted({ text, quote = text }: Said): string {
  return `“${quote.trim().replace(/\s+/g, ' ')}”`;
}
