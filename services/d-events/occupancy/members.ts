// Changes the members of presence channels, and the users that are signed in: each is there once, however many connections it has.

import { added, removed } from '../messages.ts';
import type { Member } from './queries.ts';
import { report, type Unit } from './unit.ts';

/**
 * @param before the members until now
 * @returns the members with this one
 */
export async function join(
  unit: Unit,
  app: string,
  channel: string,
  { id, info }: Member,
  before: readonly Member[],
): Promise<readonly Member[]> {
  const { tables, process, now } = unit;
  const isNew = before.every((member) => member.id !== id);
  const { numUpdatedRows } = await own(unit, app, channel, id)
    .set((row) => ({ connections: row('connections', '+', 1) }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await tables
      .insertInto('d_members')
      .values({ process, app_id: app, channel, user_id: id, connections: 1, user_info: info, joined: now })
      .execute();
  if (!isNew) return before;
  const returned = await leaving(unit, app, channel, id).executeTakeFirst();
  if (returned.numDeletedRows === 0n) report(unit, app, { name: 'member_added', channel, user_id: id });
  unit.messages.push(added(app, channel, { id, info }));
  return [...before, { id, info }];
}

export async function leave(unit: Unit, app: string, channel: string, user: string): Promise<void> {
  await own(unit, app, channel, user)
    .set((row) => ({ connections: row('connections', '-', 1) }))
    .execute();
  const { numDeletedRows } = await unit.tables
    .deleteFrom('d_members')
    .where('app_id', '=', app)
    .where('channel', '=', channel)
    .where('user_id', '=', user)
    .where('process', '=', unit.process)
    .where('connections', '<=', 0)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await gone(unit, app, channel, user);
}

/** After connections of a member have ended: tells the others if it has none left. */
export async function gone(unit: Unit, app: string, channel: string, user: string): Promise<void> {
  const { tables, now } = unit;
  const rest = tables.selectFrom('d_members').select('process').where('app_id', '=', app).where('channel', '=', channel);
  if ((await rest.where('user_id', '=', user).executeTakeFirst()) !== undefined) return;
  await tables.insertInto('d_leaving').values({ app_id: app, channel, user_id: user, since: now }).execute();
  unit.messages.push(removed(app, channel, user));
}

/** @returns those on the watchlist that are online */
export async function signIn(unit: Unit, app: string, user: string, watchlist: readonly string[]): Promise<readonly string[]> {
  const { tables, process } = unit;
  if (!(await isOnline(unit, app, user))) unit.messages.push({ kind: 'online', app, user });
  const { numUpdatedRows } = await tables
    .updateTable('d_users')
    .set((row) => ({ connections: row('connections', '+', 1) }))
    .where('app_id', '=', app)
    .where('user_id', '=', user)
    .where('process', '=', process)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await tables.insertInto('d_users').values({ process, app_id: app, user_id: user, connections: 1 }).execute();
  if (watchlist.length === 0) return [];
  const online = tables.selectFrom('d_users').select('user_id').distinct().where('app_id', '=', app).where('user_id', 'in', watchlist);
  return (await online.execute()).map(({ user_id }) => user_id);
}

export async function signOut(unit: Unit, app: string, user: string): Promise<void> {
  const mine = { app_id: app, user_id: user, process: unit.process };
  const rows = unit.tables.updateTable('d_users').set((row) => ({ connections: row('connections', '-', 1) }));
  await rows.where('app_id', '=', app).where('user_id', '=', user).where('process', '=', mine.process).execute();
  await unit.tables
    .deleteFrom('d_users')
    .where('app_id', '=', app)
    .where('user_id', '=', user)
    .where('process', '=', mine.process)
    .where('connections', '<=', 0)
    .execute();
  await offline(unit, app, user);
}

/** After connections of a user have ended: tells those who watch if it has none left. */
export async function offline(unit: Unit, app: string, user: string): Promise<void> {
  if (!(await isOnline(unit, app, user))) unit.messages.push({ kind: 'offline', app, user });
}

async function isOnline({ tables }: Unit, app: string, user: string): Promise<boolean> {
  const rows = tables.selectFrom('d_users').select('process').where('app_id', '=', app).where('user_id', '=', user);
  return (await rows.executeTakeFirst()) !== undefined;
}

function own({ tables, process }: Unit, app: string, channel: string, user: string) {
  return tables
    .updateTable('d_members')
    .where('app_id', '=', app)
    .where('channel', '=', channel)
    .where('user_id', '=', user)
    .where('process', '=', process);
}

/** Takes back that a member has left. */
function leaving({ tables }: Unit, app: string, channel: string, user: string) {
  return tables.deleteFrom('d_leaving').where('app_id', '=', app).where('channel', '=', channel).where('user_id', '=', user);
}
