// Deletes what another thing names, where the document says that the delete is refused then.

import { isObject, isTextOrNumber, valueAt } from '../../../inference/pointers.ts';
import { type Keeping, phraseOf, sentencesIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { keepingBy } from '../../../inference/stated/keeping.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { isBrought } from '../machines/routes.ts';
import { type Chain, chainTo, indirectUsersOf } from '../making/chains.ts';
import { crowded, roomsFor } from '../making/crowding.ts';
import { taking } from '../making/taking.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, namesThing, resultOf, sourcesOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { readThing } from './seen.ts';

export const inUse: readonly Script[] = [{ check: 'delete-in-use', run: deleteInUse }];

async function* deleteInUse(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { remove } = resource;
  if (remove === undefined) return;
  for (const { other, isDirect } of usersOf(setting)) {
    const keeping = keepingBy(remove, other.name, (other.read && listedState(other.read)?.states) ?? []);
    if (keeping === undefined) continue;
    for (const variant of isDirect ? [1, 2, 4] : [0]) {
      const lab = things.lab();
      const found = await (isDirect ? madeFor(setting, lab, other, variant) : madeThrough(setting, lab, other));
      if (found === undefined) continue;
      const { thing, user } = found;
      const now = await stateNow(lab, things, user);
      if (keeping.isMeant(now)) {
        await judge(lab, things, remove, thing, user);
        yield remove;
        await judgeDeletedUser(lab, things, remove, thing, user);
      }
      for (const state of keeping.states.filter((one) => one !== now))
        if (await isBrought(setting, lab, user, state)) {
          await judge(lab, things, remove, thing, user, state);
          yield remove;
        } else if (await isTriedWaiting(setting, other, state)) yield remove;
      break;
    }
    if (isDirect) yield* throughEach(setting, remove, other, keeping);
  }
}

/** Whether something was deleted that is named by what came into a state because others were there first, such as a place on a waiting list. */
async function isTriedWaiting(setting: Setting, other: Resource, state: string): Promise<boolean> {
  const { things, resource } = setting;
  const { remove } = resource;
  for (const room of remove === undefined ? [] : roomsFor(setting, other)) {
    const lab = things.lab();
    const crowd = await crowded(setting, lab, { resource: other, room }, async (one) => (await stateNow(lab, things, one)) === state);
    const firsts = crowd && sourcesOf(crowd.first);
    const thing = crowd && sourcesOf(crowd.last).find((one) => one.resource === resource && firsts?.includes(one) === false);
    if (remove === undefined || crowd === undefined || thing === undefined) continue;
    await judge(lab, things, remove, thing, crowd.last, state);
    return true;
  }
  return false;
}

/** Where a create has several members for things of one kind, such as a sender and a recipient, each of them alone names the thing. */
async function* throughEach(setting: Setting, remove: Operation, other: Resource, keeping: Keeping): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const places = things.references(other.create).filter((one) => one.resource === resource && !one.to.includes('/0'));
  // The values of the example are the likeliest to fit those of the other things.
  for (const { to, from } of places.length > 1 ? places : [])
    for (const variant of [0, 1]) {
      const lab = things.lab();
      const thing = await things.make(lab, resource, variant);
      const user = await madeNaming(setting, lab, thing, { other, to, from });
      if (user === undefined || !keeping.isMeant(await stateNow(lab, things, user))) continue;
      await judge(lab, things, remove, thing, user);
      yield remove;
      break;
    }
}

interface Naming {
  readonly other: Resource;
  readonly to: string;
  readonly from: string;
}

/** A thing that names another one in one place, and others in all other places. */
async function madeNaming({ things }: Setting, lab: Lab, thing: Thing, { other, to, from }: Naming): Promise<Thing | undefined> {
  const { create } = other;
  const first = await unlessStopped(things.make(lab, other, 1));
  const given = first?.created.case.input;
  const value = from === thing.resource.edge.from ? thing.id : valueAt(resultOf(thing.created), from);
  if (first === undefined || given === undefined || !isTextOrNumber(value)) return undefined;
  const input = things.ready(create, given as Input);
  const created = await unlessStopped(things.callUnknown(lab, create, first, { says: 'create', input }, { [to]: value }));
  const id = created && isSuccess(created) ? things.idOf(other, created) : undefined;
  const user = created && id !== undefined ? { ...first, created, id } : undefined;
  return user !== undefined && namesThing(user, thing) ? user : undefined;
}

interface User {
  readonly other: Resource;
  readonly isDirect: boolean;
}

/**
 * The kinds of things that name things of a resource or stand below them, and those that name what does, such as the invoices of a patient's
 * appointments.
 */
function usersOf({ things, resource }: Setting): readonly User[] {
  const direct = new Set([...things.referringTo(resource), ...things.below(resource)]);
  const indirect = indirectUsersOf(things, resource).filter((one) => !direct.has(one));
  return [...[...direct].map((other) => ({ other, isDirect: true })), ...indirect.map((other) => ({ other, isDirect: false }))];
}

/** A thing, and another one that names it, or stands below it. */
async function madeFor(setting: Setting, lab: Lab, other: Resource, variant: number): Promise<Chain | undefined> {
  const { things, resource } = setting;
  const thing = await things.make(lab, resource, 1);
  const isFor = (user: Thing | undefined): user is Thing =>
    user !== undefined && (things.parentOf(other) === resource || namesThing(user, thing));
  const user = await unlessStopped(things.make(lab, other, variant, { parent: thing }));
  if (isFor(user)) return { thing, user };
  // It may take the thing in another state only.
  const taken = user === undefined ? (await taking(setting, lab, thing, other))?.thing : undefined;
  return isFor(taken) ? { thing, user: taken } : undefined;
}

/** A thing that names something that names another one, and shows the identifier of that one itself. */
async function madeThrough(setting: Setting, lab: Lab, other: Resource): Promise<Chain | undefined> {
  const { read } = other;
  const found = read && (await chainTo(setting, lab, setting.resource, other));
  const seen = found && (await unlessStopped(readThing(lab, setting.things, read, found.user)));
  return seen !== undefined && holds(seen.resource, found?.thing.id) ? found : undefined;
}

function holds(value: unknown, id: unknown): boolean {
  return value === id || ((isObject(value) || Array.isArray(value)) && Object.values(value).some((one) => holds(one, id)));
}

async function stateNow(lab: Lab, things: Things, user: Thing): Promise<string | undefined> {
  const { read } = user.resource;
  const member = read && listedState(read);
  const seen = read === undefined || member === undefined ? undefined : await unlessStopped(readThing(lab, things, read, user));
  return seen && member?.of(seen.resource);
}

async function judge(lab: Lab, things: Things, remove: Operation, thing: Thing, user: Thing, state?: string): Promise<void> {
  const exchange = await things.call(lab, remove, thing, { says: 'delete what is in use', probe: 'delete-in-use' });
  const { status } = exchange.response;
  if (!isSuccess(exchange) || status === 202) return;
  const named = `${user.created.case.operation.id} has named it${state === undefined ? '' : ` and what it has made is \`${state}\``}`;
  const message = `${String(thing.id)} is deleted with ${status}, although ${named}, for which the document refuses the delete.`;
  const refusal = remove.responses.find((one) => one.status === '409')?.status;
  lab.fault('delete-in-use', message, refusal === undefined ? 'a status from 400 to 499' : `the status ${refusal}`, exchange);
}

/** What was deleted still counts, where the document says so: `A 409 while a ticket names it, deleted or not`. */
async function judgeDeletedUser(lab: Lab, things: Things, remove: Operation, thing: Thing, user: Thing): Promise<void> {
  const { remove: removeUser } = user.resource;
  const texts = [remove.description ?? '', ...remove.responses.map(({ description }) => description)].flatMap(sentencesIn);
  if (removeUser === undefined || !texts.some((text) => namesOf(user.resource).test(text) && isDeletedToo(text, user.resource))) return;
  const gone = await unlessStopped(things.call(lab, removeUser, user, { says: 'delete what names it' }));
  if (gone === undefined || !isSuccess(gone) || gone.response.status === 202) return;
  await judge(lab, things, remove, thing, user);
}

/** A deleted one of something else, as in `also at a deleted fair`, says nothing of the user. */
function isDeletedToo(text: string, { name }: Resource): boolean {
  const own = `(?=\\s*(?:$|[.,;:)]|ones?\\b|${phraseOf(name)}\\b))`;
  return new RegExp(`\\bdeleted or not\\b|\\b(?:even|also|including|whether|be it)\\b[^.;,]*\\bdeleted\\b${own}`, 'i').test(text);
}

function namesOf(resource: Resource): RegExp {
  return new RegExp(`\\b${phraseOf(resource.name)}\\b`, 'i');
}
