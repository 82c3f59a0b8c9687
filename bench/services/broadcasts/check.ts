// Checks what a broadcast has left behind: who got it, what happened, which of it the webhook was told, and what was paid.

import { PRICES } from '../../../services/g-messaging/balance/rules.ts';
import type { MessagingTables } from '../../../services/g-messaging/tables.ts';
import type { OutboxTables } from '../../../services/platform/outbox/tables.ts';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';

/** The shop of the examples, with what it has at the beginning. */
const PAPAVER = { id: 8840, balance: 864_000, bonusEmails: 1_000 } as const;

/**
 * @param told what the webhook was told, each as identifier and status of the message
 * @returns how many activities there are
 * @throws {Error} where one of them is wrong
 */
export async function check(place: StorePlace, broadcast: number, contacts: number, told: ReadonlySet<string>): Promise<number> {
  const store = await openStore<MessagingTables & OutboxTables>(place);
  try {
    const sends = await store.read.selectFrom('g_sends').select(['id', 'contact']).where('broadcast', '=', broadcast).execute();
    equal('messages', sends.length, contacts);
    equal('contacts with a message', new Set(sends.map(({ contact }) => contact)).size, contacts);
    const rows = await store.read
      .selectFrom('g_activity')
      .innerJoin('g_sends', 'g_sends.id', 'g_activity.send')
      .select(['send', 'g_activity.status'])
      .where('broadcast', '=', broadcast)
      .execute();
    const happened = new Set(rows.map(({ send, status }) => `${send} ${status}`));
    equal('activities, each once', rows.length, happened.size);
    equal('messages that were sent', count(rows, ['SENT']), contacts);
    equal('messages that arrived or did not', count(rows, ['DELIVERED', 'UNDELIVERED']), contacts);
    equal('activities that the webhook was told', told.size, happened.size);
    equal('activities that the webhook was told and that happened', [...told].filter((one) => happened.has(one)).length, happened.size);
    const unsent = await store.read.selectFrom('platform_deliveries').select('id').where('state', '!=', 'delivered').execute();
    equal('deliveries that were given up or wait', unsent.length, 0);
    const { balance } = await store.read.selectFrom('g_accounts').select('balance').where('id', '=', PAPAVER.id).executeTakeFirstOrThrow();
    const ledger = await store.read.selectFrom('g_ledger').select('amount').where('account', '=', PAPAVER.id).execute();
    equal(
      'the sum of the ledger',
      ledger.reduce((sum, { amount }) => sum + amount, 0),
      balance,
    );
    equal('the balance', balance, PAPAVER.balance - Math.max(0, contacts - PAPAVER.bonusEmails) * PRICES.EMAIL);
    return rows.length;
  } finally {
    await store.close();
  }
}

function count(rows: readonly { readonly status: string }[], statuses: readonly string[]): number {
  return rows.filter(({ status }) => statuses.includes(status)).length;
}

function equal(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
}
