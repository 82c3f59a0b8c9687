// Says which things are of an unusual size: one whose price is a thousand times that of the document's example is more than others have room for.

import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Input } from '../plan/index.ts';

/** A number that is so many times another one is far from it. */
const TIMES = 10;

/** Cases whose values may leave a thing with room for nothing. */
export const LIMITS: ReadonlySet<string> = new Set(['boundary', 'extreme']);

/** Notes the examples that succeed, and says of the cases of a run whether what they make is unusual. */
export function createTypical(): (one: Case) => boolean {
  const examples = new Map<Operation, Input>();
  return ({ operation, intent, input }) => {
    if (intent.kind !== 'valid') return false;
    if (LIMITS.has(intent.by)) return true;
    if (intent.by === 'example' && input !== undefined) examples.set(operation, input);
    return isFarFrom(examples.get(operation)?.body, input?.body);
  };
}

/** Whether a value has a number that is far from the one at the same place of the usual value. */
function isFarFrom(usual: unknown, value: unknown): boolean {
  if (typeof usual === 'number') return typeof value === 'number' && usual > 0 && (value > usual * TIMES || value * TIMES < usual);
  if (typeof usual !== 'object' || typeof value !== 'object' || usual === null || value === null) return false;
  const members = new Map(Object.entries(value));
  return Object.entries(usual).some(([name, member]) => isFarFrom(member, members.get(name)));
}
