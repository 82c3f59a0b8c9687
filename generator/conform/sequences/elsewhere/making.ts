// Makes what names a thing, or stands below it, in the states that a text names, and lists the actions that may come before an operation.
import type { Elsewhere } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { isBrought } from '../machines/routes.ts';
import { takes, taking } from '../making/taking.ts';
import { declaredMembers } from '../rules/seen.ts';
import type { Setting } from '../script.ts';
import type { Thing } from '../thing.ts';
import { kindsOf, namesKind } from './world.ts';

const MOST_ROUTES = 10;

/** None, one of the other actions, or two of them: what an operation may need before. */
export function routesTo(operation: Operation, actions: readonly Operation[]): readonly (readonly Operation[])[] {
  const others = actions.filter((one) => one !== operation);
  const pairs = others.flatMap((one) => others.filter((other) => other !== one).map((other) => [one, other]));
  return [[], ...others.map((one) => [one]), ...pairs].slice(0, MOST_ROUTES);
}

/** Things that name the thing, or stand below it: of each kind that an effect speaks of, one in each state that it names. */
export async function dependentsOf(
  setting: Setting,
  lab: Lab,
  thing: Thing,
  effects: readonly Pick<Elsewhere, 'name' | 'from'>[],
): Promise<readonly Thing[]> {
  const { things } = setting;
  const made: Thing[] = [];
  for (const taker of things.all()) {
    const wanted = takes(setting, taker, thing.resource) ? statesFor(setting, taker, effects) : [];
    for (const state of wanted) {
      const one = (await taking(setting, lab, thing, taker))?.thing;
      if (one !== undefined && (state === undefined || (await isBrought(setting, lab, one, state)))) made.push(one);
    }
  }
  return made;
}

/** The states in which things of a kind are wanted; `undefined` for any, and none where no effect is about them or what they name. */
function statesFor(
  setting: Setting,
  taker: Resource,
  effects: readonly Pick<Elsewhere, 'name' | 'from'>[],
): readonly (string | undefined)[] {
  const own = effects.filter(({ name }) => name === taker.name);
  const states = own.flatMap(({ from }) => from);
  if (states.length > 0) return [...new Set(states)];
  const read = shownBy(taker);
  const members = read === undefined ? [] : [...declaredMembers(read).keys()];
  const named = kindsOf(setting).filter((kind) => effects.some(({ name }) => name === kind.name));
  return own.length > 0 || named.some((kind) => members.some((member) => namesKind(member, kind))) ? [undefined] : [];
}
