// `update-mask`: a change with a mask changes the members that the mask names, and no others.
import { isDeepStrictEqual } from 'node:util';
import { maskOf } from '../../../inference/chosen/mask.ts';
import { itemsOf, possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation, Parameter } from '../../../model/service.ts';
import type { Script, Setting } from '../script.ts';
import { isDone, otherValues, type Patching, patch, patchingsOf, seen } from './patching.ts';

const CHECK = 'update-mask';

export const masked: readonly Script[] = [{ check: CHECK, run: updateMask }];

const MOST_PAIRS = 4;

async function* updateMask(setting: Setting): AsyncGenerator<Operation> {
  for (const type of ['application/json', 'application/merge-patch+json'])
    for await (const patching of patchingsOf(setting, type, CHECK)) {
      const mask = maskOf(patching.operation);
      if (mask?.in === 'query' && (await keepsToMask(patching, mask))) yield patching.operation;
    }
}

/** Whether a change with a mask was made: of two members in the body, the mask names one. */
async function keepsToMask(patching: Patching, mask: Parameter): Promise<boolean> {
  const before = await seen(patching);
  if (before === undefined) return false;
  const others = otherValues(patching, before);
  const pairs = others.flatMap((one, index) => others.slice(index + 1).map((two) => [one, two] as const));
  for (const [[name, value], [other, unnamed]] of pairs.slice(0, MOST_PAIRS)) {
    const query = { [mask.name]: isListed(mask) ? [name] : name };
    if (!isDone(await patch(patching, `change ${name} by a mask`, { [name]: value, [other]: unnamed }, query))) continue;
    const after = await seen(patching);
    if (after === undefined) return false;
    if (isDeepStrictEqual(after.resource[other], unnamed)) {
      const message = `\`${other}\` is changed by ${patching.operation.id}, although \`${mask.name}\` names \`${name}\` alone.`;
      patching.lab.fault(CHECK, message, `\`${other}\` as it was`, after.exchange);
    }
    if (isDeepStrictEqual(after.resource[name], before.resource[name])) {
      const message = `\`${name}\` is not changed by ${patching.operation.id}, although \`${mask.name}\` names it.`;
      patching.lab.fault(CHECK, message, `\`${name}\` with the value that was sent`, after.exchange);
    }
    return true;
  }
  return false;
}

function isListed({ schema }: Parameter): boolean {
  return (
    schema !== undefined &&
    (itemsOf([schema]).length > 0 || possibleConjuncts([schema]).some(({ type }) => type?.includes('array') === true))
  );
}
