// What a PATCH leaves as it was: other members, also where their values are not those of a new thing, and members that it sets to null.
import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { nulledIn, sentencesIn } from '../../../inference/prose/index.ts';
import { isVersion } from '../../../inference/stated/versions.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Script, Setting } from '../script.ts';
import { isDone, type Patching, patch, seen } from './patching.ts';
import { type Members, readThing, type Seen } from './seen.ts';

const CHECK = 'read-after-change';

export const kept: readonly Script[] = [{ check: CHECK, run: patchKeeps }];

/** The most members that are changed alone, and that are set to null. */
const MOST_ALONE = 2;
const MOST_NULL = 3;

/** One PATCH of one thing, and the members that it takes. */
interface Keeping extends Patching {
  readonly members: ReadonlyMap<string, readonly Schema[]>;
}

async function* patchKeeps(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, changes } = resource;
  for (const operation of read === undefined ? [] : changes.filter(({ method }) => method === 'PATCH')) {
    const schemas = memberSchemasOf(operation);
    if (schemas.length === 0 || read === undefined) continue;
    const lab = things.lab();
    const thing = await things.make(lab, resource, 1);
    const fresh = await readThing(lab, things, read, thing);
    if (fresh === undefined) continue;
    const patching: Keeping = { setting, operation, read, lab, thing, members: propertiesOf(schemas) };
    const turned = turnedBy(patching, fresh.resource);
    if (Object.keys(turned).length === 0) continue;
    if (await keepsTurned(patching, turned)) yield operation;
    if (await emptiesNulls(patching)) yield operation;
  }
}

/** Values that a new thing does not have: the other boolean, another value of a list, and made values for the rest. */
function turnedBy({ setting, operation, members }: Keeping, fresh: Members): Members {
  const made = membersIn(operation, setting.inputs.of(operation, 4)) ?? {};
  return Object.fromEntries(
    [...members].flatMap(([name, schemas]): readonly (readonly [string, unknown])[] => {
      const now = fresh[name];
      if (typeof now === 'boolean') return [[name, !now]];
      const values = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed);
      const other = values.find((value) => value !== now && value !== null);
      if (typeof now === 'string' && other !== undefined) return [[name, other]];
      const value = made[name];
      return value === undefined || value === null || isVersion(name) ? [] : [[name, value]];
    }),
  );
}

/** A change of one member alone leaves the others as the change before it has set them. */
async function keepsTurned(patching: Keeping, turned: Members): Promise<boolean> {
  const { operation, setting } = patching;
  // All at once, or where that is refused, each of those that a default could take back.
  const telling = Object.entries(turned).filter(([, value]) => typeof value !== 'object' || Array.isArray(value));
  const isWhole = isDone(await patch(patching, 'change all members', turned));
  const rounds = isWhole ? [turned] : telling.map(([name, value]): Members => ({ [name]: value }));
  const further = membersIn(operation, setting.inputs.of(operation, 6)) ?? {};
  let hasJudged = false;
  for (const round of rounds) {
    if (!isWhole && !isDone(await patch(patching, 'change one member', round))) continue;
    const before = await seen(patching);
    if (before === undefined) return hasJudged;
    const set = new Set(Object.keys(round).filter((name) => isDeepStrictEqual(before.resource[name], round[name])));
    const alone = Object.entries(further).filter(
      ([name, value]) => typeof value === 'string' && !isDeepStrictEqual(value, before.resource[name]) && !(!isWhole && name in round),
    );
    for (const [name, value] of alone.slice(0, MOST_ALONE)) {
      if (!isDone(await patch(patching, `change ${name} alone`, { [name]: value }))) continue;
      const after = await seen(patching);
      if (after === undefined) return hasJudged;
      hasJudged = true;
      set.delete(name);
      const lost = [...set].find((one) => !isDeepStrictEqual(after.resource[one], before.resource[one]));
      if (lost !== undefined) fault(patching, lost, `after a change of \`${name}\` alone`, before, after);
    }
  }
  return hasJudged;
}

/** Members that the body takes as null: they have their old value no more, or keep it where a sentence says that null is ignored. */
async function emptiesNulls(patching: Keeping): Promise<boolean> {
  const { members, operation } = patching;
  const before = await seen(patching);
  const text = [
    operation.summary,
    operation.description,
    ...[...members.values()].flatMap((all) => all.map(({ description }) => description)),
  ].join('. ');
  const said = sentencesIn(operation.description ?? '').find((one) => nulledIn(one) === 'kept');
  if (before === undefined) return false;
  if (said === undefined && /\bnulls?\b[^.]*\b(?:ignored?|no effect|unchanged|left|leaves?)\b/i.test(text)) return false;
  const names = [...members].flatMap(([name, schemas]) => {
    const isNullable = possibleConjuncts(schemas).some(({ type }) => type?.includes('null') === true);
    const value = before.resource[name];
    return isNullable && value !== null && value !== undefined ? [name] : [];
  });
  let hasJudged = false;
  for (const name of names.slice(0, MOST_NULL)) {
    if (!isDone(await patch(patching, `set ${name} to null`, { [name]: null }))) continue;
    const after = await seen(patching);
    if (after === undefined) return hasJudged;
    hasJudged = true;
    const isSame = isDeepStrictEqual(after.resource[name], before.resource[name]);
    const own = (members.get(name) ?? []).flatMap(({ description = '' }) => sentencesIn(description));
    const cleared = own.find((one) => nulledIn(one) === 'removed');
    const quote = cleared === undefined ? '' : `, and the document says “${cleared}”,`;
    if (said === undefined && isSame) fault(patching, name, `after a change of it to null${quote}`, undefined, after);
    if (said !== undefined && !isSame)
      fault(patching, name, `after a change of it to null, and the document says “${said}”,`, before, after);
  }
  return hasJudged;
}

function fault({ lab, operation }: Patching, name: string, where: string, before: Seen | undefined, after: Seen): never {
  const is = JSON.stringify(after.resource[name]) ?? 'missing';
  const was = before === undefined ? undefined : (JSON.stringify(before.resource[name]) ?? 'missing');
  const message =
    was === undefined
      ? `\`${name}\` is still ${is} ${where} by ${operation.id}.`
      : `\`${name}\` is ${is} ${where} by ${operation.id}, and was ${was}.`;
  return lab.fault(
    CHECK,
    message,
    was === undefined ? `\`${name}\` without its old value` : `\`${name}\` with the value ${was}`,
    after.exchange,
  );
}
