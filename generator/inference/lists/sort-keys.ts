// Reads what a value of a parameter for the order of a list asks for: the member, the direction, and an order of listed values that the document
// says.
import type { JsonValue } from '../../model/schema/schema.ts';
import { plain } from '../names.ts';
import { anyCaseIn, names, sentencesIn } from '../prose/index.ts';
import type { ListFacts } from './facts.ts';
import type { Place } from './places.ts';

export interface SortKey {
  /** The name of the member, as the value has it. */
  readonly key: string;
  /** 1: ascending, −1: descending; `undefined` where the value does not say. */
  readonly sign: 1 | -1 | undefined;
}

/** `-name`, `name asc`, `name,desc`, `name:desc`. */
export function sortKeyIn(text: string): SortKey {
  const [, start, key = text, end] = /^([-+]?)(.+?)(?:[ ,:._]?(asc|desc|ascending|descending))?$/i.exec(text) ?? [];
  const sign = start === '-' ? -1 : start === '+' ? 1 : end === undefined ? undefined : /^asc/i.test(end) ? 1 : -1;
  return { key, sign };
}

/** The member that a key means: `created` is `createdAt`. */
export function sortMember(key: string, members: ListFacts['members']): string | undefined {
  const wanted = plain(key);
  return [wanted, `${wanted}at`, `${wanted}on`].flatMap((one) => [...members.keys()].filter((member) => plain(member) === one))[0];
}

/** `Names are compared in lower case`, `sorted by their names in upper case`. */
const COMPARED = /\b(?:compar|sort|order)\w*\b[^.;]*\b(?:in|as|by their) (?:lower|upper|small|capital)[- ]?(?:case|letters)\b/i;

/** Whether the text of the order says of a member that capitals and small letters are the same. */
export function isOfAnyCase(sort: Place | undefined, member: string): boolean {
  return sentencesIn(sort?.description ?? '').some((one) => names(one, member) && (anyCaseIn(one) !== undefined || COMPARED.test(one)));
}

/**
 * The listed values in their order, where the text of the parameter, or a sentence of the operation about the member, says that it goes from the
 * first one to the last one.
 */
export function rankedBy(
  { operation, roles: { sort } }: Pick<ListFacts, 'operation' | 'roles'>,
  member: string,
  listed: readonly JsonValue[],
): readonly JsonValue[] | undefined {
  const values = listed.filter((one) => one !== null);
  const own = sentencesIn(operation.description ?? '').filter((one) => /\b(?:sort|order)/i.test(one) && names(one, member));
  const isRanked = [sort?.description ?? '', ...own].some((text) => {
    const [, from, to] = /\bfrom `?"?([\w-]+)"?`? to `?"?([\w-]+)"?`?/i.exec(text) ?? [];
    return from === values[0] && to === values.at(-1);
  });
  return isRanked && values.length > 2 ? values : undefined;
}
