// Sends two requests at once of which a service can grant only one, as it has shown by requests one after the other.
import { isDeepStrictEqual } from 'node:util';
import { headerOf } from '../../../inference/headers.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resultOf } from '../../sequences/index.ts';
import { another, type Desk, isAnswered, placedCase, probe, succeeded, thingIn, withInput } from '../desk.ts';
import { laterCase, variedCase } from '../varied.ts';
import { tryShared } from './shared.ts';

const UNIQUE = 'create-at-once';
const MATCH = 'change-at-once';

/** How often two requests are sent at once. */
const TRIES = 5;

/** Requests that are sent at once. */
const AT_ONCE = 3;

export async function tryRaces(desk: Desk): Promise<void> {
  if (desk.isOn(UNIQUE)) for (const resource of desk.resources) await createAtOnce(desk, resource);
  if (desk.isOn(UNIQUE)) await tryShared(desk);
  if (desk.isOn(MATCH)) for (const operation of desk.service.operations) await changeAtOnce(desk, operation);
}

/** Statuses of a create that say that there is such a thing already. */
const TAKEN: ReadonlySet<number> = new Set([400, 409, 422]);

async function createAtOnce(desk: Desk, resource: Resource): Promise<void> {
  const { create } = resource;
  const first = desk.caseOf(create);
  if (first === undefined || !desk.mayGoOn()) return;
  const plain = await desk.fresh(another(desk, first, 'before two at once'));
  const made = succeeded(plain) ? plain : await onOtherDays(desk, first, 1);
  if (made === undefined) return;
  const twice = await desk.send(desk.ownKey(probe(desk, made.case, UNIQUE, 'the same once more')), made);
  if (!isAnswered(twice) || !TAKEN.has(twice.response.status)) return;
  for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
    // Each try takes some weeks. Days by chance come first, and then by turns: a service may take near days alone.
    const onLaterDays = (): Promise<Case | undefined> => weeksLater(desk, made.case, 4 * count + 1);
    const one = (count % 2 === 1 ? await onLaterDays() : undefined) ?? (await withOwnValues(desk, made.case)) ?? (await onLaterDays());
    if (one === undefined) return;
    const sent = await Promise.all(
      Array.from({ length: AT_ONCE }, () => desk.send(desk.ownKey(probe(desk, one, UNIQUE, 'at once with the same values')))),
    );
    const done = sent.filter(succeeded).filter(({ response }) => response.status !== 202);
    desk.looked(UNIQUE, create, done);
    const [a, b] = done;
    if (a === undefined || b === undefined || !(await areTwo(desk, resource, a, b))) continue;
    // Later, the service refuses the same.
    const later = await desk.send(desk.ownKey(probe(desk, one, UNIQUE, 'the same once more')));
    if (!isAnswered(later) || !TAKEN.has(later.response.status)) continue;
    // Where there was room for two and no more, it is refused too.
    const other = await weeksLater(desk, made.case, 4 * count + 3);
    if (!((await isRefusedNext(desk, other)) ?? (await isRefusedNext(desk, await withOwnValues(desk, made.case))))) continue;
    desk.found({
      check: UNIQUE,
      message: `Requests at once with the same values have both succeeded; one after the other, the second is refused with ${later.response.status}.`,
      expected: 'one success',
      exchanges: [a, b],
    });
    return;
  }
}

/** Whether the same as a case is refused right after it; `undefined` where the case itself is. */
async function isRefusedNext(desk: Desk, fresh: Case | undefined): Promise<boolean | undefined> {
  const first = fresh && (await desk.send(desk.ownKey(probe(desk, fresh, UNIQUE, 'alone'))));
  if (fresh === undefined || !succeeded(first)) return undefined;
  const second = await desk.send(desk.ownKey(probe(desk, fresh, UNIQUE, 'the same right after it')));
  return isAnswered(second) && TAKEN.has(second.response.status);
}

/** The case with values that nothing has yet: one that succeeds before it shows which ones the service wants to be new. */
async function withOwnValues(desk: Desk, made: Case): Promise<Case | undefined> {
  const alone = await desk.fresh(another(desk, made, 'with values of its own'));
  const one = succeeded(alone) ? await desk.ready(another(desk, alone.case, 'two at once')) : undefined;
  return one === undefined || isDeepStrictEqual(one.input, alone?.case.input) ? undefined : one;
}

/** The case on later days, where one on days before these succeeds: what it names may have room on these days alone. */
async function weeksLater(desk: Desk, made: Case, weeks: number): Promise<Case | undefined> {
  const alone = await onOtherDays(desk, made, weeks);
  const one = alone && (await laterCase(desk, alone.case, 1));
  return one && another(desk, one, 'two at once');
}

/** A success so many weeks later, or after that: others may have those days by now. */
async function onOtherDays(desk: Desk, made: Case, weeks: number): Promise<Answered | undefined> {
  for (const more of [0, 1, 2]) {
    const later = await laterCase(desk, made, weeks + more);
    const sent = later && (await desk.send(desk.ownKey(another(desk, later, 'on days of its own'))));
    if (succeeded(sent)) return sent;
    if (later === undefined) return undefined;
  }
  return undefined;
}

/** Whether two answers are about two things, or about two creations of one: a service may give equal requests one answer. */
async function areTwo(desk: Desk, resource: Resource, a: Answered, b: Answered): Promise<boolean> {
  const { edge, read } = resource;
  const [one, two] = [a, b].map((exchange) => valueAt(resultOf(exchange), edge.from));
  if (one === undefined || two === undefined) return false;
  if (String(one) === String(two)) return !isDeepStrictEqual(thingIn(resource, a), thingIn(resource, b));
  if (read === undefined) return true;
  for (const [made, id] of [[a, one] as const, [b, two] as const]) {
    const placed = await placedCase(desk, read.operation, made.case);
    const at = edge.consumer === read.operation ? edge.to : undefined;
    const about = placed && at !== undefined ? await withInput(desk, placed, changedAt(placed.input, at, id) as Input) : undefined;
    if (about !== undefined && !succeeded(await desk.send(another(desk, about, 'read of one of two')))) return false;
  }
  return true;
}

/** Statuses of a change with an ETag that is no longer the thing's. */
const OUTDATED: ReadonlySet<number> = new Set([409, 412]);

async function changeAtOnce(desk: Desk, operation: Operation): Promise<void> {
  const header = headerOf(operation, 'if-match');
  const first = desk.caseOf(operation);
  if (header === undefined || first === undefined || !['PUT', 'PATCH'].includes(operation.method)) return;
  const read = desk.service.operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
    const one = await desk.ready(another(desk, first, 'two changes at once'));
    const look = read && (await placedCase(desk, read, one));
    const before = look && (await desk.send(another(desk, look, 'before two changes')));
    const tag = before?.response?.headers.get('etag');
    if (typeof tag !== 'string' || tag.startsWith('W/')) return;
    const a = await withInput(desk, one, changedAt(one.input, pointerTo('header', header.name), tag) as Input);
    const b = a && (await variedCase(desk, a));
    const c = b && (await variedCase(desk, b));
    if (b === undefined || c === undefined || before === undefined) return;
    const sent = await Promise.all([b, c].map((each) => desk.send(probe(desk, each, MATCH, 'at once with the same ETag'), before)));
    const done = sent.filter(succeeded);
    desk.looked(MATCH, operation, done);
    const later = await desk.send(probe(desk, b, MATCH, 'later with the same ETag'));
    if (!isAnswered(later) || !OUTDATED.has(later.response.status)) return;
    const [x, y] = done;
    // One that changes nothing leaves the ETag as it is, and the other one is then right to succeed.
    if (x === undefined || y === undefined || [x, y].some(({ response }) => [null, tag].includes(response.headers.get('etag')))) continue;
    desk.found({
      check: MATCH,
      message: `Two changes at once with the same If-Match have both succeeded; later, the same ETag is refused with ${later.response.status}.`,
      expected: 'one success, and 412 for the other',
      exchanges: [before, x, y],
    });
    return;
  }
}
