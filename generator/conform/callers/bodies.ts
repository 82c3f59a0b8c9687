// Reads the members of a body and of an answer, and makes valid cases with other members of the body.
import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import { bodySchemaOf } from '../../inference/shapes.ts';
import { conjuncts, itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { resultOf } from '../sequences/index.ts';
import { type Desk, withInput } from './desk.ts';

/** A member of a JSON body. */
export interface Member {
  readonly name: string;
  readonly schemas: readonly Schema[];
}

/** The members of the JSON body that an operation takes. */
export function bodyMembers(operation: Operation): readonly Member[] {
  const schema = bodySchemaOf(operation);
  return schema === undefined ? [] : [...propertiesOf([schema])].map(([name, schemas]) => ({ name, schemas }));
}

/** The values that a member may have, or those that the items of its list may have. */
export function listedValues({ schemas }: Member): { readonly values: readonly unknown[]; readonly isList: boolean } {
  const of = (all: readonly Schema[]): readonly unknown[] =>
    (possibleConjuncts(all).find((part) => part.enum !== undefined)?.enum ?? []).filter((value) => value !== null);
  const items = of(itemsOf(schemas));
  return items.length > 0 ? { values: items, isList: true } : { values: of(schemas), isList: false };
}

/** What is written about a member. */
export function textOfMember({ schemas }: Member): string {
  return conjuncts(schemas)
    .map(({ description }) => description ?? '')
    .join(' ');
}

/** The case with other members in its body; a member that is `undefined` is left out. `undefined`: the document does not allow it. */
export async function withMembers(desk: Desk, one: Case, members: Readonly<Record<string, unknown>>): Promise<Case | undefined> {
  const body = valueAt(one.input, '/body');
  if (!isObject(body)) return undefined;
  const whole = Object.fromEntries(Object.entries({ ...body, ...members }).filter(([, value]) => value !== undefined));
  return withInput(desk, one, changedAt(one.input, '/body', whole) as Input);
}

/** A text or a number somewhere in a value. */
export interface Leaf {
  /** JSON pointer. */
  readonly at: string;
  readonly name: string;
  readonly value: unknown;
}

/** What is no list and no object in a value, to a small depth. Items of lists are left out. */
export function* leavesIn(value: unknown, at = '', depth = 0, name = ''): Generator<Leaf> {
  if (!isObject(value)) {
    if (!Array.isArray(value)) yield { at, name, value };
  } else if (depth < 4)
    for (const [member, inner] of Object.entries(value)) yield* leavesIn(inner, at + pointerTo(member), depth + 1, member);
}

/** A text that the service has made. */
export interface Given {
  readonly name: string;
  readonly value: string;
}

/** The texts of an answer under these names that were not sent. */
export function givenTexts(exchange: Answered, names: RegExp, shortest: number): readonly Given[] {
  const sent = JSON.stringify(exchange.case.input ?? {});
  return [...leavesIn(valueAt(resultOf(exchange), '/body'))].flatMap(({ name, value }) =>
    names.test(name) && typeof value === 'string' && value.length >= shortest && !sent.includes(value) ? [{ name, value }] : [],
  );
}
