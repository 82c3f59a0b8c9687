// Reads which members of a body are unique by the texts of the document: no two things may have the same values of them.
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { memberPlace, memberSchemasOf } from '../bodies.ts';
import {
  answeredBy,
  isAnyCase,
  isSaidTaken,
  isSaidUnique,
  names,
  onceAmongAll,
  type Said,
  saidOf,
  sentencesIn,
  withRefusal,
  wordsOf,
} from '../prose/index.ts';
import { requestKeyOf } from '../request-keys.ts';

/** Members that are unique together, and the sentence that says so. */
export interface ValueRule {
  readonly members: readonly string[];
  readonly said: Said;
  readonly isAnyCase: boolean;
  /** Whether the sentence is about the values, and not about one operation. */
  readonly isGeneral: boolean;
}

/** What the document says of unique values. `named`: the places of the create that name other things. */
export function valueRulesOf(
  service: Service,
  { create, changes }: { readonly create: Operation; readonly changes: readonly Operation[] },
  named: readonly string[],
): readonly ValueRule[] {
  // A value by which a service knows a repeated request may come again.
  const key = requestKeyOf(create)?.place;
  const references = new Set([...named, ...(key === undefined ? [] : [key])]);
  const properties = [...propertiesOf(memberSchemasOf(create))].filter(
    ([name, own]) => isValue(own) && ![...references].some((to) => to.startsWith(memberPlace(create, name))),
  );
  const rules = new Map<string, ValueRule>();
  const add = (rule: ValueRule): void => {
    const key = JSON.stringify(rule.members);
    const known = rules.get(key);
    if (known === undefined || (rule.isAnyCase && !known.isAnyCase)) rules.set(key, rule);
  };
  for (const [name, own] of properties)
    for (const { description = '' } of possibleConjuncts(own))
      if (isSaidUnique(description))
        add({
          members: [name],
          said: { ...withRefusal(description), text: description },
          isAnyCase: isAnyCase(description),
          isGeneral: true,
        });
  for (const operation of [create, ...changes]) {
    const hasConflict = operation.responses.some(({ status }) => status === '409');
    for (const said of saidOf(service, operation)) {
      const { text, refusal } = said;
      if (refusal === undefined || !isSaidTaken(text, answeredBy(said), hasConflict && refusal === '4XX')) continue;
      const named = namedIn(
        // What comes of it names other members: `already exists, the content is refused`.
        text.replace(/(\balready exists?),.*$/i, '$1'),
        properties.map(([name]) => name),
      );
      const groups = /\bor\b/i.test(text) ? named.map((name) => [name]) : [named];
      for (const members of groups.filter((group) => group.length > 0))
        add({ members, said, isAnyCase: isAnyCase(text), isGeneral: false });
    }
  }
  const told = [create, ...changes].flatMap((operation) => proseOf(service, operation));
  return [...rules.values()].map((rule) => ({ ...rule, isAnyCase: rule.isAnyCase || isComparedInAnyCase(rule, told) }));
}

/** Whether a text says how the values are compared: `When we compare two plates, upper and lower case do not matter`. */
function isComparedInAnyCase({ members }: ValueRule, texts: readonly string[]): boolean {
  const [member = '', ...others] = members;
  return others.length === 0 && texts.some((text) => isAnyCase(text) && names(text, member));
}

function proseOf({ tags }: Service, { description = '', tags: own }: Operation): readonly string[] {
  const about = tags.filter(({ name }) => own.includes(name)).map((tag) => tag.description ?? '');
  return [description, ...about].flatMap(sentencesIn);
}

/** The members that a text names; `each number once` may name `shipNumber`, where no other member is a number. */
export function namedIn(text: string, members: readonly string[]): readonly string[] {
  const named = members.filter((name) => names(text, name));
  const last = wordsOf(onceAmongAll(text) ?? '').at(-1);
  const alike = named.length > 0 || last === undefined ? [] : members.filter((name) => wordsOf(name).at(-1) === last);
  return alike.length === 1 ? alike : named;
}

/** Whether a member is a text or a number that anybody may choose. */
export function isValue(own: readonly Schema[]): boolean {
  const parts = possibleConjuncts(own);
  const types = parts.flatMap(({ type = [] }) => type);
  return (
    types.some((type) => type === 'string' || type === 'integer') &&
    itemsOf(own).length === 0 &&
    !parts.some((one) => one.readOnly === true || one.enum !== undefined || one.const !== undefined)
  );
}
