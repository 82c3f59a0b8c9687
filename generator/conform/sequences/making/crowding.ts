// Makes things of which there is as little as a document allows, and more that take them than there is room for: what comes last may wait.
import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { type Setting, unlessStopped } from '../script.ts';
import type { Thing } from '../thing.ts';
import { taking, takingMore } from './taking.ts';

/** Numbers of which a thing may have little: that many may use it. */
const AMOUNT =
  /^(?:amount|budget|capacity|copies|count|credits?|limit|max|number|places|quantity|quota|room|seats|size|slots|stock|uses|units|value)$/;

/** The input of a create that makes a thing of which there is as little as the document allows. */
export function scarce({ things, inputs }: Setting, { create }: Resource): readonly Input[] {
  const references = things.references(create).map(({ to }) => to);
  const input = withLeast(create, inputs.of(create, 0), references);
  return input !== undefined && things.allows(create, input) ? [input] : [];
}

/** An input of a create with as little of the thing as the document allows; `undefined` where it has no number of that kind. */
export function withLeast(create: Operation, given: Input | undefined, references: readonly string[]): Input | undefined {
  const sent = membersIn(create, given) ?? {};
  const least = [...propertiesOf(memberSchemasOf(create))].flatMap(([name, schemas]) => {
    const parts = possibleConjuncts(schemas);
    const isAmount = parts.some(({ type = [] }) => type.includes('integer')) && wordsOf(name).some((word) => AMOUNT.test(word));
    if (!isAmount || references.includes(memberPlace(create, name))) return [];
    const value = Math.max(
      1,
      ...parts.flatMap(({ minimum, multipleOf }) => [minimum, multipleOf].filter((one) => typeof one === 'number')),
    );
    return sent[name] === value ? [] : [[name, value] as const];
  });
  return given && least.length > 0 ? withMembers(create, given, { ...sent, ...Object.fromEntries(least) }) : undefined;
}

/** The most kinds of things that there is tried to be little room in, and the most things that are made to fill one. */
const MOST_SOURCES = 4;
const MOST_FIRST = 3;

export interface Room {
  readonly resource: Resource;
  readonly input: Input;
}

/** What the things of a resource take, and what that stands below or names, each with as little room as the document allows. */
export function roomsFor(setting: Setting, resource: Resource): readonly Room[] {
  const { things } = setting;
  const taken = things.takenBy(resource).filter((one) => one !== resource);
  const all = new Set([...taken, ...taken.flatMap((one) => things.takenBy(one))]);
  all.delete(resource);
  return [...all].flatMap((one) => scarce(setting, one).map((input) => ({ resource: one, input }))).slice(0, MOST_SOURCES);
}

interface Crowd {
  /** What was made first, and is not in the state. */
  readonly first: Thing;
  /** The first one of those after it that is. */
  readonly last: Thing;
}

/** Things of a resource that take the same, until one of them comes into a state in which the first one is not. */
export async function crowded(
  setting: Setting,
  lab: Lab,
  { resource, room }: { readonly resource: Resource; readonly room: Room },
  isMeant: (thing: Thing) => Promise<boolean>,
): Promise<Crowd | undefined> {
  const { things } = setting;
  things.forgetAll();
  const given = await unlessStopped(things.makeFrom(lab, room.resource, things.ready(room.resource.create, room.input)));
  const first = given && (await taking(setting, lab, given, resource));
  if (first === undefined || (await isMeant(first.thing))) return undefined;
  for (let count = 0; count < MOST_FIRST; count++) {
    const last = await takingMore(setting, lab, resource, first);
    if (last === undefined) return undefined;
    if (await isMeant(last)) return { first: first.thing, last };
  }
  return undefined;
}
