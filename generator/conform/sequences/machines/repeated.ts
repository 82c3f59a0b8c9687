// Does an operation to one thing twice, where a sentence says that it is done once alone.
import { expectedOf, isOnceAlone, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';

const CHECK = 'state-rules';

export async function* repeated(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context, mayCall } = setting;
  for (const operation of things.consumersOf(resource)) {
    const last = segmentsOf(operation.path).at(-1) ?? '';
    const isAction = operation.method === 'POST' && parameterIn(last) === undefined && mayCall(operation);
    if (
      !isAction ||
      things.all().some(({ create }) => create === operation && create !== resource.create && hasOwnAddress(setting, create))
    )
      continue;
    const said = saidOf(context.service, operation).find((one) => isOnceAlone(one, last));
    if (said !== undefined && (await tryTwice(setting, operation, said))) yield operation;
  }
}

/** Whether what an operation makes is read at an address of its own: then others judge how many there may be. */
function hasOwnAddress({ things }: Setting, create: Operation): boolean {
  return things.all().some((one) => one.create === create && one.read !== undefined);
}

async function tryTwice({ things, resource }: Setting, operation: Operation, said: Said): Promise<boolean> {
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  const first = thing && (await unlessStopped(things.call(lab, operation, thing, { says: operation.id, isNeeded: true })));
  if (thing === undefined || first === undefined || !isSuccess(first) || first.response.status === 202) return false;
  const again = { says: `${operation.id} again`, probe: CHECK, input: first.case.input as Input };
  const second = await unlessStopped(things.call(lab, operation, thing, again));
  if (second === undefined) return false;
  // A service may know the request, and answer it as it did before.
  if (!isSuccess(second) || second.response.status === 202 || (first.response.status === 201 && second.response.status === 200))
    return true;
  const message = `${operation.id} succeeds twice for ${String(thing.id)}, and the document says: ${quoted(said)}`;
  return lab.fault(CHECK, message, expectedOf(said), second);
}
