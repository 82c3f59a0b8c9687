// Changes a thing into what a create is refused for: a change to the time, the number or the name by which alone a create conflicts is refused too.

import { isDeepStrictEqual } from 'node:util';
import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { requestKeyOf } from '../../../inference/request-keys.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { withFreshKey } from '../making/keys.ts';
import { readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { changeTo } from './unique.ts';
import { type Values, withNew, withValues } from './unique-rules.ts';

const CHECK = 'change-like-create';

export const changedInto: readonly Script[] = [{ check: CHECK, run: changes }];

/** The most members, or groups of times, that are tried to be what a create conflicts by. */
const MOST_MEMBERS = 4;

const conflicts = ({ responses }: Operation): boolean => responses.some(({ status }) => status === '409');

async function* changes(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create, read } = resource;
  const operations = resource.changes.filter(conflicts);
  if (create.method !== 'POST' || read === undefined || !conflicts(create) || operations.length === 0) return;
  const lab = things.lab();
  const first = await unlessStopped(things.make(lab, resource, 0));
  const refused = first && (await createLike(setting, lab, first, {}));
  if (first === undefined || refused?.response.status !== 409) return;
  lab.forget(refused);
  for (const operation of operations)
    for (const values of groupsOf(setting, operation, first).slice(0, MOST_MEMBERS)) {
      const second = await otherBy(setting, lab, first, values);
      if (second === undefined) continue;
      yield* judge(setting, lab, { operation, first, second, values });
      break;
    }
}

/** The same create with other values, as the same account. */
async function createLike({ things, resource }: Setting, lab: Lab, first: Thing, values: Values): Promise<Answered | undefined> {
  const { create } = resource;
  const input = withFreshKey(create, withValues(create, first.created.case.input as Input, values));
  return unlessStopped(things.callBeside(lab, create, first, { says: 'the same create again', input, probe: CHECK }));
}

const DATE = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** What a change can set of what a create has sent: all times together, and each other value alone. */
function groupsOf({ things, resource }: Setting, operation: Operation, first: Thing): readonly Values[] {
  const { create } = resource;
  const changeable = propertiesOf(memberSchemasOf(operation));
  const key = requestKeyOf(create)?.place;
  const references = [...things.references(create).map(({ to }) => to), ...(key === undefined ? [] : [key])];
  const sent = Object.entries(membersIn(create, first.created.case.input) ?? {}).filter(
    ([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && !references.some((to) => to.startsWith(memberPlace(create, name))),
  );
  const isTime = ([, value]: (typeof sent)[number]): boolean => typeof value === 'string' && DATE.test(value);
  const times = sent.filter(isTime);
  const others = sent.filter((one) => !isTime(one) && changeable.has(one[0])).map((one) => [one]);
  const isChangeable = times.length > 0 && times.every(([name]) => changeable.has(name));
  return [...(isChangeable ? [times] : []), ...others].map((entries) => Object.fromEntries(entries));
}

/** A thing that was made as the first one was, but for these members: it is they by which the create conflicts. */
async function otherBy(setting: Setting, lab: Lab, first: Thing, values: Values): Promise<Thing | undefined> {
  const { things, resource } = setting;
  const created = await createLike(setting, lab, first, withLater(values));
  if (created === undefined) return undefined;
  const id = isSuccess(created) && created.response.status !== 202 ? things.idOf(resource, created) : undefined;
  if (id !== undefined && String(id) !== String(first.id)) return { ...first, created, id };
  lab.forget(created);
  return undefined;
}

const DAYS = 17;

/** Other values of the same kind: times some days later. */
function withLater(values: Values): Values {
  const later = (text: string): string => {
    const time = Date.parse(text) + DAYS * 86_400_000;
    if (Number.isNaN(time)) return text;
    const shifted = new Date(time).toISOString();
    return text.includes('T') ? shifted.replace('.000Z', 'Z') : shifted.slice(0, 10);
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && DATE.test(value) ? later(value) : withNew({ value }, 3).value,
    ]),
  );
}

interface Pair {
  readonly operation: Operation;
  readonly first: Thing;
  readonly second: Thing;
  readonly values: Values;
}

async function* judge(setting: Setting, lab: Lab, { operation, first, second, values }: Pair): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, create } = resource;
  const input = await changeTo(setting, lab, operation, second, values);
  const act = { says: 'change into what a create is refused for', input, isExact: true, probe: CHECK } as const;
  const exchange = input && (await unlessStopped(things.call(lab, operation, second, act)));
  if (exchange === undefined || read === undefined) return;
  yield operation;
  if (!isSuccess(exchange) || exchange.response.status === 202) return;
  const names = Object.keys(values);
  const seen: unknown[] = [];
  for (const thing of [first, second]) {
    const shown = (await unlessStopped(readThing(lab, things, read, thing)))?.resource;
    if (shown === undefined || names.some((name) => shown[name] === undefined)) return;
    seen.push(names.map((name) => shown[name]));
  }
  if (!isDeepStrictEqual(seen[0], seen[1])) return;
  // The create is still refused for it, and so the change has not moved what was in its way.
  const again = await createLike(setting, lab, first, {});
  if (again?.response.status !== 409) return;
  lab.forget(again);
  const what = names.map((name) => `\`${name}\``).join(' and ');
  const message = `${operation.id} has given a thing the ${what} of another one, and ${create.id} with the same is refused with 409.`;
  lab.fault(CHECK, message, 'the status 409', exchange);
}
