// Tries what the first account has by the credential of a second one: reads, changes, lists and searches. What a service shares on purpose is no
// fault, so there is one only where the document keeps accounts apart, or where the service hides by one request what it gives by another.
import type { Resource } from '../../inference/resources.ts';
import { successProperties } from '../../inference/shapes.ts';
import { beginsWith, isSameTemplate, parameterIn, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { isAbsent } from '../sequences/index.ts';
import { triedBulk } from './bulk.ts';
import {
  another,
  type Desk,
  type Gained,
  hasPathParameter,
  isAnswered,
  isSecured,
  placedCase,
  probe,
  succeeded,
  unknownCase,
} from './desk.ts';
import { isListedFor, triedLists } from './listed.ts';
import { effectOn, isEmptyList, listBeside, lookFor, newlyActed, newlyPlaced, readsAround } from './looks.ts';
import { triedReferences } from './others.ts';
import { isSameAnswer } from './same.ts';
import { sharingOf } from './statements.ts';
import { triedTexts } from './texts.ts';
import { triedBelow } from './theirs/below.ts';
import { triedTheirs } from './theirs/reads.ts';

const READ = 'refuses-foreign-credential';
export const OTHER = 'other-account';

/** What the second account may have reached. */
interface Suspect extends Gained {
  readonly check: string;
}

/** What the second account was refused, by kind of thing. */
interface Tally {
  readonly suspects: Suspect[];
  readonly refused: Set<string>;
  /** Reads that the first account was refused too, such as those of a file that is still being made. */
  readonly waiting: Exchange[];
}

/** `isLate`: tries what could not be tried before, since nothing was there yet. */
export async function tryAccounts(desk: Desk, isLate = false): Promise<void> {
  const tally: Tally = { suspects: [], refused: new Set(), waiting: [] };
  const { operations } = desk.service;
  const those = (check: string, isMeant: (method: string) => boolean): readonly Operation[] =>
    operations.filter(
      (one) =>
        isMeant(one.method) &&
        isSecured(one) &&
        hasPathParameter(one) &&
        desk.caseOf(one) !== undefined &&
        !(isLate && desk.hasLooked(check, one)),
    );
  if (desk.isOn(READ)) for (const operation of those(READ, (method) => method === 'GET')) await read(desk, operation, tally);
  if (desk.isOn(OTHER)) {
    for (const tried of isLate ? [] : [triedLists, triedTexts, triedReferences, triedBulk, triedBelow])
      for (const suspect of await tried(desk, OTHER)) tally.suspects.push({ ...suspect, check: OTHER });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const operation of those(OTHER, (one) => one === method)) await write(desk, operation, tally);
  }
  if (desk.isOn(READ)) {
    for (const suspect of isLate ? [] : await triedTheirs(desk, READ)) tally.suspects.push({ ...suspect, check: READ });
    await readLater(desk, tally);
  }
  const kinds = new Set(tally.suspects.map(({ operation }) => kindOf(operation)));
  // A second account that is refused nothing is none: both credentials are of one account, or of somebody who may see all.
  if (kinds.size > 2 && tally.refused.size === 0) return;
  for (const suspect of tally.suspects) if (await isFault(desk, suspect, tally, kinds)) desk.found(suspect);
}

/** The kind of thing that a path leads to: the path up to its last parameter, without names. */
function kindOf({ path }: Operation): string {
  const segments = segmentsOf(path);
  const end = segments.findLastIndex((segment) => parameterIn(segment) !== undefined);
  return segments
    .slice(0, end === -1 ? undefined : end + 1)
    .map((segment) => (parameterIn(segment) === undefined ? segment : '{}'))
    .join('/');
}

/** Statuses that keep something from a caller. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 410]);

async function read(desk: Desk, operation: Operation, tally: Tally): Promise<void> {
  const one = desk.caseOf(operation);
  if (one === undefined || !desk.mayGoOn()) return;
  const first = await desk.fresh(another(desk, one, 'before the second account'));
  if (!isAnswered(first)) return;
  const own = isBare(operation, first) ? ((await filled(desk, operation)) ?? first) : first;
  const isWaiting = [202, 404, 409, 425].includes(own.response.status);
  if (succeeded(own)) await readAs(desk, own, tally);
  else if (isWaiting) tally.waiting.push(own);
}

/** Whether an answer has nothing that another account could get: there is nothing at the path yet, or its list is empty. */
function isBare(operation: Operation, exchange: Answered): boolean {
  return isAbsent(exchange) || (succeeded(exchange) && isEmptyList(operation, exchange));
}

/** The read of a path once something was put there, or made in its list: `PUT /bikes/{id}/photo` before the `GET`. */
async function filled(desk: Desk, operation: Operation): Promise<Answered | undefined> {
  for (const writer of desk.service.operations) {
    const isAt = ['PUT', 'POST'].includes(writer.method) && isSameTemplate(segmentsOf(writer.path), segmentsOf(operation.path));
    const one = isAt ? desk.caseOf(writer) : undefined;
    const written = one && (await desk.fresh(another(desk, one, 'so that there is something to read')));
    const placed = succeeded(written) ? await listBeside(desk, operation, written) : undefined;
    const exchange = placed && (await desk.send(another(desk, placed, 'before the second account')));
    if (succeeded(exchange)) return exchange;
  }
  return undefined;
}

/** How often, and after how many milliseconds, what is still being made is asked for again. */
const WAITS = 3;
const WAIT = 700;

async function readLater(desk: Desk, tally: Tally): Promise<void> {
  let waiting = tally.waiting.splice(0);
  for (let count = 0; count < WAITS && waiting.length > 0 && desk.mayGoOn(); count++) {
    await desk.pause(WAIT);
    const still: Exchange[] = [];
    for (const before of waiting) {
      const own = await desk.send(another(desk, before.case, 'again, after a while'));
      if (succeeded(own)) await readAs(desk, own, tally);
      else still.push(before);
    }
    waiting = still;
  }
}

/** The same request by the second account. */
async function readAs(desk: Desk, own: Answered, tally: Tally): Promise<void> {
  const { operation } = own.case;
  const other = await desk.send(probe(desk, own.case, READ, 'the same by the second account', 'other'), own);
  if (!isAnswered(other)) return;
  desk.looked(READ, operation, [own, other]);
  if (REFUSALS.has(other.response.status)) tally.refused.add(kindOf(operation));
  if (!succeeded(other)) return;
  const again = await desk.send(another(desk, own.case, 'once more'));
  if (!succeeded(again) || !isSameAnswer(own, again, other) || (await isOpen(desk, other))) return;
  tally.suspects.push({
    check: READ,
    operation,
    message: `The second account reads what the first one reads, with ${other.response.status}.`,
    expected: 'the status 403 or 404',
    exchanges: [own, other],
    about: own.case,
    isContrast: await isHidden(desk, own.case, false),
  });
}

/** Whether an operation answers alike for something that never was, so that its answer says nothing of a thing. */
async function isOpen(desk: Desk, { case: one }: Answered): Promise<boolean> {
  const unknown = await unknownCase(desk, one);
  return unknown !== undefined && succeeded(await desk.send(probe(desk, unknown, READ, 'something that never was', 'other')));
}

/** Whether the service hides from the second account the very thing, or what it stands below, that the first one reads. */
async function isHidden(desk: Desk, about: Case, own: boolean): Promise<boolean> {
  for (const operation of readsAround(desk, about, own)) {
    const placed = await placedCase(desk, operation, about);
    if (placed === undefined || !succeeded(await desk.send(another(desk, placed, 'by the first account')))) continue;
    const other = await desk.send(probe(desk, placed, OTHER, 'by the second account', 'other'));
    if (!isAnswered(other)) continue;
    if (isAbsent(other)) return true;
    if (other.response.status !== 403) continue;
    // 403 may say that the second account has no right to the operation at all.
    const unknown = await unknownCase(desk, placed);
    const nothing = unknown && (await desk.send(probe(desk, unknown, OTHER, 'something that never was', 'other')));
    if (isAnswered(nothing) && nothing.response.status !== 403) return true;
  }
  return false;
}

/** A change by the second account, which the first one then sees. */
async function write(desk: Desk, operation: Operation, tally: Tally): Promise<void> {
  const first = desk.caseOf(operation);
  if (first === undefined || !desk.mayGoOn()) return;
  const actedOn = desk.actedOn.find(({ path }) => beginsWith(segmentsOf(operation.path), segmentsOf(path)));
  const prepared =
    actedOn === undefined
      ? ((await preparedChange(desk, first)) ??
        ((await desk.fresh(another(desk, first, 'by the first account'))) && (await preparedChange(desk, first))))
      : await preparedAction(desk, first, actedOn);
  if (prepared === undefined) return;
  const tried = await changedByOther(desk, first, prepared);
  if (tried === undefined) return;
  const { one, look, before, other } = tried;
  desk.looked(OTHER, operation, [before, other]);
  if (REFUSALS.has(other.response.status)) tally.refused.add(kindOf(operation));
  if (!succeeded(other)) return;
  const effect = await effectOn(desk, look, before);
  if (effect === undefined) return;
  tally.suspects.push({
    check: OTHER,
    operation,
    message: `The second account ${effect} what the first one has, with ${other.response.status}.`,
    expected: 'the status 403 or 404',
    exchanges: [before, other],
    about: one,
    isContrast: effect === 'changes' && (await isHidden(desk, one, true)),
  });
}

/** Statuses that speak of the state of a thing, or of the request: they say nothing of who asks. */
const OF_THE_THING: ReadonlySet<number> = new Set([400, 409, 412, 422]);

/** The change as the second account sent it; where the thing was in no state for it, the change of one that the first account has just made. */
async function changedByOther(
  desk: Desk,
  first: Case,
  prepared: PreparedChange,
): Promise<(PreparedChange & { readonly other: Answered }) | undefined> {
  const sent = async ({ one, look, before }: PreparedChange) => {
    const other = await desk.send(probe(desk, one, OTHER, `${one.operation.method} by the second account`, 'other'), before);
    return isAnswered(other) ? { one, look, before, other } : undefined;
  };
  const once = await sent(prepared);
  if (once === undefined || !OF_THE_THING.has(once.other.response.status)) return once;
  const resource = resourceOf(desk, first.operation);
  const one = resource && (await newlyPlaced(desk, first, resource))?.one;
  const look = one && (await lookFor(desk, one));
  const before = look && (await desk.send(another(desk, look, 'before the second account')));
  if (one === undefined || look === undefined || !succeeded(before)) return once;
  return (await sent({ one, look, before })) ?? once;
}

interface PreparedChange {
  readonly one: Case;
  readonly look: Case;
  readonly before: Answered;
}

/** A change of something that exists, and what the first account reads of it; `undefined` where it reads nothing. */
async function preparedChange(desk: Desk, first: Case): Promise<PreparedChange | undefined> {
  const one = await desk.ready(another(desk, first, 'for the second account'));
  const look = await lookFor(desk, one);
  const before = look && (await desk.send(another(desk, look, 'before the second account')));
  return look === undefined || !succeeded(before) ? undefined : { one, look, before };
}

/** The same of an action on something that only a list shows. */
async function preparedAction(desk: Desk, first: Case, resource: Resource): Promise<PreparedChange | undefined> {
  const made = await newlyActed(desk, first, resource);
  const before = made && (await desk.send(another(desk, made.look, 'before the second account')));
  return made === undefined || !succeeded(before) ? undefined : { ...made, before };
}

/** Fields that say who may see a thing: a service with them may show a thing to one caller and not to another, for reasons of its own. */
const VISIBILITY =
  /^(?:is)?(?:public|private|visib|shar|publish|access|audience|unlisted|privacy|permission|collaborat|member|particip|watcher|follower)/i;

async function isFault(desk: Desk, suspect: Suspect, { refused }: Tally, kinds: ReadonlySet<string>): Promise<boolean> {
  const sharing = sharingOf(desk.service, suspect.operation);
  if (sharing === 'shared') return false;
  if (sharing === 'apart' || suspect.isContrast) return true;
  const resource = resourceOf(desk, suspect.operation);
  if (resource === undefined || [...refused].filter((kind) => !kinds.has(kind)).length < kinds.size) return false;
  const names = resource.read === undefined ? [] : successProperties(resource.read.operation);
  if (names.some((name) => VISIBILITY.test(name.replace(/[-_]/g, '')))) return false;
  // By its identifier the thing is there, and in the list it is not.
  return (await isListedFor(desk, OTHER, resource, suspect.about)) === false;
}

/** The resource whose things the path of an operation names last. */
function resourceOf(desk: Desk, operation: Operation): Resource | undefined {
  const kind = kindOf(operation);
  return desk.resources.find(({ read, create }) => read !== undefined && kindOf(read.operation) === kind && create !== operation);
}
