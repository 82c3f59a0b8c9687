// `merge-patch`: a merge patch changes the members of an object that it names, takes away those that are null, and leaves the others (RFC 7396).
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Script, Setting } from '../script.ts';
import { isDone, type Patching, patch, patchingsOf, seen } from './patching.ts';
import type { Members } from './seen.ts';

const CHECK = 'merge-patch';

export const merged: readonly Script[] = [{ check: CHECK, run: mergePatch }];

/** Words by which a text says that an object in a change replaces the whole one. */
const REPLACES = /\breplac|\bas a whole\b|\bentire|\bwholly\b/i;

async function* mergePatch(setting: Setting): AsyncGenerator<Operation> {
  for await (const patching of patchingsOf(setting, 'application/merge-patch+json', CHECK)) {
    const { operation, setting: own } = patching;
    if (REPLACES.test(`${operation.summary ?? ''}. ${operation.description ?? ''}`)) continue;
    const bodies = [4, 6, 8, 10].map((variant) => own.inputs.of(operation, variant)?.body).filter(isObject);
    for (const name of new Set(bodies.flatMap((body) => Object.keys(body)))) {
      const objects = bodies.map((body) => body[name]).filter((one) => isObject(one) && Object.keys(one).length > 0) as Members[];
      if (await mergesObject(patching, name, objects)) yield operation;
    }
  }
}

/** Whether an object has been changed in a part: one member is sent again with the value that it has. */
async function mergesObject(patching: Patching, name: string, objects: readonly Members[]): Promise<boolean> {
  for (const whole of [Object.assign({}, ...objects) as Members, ...objects]) {
    if (Object.keys(whole).length < 2 || !isDone(await patch(patching, `set ${name}`, { [name]: whole }))) continue;
    const before = (await seen(patching))?.resource[name];
    if (!isObject(before)) continue;
    const names = Object.keys(whole).filter((one) => whole[one] !== null && isDeepStrictEqual(before[one], whole[one]));
    for (const first of names) {
      const part = { [first]: whole[first] };
      if (!isDone(await patch(patching, `send a part of ${name}`, { [name]: part }))) continue;
      judgeOthers(patching, name, { before, part, after: await seen(patching) });
      const other = names.find((one) => one !== first);
      await emptiesPart(patching, name, other);
      return true;
    }
  }
  return false;
}

interface Merge {
  readonly before: Members;
  readonly part: Members;
  readonly after: Awaited<ReturnType<typeof seen>>;
}

function judgeOthers({ lab, operation }: Patching, name: string, { before, part, after }: Merge): void {
  const is = after?.resource[name];
  if (after === undefined) return;
  const lost = Object.keys(before).find(
    (one) => !Object.hasOwn(part, one) && before[one] !== null && (!isObject(is) || is[one] === undefined || is[one] === null),
  );
  if (lost === undefined) return;
  lab.fault(
    CHECK,
    `\`${name}.${lost}\` is lost after ${operation.id} with other members of \`${name}\`.`,
    `\`${name}.${lost}\` as it was (RFC 7396 section 2)`,
    after.exchange,
  );
}

/** A null takes a member away: it does not have its old value any more. */
async function emptiesPart(patching: Patching, name: string, other: string | undefined): Promise<void> {
  const before = other === undefined ? undefined : (await seen(patching))?.resource[name];
  if (other === undefined || !isObject(before) || before[other] === undefined || before[other] === null) return;
  if (!isDone(await patch(patching, `take away a part of ${name}`, { [name]: { [other]: null } }))) return;
  const after = await seen(patching);
  const is = after?.resource[name];
  if (after === undefined || !isObject(is) || !isDeepStrictEqual(is[other], before[other])) return;
  patching.lab.fault(
    CHECK,
    `\`${name}.${other}\` is still ${JSON.stringify(is[other])} after ${patching.operation.id} with null for it.`,
    `\`${name}\` without \`${other}\` (RFC 7396 section 2)`,
    after.exchange,
  );
}
