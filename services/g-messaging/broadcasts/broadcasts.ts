// Schedules, cancels and shows broadcasts.

import type { Broadcast, NewBroadcast } from '@octavo/interfaces/g-messaging';
import type { Tables, Unit } from '../deps.ts';
import { requireMessage } from '../sends/prepared.ts';
import { change, insert, invalid, nextId, unknown } from '../store.ts';
import { readTime, timeText } from '../times.ts';
import { scheduleStart } from './run.ts';
import type { BroadcastRow } from './tables.ts';

/** The broadcasts of an account, those that start last at the beginning. */
export function broadcastsOf(tables: Tables, account: number) {
  return tables.selectFrom('g_broadcasts').selectAll().where('account', '=', account).orderBy('starts_at', 'desc').orderBy('id', 'desc');
}

/** @throws the refusal 404 */
export async function requireBroadcast(tables: Tables, account: number, id: number): Promise<BroadcastRow> {
  const row = await broadcastsOf(tables, account).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknown('broadcast', id);
  return row;
}

export function showBroadcast({ id, name, status, starts_at, message, channel, groups, sent, delivered, errors }: BroadcastRow): Broadcast {
  return {
    ...{ id, name, status, sent, delivered, errors },
    startDate: timeText(starts_at),
    messageId: message,
    mediaType: channel,
    groupIds: [...groups],
  };
}

/** @returns the identifier @throws the refusal 400 for a message or a group that does not exist, or a start in the past */
export async function createBroadcast(unit: Unit, account: number, given: NewBroadcast): Promise<number> {
  const { tables, at } = unit;
  const { messageId, groupIds, excludeGroupIds = [], startDate } = given;
  const { channel, content } = await requireMessage(tables, account, messageId);
  await requireGroups(tables, account, [...groupIds, ...excludeGroupIds]);
  const starts_at = startDate === undefined ? at : readTime('startDate', startDate);
  if (starts_at < at) throw invalid(`The field startDate must not be in the past, and it is ${timeText(starts_at)}.`);
  const id = await nextId(tables, 'g_broadcasts');
  await insertBroadcast(unit, {
    ...{ id, account, channel, starts_at },
    name: given.name?.trim() || content.name,
    message: messageId,
    groups: [...new Set(groupIds)],
    excluded: excludeGroupIds,
  });
  return id;
}

async function requireGroups(tables: Tables, account: number, ids: readonly number[]): Promise<void> {
  const rows = await tables.selectFrom('g_groups').select('id').where('account', '=', account).where('id', 'in', ids).execute();
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw invalid(`The group ${missing} does not exist.`);
}

type New = Pick<BroadcastRow, 'id' | 'account' | 'name' | 'message' | 'channel' | 'groups' | 'excluded' | 'starts_at'>;

/** A broadcast that will start. */
export async function insertBroadcast({ deps, tables }: Pick<Unit, 'tables'> & { readonly deps: Pick<Unit['deps'], 'due'> }, row: New) {
  const job = await scheduleStart(deps, tables, row.id, row.starts_at);
  const counts = { refusals: 0, reserved: 0, paid: 0, sent: 0, delivered: 0, errors: 0 };
  await insert(tables, 'g_broadcasts', { ...row, ...counts, status: 'SCHEDULED', job, reason: null, content: null });
}

/** A broadcast that is cancelled stays so. @throws the refusal 404 for an unknown broadcast, 400 for one that has started */
export async function cancelBroadcast({ deps, tables }: Unit, account: number, id: number): Promise<void> {
  const { status, job } = await requireBroadcast(tables, account, id);
  if (status === 'CANCELLED') return;
  if (status !== 'SCHEDULED') throw invalid(`Broadcast ${id} has started and cannot be cancelled.`);
  if (job !== null) await deps.due.cancel(tables, job);
  await change(tables, 'g_broadcasts', id, { status: 'CANCELLED', job: null });
}

const MOST_REPORTED = 100;

/** The newest broadcasts of all accounts, with what the document does not show. */
export async function reportBroadcasts(tables: Tables) {
  const rows = await tables.selectFrom('g_broadcasts').selectAll().orderBy('id', 'desc').limit(MOST_REPORTED).execute();
  return rows.map((row) => ({ ...showBroadcast(row), account: row.account, reserved: row.reserved, reason: row.reason }));
}
