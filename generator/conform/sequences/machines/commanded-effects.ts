// Holds a step of a table to what it does beside the state: what it adds to a list of the thing, and what becomes of other things.
import { isDeepStrictEqual } from 'node:util';
import { memberPlace, membersIn } from '../../../inference/bodies.ts';
import { valueAt } from '../../../inference/pointers.ts';
import {
  appendedIn,
  type Command,
  type Elsewhere,
  elsewhereIn,
  isAbout,
  leftIn,
  quoted,
  singular,
} from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { type Before, judge, meantBy, otherKinds } from '../elsewhere/around.ts';
import { namedBy } from '../elsewhere/world.ts';
import type { Lab } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import type { Arrived } from './machine.ts';
import { isMoved } from './moved.ts';
import type { Move } from './moves.ts';

const STATES = 'state-rules';
const ELSEWHERE = 'effects-elsewhere';

/** @throws {SequenceFault} where a list to whose end a sentence says that each step is added lacks what it had, or has nothing more */
export function judgeAppended(lab: Lab, text: string, after: string, before: Seen, now: Seen): void {
  const lists = Object.keys(now.resource).filter((name) => Array.isArray(now.resource[name]) && Array.isArray(before.resource[name]));
  const found = appendedIn(text, lists);
  const [old, items] = [before, now].map(({ resource }) => resource[found?.list ?? '']);
  if (found === undefined || !Array.isArray(old) || !Array.isArray(items)) return;
  if (items.length === old.length + 1 && old.every((item, index) => isDeepStrictEqual(item, items[index]))) return;
  const kept = old.every((item) => items.some((one) => isDeepStrictEqual(item, one)));
  const message = `\`${found.list}\` has ${items.length} entries after ${after}${kept ? '' : ' and lacks one that it had'}, and ${old.length} before it.`;
  lab.fault(STATES, message, `one entry more, as the document says: ${quoted({ text: found.quote })}`, now.exchange);
}

interface Meant extends Before {
  readonly effect: Elsewhere;
}

/** The things that the thing names of which the row says what becomes of them, as they are before. */
export async function besideIn(setting: Setting, { lab, seen }: Arrived, { effects, quote }: Command): Promise<readonly Meant[]> {
  const all = effects.flatMap((text) => elsewhereIn(text, otherKinds(setting))).map((effect) => ({ ...effect, quote }));
  return all.length === 0 ? [] : meantBy(all, namedBy(setting, lab, seen, setting.resource));
}

/** @throws {SequenceFault} where a thing beside is as before */
export function judgeBeside(lab: Lab, after: string, { effect, ...before }: Meant): Promise<void> {
  return judge(lab, after, effect, before);
}

/**
 * Makes what the thing names with the members that the step takes from it, as the row says: an animal in a kennel, which it leaves.
 *
 * @throws {SequenceFault} where it still has one of them
 */
export async function leftBy(setting: Setting, { effects, quote }: Command, way: readonly Move[]): Promise<void> {
  const { things, resource } = setting;
  const last = way.at(-1);
  for (const { resource: other } of last === undefined ? [] : things.references(resource.create)) {
    const read = shownBy(other);
    const text = effects.find((one) => isAbout(one, singular(other.name)));
    const [example, rich] = [0, 2].map((variant) => setting.inputs.of(other.create, variant));
    if (read === undefined || text === undefined || example === undefined || last === undefined) continue;
    const lab = things.lab();
    for (const name of leftIn(text, Object.keys(membersIn(other.create, rich) ?? {}))) {
      const at = memberPlace(other.create, name);
      const input = changedAt(example, at, valueAt(rich, at)) as Input;
      const parent = await unlessStopped(things.makeFrom(lab, other, input));
      const had = parent && (await unlessStopped(readThing(lab, things, read, parent)));
      if (parent === undefined || (had?.resource[name] ?? null) === null) continue;
      const thing = await unlessStopped(things.make(lab, resource, 0, { parent, isOwn: true }));
      if (thing === undefined || !thing.sources.includes(parent)) continue;
      let isTaken = true;
      for (const move of way) isTaken &&= await isMoved(things, lab, thing, move);
      if (!isTaken) continue;
      const has = async (): Promise<Seen | undefined> => {
        const seen = await unlessStopped(readThing(lab, things, read, parent));
        return (seen?.resource[name] ?? null) === null ? undefined : seen;
      };
      if ((await has()) === undefined) continue;
      await waitBriefly();
      const seen = await has();
      if (seen === undefined) continue;
      const message = `\`${name}\` of ${other.name} is there after ${last.says}, as before it.`;
      lab.fault(ELSEWHERE, message, `no \`${name}\`, as the document says: ${quoted({ text: quote })}`, seen.exchange);
    }
  }
}
