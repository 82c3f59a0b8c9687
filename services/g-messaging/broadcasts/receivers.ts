// Finds who gets a broadcast, and on which channel.

import { receives } from '../contacts/rules.ts';
import type { Tables } from '../deps.ts';
import { condition, resolveRule } from '../groups/condition.ts';
import { firstChannels, ROUTES } from '../sends/rules.ts';
import type { BroadcastRow } from './tables.ts';

/** The contacts that are in one of the groups and in none of the excluded ones, and have a channel on which they can get the broadcast. */
export async function receivers(tables: Tables, { id, account, groups, excluded, channel }: BroadcastRow, at: number) {
  const rulesOf = (ids: readonly number[]) => Promise.all(ids.map((group) => resolveRule(tables, { kind: 'in-group', group })));
  const [wanted, unwanted] = await Promise.all([rulesOf(groups), rulesOf(excluded)]);
  return tables
    .selectFrom('g_contacts')
    .select(({ val }) => [val(id).as('broadcast'), 'g_contacts.id as contact'])
    .where('g_contacts.account', '=', account)
    .where('g_contacts.deleted_at', 'is', null)
    .where((builder) => condition(builder, { account }, { kind: 'any', of: wanted }, at))
    .where((builder) => builder.not(condition(builder, { account }, { kind: 'any', of: unwanted }, at)))
    .where('g_contacts.id', 'in', allowedChannels(tables, account, channel).select('g_channels.contact'));
}

/** The channels to which a broadcast of a kind may go: they are confirmed, receive messages and are not unsubscribed. */
function allowedChannels(tables: Tables, account: number, channel: BroadcastRow['channel']) {
  return tables
    .selectFrom('g_channels')
    .where('g_channels.account', '=', account)
    .where('g_channels.type', 'in', ROUTES[channel])
    .where('is_confirmed', '=', true)
    .where('is_muted', '=', false)
    .where((builder) =>
      builder.not(
        builder.exists(
          builder
            .selectFrom('g_unsubscribed')
            .select('email')
            .whereRef('g_unsubscribed.account', '=', 'g_channels.account')
            .whereRef('email', '=', 'value_key'),
        ),
      ),
    );
}

/** To which channel of each contact a broadcast goes. */
export async function channelsOf(
  tables: Tables,
  { account, channel }: Pick<BroadcastRow, 'account' | 'channel'>,
  contacts: readonly number[],
) {
  const rows = await allowedChannels(tables, account, channel)
    .innerJoin('g_contacts', 'g_contacts.id', 'g_channels.contact')
    .selectAll('g_channels')
    .where('g_channels.contact', 'in', contacts)
    .where('deleted_at', 'is', null)
    .execute();
  return firstChannels(rows.filter(receives), channel);
}
