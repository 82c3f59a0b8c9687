// Tries steps whose needs a table names, where other things do not meet them: a season with a match that has no result is not finished.
import { quoted, stepNeedsIn, tagTextsOf, type Wanted, wantedIn } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { declaredMembers, readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf } from '../thing.ts';
import { type Arrived, arrive, isJudged, look, type Machine, refusalOf } from './machine.ts';
import { listedState } from './members.ts';
import { actionMoves, type SettingMove, settingMoves } from './moves.ts';
import type { Routes } from './routes.ts';

const CHECK = 'state-rules';

/** The most things that are made, one fewer than a need wants. */
const MOST = 6;

/** Steps with a need that is not met, from each state that can be reached. */
export async function* needing(setting: Setting, machine: Machine, routes: Routes): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { states } = machine.member;
  const kin = [...new Set([...things.below(resource), ...things.referringTo(resource)])].filter((one) => one !== resource);
  const moves = [...actionMoves(setting, resource), ...settingMoves(machine)];
  const tried = new Set<string>();
  for (const { operation, to, says, input } of moves) {
    if (to === undefined || input === undefined) continue;
    for (const need of textsOf(setting, operation).flatMap((text) => stepNeedsIn(text, states)))
      for (const other of need.to === to ? kin : []) {
        const key = `${need.from} ${to} ${other.name}`;
        const wanted = wantedBy(need.text, other);
        if (wanted === undefined || tried.has(key)) continue;
        tried.add(key);
        if (await isTried(setting, machine, { ...need, other, wanted, move: { operation, to, says, input }, routes, kin })) yield operation;
      }
  }
}

function textsOf({ context }: Setting, operation: Operation): readonly string[] {
  const { service } = context;
  const tags = tagTextsOf(service, operation);
  return [...new Set([operation.description ?? '', ...tags, service.description ?? ''])];
}

function wantedBy(need: string, other: Resource): Wanted | undefined {
  const read = shownBy(other);
  const states = (read && listedState(read))?.states ?? [];
  return wantedIn(need, other.name, { states, members: read === undefined ? [] : [...declaredMembers(read).keys()] });
}

interface Step {
  readonly from: string;
  readonly text: string;
  readonly other: Resource;
  readonly wanted: Wanted;
  readonly move: SettingMove;
  readonly routes: Routes;
  /** What stands below the thing or names it. */
  readonly kin: readonly Resource[];
}

async function isTried(setting: Setting, machine: Machine, step: Step): Promise<boolean> {
  const { things } = setting;
  const { from, text, other, wanted, move, routes } = step;
  const { operation, to, says, input } = move;
  const route = routes.get(from);
  // What comes about on the way may meet a need for a number of things.
  if (wanted.least !== undefined && (route === undefined || route.length > 0 || wanted.least > MOST)) return false;
  const below = wanted.least === undefined ? other : undefined;
  const arrived = route === undefined ? await arriveWith(setting, machine, step) : await arrive(machine, route, undefined, below);
  if (arrived === undefined || arrived.seen.state !== from) return false;
  const { lab, thing } = arrived;
  for (let count = 1; count < (wanted.least ?? 0); count++)
    if ((await unlessStopped(things.make(lab, other, count, { parent: thing }))) === undefined) return false;
  if (wanted.least === undefined && !(await isUnmet(setting, arrived, wanted))) return false;
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says: `${says} without what it needs`, input, probe: CHECK }));
  if (exchange === undefined || !isJudged(exchange)) return false;
  if (!isSuccess(exchange)) return true;
  const after = await look(machine, lab, thing);
  if (after?.state !== to) return true;
  const message = `${operation.id} has changed \`${machine.member.name}\` from \`${from}\` to \`${to}\` without what the document says that this needs: ${quoted({ text })}`;
  return lab.fault(CHECK, message, refusalOf(operation, []), exchange);
}

/** A thing that comes into the state once there is as much of another kind as the table says that this step needs. */
async function arriveWith(setting: Setting, machine: Machine, { from, other, routes, kin, move }: Step): Promise<Arrived | undefined> {
  const { things, resource } = setting;
  const moves = [...actionMoves(setting, resource), ...settingMoves(machine)].filter(({ to }) => to === from);
  const needs = textsOf(setting, move.operation).flatMap((text) => stepNeedsIn(text, machine.member.states));
  for (const need of needs.filter((one) => one.to === from))
    for (const kind of kin) {
      const { least } = wantedBy(need.text, kind) ?? {};
      const route = routes.get(need.from);
      const arrived = least === undefined || least > MOST || route === undefined ? undefined : await arrive(machine, route);
      if (arrived === undefined) continue;
      const { lab, thing } = arrived;
      for (let count = 0; count < (least ?? 0); count++) await unlessStopped(things.make(lab, kind, count, { parent: thing }));
      const child = await unlessStopped(things.make(lab, other, 0, { parent: thing }));
      if (child === undefined) continue;
      for (const { operation, says, input } of moves)
        await unlessStopped(things.call(lab, operation, thing, { says, input, isNeeded: true }));
      const seen = await look(machine, lab, thing);
      if (seen?.state === from) return { lab, thing, child, seen };
    }
  return undefined;
}

/** Whether the thing that was made below or beside is not as the need wants it. */
async function isUnmet({ things }: Setting, { lab, thing, child }: Arrived, { states, members }: Wanted): Promise<boolean> {
  const read = child && shownBy(child.resource);
  const seen = child === undefined || read === undefined ? undefined : await unlessStopped(readThing(lab, things, read, child));
  if (child === undefined || read === undefined || seen === undefined || !sourcesOf(child).includes(thing)) return false;
  const state = listedState(read)?.of(seen.resource);
  if (states.length > 0) return state !== undefined && !states.includes(state);
  return members.length > 0 && members.every((name) => (seen.resource[name] ?? null) === null);
}
