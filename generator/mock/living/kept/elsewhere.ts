// Changes the states of other things where the text of an action says so: `Orders of the call that are open are cancelled with it`.
import type { Elsewhere } from '../../../inference/prose/index.ts';
import { setByChange } from '../making.ts';
import { namesThing, standsBelow } from '../referring.ts';
import type { Setting } from '../setting.ts';
import { type Thing, TooMuch } from '../world.ts';
import { inState } from './keeping.ts';

export function changeElsewhere(setting: Setting, effects: readonly Elsewhere[], thing: Thing): void {
  const { world } = setting;
  try {
    for (const effect of effects)
      for (const other of [...world.all()]) {
        const value = other.kind !== thing.kind && isAround(thing, other) ? changedBy(effect, other) : undefined;
        const { version: _, ...kept } = other;
        if (value !== undefined) world.keep({ ...kept, value: { ...value, ...setByChange(setting, kept.kind, other.value, value) } });
      }
  } catch (error) {
    // There is no room for more.
    if (!(error instanceof TooMuch)) throw error;
  }
}

function changedBy({ name, to, isMeant }: Elsewhere, { kind, value }: Thing): Thing['value'] | undefined {
  const now = kind.state && value[kind.state.member];
  if (kind.name !== name || kind.state === undefined || typeof now !== 'string' || now === to || !isMeant(now)) return undefined;
  return inState(kind, { ...value, [kind.state.member]: to });
}

/** Whether one of two things stands below the other one, or names it. */
function isAround(thing: Thing, other: Thing): boolean {
  return [standsBelow, namesThing].some((isSo) => isSo(other, thing) || isSo(thing, other));
}
