// Reads the rules that sentences of an operation state about the members of its body, of objects inside it, and of its query.
import {
  aheadIn,
  answeredBy,
  choiceIn,
  companionsIn,
  memberSentences,
  needIn,
  relationIn,
  ruledIn,
  type Said,
  saidOf,
  twiceIn,
  withRefusal,
} from '../../inference/prose/index.ts';
import { bodyPartsOf, queryPartOf, type RequestPart } from '../../inference/request-parts.ts';
import { pairIn } from '../../inference/spans.ts';
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { type Broken, brokenBy } from './broken.ts';
import { brokenForms } from './broken-forms.ts';
import { brokenSizes } from './broken-sizes.ts';

export interface Rule extends Broken {
  readonly said: Said;
  /** JSON pointer into the input: the object whose members the rule is about. */
  readonly at: string;
  /** Whether it is about the value of one member alone. */
  readonly isOfMember: boolean;
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The rules of an operation, each once. */
export function rulesIn(service: Service, operation: Operation): readonly Rule[] {
  const rules = WRITES.has(operation.method) ? bodyRules(service, operation) : queryRules(operation);
  // The same rule may stand in several sentences.
  return [...new Map(rules.toReversed().map((rule) => [`${rule.at} ${rule.says}`, rule])).values()].toReversed();
}

function bodyRules(service: Service, operation: Operation): readonly Rule[] {
  const isWhole = operation.method !== 'PATCH';
  const parts = bodyPartsOf(operation);
  const [whole, ...inside] = parts;
  const stated = saidOf(service, operation).flatMap((said): readonly Rule[] => {
    const own = whole === undefined ? [] : rulesAbout(said, whole, { isWhole });
    if (own.length > 0) return own;
    // Where objects inside the body have the same members, it is open which one is meant.
    const [found, another] = inside.map((part) => rulesAbout(said, part, { isWhole })).filter((found) => found.length > 0);
    return found === undefined || another !== undefined ? [] : found;
  });
  return [...stated, ...parts.flatMap((part) => ownRules(part, isWhole))];
}

/** What sentences say of the members themselves. */
function ownRules(part: RequestPart, isWhole: boolean): readonly Rule[] {
  return [...part.members].flatMap(([name, own]) =>
    memberSentences(own).flatMap(({ text }, index, all) => {
      const said = withRefusal(text);
      return [...rulesAbout(said, part, { isWhole, subject: name, before: all[index - 1]?.text ?? '' }), ...memberRules(said, part, name)];
    }),
  );
}

interface About {
  readonly isWhole: boolean;
  /** The member that the sentence describes. */
  readonly subject?: string;
  /** The sentence before it. */
  readonly before?: string;
  /** Whether a length in the sentence is that of the time between two members. */
  readonly isOfLengths?: boolean;
}

/** The rules of a sentence about several members. */
function rulesAbout(said: Said, { at, members, listed, optional }: RequestPart, about: About): readonly Rule[] {
  const { isWhole, subject, isOfLengths = true } = about;
  const { text, refusal } = said;
  const status = answeredBy(said);
  const names = [...members.keys()];
  const items = new Map([...members].flatMap(([name, own]) => (isList(own) ? [[name, itemNamesOf(own)] as const] : [])));
  const relation = relationIn(text, names, subject, status);
  const need = needIn(text, optional, listed, subject, status);
  const choice = choiceIn(text, optional, subject, status);
  const companions = companionsIn(text, names, { ...about, ...(status === undefined ? {} : { status }) });
  return [
    ...(relation === undefined ? [] : brokenBy.relation(relation, members)),
    // What a PATCH leaves out, the thing may have.
    ...(need === undefined ? [] : brokenBy.need(need, listed, isWhole)),
    ...(choice === undefined ? [] : brokenBy.choice(choice, isWhole)),
    ...(isWhole ? companions.filter(({ needs }) => !hasDefault(members.get(needs))).map(brokenBy.companion) : []),
    ...(isOfLengths ? brokenBy.span(text, pairIn(members)) : []),
    ...twiceIn(text, [...items.keys()], items, refusal, subject).map(brokenBy.twice),
  ].map((one) => ({ ...one, said, at, isOfMember: false }));
}

/** The rules of a sentence about the value of the member that it describes. */
function memberRules(said: Said, { at, members }: RequestPart, name: string): readonly Rule[] {
  const status = answeredBy(said);
  const ahead = aheadIn(said.text, status);
  return [
    ...brokenSizes(said.text, name, members),
    ...brokenForms(said.text, name, members),
    ...(ahead === undefined ? [] : brokenBy.ahead(ahead, name, members)),
    ...ruledIn(said.text, status).flatMap((ruled) => brokenBy.ruled(ruled, name, members)),
  ].map((one) => ({ ...one, said, at, isOfMember: true }));
}

/** Words by which a sentence speaks of what is sent, and not of the things that are shown. */
const OF_REQUEST =
  /\b(?:param(?:eter)?s?|quer(?:y|ies)|filters?|requests?|given|provided|specified|passed|supplied|sent|used|combined|together|required?|must|cannot|refused|rejected|4\d\d|errors?)\b/i;
/** Words without which a text on a parameter may say what is usual, and a service may bring the value into bounds. */
const STRICT =
  /\b(?:must|(?:can|may) only|has to|have to|mandatory|cannot|can not|can['’]t|may not|refused|rejected|4\d\d|errors?|not allowed|require[sd]?)\b/i;
/** A length of time in a text of a list may be that of the things in it. */
const OF_RANGE = /\b(?:range|interval|window|time ?frame|between (?:the )?\S+ and|period (?:between|from)|apart)\b/i;

/** Of a read, where it declares that it refuses what is wrong. */
function queryRules(operation: Operation): readonly Rule[] {
  const { method, description = '', responses } = operation;
  const part = method === 'GET' ? queryPartOf(operation) : undefined;
  if (part === undefined || !responses.some(({ status }) => /^(?:400|422|4XX)$/.test(status))) return [];
  const refusals = responses.filter(({ status }) => status === '400' || status === '422');
  const stated = saidOf({ operations: [] }, { ...operation, summary: '', description, responses: refusals }).filter(({ text }) =>
    OF_REQUEST.test(text),
  );
  return [
    ...stated.flatMap((said) => rulesAbout(said, part, { isWhole: true, isOfLengths: OF_RANGE.test(said.text) })),
    ...ownRules(part, true).filter(({ said }) => STRICT.test(said.text)),
  ];
}

/** What has a default is there although it was not sent. */
function hasDefault(schemas: readonly Schema[] = []): boolean {
  return schemas.some((schema) => schema.default !== undefined);
}

function isList(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type }) => type?.includes('array'));
}

/** The names of the members that the items of a list have. */
function itemNamesOf(schemas: readonly Schema[]): readonly string[] {
  return [...propertiesOf(schemas.flatMap(({ items }) => items ?? [])).keys()];
}
