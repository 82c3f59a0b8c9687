// Calls an operation with the example of the document and new things for all that its body names: others may have used up what was made before.
import { valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { type Lab, unlessStopped } from '../lab.ts';
import { resultOf, type Thing } from '../thing.ts';
import type { Act, Things } from '../things.ts';

/** The answer; `undefined` where the body names nothing, or where this cannot be made. */
export async function calledNewly(
  things: Things,
  lab: Lab,
  operation: Operation,
  thing: Thing,
  act: Omit<Act, 'input'>,
): Promise<Answered | undefined> {
  const input = things.inputs.of(operation, 0);
  const values = new Map<string, unknown>();
  for (const { to, from, resource } of things.references(operation)) {
    if (input === undefined || valueAt(input, to) === undefined || resource === thing.resource || values.has(to)) continue;
    const one = await unlessStopped(things.make(lab, resource, 0));
    if (one === undefined) return undefined;
    values.set(to, from === resource.edge.from ? one.id : valueAt(resultOf(one.created), from));
  }
  if (input === undefined || values.size === 0) return undefined;
  return unlessStopped(things.callUnknown(lab, operation, thing, { ...act, input }, Object.fromEntries(values)));
}
