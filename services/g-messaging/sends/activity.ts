// Records what happens to messages, as time goes by on the sandbox clock, and shows it.

import type { Activity, ActivityStatus, GetContactActivityInput, Interaction } from '@octavo/interfaces/g-messaging';
import { isOf } from '../../platform/payload.ts';
import { nextPosition } from '../../platform/work/positions.ts';
import { requireContact } from '../contacts/find.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { invalid, TURN } from '../store.ts';
import { readDays, readTime, timeText } from '../times.ts';
import { arrives, DELIVERY_TIME, isClicked, isLater, isRead, linkOf, READING_TIME } from './rules.ts';
import type { SendRow } from './tables.ts';

const service = 'g-messaging';
const accepts = isOf({ sends: 'object' });
const DELIVER = { service, name: 'deliver-messages', inTurn: TURN, accepts };
const READ = { service, name: 'read-messages', inTurn: TURN, accepts };

/** Messages of one job. */
const MOST_AT_ONCE = 500;

/** Something that happened to a message. */
interface Happening {
  readonly send: SendRow;
  readonly status: ActivityStatus;
  readonly at: number;
  readonly link?: string | undefined;
}

/** Records what happened; what a message has behind it already does not happen again. */
export async function recordActivity({ tables }: Pick<Unit, 'deps' | 'tables'>, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await tables
    .insertInto('g_activity')
    .values(
      happenings.map(({ send, status, at, link = null }) => {
        return { position: nextPosition(), account: send.account, contact: send.contact, send: send.id, status, at, link };
      }),
    )
    .execute();
  const latest = new Map<ActivityStatus, string[]>();
  for (const { send, status } of happenings) if (isLater(status, send.status)) latest.set(status, [...(latest.get(status) ?? []), send.id]);
  // A message to which several things happen at once has the last of them.
  for (const [status, ids] of [...latest].sort(([one], [other]) => (isLater(one, other) ? 1 : -1)))
    await tables.updateTable('g_sends').set({ status }).where('id', 'in', ids).execute();
}

/** Schedules what will happen to messages that were sent. */
export async function schedulePassage({ deps, tables, at }: Unit, sends: readonly SendRow[]): Promise<void> {
  for (let start = 0; start < sends.length; start += MOST_AT_ONCE) {
    const payload = { sends: sends.slice(start, start + MOST_AT_ONCE).map(({ id }) => id) };
    await deps.due.schedule(tables, DELIVER, { at: at + DELIVERY_TIME, payload });
    await deps.due.schedule(tables, READ, { at: at + READING_TIME, payload });
  }
}

/** Says what happens to messages that were sent. */
export function handlePassage(deps: MessagingPlatform): void {
  const { due } = deps;
  const load = (tables: Tables, ids: object) =>
    tables
      .selectFrom('g_sends')
      .selectAll()
      .where('id', 'in', ids as string[])
      .execute();
  due.handle(DELIVER, async ({ at, payload }, tables: Tables) => {
    const sends = await load(tables, payload.sends);
    await recordActivity(
      { deps, tables },
      sends.map((send) => ({ send, at, status: arrives(send) ? 'DELIVERED' : 'UNDELIVERED' })),
    );
  });
  due.handle(READ, async ({ at, payload }, tables: Tables) => {
    const read = (await load(tables, payload.sends)).filter((send) => arrives(send) && isRead(send));
    await recordActivity(
      { deps, tables },
      read.flatMap((send): Happening[] => [
        { send, at, status: 'READ' },
        ...(isClicked(send) ? [{ send, at, status: 'CLICKED' as const, link: linkOf(send) }] : []),
      ]),
    );
  });
}

/** What happened to the messages of a contact, the newest first: within some days, by default all. */
function activityRows(tables: Tables, contact: number, days?: { readonly from: number; readonly to: number }) {
  let rows = tables
    .selectFrom('g_activity')
    .innerJoin('g_sends', 'g_sends.id', 'g_activity.send')
    .select(['g_activity.contact', 'channel', 'g_activity.status', 'at', 'name', 'message', 'broadcast', 'g_sends.id', 'locator', 'link'])
    .where('g_activity.contact', '=', contact)
    .orderBy('at', 'desc')
    .orderBy('g_activity.position', 'desc');
  if (days !== undefined) rows = rows.where('at', '>=', days.from).where('at', '<', days.to);
  return rows;
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof activityRows>['execute']>>[number];

function showActivity({ contact, channel, status, at, name, message, broadcast, id, locator, link }: ActivityRow): Activity {
  return {
    contactId: contact,
    mediaType: channel,
    activityStatus: status,
    activityDateTime: timeText(at),
    iid: id,
    ...(name === null ? {} : { messageName: name }),
    ...(message === null ? {} : { messageId: message }),
    ...(broadcast === null ? {} : { broadcastId: broadcast }),
    ...(channel === 'email' ? { email: locator } : {}),
    ...(channel === 'sms' || channel === 'viber' ? { sms: locator } : {}),
    ...(link === null ? {} : { linkClicked: link }),
  };
}

/** @throws the refusal 404 for an unknown contact, 400 for days that are more than three months apart */
export async function activityOf(
  { tables, at }: Pick<Unit, 'tables' | 'at'>,
  account: number,
  contact: number,
  { dateFrom, dateTo, status }: NonNullable<GetContactActivityInput['query']> = {},
): Promise<Activity[]> {
  await requireContact(tables, account, contact);
  const rows = activityRows(tables, contact, readDays(dateFrom, dateTo, at, 3));
  return (await (status === undefined ? rows : rows.where('g_activity.status', '=', status)).execute()).map(showActivity);
}

/** All that happened to the messages of a contact. @throws the refusal 404 for an unknown contact */
export async function allActivityOf(tables: Tables, account: number, contact: number) {
  await requireContact(tables, account, contact);
  const rows = await activityRows(tables, contact).execute();
  const activities = rows.map(showActivity).map(({ contactId: _contact, iid: _iid, email: _email, sms: _sms, ...shown }) => shown);
  return { contactId: contact, activities };
}

const REPORTED = { DELIVERED: 'DELIVERED', OPENED: 'READ', CLICKED: 'CLICKED' } as const;

/** Records what the app reports; a report that is repeated changes nothing. @throws the refusal 400 for an unknown message */
export async function reportInteraction(unit: Unit, account: number, { interactionId, status, time }: Interaction): Promise<void> {
  const { tables, at } = unit;
  const send = await tables
    .selectFrom('g_sends')
    .selectAll()
    .where('id', '=', interactionId)
    .where('account', '=', account)
    .executeTakeFirst();
  if (send === undefined) throw invalid(`The message ${interactionId} does not exist.`);
  const reported = REPORTED[status];
  const known = tables.selectFrom('g_activity').select('position').where('send', '=', send.id).where('status', '=', reported);
  if ((await known.executeTakeFirst()) !== undefined) return;
  await recordActivity(unit, [{ send, status: reported, at: time === undefined ? at : readTime('time', time), link: linkOf(send) }]);
}
