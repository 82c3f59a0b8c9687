// Records what happens to messages, and shows it.

import type { Activity, ActivityStatus, GetContactActivityInput, Interaction } from '@octavo/interfaces/g-messaging';
import { nextPosition } from '../../platform/work/positions.ts';
import { requireContact } from '../contacts/find.ts';
import { addUnsubscribed } from '../contacts/subscribe.ts';
import type { Tables, Unit } from '../deps.ts';
import { tellActivity } from '../hooks/deliver.ts';
import { addTo, all, findBy, insert, invalid } from '../store.ts';
import { readDays, readTime, timeText } from '../times.ts';
import { isLater, linksOf } from './rules.ts';
import type { SendRow } from './tables.ts';

/** Something that happened to a message. */
export interface Happening {
  readonly send: SendRow;
  readonly status: ActivityStatus;
  readonly at: number;
  readonly link?: string | undefined;
}

const LEAVING: readonly ActivityStatus[] = ['UNSUBSCRIBED', 'SPAM'];

/**
 * Records what happened to messages of one account. Who unsubscribes by an email, or reports it as spam, gets no broadcasts at that address any more.
 */
export async function recordActivity(unit: Pick<Unit, 'deps' | 'tables'>, happenings: readonly Happening[]): Promise<void> {
  const account = happenings[0]?.send.account;
  if (account === undefined) return;
  const { tables } = unit;
  const rows = happenings.map(({ send, status, at, link = null }) => {
    return { position: nextPosition(), account: send.account, contact: send.contact, send: send.id, status, at, link };
  });
  await insert(tables, 'g_activity', rows);
  const latest = new Map<ActivityStatus, string[]>();
  for (const { send, status } of happenings) if (isLater(status, send.status)) latest.set(status, [...(latest.get(status) ?? []), send.id]);
  // A message to which several things happen at once has the last of them.
  for (const [status, ids] of [...latest].sort(([one], [other]) => (isLater(one, other) ? 1 : -1)))
    await tables.updateTable('g_sends').set({ status }).where('id', 'in', ids).execute();
  for (const [status, column] of COUNTED)
    await countIn(
      tables,
      column,
      happenings.filter((happening) => happening.status === status),
    );
  await tellActivity(unit, account, happenings.map(toldOf));
  const [first, ...others] = happenings.filter(({ send, status }) => send.channel === 'email' && LEAVING.includes(status));
  if (first === undefined) return;
  const emails = [first, ...others].map(({ send }) => send.locator);
  await addUnsubscribed({ tables, at: first.at }, account, emails);
}

function toldOf({ send, status, at, link }: Happening) {
  return { send: send.id, at, activity: showActivity({ ...send, status, at, link: link ?? null }) };
}

/** Which columns of broadcasts count what happened to their messages. */
const COUNTED = [
  ['DELIVERED', 'delivered'],
  ['UNDELIVERED', 'errors'],
] as const;

async function countIn(tables: Tables, column: (typeof COUNTED)[number][1], happenings: readonly Happening[]): Promise<void> {
  for (const [id, own] of Map.groupBy(happenings, ({ send }) => send.broadcast))
    if (id !== null) await addTo(tables, 'g_broadcasts', id, { [column]: own.length });
}

/** Records what a person did with a message. What is known is not recorded again; each link of a message can be followed once. */
export async function recordOnce(unit: Unit, send: SendRow, happened: readonly Omit<Happening, 'send'>[]): Promise<void> {
  const known = await all(unit.tables, 'g_activity', { send: send.id });
  const isNew = ({ status, link }: Omit<Happening, 'send'>) =>
    !known.some((one) => one.status === status && (link === undefined || one.link === link));
  await recordActivity(
    unit,
    happened.filter(isNew).map((one) => ({ send, ...one })),
  );
}

/** What happened to the messages of a contact, the newest first: within some days, by default all. */
function activityRows(tables: Tables, contact: number, days?: { readonly from: number; readonly to: number }) {
  let rows = tables
    .selectFrom('g_activity')
    .innerJoin('g_sends', 'g_sends.id', 'g_activity.send')
    .select([
      'g_activity.contact',
      'channel',
      'g_activity.status',
      'at',
      'name',
      'message',
      'broadcast',
      'event',
      'g_sends.id',
      'locator',
      'link',
    ])
    .where('g_activity.contact', '=', contact)
    .orderBy('at', 'desc')
    .orderBy('g_activity.position', 'desc');
  if (days !== undefined) rows = rows.where('at', '>=', days.from).where('at', '<', days.to);
  return rows;
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof activityRows>['execute']>>[number];

function showActivity({ contact, channel, status, at, name, message, broadcast, event, id, locator, link }: ActivityRow): Activity {
  return {
    contactId: contact,
    mediaType: channel,
    activityStatus: status,
    activityDateTime: timeText(at),
    iid: id,
    ...(name === null ? {} : { messageName: name }),
    ...(message === null ? {} : { messageId: message }),
    ...(broadcast === null ? {} : { broadcastId: broadcast }),
    ...(event === null ? {} : { eventInstanceId: event }),
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
  const send = await findBy(tables, 'g_sends', { id: interactionId, account });
  if (send === undefined) throw invalid(`The message ${interactionId} does not exist.`);
  const reported = REPORTED[status];
  const link = reported === 'CLICKED' ? linksOf(send)[0] : undefined;
  await recordOnce(unit, send, [{ status: reported, at: time === undefined ? at : readTime('time', time), link }]);
}
