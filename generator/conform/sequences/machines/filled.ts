// Does what empties a member, by its texts, where the member has something: what stands below the thing, or names it, may have filled it.
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { exampleOf, partsOf } from '../making/parts.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { effectsOf, judgeEffects } from './effects.ts';
import { isJudged } from './machine.ts';
import { actionsOn } from './moves.ts';

const CHECK = 'state-rules';

/** The most kinds of things that are made to fill a member. */
const MOST_KINDS = 3;

export async function* emptied(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const { read } = resource;
  if (read === undefined) return;
  for (const operation of actionsOn(setting, resource)) {
    const effects = effectsOf(operation, read).filter(({ kind }) => kind === 'emptied' || kind === 'zeroed');
    if (effects.length === 0) continue;
    const found = await filledFor(
      setting,
      effects.map(({ member }) => member),
    );
    if (found === undefined) continue;
    const { lab, thing, seen } = found;
    const exchange = await unlessStopped(setting.things.call(lab, operation, thing, { says: operation.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange) || !isJudged(exchange)) continue;
    const after = await unlessStopped(readThing(lab, setting.things, read, thing));
    if (after === undefined) continue;
    judgeEffects(lab, operation, effects, seen, after, CHECK);
    yield operation;
  }
}

interface Filled {
  readonly lab: Lab;
  readonly thing: Thing;
  readonly seen: Seen;
}

/** A thing of which one of the members has something, once others were made for it. */
async function filledFor(setting: Setting, members: readonly string[]): Promise<Filled | undefined> {
  const { things, resource } = setting;
  const { read } = resource;
  if (read === undefined) return undefined;
  for (const part of partsOf(setting).slice(0, MOST_KINDS)) {
    const lab = things.lab();
    const thing = await exampleOf(setting, lab);
    const before = thing && (await unlessStopped(readThing(lab, things, read, thing)));
    if (thing === undefined || before === undefined) return undefined;
    // What is there from the start is judged elsewhere.
    if (members.some((name) => isFull(before.resource[name]))) return undefined;
    if (!(await part.make(lab, thing))) continue;
    const seen = await unlessStopped(readThing(lab, things, read, thing));
    if (seen !== undefined && members.some((name) => isFull(seen.resource[name]))) return { lab, thing, seen };
  }
  return undefined;
}

function isFull(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== 0 && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
  );
}
