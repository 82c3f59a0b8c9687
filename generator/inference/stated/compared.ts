// Reads how sentences of an operation hold what it is sent against what a thing shows: times against its events, and numbers against its numbers. The
// thing is the one that the operation is about, or one that it stands below or names.
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import {
  answeredBy,
  type Bound,
  boundsIn,
  comparedIn,
  type Holder,
  type Moment,
  memberSentences,
  momentsIn,
  phraseOf,
  type Said,
  saidOf,
  sameIn,
  singular,
  type Term,
  termsOf,
} from '../prose/index.ts';
import { collectionIn, lastPlaceOf } from '../templates.ts';

export interface MomentRule extends Moment {
  readonly said: Said;
}

/** A thing whose times may bound those of a request; `isOwn`: the request is about it. */
export interface Timed {
  readonly name: string;
  /** The members that it shows. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** The operation that creates it: what that says of a member holds of the thing, too. */
  readonly create: Operation | undefined;
  readonly states: readonly string[];
  readonly isOwn: boolean;
}

/** What the sentences of an operation say of its times, held against those that a thing shows. */
export function momentRulesOf(service: Service, operation: Operation, thing: Timed): readonly MomentRule[] {
  const { create, name, members, states, isOwn } = thing;
  const made: Timed['members'] = create === undefined ? new Map() : propertiesOf(memberSchemasOf(create));
  const shown = new Map(timesIn(members).map(([one, own]) => [one, [...own, ...possibleConjuncts(made.get(one) ?? [])]] as const));
  const own = new Map(timesIn(propertiesOf(memberSchemasOf(operation))));
  if (own.size === 0 || shown.size === 0) return [];
  const noun = new RegExp(`\\b(?:${phraseOf(name)})\\b`, 'gi');
  const times = {
    own: [...own.keys()],
    // The word for the thing says nothing of which event is meant.
    shown: new Map([...shown].map(([one, schemas]) => [one, memberSentences(schemas).map(({ text }) => text.replace(noun, ''))])),
  };
  const holder = { name, terms: termsOf(shown), states, isOwn };
  const found = saidOf(service, operation)
    .filter(({ refusal }) => refusal !== undefined)
    .flatMap((said) => [
      ...momentsIn(said.text, times, answeredBy(said)).map((moment): MomentRule => ({ ...moment, said })),
      ...comparedIn(said, termsOf(own), holder).map((one): MomentRule => ({ ...one, said })),
    ]);
  return [...new Map(found.toReversed().map((rule) => [`${rule.member} ${rule.kind}`, rule])).values()].toReversed();
}

function timesIn(members: ReadonlyMap<string, readonly Schema[]>): readonly (readonly [name: string, own: readonly Schema[]])[] {
  return [...members]
    .map(([name, own]) => [name, possibleConjuncts(own)] as const)
    .filter(([, own]) => own.some(({ format }) => format === 'date' || format === 'date-time'));
}

export interface NumberRule {
  readonly rule: Said;
  readonly bound: Bound;
}

/** The numbers that a body has at its top, by name. */
export function sentNumbersOf(operation: Operation): readonly string[] {
  return [...propertiesOf(memberSchemasOf(operation))].flatMap(([name, own]) =>
    possibleConjuncts(own).some(({ type = [], readOnly }) => readOnly !== true && type.some((one) => one === 'number' || one === 'integer'))
      ? [name]
      : [],
  );
}

/** What sentences say of numbers of the body. One alone may be called as the action is: `the reserve` of `PUT /claims/{id}/reserve`. */
export function numberRulesOf(said: readonly Said[], operation: Operation, holders: readonly Holder[]): readonly NumberRule[] {
  const numbers = sentNumbersOf(operation);
  const [only = ''] = numbers;
  const action = collectionIn(operation);
  const aliases = numbers.length === 1 && lastPlaceOf(operation.path) === undefined ? [singular(action)] : [];
  const own = termsOf(propertiesOf(memberSchemasOf(operation))).filter(({ name }) => numbers.includes(name));
  const called = aliases.map((name): Term => ({ name, kind: 'number', texts: [] }));
  const found = said.flatMap((rule) =>
    holders.flatMap((holder) => {
      const members = holder.terms.map(({ name }) => name);
      const worded = boundsIn(rule.text, [...numbers, ...aliases], { ...holder, members }, undefined, answeredBy(rule));
      const found = [worded, ...[own, called].map((terms) => comparedIn(rule, terms, holder))].find((some) => some.length > 0) ?? [];
      const same = sameIn(rule, own, holder);
      const repeated: readonly NumberRule[] = same === undefined ? [] : [{ rule, bound: { kind: 'same', member: same, of: same } }];
      const compared = found
        .filter(({ kind }) => kind !== 'same')
        .map(({ kind, member, of }): NumberRule => ({ rule, bound: { kind, of, member: aliases.includes(member) ? only : member } }));
      return [...repeated, ...compared];
    }),
  );
  // The same may stand in a sentence and in one of its clauses.
  return [...new Map(found.map((one) => [JSON.stringify(one.bound), one])).values()];
}
