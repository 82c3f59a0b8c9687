// Reads what stands around a thing before and after an operation on it, and holds the operation to what its texts say of other things.
import { type Elsewhere, elsewhereIn, valueSaidIn } from '../../../inference/prose/index.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { listedPlaces } from '../../../inference/targets.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Act } from '../acts.ts';
import { actionsOn } from '../machines/moves.ts';
import { leftOut } from '../relations/left-out.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { addedElsewhere } from './added.ts';
import { around, judge, meantBy, type Owned, otherKinds, ownersOf } from './around.ts';
import { emptiedElsewhere } from './emptied.ts';
import { eventsElsewhere } from './events.ts';
import { givenBack } from './given-back.ts';
import { keptThroughout } from './kept-throughout.ts';
import { madeOf } from './made-of.ts';
import { routesTo } from './making.ts';
import { movedUp } from './moved-up.ts';
import { snapshots } from './snapshots.ts';
import { succeeded } from './successors.ts';

const CHECK = 'effects-elsewhere';

/** What creates do to others, also those of things that no path names. */
export const createdBeside: readonly Script[] = [{ check: CHECK, run: createdElsewhere }];

export const elsewhere: readonly Script[] = [
  { check: CHECK, run: statesElsewhere },
  { check: CHECK, run: eventsElsewhere },
  ...createdBeside,
  { check: CHECK, run: addedElsewhere },
  { check: CHECK, run: givenBack },
  { check: CHECK, run: emptiedElsewhere },
  { check: CHECK, run: movedUp },
  { check: CHECK, run: succeeded },
  ...leftOut,
  { check: CHECK, run: snapshots },
  { check: CHECK, run: keptThroughout },
];

async function* statesElsewhere(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const kinds = otherKinds(setting);
  const actions = actionsOn(setting, resource);
  for (const operation of [...actions, ...(resource.remove === undefined ? [] : [resource.remove])]) {
    const effects = doingTextsOf(operation).flatMap((text) => elsewhereIn(text, kinds));
    for (const branch of branchesOf(setting, operation, effects))
      if ((await tryRoutes(setting, operation, actions, branch)) || (await tryOnOwners(setting, operation, branch))) yield operation;
  }
}

async function tryRoutes(setting: Setting, operation: Operation, actions: readonly Operation[], branch: Branch): Promise<boolean> {
  for (const route of routesTo(operation, actions)) if (await tryBy(setting, operation, route, branch)) return true;
  return false;
}

async function tryOnOwners(setting: Setting, operation: Operation, branch: Branch): Promise<boolean> {
  for await (const owned of ownersOf(setting, branch.effects)) if (await isDone(setting, operation, branch, owned)) return true;
  return false;
}

/** Effects that come with the same input; without one, whatever the input. */
interface Branch {
  readonly effects: readonly Elsewhere[];
  readonly input?: Input;
}

/** The effects of an operation: those of all requests, and those of requests with a value that their sentences begin with. */
function branchesOf({ inputs }: Setting, operation: Operation, effects: readonly Elsewhere[]): readonly Branch[] {
  const places = listedPlaces(operation).filter(({ place }) => place.startsWith('/body/'));
  const valueBy = ({ quote }: Elsewhere): string | undefined =>
    places.map(({ listed }) => valueSaidIn(quote, listed)).find((one) => one !== undefined);
  const plain = effects.filter((one) => valueBy(one) === undefined);
  const valued = places.flatMap(({ place, listed }) =>
    listed.flatMap((value): readonly Branch[] => {
      const own = effects.filter((one) => valueBy(one) === value);
      const [input] = own.length === 0 ? [] : inputs.having(operation, place, value);
      return input === undefined ? [] : [{ effects: own, input }];
    }),
  );
  return [...(plain.length === 0 ? [] : [{ effects: plain }]), ...valued];
}

/** What creates do to the things that they take. */
async function* createdElsewhere(setting: Setting): AsyncGenerator<Operation> {
  const { create } = setting.resource;
  for await (const { lab, effects, neighbour, state } of madeOf(setting)) {
    yield create;
    for (const effect of effects) if (effect.isMeant(state)) await judge(lab, create.id, effect, { neighbour, state });
  }
}

/** Whether the operation was done, and something of what its texts say was there to see. */
async function tryBy(setting: Setting, operation: Operation, route: readonly Operation[], { effects, input }: Branch): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0));
  if (thing === undefined) return false;
  for (const step of route) {
    const exchange = await unlessStopped(things.call(lab, step, thing, { says: step.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange)) return false;
  }
  return isDone(
    setting,
    operation,
    { effects, ...(input === undefined ? {} : { input }) },
    { lab, thing, neighbours: await around(setting, lab, thing, effects) },
  );
}

async function isDone(
  { things }: Setting,
  operation: Operation,
  { effects, input }: Branch,
  { lab, thing, neighbours }: Owned,
): Promise<boolean> {
  const meant = await meantBy(effects, neighbours);
  if (meant.length === 0) return false;
  const act: Act = { says: operation.id, isNeeded: true, ...(input === undefined ? {} : { input }) };
  const done = await unlessStopped(things.call(lab, operation, thing, act));
  if (done === undefined || !isSuccess(done) || done.response.status === 202) return false;
  for (const { effect, ...one } of meant) await judge(lab, operation.id, effect, one);
  return true;
}
