// Numbers of other things that a create has moved are as before it, once an operation gives back what the thing has taken.
import { setTimeout as wait } from 'node:timers/promises';
import { givenBackIn, names, quoted } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { type Taking, takes, taking } from '../making/taking.ts';
import { derivableOf } from '../rules/derived.ts';
import { LATER } from '../rules/later.ts';
import { declaredMembers } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf } from '../thing.ts';
import { routesTo, textsOf } from './making.ts';
import { type Neighbour, neighbourOf } from './world.ts';

const CHECK = 'effects-elsewhere';

/** What numbers are about that are given back: places, or what is left of them. */
const TAKEN =
  /(?:sold|taken|left|remain|avail|free|place|seat|spot|space|stock|on[_ -]?hand|reserved|used|balance|booked|occupied|quantity|credit|points|beds|rooms)/i;
/** Numbers of all time, bounds, and what goes by with time. */
const OTHERS =
  /(?:\b|_)(?:ever|so far|lifetime|all[- _]time|initial|original|total|history|capacity|quota|limit|max\w*|min\w*)\b|seconds?|minutes?|hours?|days?/i;

export async function* givenBack(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const actions = actionsOn(setting, resource);
  for (const operation of [...actions, ...(resource.remove === undefined ? [] : [resource.remove])]) {
    const said = textsOf(operation)
      .map(givenBackIn)
      .find((one) => one !== undefined);
    for (const route of said === undefined ? [] : routesTo(operation, actions)) {
      if (!(await tryBy(setting, operation, route, said ?? ''))) continue;
      yield operation;
      break;
    }
  }
}

/** A number of another thing, and what it was before something was taken. */
interface Amount {
  readonly neighbour: Neighbour;
  readonly member: string;
  readonly value: number;
}

async function tryBy(setting: Setting, operation: Operation, route: readonly Operation[], said: string): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const found = await firstOf(setting, lab);
  if (found === undefined) return false;
  const { parent, variant } = found;
  const neighbours = [parent, ...sourcesOf(parent)].flatMap((one) => {
    const neighbour = neighbourOf(setting, lab, one);
    return neighbour === undefined ? [] : [{ ...neighbour, resource: one.resource }];
  });
  const before = await numbersOf(neighbours, resource);
  const thing = await unlessStopped(things.make(lab, resource, variant, { parent, isOwn: true }));
  if (thing === undefined || !sourcesOf(thing).includes(parent)) return false;
  const moved = await changedSince(before);
  if (moved.length === 0) return false;
  for (const step of [...route, operation]) {
    const exchange = await unlessStopped(things.call(lab, step, thing, { says: step.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return false;
  }
  if ((await changedSince(moved)).length > 0) await wait(LATER);
  for (const { neighbour, member, value } of moved) {
    const seen = await neighbour.read();
    const is = seen?.resource[member];
    if (seen === undefined || is === value || typeof is !== 'number') continue;
    const message = `\`${member}\` of ${neighbour.name} is not as before ${resource.create.id} again after ${operation.id}.`;
    lab.fault(CHECK, message, `the number from before, as the document says: ${quoted({ text: said })}`, seen.exchange);
  }
  return true;
}

/** A first thing of the resource, of something new: after it, more can be made of the same. */
async function firstOf(setting: Setting, lab: Lab): Promise<Taking | undefined> {
  const { things, resource } = setting;
  const taken = things.takenBy(resource).filter((one) => takes(setting, resource, one));
  const tops = taken.filter((one) => !taken.some((other) => things.parentOf(one) === other));
  for (const top of tops) {
    const given = await unlessStopped(things.make(lab, top, 0, { isOwn: true }));
    const found = given && (await taking(setting, lab, given, resource));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The numbers that no request gives, and that tell what is taken or left. */
async function numbersOf(
  neighbours: readonly (Neighbour & { readonly resource: Resource })[],
  resource: Resource,
): Promise<readonly Amount[]> {
  const found: Amount[] = [];
  for (const neighbour of neighbours) {
    const seen = await neighbour.read();
    const declared = declaredMembers(neighbour.reader);
    for (const member of derivableOf(neighbour.resource, neighbour.reader)) {
      const value = seen?.resource[member];
      const texts = [member, ...possibleConjuncts(declared.get(member) ?? []).map(({ description = '' }) => description)];
      // How many such things there are need not fall: an order that is refunded is one still.
      const isAbout = texts.some((text) => TAKEN.test(text)) && !texts.some((text) => OTHERS.test(text)) && !names(member, resource.name);
      if (typeof value === 'number' && isAbout) found.push({ neighbour, member, value });
    }
  }
  return found;
}

/** The numbers that are others by now. */
async function changedSince(before: readonly Amount[]): Promise<readonly Amount[]> {
  const changed: Amount[] = [];
  for (const one of before) {
    const is = (await one.neighbour.read())?.resource[one.member];
    if (typeof is === 'number' && is !== one.value) changed.push(one);
  }
  return changed;
}
