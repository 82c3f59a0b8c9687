// Which members of a body are unique by the texts of the document, and things whose creates have sent them.
import { membersIn } from '../../../inference/bodies.ts';
import { isTextOrNumber } from '../../../inference/pointers.ts';
import { isScopedTo } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { type ValueRule, valueRulesOf } from '../../../inference/stated/unique-values.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { newValues } from '../making/new-values.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { sourcesOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { oneEachOf } from './one-each.ts';

/** Members of a body that are unique together, or name what one thing at most may name. */
export interface Rule extends ValueRule {
  /** Whether the members name something that one thing at most may name. */
  readonly isOneEach?: true;
  /** The states in which a thing has the values for itself; absent: in all of them. */
  readonly states?: readonly string[];
}

/** What the document says of unique values, and of things that at most one thing names. */
export function rulesOf(setting: Setting): readonly Rule[] {
  const { context, resource, things } = setting;
  const references = things.references(resource.create).map(({ to }) => to);
  const oneEach = oneEachOf(setting).map((one): Rule => ({ ...one, isAnyCase: false, isGeneral: false, isOneEach: true }));
  return [...valueRulesOf(context.service, resource, references), ...oneEach];
}

/** A thing whose create was sent all of the members. Where those that are left out are the ones that are refused, they are added to what succeeds. */
export async function holderOfAll(
  lab: Lab,
  things: Things,
  resource: Resource,
  members: readonly string[],
  parent: Thing | undefined,
): Promise<Thing | undefined> {
  const options = parent === undefined ? {} : { parent };
  const hasAll = (values: Values): boolean => members.every((name) => isTextOrNumber(values[name]));
  let given: Input | undefined;
  for (const variant of [1, 2]) {
    const thing = await unlessStopped(things.make(lab, resource, variant, options));
    if (thing !== undefined && hasAll(valuesOf(resource.create, thing.created.case.input, members))) return thing;
    if (thing === undefined) continue;
    lab.forget(thing.created);
    given = thing.created.case.input as Input | undefined;
  }
  for (const variant of given === undefined ? [] : [2, 4, 0]) {
    const sample = valuesOf(resource.create, things.inputs.of(resource.create, variant), members);
    // What the example has may be taken.
    const values = variant === 0 ? renewed(sample) : sample;
    if (given === undefined || !hasAll(values)) continue;
    const input = withValues(resource.create, given, values);
    const thing = await unlessStopped(things.makeFrom(lab, resource, input, { ...options, isGiven: true }));
    // What was refused may have succeeded without them.
    if (thing !== undefined && hasAll(valuesOf(resource.create, thing.created.case.input, members))) return thing;
  }
  return undefined;
}

export type Values = Readonly<Record<string, unknown>>;

function renewed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, newValues(value)[0] ?? value]));
}

export function valuesOf(operation: Operation, input: unknown, members: readonly string[]): Values {
  const sent = membersIn(operation, input);
  return Object.fromEntries(members.map((name) => [name, sent?.[name]]));
}

export function withValues(operation: Operation, input: Input, values: Values): Input {
  return withMembers(operation, input, { ...membersIn(operation, input), ...values });
}

/** The things within which a rule wants a value to be unique: others may have what the things of this client have. */
export function ownersOf({ said }: Rule, thing: Thing): readonly Thing[] {
  return sourcesOf(thing).filter(({ resource }) => isScopedTo(said.text, resource.name));
}

/** Other values of the same kind. */
export function withNew(values: Values, step: number): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value + step];
      return [name, typeof value === 'string' ? value.replace(/\p{L}|\d/gu, (one) => shifted(one, step)) : value];
    }),
  );
}

/** A letter or digit further on in its row. */
function shifted(one: string, step: number): string {
  const code = one.codePointAt(0) ?? 0;
  for (const [first, count] of [
    [48, 10],
    [65, 26],
    [97, 26],
  ] as const)
    if (code >= first && code < first + count) return String.fromCodePoint(first + ((code - first + step) % count));
  return one;
}
