// Reads what stands around a thing before and after an operation on it, and holds the operation to what its texts say of other things.
import { type Elsewhere, elsewhereIn, quoted } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { leftOut } from '../relations/left-out.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { emptiedElsewhere } from './emptied.ts';
import { givenBack } from './given-back.ts';
import { madeOf } from './made-of.ts';
import { dependentsOf, routesTo } from './making.ts';
import { movedUp } from './moved-up.ts';
import { snapshots } from './snapshots.ts';
import { kindsOf, type Neighbour, namedBy, neighbourOf } from './world.ts';

const CHECK = 'effects-elsewhere';

export const elsewhere: readonly Script[] = [
  { check: CHECK, run: statesElsewhere },
  { check: CHECK, run: createdElsewhere },
  { check: CHECK, run: givenBack },
  { check: CHECK, run: emptiedElsewhere },
  { check: CHECK, run: movedUp },
  ...leftOut,
  { check: CHECK, run: snapshots },
];

async function* statesElsewhere(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const listed = setting.things
    .all()
    .flatMap(({ name, read, list }) => (read === undefined && list !== undefined ? { name, reader: list } : []));
  const kinds = [...kindsOf(setting), ...listed]
    .filter(({ name }) => name !== resource.name)
    .map(({ name, reader }) => ({ name, states: listedState(reader)?.states ?? [] }));
  const actions = actionsOn(setting, resource);
  for (const operation of [...actions, ...(resource.remove === undefined ? [] : [resource.remove])]) {
    const effects = doingTextsOf(operation).flatMap((text) => elsewhereIn(text, kinds));
    for (const route of effects.length === 0 ? [] : routesTo(operation, actions)) {
      if (await tryBy(setting, operation, route, effects)) {
        yield operation;
        break;
      }
    }
  }
}

/** What creates do to the things that they take. */
async function* createdElsewhere(setting: Setting): AsyncGenerator<Operation> {
  const { create } = setting.resource;
  for await (const { lab, effects, neighbour, state } of madeOf(setting)) {
    yield create;
    for (const effect of effects) if (effect.isMeant(state)) await judge(lab, create, effect, neighbour, state);
  }
}

interface Before {
  readonly neighbour: Neighbour;
  readonly state: string;
}

/** Whether the operation was done, and something of what its texts say was there to see. */
async function tryBy(setting: Setting, operation: Operation, route: readonly Operation[], effects: readonly Elsewhere[]): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0));
  if (thing === undefined) return false;
  for (const step of route) {
    const exchange = await unlessStopped(things.call(lab, step, thing, { says: step.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange)) return false;
  }
  const before = await statesOf(await around(setting, lab, thing, effects));
  const meant = effects.flatMap((effect) =>
    before.filter(({ neighbour, state }) => neighbour.name === effect.name && effect.isMeant(state)).map((one) => ({ effect, ...one })),
  );
  if (meant.length === 0) return false;
  const done = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, isNeeded: true }));
  if (done === undefined || !isSuccess(done) || done.response.status === 202) return false;
  for (const { effect, neighbour, state } of meant) await judge(lab, operation, effect, neighbour, state);
  return true;
}

/** What stands around a thing: what it stands below or names, what names it, and what either has the identifiers of. */
async function around(setting: Setting, lab: Lab, thing: Thing, effects: readonly Elsewhere[]): Promise<readonly Neighbour[]> {
  const { things } = setting;
  const dependents = await dependentsOf(setting, lab, thing, effects);
  const all = [thing, ...sourcesOf(thing), ...dependents];
  const named: Neighbour[] = [];
  for (const one of [thing, ...dependents]) {
    const read = shownBy(one.resource);
    const seen = read === undefined ? undefined : await unlessStopped(readThing(lab, things, read, one));
    if (seen !== undefined) named.push(...namedBy(setting, lab, seen, one.resource));
  }
  return [...all.filter((one) => one !== thing).flatMap((one) => neighbourOf(setting, lab, one) ?? []), ...named];
}

async function statesOf(neighbours: readonly Neighbour[]): Promise<readonly Before[]> {
  const found: Before[] = [];
  for (const neighbour of neighbours) {
    const state = stateIn(neighbour, await neighbour.read());
    if (state !== undefined) found.push({ neighbour, state });
  }
  return found;
}

function stateIn({ reader }: Neighbour, seen: Seen | undefined): string | undefined {
  return seen && listedState(reader)?.of(seen.resource);
}

async function judge(lab: Lab, operation: Operation, { to, quote }: Elsewhere, neighbour: Neighbour, before: string): Promise<void> {
  if (stateIn(neighbour, await neighbour.read()) === to) return;
  await waitBriefly();
  const seen = await neighbour.read();
  const is = stateIn(neighbour, seen);
  // What cannot be read any more, or went on to another state, is left to other checks.
  if (seen === undefined || is !== before) return;
  const { name } = listedState(neighbour.reader) ?? { name: 'state' };
  const message = `\`${name}\` of ${neighbour.name} is \`${is}\` after ${operation.id}, as before it.`;
  lab.fault(CHECK, message, `\`${to}\`, as the document says: ${quoted({ text: quote })}`, seen.exchange);
}
