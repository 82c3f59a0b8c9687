// What a PATCH leaves as it was: other members, also where their values are not those of a new thing, and the parts of a map that it does not name.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { isVersion } from '../../contract/if-match.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../things.ts';
import { type Members, readThing, type Seen } from './seen.ts';

const CHECK = 'read-after-change';

export const kept: readonly Script[] = [{ check: CHECK, run: patchKeeps }];

/** The most members that are changed alone, and that are set to null. */
const MOST_ALONE = 2;
const MOST_NULL = 3;

/** One PATCH of one thing. */
interface Patching {
  readonly setting: Setting;
  readonly operation: Operation;
  readonly read: Reader;
  readonly lab: Lab;
  readonly thing: Thing;
  readonly members: ReadonlyMap<string, readonly Schema[]>;
}

async function* patchKeeps(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, changes } = resource;
  for (const operation of read === undefined ? [] : changes.filter(({ method }) => method === 'PATCH')) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined || read === undefined) continue;
    const lab = things.lab();
    const thing = await things.make(lab, resource, 1);
    const fresh = await readThing(lab, things, read, thing);
    if (fresh === undefined) continue;
    const patching: Patching = { setting, operation, read, lab, thing, members: propertiesOf([schema]) };
    const turned = turnedBy(patching, fresh.resource);
    if (Object.keys(turned).length === 0) continue;
    if (await keepsTurned(patching, turned)) yield operation;
    if (await emptiesNulls(patching)) yield operation;
  }
}

/** Values that a new thing does not have: the other boolean, another value of a list, and made values for the rest. */
function turnedBy({ setting, operation, members }: Patching, fresh: Members): Members {
  const sample = setting.inputs.of(operation, 4)?.body;
  const made = isObject(sample) ? sample : {};
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
async function keepsTurned(patching: Patching, turned: Members): Promise<boolean> {
  const { operation, setting } = patching;
  // All at once, or where that is refused, each of those that a default could take back.
  const telling = Object.entries(turned).filter(([, value]) => typeof value !== 'object' || Array.isArray(value));
  const whole = await patch(patching, 'change all members', turned);
  const rounds = whole !== undefined ? [turned] : telling.map(([name, value]): Members => ({ [name]: value }));
  const further = setting.inputs.of(operation, 6)?.body;
  let isDone = false;
  for (const round of rounds) {
    if (whole === undefined && (await patch(patching, 'change one member', round)) === undefined) continue;
    const before = await seen(patching);
    if (before === undefined) return isDone;
    const set = new Set(Object.keys(round).filter((name) => isDeepStrictEqual(before.resource[name], round[name])));
    const alone = Object.entries(isObject(further) ? further : {}).filter(
      ([name, value]) =>
        typeof value === 'string' && !isDeepStrictEqual(value, before.resource[name]) && !(whole === undefined && name in round),
    );
    for (const [name, value] of alone.slice(0, MOST_ALONE)) {
      if ((await patch(patching, `change ${name} alone`, { [name]: value })) === undefined) continue;
      const after = await seen(patching);
      if (after === undefined) return isDone;
      isDone = true;
      set.delete(name);
      const lost = [...set].find((one) => !isDeepStrictEqual(after.resource[one], before.resource[one]));
      if (lost !== undefined) fault(patching, lost, `after a change of \`${name}\` alone`, before, after);
    }
  }
  return isDone;
}

/** Members that the body takes as null: they have their old value no more. */
async function emptiesNulls(patching: Patching): Promise<boolean> {
  const { members, operation } = patching;
  const before = await seen(patching);
  const text = [
    operation.summary,
    operation.description,
    ...[...members.values()].flatMap((all) => all.map(({ description }) => description)),
  ].join('. ');
  if (before === undefined || /\bnulls?\b[^.]*\b(?:ignored?|no effect|unchanged|left|leaves?)\b/i.test(text)) return false;
  const names = [...members].flatMap(([name, schemas]) => {
    const isNullable = possibleConjuncts(schemas).some(({ type }) => type?.includes('null') === true);
    const value = before.resource[name];
    return isNullable && value !== null && value !== undefined ? [name] : [];
  });
  let isDone = false;
  for (const name of names.slice(0, MOST_NULL)) {
    if ((await patch(patching, `set ${name} to null`, { [name]: null })) === undefined) continue;
    const after = await seen(patching);
    if (after === undefined) return isDone;
    isDone = true;
    if (isDeepStrictEqual(after.resource[name], before.resource[name]))
      fault(patching, name, 'after a change of it to null', undefined, after);
  }
  return isDone;
}

/** `undefined` where the change is refused. */
async function patch({ setting, operation, lab, thing }: Patching, says: string, body: Members): Promise<true | undefined> {
  const { things, inputs } = setting;
  const least = inputs.least(operation);
  if (least === undefined) return undefined;
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says, input: changedAt(least, '/body', body) as Input }));
  return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202 ? true : undefined;
}

function seen({ setting, lab, read, thing }: Patching): Promise<Seen | undefined> {
  return readThing(lab, setting.things, read, thing);
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
