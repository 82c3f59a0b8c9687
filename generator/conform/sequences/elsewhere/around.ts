// Reads the states of what stands around a thing, and holds them to what texts say becomes of it.
import { type Elsewhere, type OtherKind, quoted } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { takes } from '../making/taking.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { sourcesOf, type Thing } from '../thing.ts';
import { dependentsOf } from './making.ts';
import { kindsOf, type Neighbour, namedBy, neighbourOf } from './world.ts';

const CHECK = 'effects-elsewhere';

/** A thing beside another one, and its state before something was done. */
export interface Before {
  readonly neighbour: Neighbour;
  readonly state: string;
}

/** The kinds of other things that are shown, with their states. */
export function otherKinds(setting: Setting): readonly OtherKind[] {
  const { resource, things } = setting;
  const shown = things.all().flatMap((one) => {
    const reader = one.read === undefined ? shownBy(one) : undefined;
    return reader === undefined ? [] : [{ name: one.name, reader }];
  });
  return [...kindsOf(setting), ...shown]
    .filter(({ name }) => name !== resource.name)
    .map(({ name, reader }) => ({ name, states: listedState(reader)?.states ?? [] }));
}

/** What stands around a thing: what it stands below or names, what names it, and what either has the identifiers of. */
export async function around(setting: Setting, lab: Lab, thing: Thing, effects: readonly Elsewhere[]): Promise<readonly Neighbour[]> {
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

/** A thing, and what names it or stands below it. */
export interface Owned {
  readonly lab: Lab;
  readonly thing: Thing;
  readonly neighbours: readonly Neighbour[];
}

/** Things that were made for others of which effects speak: they are as these need them, which a new thing need not be. */
export async function* ownersOf(setting: Setting, effects: readonly Elsewhere[]): AsyncGenerator<Owned> {
  const { things, resource } = setting;
  for (const taker of things.all().filter((one) => takes(setting, one, resource) && effects.some(({ name }) => name === one.name))) {
    // What others have named before may be in another state by now, and so may this one later.
    things.forgetAll();
    const lab = things.lab();
    const other = await unlessStopped(things.make(lab, taker, 0));
    const thing = other && sourcesOf(other).find((one) => one.resource === resource);
    const neighbour = other && neighbourOf(setting, lab, other);
    if (thing !== undefined && neighbour !== undefined) yield { lab, thing, neighbours: [neighbour] };
    things.forgetAll();
  }
}

/** The things of which effects speak, each in a state that they mean. */
export async function meantBy<T extends Elsewhere>(
  effects: readonly T[],
  neighbours: readonly Neighbour[],
): Promise<readonly (Before & { readonly effect: T })[]> {
  const before = await statesOf(neighbours);
  return effects.flatMap((effect) =>
    before.filter(({ neighbour, state }) => neighbour.name === effect.name && effect.isMeant(state)).map((one) => ({ effect, ...one })),
  );
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

/** `after`: what was done, as a phrase. */
export async function judge(lab: Lab, after: string, { to, quote }: Elsewhere, { neighbour, state: before }: Before): Promise<void> {
  if (stateIn(neighbour, await neighbour.read()) === to) return;
  await waitBriefly();
  const seen = await neighbour.read();
  const is = stateIn(neighbour, seen);
  // What cannot be read any more, or went on to another state, is left to other checks.
  if (seen === undefined || is !== before) return;
  const { name } = listedState(neighbour.reader) ?? { name: 'state' };
  const message = `\`${name}\` of ${neighbour.name} is \`${is}\` after ${after}, as before it.`;
  lab.fault(CHECK, message, `\`${to}\`, as the document says: ${quoted({ text: quote })}`, seen.exchange);
}
