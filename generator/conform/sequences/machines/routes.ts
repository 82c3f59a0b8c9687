// Finds by which moves a new thing comes into each of its states, and brings given things there.
import { stemOf, wordsOf } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { CheckContext } from '../../contract/check.ts';
import { Kept } from '../kept.ts';
import type { Lab } from '../lab.ts';
import { readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { arrive, type Machine } from './machine.ts';
import { listedState } from './members.ts';
import { isMoved } from './moved.ts';
import { actionMoves, belowMoves, companionMoves, extremeMoves, MOST, type Move, settingMoves } from './moves.ts';

/** The moves that lead to each state, from that of a new thing on. */
export type Routes = ReadonlyMap<string, readonly Move[]>;

/** What one run has found, by the create of the things. */
const found = new WeakMap<CheckContext, Kept<Routes>>();

/** The routes to the states of a resource, which are looked for once in a run. None where the search itself asks for them. */
export async function routesOf(setting: Setting, resource: Resource): Promise<Routes> {
  const kept = found.get(setting.context) ?? new Kept<Routes>();
  found.set(setting.context, kept);
  return kept.of(resource.create.id, () => explored(setting, resource)) ?? new Map();
}

/** How a state that was found before is reached by one more move; `undefined` where the search has not found one, or was not made. */
export async function foundBy({ context }: Setting, { create }: Resource, route: readonly Move[], move: Move): Promise<Step | undefined> {
  const all = await found.get(context)?.made(create.id);
  if (all === undefined) return undefined;
  const says = [...route, move].map((one) => one.says).join('\n');
  const [state] = [...all].find(([, one]) => one.map((each) => each.says).join('\n') === says) ?? [];
  return { state };
}

/** The state that a move has led to; absent where it has led to none that was not known. */
interface Step {
  readonly state: string | undefined;
}

async function explored(setting: Setting, resource: Resource): Promise<Routes> {
  const { things } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const routes = new Map<string, readonly Move[]>();
  if (read === undefined || member === undefined) return routes;
  const machine: Machine = { things, resource, read, member };
  const begun = await arrive(machine, []);
  if (begun === undefined) return routes;
  routes.set(begun.seen.state, []);
  const acts = [...actionMoves(setting, resource), ...belowMoves(setting, resource, member.states)];
  const moves = [...acts, ...settingMoves(machine), ...companionMoves(setting, resource), ...extremeMoves(setting, resource)];
  for (const [, route] of routes)
    for (const move of moves) {
      if (routes.size > MOST || routes.size === member.states.length) return routes;
      if (move.to !== undefined && routes.has(move.to)) continue;
      const state = (await arrive(machine, [...route, move]))?.seen.state;
      if (state !== undefined && !routes.has(state)) routes.set(state, [...route, move]);
    }
  return routes;
}

/** Whether a new thing has come into a state: by a move to it, or else by the route that leads there. */
export async function isBrought(setting: Setting, lab: Lab, thing: Thing, state: string): Promise<boolean> {
  const { things } = setting;
  const read = shownBy(thing.resource);
  const member = read && listedState(read);
  if (read === undefined || member === undefined) return false;
  const now = async (): Promise<string | undefined> => {
    const seen = await unlessStopped(readThing(lab, things, read, thing));
    return seen && member.of(seen.resource);
  };
  const isThere = async (): Promise<boolean> => (await now()) === state;
  const present = await now();
  if (present === state) return true;
  const moves = [...actionMoves(setting, thing.resource), ...settingMoves({ things, resource: thing.resource, member })];
  const direct = moves.filter((move) => leadsTo(move, state));
  for (const move of direct) if ((await isDone(setting, lab, thing, move)) && (await isThere())) return true;
  const routes = await routesOf(setting, thing.resource);
  const route = restOf(routes.get(state) ?? [], routes.get(present ?? '') ?? []);
  for (const move of route) if (!(await isDone(setting, lab, thing, move))) return false;
  return route.length > 0 && (await isThere());
}

/** A route without the moves that a thing has behind it, where these are its first ones. */
function restOf(route: readonly Move[], done: readonly Move[]): readonly Move[] {
  return done.every((move, index) => route[index] === move) ? route.slice(done.length) : route;
}

/** Whether a move names the state, or is called as what leads to it. */
function leadsTo({ operation, to }: Move, state: string): boolean {
  const name = wordsOf(segmentsOf(operation.path).at(-1) ?? '')[0] ?? '';
  return to === undefined ? stemOf(name) === stemOf(state) : to === state;
}

async function isDone({ things }: Setting, lab: Lab, thing: Thing, move: Move): Promise<boolean> {
  const { companion, operation, says, input } = move;
  if (companion !== undefined) return isMoved(things, lab, thing, move);
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says, input, isNeeded: true }));
  if (exchange === undefined || isSuccess(exchange)) return exchange !== undefined;
  lab.forget(exchange);
  return false;
}
