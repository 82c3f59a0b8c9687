// Creates things with a member that another thing bounds, as a sentence says: a price in the currency of its festival, a quota of at most its
// capacity.
import { isDeepStrictEqual } from 'node:util';
import { bodyPlaceOf, memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { listedValues } from '../../../inference/lists/places.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import {
  answeredBy,
  type Bound,
  boundsIn,
  comparedIn,
  expectedOf,
  isWithin,
  phraseOf,
  quoted,
  type Said,
  saidOf,
  termsOf,
} from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { lastingOf, pairOf } from '../../../inference/spans.ts';
import type { MomentRule } from '../../../inference/stated/compared.ts';
import { moved } from '../../../inference/steps.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { withSpan } from '../making/spans.ts';
import { alike } from '../relations/alike.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { afterPatch } from './after-patch.ts';
import { held } from './held.ts';
import { beyond, momentRulesFor, moments } from './moments.ts';
import { repeated } from './repeated.ts';
import { declaredMembers, type Members, readThing } from './seen.ts';

const CHECK = 'stated-rules';

export const bounded: readonly Script[] = [
  { check: CHECK, run: boundedByOthers },
  { check: CHECK, run: boundedInChanges },
  ...held,
  ...repeated,
  ...alike,
  ...afterPatch,
  ...moments,
];

interface Rule {
  readonly said: Said;
  readonly other: Resource;
  readonly reader: Reader;
  /** Inputs that break the rule; `seen` has the other thing as it is. */
  readonly broken: (input: Input, seen: Members) => readonly Broken[];
}

interface Broken {
  /** One phrase: `with times after the end`. */
  readonly says: string;
  readonly input: Input;
  /** The place of the wrong value, as a JSON pointer into the input. */
  readonly at: string;
}

async function* boundedByOthers(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create } = resource;
  const rules = [...rulesOf(setting, create), ...momentsOf(setting)];
  if (rules.length === 0) return;
  const lab = things.lab();
  const first = await things.make(lab, resource, 1);
  for (const { said, other, reader, broken } of rules) {
    const source = first.sources.find((one) => one.resource === other);
    const seen = source && (await unlessStopped(readThing(lab, things, reader, source)));
    if (source === undefined || seen === undefined) continue;
    for (const { says, input, at } of broken(first.created.case.input ?? {}, seen.resource)) {
      const tried = await unlessStopped(things.makeFrom(lab, resource, input, { parent: source }).then((made) => ({ made })));
      if (tried === undefined) continue;
      yield create;
      const { made } = tried;
      // A create that was refused for other values may have been sent again with a right one.
      if (made === undefined || made.created.response.status === 202 || !isSame(made.created.case.input, input, at)) continue;
      lab.fault(CHECK, messageOf(create, says, source, made.created.response.status, said), expectedOf(said), made.created);
    }
  }
}

/** Changes of which the texts have such a rule too: `What is said of new flats holds here as well`. */
async function* boundedInChanges(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, inputs } = setting;
  const { create, changes, read } = resource;
  for (const change of changes) {
    const rules = change === create || read === undefined ? [] : rulesOf(setting, change);
    const lab = things.lab();
    const first = rules.length === 0 ? undefined : await unlessStopped(things.make(lab, resource, 1));
    const least = inputs.least(change);
    for (const { said, other, reader, broken } of first === undefined || least === undefined ? [] : rules) {
      const source = first && sourcesOf(first).find((one) => one.resource === other);
      const seen = source && (await unlessStopped(readThing(lab, things, reader, source)));
      if (first === undefined || read === undefined || seen === undefined) continue;
      const whole = membersIn(create, first.created.case.input) ?? {};
      for (const { says, input, at } of broken(withMembers(change, least ?? {}, whole), seen.resource)) {
        const member = at.slice(bodyPlaceOf(change).length + 1);
        if (member.includes('/')) continue;
        // A PUT has all members again; a PATCH has this one.
        const sent = change.method === 'PATCH' ? withMembers(change, input, { [member]: valueAt(input, at) }) : input;
        const act = { says: `${change.id} ${says}`, input: sent, isExact: true, probe: CHECK } as const;
        const exchange = things.allows(change, sent) ? await unlessStopped(things.call(lab, change, first, act)) : undefined;
        if (exchange === undefined) continue;
        yield change;
        if (!isSuccess(exchange) || exchange.response.status === 202) continue;
        const after = await unlessStopped(readThing(lab, things, read, first));
        if (!isDeepStrictEqual(after?.resource[member], valueAt(sent, at))) continue;
        lab.fault(CHECK, messageOf(change, says, source, exchange.response.status, said), expectedOf(said), exchange);
      }
    }
  }
}

function isSame(sent: unknown, meant: Input, at: string): boolean {
  return isDeepStrictEqual(valueAt(sent, at), valueAt(meant, at));
}

function messageOf({ id }: Operation, says: string, of: Thing | undefined, status: number, said: Said): string {
  return `${id} ${says} of ${String(of?.id)} is accepted with ${status}, and the document says: ${quoted(said)}`;
}

function rulesOf({ things, resource, context: { service } }: Setting, operation: Operation): readonly Rule[] {
  const places = placesIn(operation);
  const said = saidOf(service, operation);
  const above = things.parentOf(resource);
  const numbers = termsOf(new Map([...places].map(([name, { schemas }]) => [name, schemas]))).filter(({ kind }) => kind === 'number');
  return things.takenBy(resource).flatMap((other) => {
    const { read: reader, name } = other;
    if (reader === undefined) return [];
    const shown = declaredMembers(reader);
    // What a member means may stand where it is sent alone.
    const sent = propertiesOf(memberSchemasOf(other.create));
    const told = new Map([...shown].map(([member, own]) => [member, [...own, ...(sent.get(member) ?? [])]]));
    const holder = { name, terms: termsOf(told).filter(({ kind }) => kind === 'number'), isOwn: other === above };
    return said.flatMap((one): readonly Rule[] => {
      const facts = { said: one, other, reader };
      const worded = boundsIn(one.text, [...places.keys()], { name, members: [...shown.keys()] }, undefined, answeredBy(one));
      const bounds = worded.length > 0 ? worded : comparedIn(one, numbers, holder);
      return [
        ...bounds.map((bound) => ({ ...facts, broken: past(bound, places.get(bound.member)) })),
        ...(isWithin(one.text, name) ? [{ ...facts, broken: outside(operation) }] : []),
      ];
    });
  });
}

/** Times of a create that a sentence holds against an event of what it stands below or names. */
function momentsOf({ things, resource, context: { service } }: Setting): readonly Rule[] {
  const { create } = resource;
  const above = things.parentOf(resource);
  return things.takenBy(resource).flatMap((other): readonly Rule[] => {
    const { read: reader, name } = other;
    if (reader === undefined) return [];
    const isNamed = new RegExp(`\\b(?:${phraseOf(name)})\\b`, 'i');
    return momentRulesFor(service, create, other, reader, other === above)
      .filter(({ said }) => isNamed.test(said.text))
      .map((rule) => ({ said: rule.said, other, reader, broken: atWrongTime(create, rule) }));
  });
}

function atWrongTime(create: Operation, rule: MomentRule): Rule['broken'] {
  const { member, of, kind } = rule;
  const at = memberPlace(create, member);
  return (input, seen) => {
    const value = beyond(rule, seen[of], valueAt(input, at));
    const says = `with a \`${member}\` ${kind === 'least' ? 'before' : 'after'} the \`${of}\``;
    return value === undefined ? [] : [{ says, input: changedAt(input, at, value) as Input, at }];
  };
}

interface Place {
  readonly at: string;
  readonly schemas: readonly Schema[];
}

/** The members of a body, and those of its objects and of the items of its lists, by name. A name that stands in two places is none. */
function placesIn(operation: Operation): ReadonlyMap<string, Place> {
  const found = [...placesBelow(memberSchemasOf(operation), bodyPlaceOf(operation), 2)];
  return new Map(found.filter(([name]) => found.filter(([other]) => other === name).length === 1));
}

function* placesBelow(schemas: readonly Schema[], at: string, depth: number): Generator<readonly [name: string, place: Place]> {
  for (const [name, own] of depth === 0 ? [] : propertiesOf(schemas)) {
    const parts = possibleConjuncts(own);
    if (parts.some(({ readOnly }) => readOnly === true)) continue;
    const place = at + pointerTo(name);
    yield [name, { at: place, schemas: parts }];
    yield* placesBelow(own, place, depth - 1);
    yield* placesBelow(
      parts.flatMap(({ items }) => items ?? []),
      `${place}/0`,
      depth - 1,
    );
  }
}

/** Codes of currencies, languages and countries of which one is another than that of the other thing. */
const CODES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^[A-Z]{3}$/, ['USD', 'EUR']],
  [/^[A-Z]{2}$/, ['US', 'DE']],
  [/^[a-z]{2}$/, ['en', 'de']],
];

function past({ kind, member, of }: Bound, place: Place | undefined): Rule['broken'] {
  return (input, seen) => {
    const limit = seen[of];
    if (place === undefined || limit === undefined || limit === null) return [];
    const { at } = place;
    const change = (says: string, value: unknown): readonly Broken[] => [{ says, input: changedAt(input, at, value) as Input, at }];
    if (kind === 'same') {
      const listed = listedValues(place.schemas) ?? CODES.find(([form]) => form.test(String(limit)))?.[1] ?? [];
      const other = listed.find((one) => typeof one === 'string' && one !== limit);
      return other === undefined ? [] : change(`with the \`${member}\` ${String(other)} beside the \`${of}\` ${String(limit)}`, other);
    }
    const value = moved(limit, place.schemas, kind === 'most' ? 1 : -1);
    const side = kind === 'most' ? 'above' : 'below';
    return typeof value === typeof limit ? change(`with a \`${member}\` ${side} the \`${of}\``, value) : [];
  };
}

const DAY = 86_400_000;

/** Times before and after those of the other thing, at the same time of the day. Two days away they are outside in each time zone. */
function outside(create: Operation): Rule['broken'] {
  const pair = pairOf(create);
  return (input, seen) => {
    const body = membersIn(create, input);
    const around = lastingOf(seen);
    if (pair === undefined || around === undefined || body === undefined) return [];
    const [first, last] = around;
    const [from, to] = [Date.parse(String(body[pair.start])), Date.parse(String(body[pair.end]))];
    if (Number.isNaN(to - from)) return [];
    const wholeDays = (time: number): number => Math.ceil(time / DAY) * DAY;
    const moves = [
      ['after the end', wholeDays(last - from) + 2 * DAY],
      ['before the start', -wholeDays(to - first) - 2 * DAY],
    ] as const;
    const at = memberPlace(create, pair.start);
    return moves.map(([says, by]) => ({ says: `with times ${says}`, input: withSpan(input, [from + by, to + by], pair), at }));
  };
}
