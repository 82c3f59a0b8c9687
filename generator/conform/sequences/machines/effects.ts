// Compares what an operation has done to a thing with what its texts say of its members.
import { isDeepStrictEqual } from 'node:util';
import type { Effect } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { memberEffectsOf } from '../../../inference/stated/effects.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { declaredMembers, type Seen } from '../rules/seen.ts';

/** The effects that an operation has on the members that a thing shows. */
export function effectsOf(operation: Operation, read: Reader): readonly Effect[] {
  return memberEffectsOf(operation, declaredMembers(read).keys());
}

/** @throws {SequenceFault} where a member is not as the texts say. */
export function judgeEffects(lab: Lab, operation: Operation, effects: readonly Effect[], before: Seen, after: Seen, check: string): void {
  for (const effect of effects) {
    const { member, quote } = effect;
    const wanted = wantedOf(effect, before.resource[member], after.resource[member]);
    if (wanted === undefined) continue;
    const [was, is] = [before, after].map(({ resource }) => JSON.stringify(resource[member]) ?? 'missing');
    const message = `\`${member}\` is ${is} after ${operation.id}, and was ${was} before it.`;
    lab.fault(check, message, `${wanted}, as the document says: “${quote}”`, after.exchange);
  }
}

/** What a member should be; `undefined` where it is as it should be, or where nothing can be said. */
function wantedOf({ kind, member }: Effect, before: unknown, after: unknown): string | undefined {
  const isNothing = after === null || after === undefined;
  if (kind === 'kept')
    return before === null || before === undefined || isDeepStrictEqual(before, after) ? undefined : `\`${member}\` as before`;
  if (kind === 'emptied') {
    const isEmpty = isNothing || after === '' || after === false || after === 0 || (Array.isArray(after) && after.length === 0);
    return isEmpty || before === null || before === undefined ? undefined : `\`${member}\` without a value`;
  }
  if (kind === 'zeroed') return typeof before === 'number' && after !== 0 ? `\`${member}\` with the value 0` : undefined;
  if (kind === 'on') return after === false ? `\`${member}\` with the value true` : undefined;
  if (kind === 'set') return isNothing ? `a value of \`${member}\`` : undefined;
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  const wanted = kind === 'raised' ? before + 1 : before - 1;
  return after === wanted ? undefined : `\`${member}\` with the value ${wanted}`;
}
