// Members that go by other things leave out those in some states, as their descriptions say: once a thing comes into such a state, a member is again
// as it was before there was the thing. `Whether a loan that is not returned has the copy` is false again after the return.

import { isDeepStrictEqual } from 'node:util';
import { names as isNamed, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { kindsOf } from '../elsewhere/world.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { countedStates, EVER, isLoose } from './counted.ts';

const CHECK = 'effects-elsewhere';

export const leftOut: readonly Script[] = [{ check: CHECK, run: leavesOut }];

/** A member of another thing that goes by things of the resource. */
interface Rule {
  readonly resource: Resource;
  readonly read: Reader;
  readonly member: string;
  readonly text: string;
  /** The states of the things that it goes by. */
  readonly counted: ReadonlySet<string>;
}

function rulesOf(setting: Setting, states: readonly string[]): readonly Rule[] {
  const { things, resource } = setting;
  return things.all().flatMap((other) => {
    const { read } = other;
    if (read === undefined || other === resource) return [];
    return [...declaredMembers(read)].flatMap(([member, schemas]): readonly Rule[] => {
      const texts = possibleConjuncts(schemas).flatMap(({ description = '' }) => sentencesIn(description));
      // What goes by a third kind of things too may go on with one of these.
      const kinds = [...things.all(), ...kindsOf(setting)].map(({ name }) => name);
      const thirds = kinds.filter((name) => name !== resource.name && name !== other.name);
      const isAbout = (one: string): boolean =>
        isNamed(one, resource.name) && !thirds.some((name) => isNamed(one, name)) && !EVER.test(one) && !isLoose(one, states);
      const text = texts.length === 1 ? texts.find((one) => isAbout(one) && countedStates(one, states) !== undefined) : undefined;
      const counted = text === undefined ? undefined : countedStates(text, states);
      return text === undefined || counted === undefined ? [] : [{ resource: other, read, member, text, counted }];
    });
  });
}

async function* leavesOut(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const state = resource.read && listedState(resource.read);
  const rules = state === undefined ? [] : rulesOf(setting, state.states);
  for (const action of rules.length === 0 ? [] : actionsOn(setting, resource)) if (await tryBy(setting, action, rules)) yield action;
}

/** A member of a thing, and what it was when the thing was new and once the other one was there. */
interface Moved {
  readonly rule: Rule;
  readonly thing: Thing;
  readonly value: unknown;
}

async function tryBy(setting: Setting, action: Operation, rules: readonly Rule[]): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const { groundwork } = lab.equipment;
  const before = groundwork.newest;
  things.forgetAll();
  const thing = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  if (thing === undefined) return false;
  const around = groundwork.madeAfter(before);
  const isAlone = (): boolean => groundwork.madeAfter(before).filter((one) => one.resource === resource).length === 1;
  const moved: Moved[] = [];
  for (const rule of rules)
    for (const other of around.filter((one) => one.resource === rule.resource)) moved.push(...(await movedOf(setting, lab, rule, other)));
  if (moved.length === 0 || !isAlone()) return false;
  const done = await unlessStopped(things.call(lab, action, thing, { says: action.id, isNeeded: true }));
  if (done === undefined || !isSuccess(done) || done.response.status === 202) return false;
  const { read } = resource;
  const member = read && listedState(read);
  const seen = read && (await unlessStopped(readThing(lab, things, read, thing)));
  const state = seen && member?.of(seen.resource);
  if (state === undefined || !isAlone()) return false;
  for (const one of moved.filter(({ rule }) => !rule.counted.has(state))) await judge(setting, lab, one, { action, state });
  return true;
}

/** The member of a thing, where it is another one now than when the thing was made. */
async function movedOf({ things }: Setting, lab: Lab, rule: Rule, thing: Thing): Promise<readonly Moved[]> {
  const first = resourceIn(thing.created, thing.resource.edge.from)?.[rule.member];
  const value = (await unlessStopped(readThing(lab, things, rule.read, thing)))?.resource[rule.member];
  return first === undefined || value === undefined || isDeepStrictEqual(first, value) ? [] : [{ rule, thing, value }];
}

interface After {
  readonly action: Operation;
  readonly state: string;
}

async function judge({ things, resource }: Setting, lab: Lab, { rule, thing, value }: Moved, { action, state }: After): Promise<void> {
  const isStill = async (): Promise<boolean> =>
    isDeepStrictEqual((await unlessStopped(readThing(lab, things, rule.read, thing)))?.resource[rule.member], value);
  if (!(await isStill())) return;
  await waitBriefly();
  const seen = await unlessStopped(readThing(lab, things, rule.read, thing));
  if (seen === undefined || !isDeepStrictEqual(seen.resource[rule.member], value)) return;
  const message = `\`${rule.member}\` of ${rule.resource.name} is ${JSON.stringify(value)} after ${action.id}, as it was while the thing in ${resource.name} was not \`${state}\`.`;
  const expected = `the value from before ${resource.create.id}, as the document says: ${quoted({ text: rule.text })}`;
  lab.fault(CHECK, message, expected, seen.exchange);
}
