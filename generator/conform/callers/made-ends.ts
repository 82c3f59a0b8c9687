// Uses keys and tokens that the service has made after their end: they have expired, were deleted, or were revoked.
import { valueAt } from '../../inference/pointers.ts';
import { beginsWith, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, resultOf } from '../sequences/index.ts';
import { leavesIn } from './bodies.ts';
import { another, type Desk, isAnswered, placedCase, succeeded, withInput } from './desk.ts';
import { createdWith, expiryOf, type Guarded, type Key, keyIn, MADE, stillWorks } from './made.ts';

/** Actions that end a key. */
const ENDS = /revok|disabl|deactivat|block|suspend|log-?_?out|invalidat|terminat/i;

/** A token that says itself until when it is good: a service need not look it up. */
const SELF_CONTAINED = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/;

export async function afterEnd(desk: Desk, key: Key): Promise<void> {
  const { created, credential, scheme } = key;
  if (SELF_CONTAINED.test(String(credential.values[scheme]))) return;
  for (const operation of endsOf(desk, created.case.operation)) {
    const one = await aboutKey(desk, operation, created);
    const ended = one && (await desk.send(another(desk, one, 'that ends the key'), created));
    if (!succeeded(ended)) continue;
    const still = await stillWorks(desk, key, `with the key after ${operation.id}`, ended);
    if (still !== undefined)
      desk.found({
        check: MADE,
        message: `A key of ${created.case.operation.id} still works after ${operation.id}: it is let through with ${still.response.status}.`,
        expected: 'the status 401 for a key that has ended',
        exchanges: [created, ended, still],
      });
    return;
  }
}

/** The delete of what a create makes, and the actions on it that end it. */
function endsOf({ service }: Desk, create: Operation): readonly Operation[] {
  const collection = segmentsOf(create.path);
  return service.operations.filter(({ method, path }) => {
    const segments = segmentsOf(path);
    if (!beginsWith(segments, collection)) return false;
    const below = segments.length - collection.length;
    return (method === 'DELETE' && below === 1) || (method === 'POST' && below === 2 && ENDS.test(segments.at(-1) ?? ''));
  });
}

/** A valid case of an operation about what a create has made. */
async function aboutKey(desk: Desk, operation: Operation, created: Answered): Promise<Case | undefined> {
  const edge = desk.edges.find(
    ({ producer, consumer, to }) => producer === created.case.operation && consumer === operation && to.startsWith('/path/'),
  );
  const placed = edge && (await placedCase(desk, operation, created.case));
  const id = edge && valueAt(resultOf(created), edge.from);
  if (placed === undefined || edge === undefined || id === undefined) return undefined;
  return withInput(desk, placed, changedAt(placed.input, edge.to, asTaken(operation, edge.to, id)) as Input);
}

/** A time that was before all services. */
const PAST = '2001-01-01T00:00:00Z';

/** Milliseconds for which a key lasts, where a time that is over is refused, and for which it is waited after that. */
const LASTS = 2500;
const WAIT = 1500;

export async function afterExpiry(desk: Desk, { created: earlier }: Key, guarded: readonly Guarded[]): Promise<void> {
  const { operation } = earlier.case;
  const expiry = expiryOf(operation);
  if (expiry === undefined || !desk.mayGoOn()) return;
  const old = await createdWith(desk, operation, { [expiry]: PAST });
  if (succeeded(old)) {
    const key = shows(old, expiry, PAST) ? await keyIn(desk, old, guarded) : undefined;
    desk.looked(MADE, operation, [old]);
    if (key !== undefined) await judgeExpired(desk, key, PAST);
    return;
  }
  const end = new Date(Date.now() + aheadOf(earlier) + LASTS).toISOString();
  const soon = isAnswered(old) ? await createdWith(desk, operation, { [expiry]: end }) : undefined;
  const key = succeeded(soon) && shows(soon, expiry, end) ? await keyIn(desk, soon, guarded) : undefined;
  if (key === undefined) return;
  if (await desk.pause(LASTS + WAIT)) await judgeExpired(desk, key, end);
}

/** By how many milliseconds the clock of the service is ahead. Its header `Date` has whole seconds, so a small difference says nothing. */
function aheadOf({ began, response }: Answered): number {
  const ahead = Date.parse(response.headers.get('date') ?? '') - began;
  return Number.isNaN(ahead) || Math.abs(ahead) < 2000 ? 0 : ahead;
}

async function judgeExpired(desk: Desk, key: Key, end: string): Promise<void> {
  const still = await stillWorks(desk, key, 'with a key that has expired', key.created);
  if (still === undefined) return;
  desk.found({
    check: MADE,
    message: `A key of ${key.created.case.operation.id} that has expired at ${end === PAST ? end : 'a time that is over'} is let through with ${still.response.status}.`,
    expected: 'the status 401 for a key that has expired',
    exchanges: [key.created, still],
  });
}

/** Whether an answer says that a key expires when it was asked to. */
function shows(created: Answered, name: string, end: string): boolean {
  const own = [...leavesIn(valueAt(resultOf(created), '/body'))].find((leaf) => leaf.name === name)?.value;
  return typeof own === 'string' && Math.abs(Date.parse(own) - Date.parse(end)) < 1000;
}
