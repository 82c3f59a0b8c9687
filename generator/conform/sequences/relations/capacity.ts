// Takes all that a thing has room for, as sentences speak of it: one more is refused, and so is a change to less room than what is taken.

import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import {
  belowTakenIn,
  expectedOf,
  type Filling,
  isRefusedWhereFull,
  isRoom,
  isTaken,
  quoted,
  type Said,
  saidOf,
} from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { takes, taking, takingMore } from '../making/taking.ts';
import { derivableOf } from '../rules/derived.ts';
import { declaredMembers, type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'capacity';

export const capacity: readonly Script[] = [{ check: CHECK, run: fullThings }];

/** A number of a thing that says how much room it has, the change that sets it, and what the document says of both. */
interface Room {
  readonly member: string;
  readonly change: Operation;
  readonly taker: Resource;
  readonly full: Said | undefined;
  readonly below: Said | undefined;
}

function roomsOf(setting: Setting): readonly Room[] {
  const { resource, things, context } = setting;
  const { read, changes } = resource;
  const takers = things.all().filter((one) => takes(setting, one, resource));
  return changes.flatMap((change) => {
    const members = read === undefined ? [] : [...propertiesOf(memberSchemasOf(change))];
    return members.flatMap(([member, schemas]): readonly Room[] => {
      const parts = possibleConjuncts(schemas);
      const isWhole = parts.some(({ type = [] }) => type.includes('integer')) && !parts.some(({ readOnly }) => readOnly === true);
      if (!isWhole || !isRoom(member, textOf(read, member, parts))) return [];
      return takers.flatMap((taker): readonly Room[] => {
        const isOne = things.takenBy(taker).length === 1;
        const filling: Filling = { room: member, taker: taker.name, ...(isOne ? {} : { other: resource.name }) };
        const full = saidOf(context.service, taker.create).find((one) => isRefusedWhereFull(one, filling));
        const below = saidOf(context.service, change).find((one) => belowTakenIn(one, member, taker.name) !== undefined);
        return full === undefined && below === undefined ? [] : [{ member, change, taker, full, below }];
      });
    });
  });
}

function textOf(read: Reader | undefined, member: string, parts: readonly { readonly description?: string }[]): string {
  const shown = read === undefined ? [] : possibleConjuncts(declaredMembers(read).get(member) ?? []);
  return [...parts, ...shown].map(({ description = '' }) => description).join(' ');
}

async function* fullThings(setting: Setting): AsyncGenerator<Operation> {
  const { read } = setting.resource;
  for (const room of read === undefined ? [] : roomsOf(setting)) if (read !== undefined) yield* fill(setting, read, room);
}

async function* fill(setting: Setting, read: Reader, room: Room): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { taker, member, change, full, below } = room;
  const lab = things.lab();
  const given = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  if (given === undefined) return;
  const now = async (): Promise<Members | undefined> => (await unlessStopped(readThing(lab, things, read, given)))?.resource;
  const none = await now();
  const first = await taking(setting, lab, given, taker);
  if (first === undefined) return;
  const one = await now();
  const more = (): Promise<Thing | undefined> => takingMore(setting, lab, taker, first);
  const second = await more();
  const two = await now();
  const seen = [none, one, two].filter((members) => members !== undefined);
  if (seen.length < 3 || second === undefined || !sourcesOf(second).includes(given)) return;
  const risen = risenIn(seen, derivableOf(resource, read));
  // Each of both takes one at least.
  const [{ value: taken } = { value: 2 }] = risen;
  if (new Set(risen.map(({ value }) => value)).size > 1 || !(await isSet(setting, lab, given, { read, change, member, to: taken }))) return;
  if (full !== undefined) {
    const third = await more();
    yield taker.create;
    if (third !== undefined && third.created.response.status !== 202 && sourcesOf(third).includes(given)) {
      const message = `${taker.create.id} has succeeded where all that \`${member}\` of ${resource.name} allows was taken, and the document says: ${quoted(full)}`;
      lab.fault(CHECK, message, expectedOf(full), third.created);
    }
  }
  const isTold = risen.some(({ name }) => isTaken(name, textOf(read, name, [])));
  if (below === undefined || (belowTakenIn(below, member, taker.name) === 'number' && !isTold)) return;
  const isLess = await isSet(setting, lab, given, { read, change, member, to: taken - 1 });
  yield change;
  const last = lab.steps.at(-1);
  if (!isLess || last === undefined) return;
  const message = `${change.id} has set \`${member}\` to less than what is taken, and the document says: ${quoted(below)}`;
  lab.fault(CHECK, message, expectedOf(below), last);
}

/** Numbers that rise with each change, whatever it is. */
const VERSION = /version|revision|sequence|generation|update|change/i;

/** The numbers of a new thing that rose from zero by as much with each of two things that were made of it. */
function risenIn(seen: readonly Members[], numbers: readonly string[]): readonly { readonly name: string; readonly value: number }[] {
  return numbers.flatMap((name) => {
    const [none, one, two] = seen.map((members) => members[name]);
    const isRising = none === 0 && typeof one === 'number' && one >= 1 && two === 2 * one;
    return isRising && !VERSION.test(name) ? [{ name, value: 2 * one }] : [];
  });
}

interface NewRoom {
  readonly read: Reader;
  readonly change: Operation;
  readonly member: string;
  readonly to: number;
}

/** Whether a change has set a number, as it is read afterwards. */
async function isSet({ things, inputs }: Setting, lab: Lab, thing: Thing, { read, change, member, to }: NewRoom): Promise<boolean> {
  const least = inputs.least(change);
  if (least === undefined) return false;
  // A PUT has all members again; a PATCH has this one.
  const made = membersIn(thing.resource.create, thing.created.case.input);
  const whole = change.method === 'PATCH' ? {} : (made ?? membersIn(change, least) ?? {});
  const input = withMembers(change, least, { ...whole, [member]: to });
  const exchange = await unlessStopped(things.call(lab, change, thing, { says: change.id, input, probe: CHECK }));
  if (exchange === undefined || !isSuccess(exchange) || membersIn(change, exchange.case.input)?.[member] !== to) return false;
  return (await unlessStopped(readThing(lab, things, read, thing)))?.resource[member] === to;
}
