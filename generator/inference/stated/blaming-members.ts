// Reads which member of an error names the values that are wrong in a body: `` `fields` names each such value `` of a response, `With 400, what is
// wrong and where` of the member, or a sentence about all errors.
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Response, Service } from '../../model/service.ts';
import { pointerTo } from '../pointers.ts';
import { isNoRule } from '../prose/grammar/plain.ts';
import { memberSentences, sentencesIn } from '../prose/index.ts';

export interface Blaming {
  /** JSON pointer into the error. */
  readonly at: string;
  readonly name: string;
  readonly quote: string;
}

const VERB = '(?:names?|lists?|says?|tells?|shows?|gives?|points? (?:to|at)|has|contains?)';
const WRONG = /\b(?:members?|values?|places?|fields?|where|what|which|wrong|propert(?:y|ies)|paths?|pointers?)\b/i;
const SOMETIMES =
  /\b(?:only|may|can|could|sometimes|if (?:it|they|that|there|known|possible|one)|where (?:it|they|possible|known)|optional\w*|usually|unless|except)\b/i;
/** `It has at least one entry if a body is not as described`. */
const OF_BODIES = /\bat least one (?:entry|item|element|place|member)\b[^.]*\b(?:bod(?:y|ies)|requests?)\b/i;

/** The members of an error that name what is wrong with a body, as the texts say of the status. */
export function blamingMembers(
  { description: general = '' }: Pick<Service, 'description'>,
  { status, description }: Pick<Response, 'status' | 'description'>,
  schema: Schema,
): readonly Blaming[] {
  const own = sentencesIn(description);
  const ofAll = sentencesIn(general).filter((text) => isOfBodies(text, status));
  return membersIn([schema], '', DEEP).flatMap(({ at, name, schemas }): readonly Blaming[] => {
    const naming = new RegExp(`(?:\`${name}\`|\\b${name}\\b) (?:then |also )?${VERB}\\b([^.;]*)`, 'i');
    const says = (text: string): boolean => WRONG.test(naming.exec(text)?.[1] ?? '') && !SOMETIMES.test(text) && !isNoRule(text);
    const described = memberSentences(schemas).map(({ text }) => text);
    const quote = [...own, ...ofAll].find(says) ?? described.find((text) => comesWith(text, status) && !SOMETIMES.test(text));
    return quote === undefined ? [] : [{ at, name, quote }];
  });
}

const DEEP = 2;

interface Member {
  readonly at: string;
  readonly name: string;
  readonly schemas: readonly Schema[];
}

/** The lists and maps of an error, and those of an object in it. */
function membersIn(schemas: readonly Schema[], above: string, deep: number): readonly Member[] {
  if (deep === 0) return [];
  return [...propertiesOf(schemas)].flatMap(([name, own]): readonly Member[] => {
    const at = above + pointerTo(name);
    const parts = possibleConjuncts(own);
    const isMap = parts.some(({ additionalProperties }) => additionalProperties !== undefined) && propertiesOf(own).size === 0;
    if (itemsOf(own).length > 0 || isMap) return [{ at, name, schemas: parts }];
    return membersIn(own, at, deep - 1);
  });
}

/** Whether a sentence about all errors speaks of bodies that are answered with a status. A 400 is often said of parameters. */
function isOfBodies(text: string, status: string): boolean {
  const before = text.split(new RegExp(`\\b${status}\\b`));
  return before.length === 2 && !/^\W*(?:\w+ )?for (?:query )?parameters?\b/i.test(before[1] ?? '');
}

function comesWith(text: string, status: string): boolean {
  return (
    OF_BODIES.test(text) ||
    new RegExp(`\\b(?:every|each|all|any|with(?: an?)?|for(?: an?)?)\\s+(?:\`?4\\d\\d\`?(?:,| and| or) )*\`?${status}\\b`, 'i').test(text)
  );
}
