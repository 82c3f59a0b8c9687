// Deletes contacts: a deleted one is kept for 30 days, to be restored by an import, unless it is erased.

import { sql } from 'kysely';
import { isOf } from '../../platform/payload.ts';
import { escaped } from '../../platform/store/like.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { forgetActivity } from '../hooks/deliver.ts';
import { change, changeAll, find, jobKind, remove } from '../store.ts';
import { DAY } from '../times.ts';
import { requireContact } from './find.ts';

const KEPT = 30 * DAY;

const PURGE = jobKind('purge-contact', isOf({ contact: 'number', deletedAt: 'number' }));

/** @throws the refusal 404 where there is no such contact */
export async function deleteContact(unit: Unit, account: number, id: number, erases = false): Promise<void> {
  const { deps, tables, at } = unit;
  await requireContact(tables, account, id);
  await remove(tables, 'g_members', { contact: id });
  if (erases) return eraseContact(deps, tables, id);
  await change(tables, 'g_contacts', id, { deleted_at: at });
  await deps.due.schedule(tables, PURGE, { at: at + KEPT, payload: { contact: id, deletedAt: at } });
}

/** Removes all data of a contact, also from the log of requests and from what its webhook is told. */
async function eraseContact(deps: Pick<MessagingPlatform, 'forget' | 'outbox'>, tables: Tables, contact: number): Promise<void> {
  const channels = await tables.selectFrom('g_channels').select(['account', 'value']).where('contact', '=', contact).execute();
  for (const table of [
    'g_channels',
    'g_field_values',
    'g_subscriptions',
    'g_confirmations',
    'g_messages',
    'g_events',
    'g_event_tokens',
    'g_sends',
    'g_activity',
    'g_workflow_runs',
  ] as const)
    await remove(tables, table, { contact });
  // An order stays for the sums of the shop, without its buyer.
  await changeAll(tables, 'g_orders', { contact }, { contact: null, details: null });
  // Answers that are kept for requests that are repeated name the address.
  for (const { account, value } of channels)
    await tables
      .deleteFrom('g_requests')
      .where('account', '=', account)
      .where(sql<boolean>`answer like ${`%${escaped(JSON.stringify(value))}%`} escape '!'`)
      .execute();
  await remove(tables, 'g_contacts', { id: contact });
  await forgetActivity(deps, tables, contact);
  deps.forget(channels.map(({ value }) => value));
}

/** Says what happens to a deleted contact after 30 days, unless it was restored. */
export function handlePurges(deps: Pick<MessagingPlatform, 'due' | 'forget' | 'outbox'>): void {
  deps.due.handle(PURGE, async ({ payload: { contact, deletedAt } }, tables: Tables) => {
    const row = await find(tables, 'g_contacts', contact);
    if (row?.deleted_at === deletedAt) await eraseContact(deps, tables, contact);
  });
}
