// Lists the messages of contacts, and reads what became of one.

import type { ListContactMessagesInput, MessageStatus, SentMessage, TokenActivity } from '@octavo/interfaces/g-messaging';
import { contactOfToken, requireContact } from '../contacts/find.ts';
import { receives } from '../contacts/rules.ts';
import type { Deps, Tables, Unit } from '../deps.ts';
import { changeAll, unknown } from '../store.ts';
import { DAY, readTime, timeText } from '../times.ts';
import { deliveredHtml, unsubscribeHeaders } from './links.ts';
import { isLater } from './rules.ts';
import type { SendRow } from './tables.ts';

/** What became of the messages of a request. @throws the refusal 404 where there is none */
export async function statusOf(tables: Tables, account: number, request: string): Promise<MessageStatus | MessageStatus[]> {
  const rows = tables.selectFrom('g_sends').selectAll().where('account', '=', account).where('request', '=', request);
  const [first, ...others] = (await rows.orderBy('position').execute()).map(showStatus);
  if (first === undefined) throw unknown('message', request);
  return others.length === 0 ? first : [first, ...others];
}

function showStatus({ id, request, status }: SendRow): MessageStatus {
  return { id, requestId: request, status, delivered: isLater(status, 'UNDELIVERED'), failed: status === 'UNDELIVERED' };
}

const MINUTE = 60_000;

/** The messages of a contact, the newest first. @throws the refusal 404 for an unknown contact, 400 for a day that does not exist */
export async function messagesOf(
  tables: Tables,
  account: number,
  contact: number,
  { from, to, mediaType, offset = 0, limit = 10 }: NonNullable<ListContactMessagesInput['query']> = {},
): Promise<SentMessage[]> {
  await requireContact(tables, account, contact);
  let rows = tables.selectFrom('g_sends').selectAll().where('contact', '=', contact).orderBy('sent_at', 'desc').orderBy('position', 'desc');
  if (from !== undefined) rows = rows.where('sent_at', '>=', readTime('from', from));
  // The whole day, or the whole minute.
  if (to !== undefined) rows = rows.where('sent_at', '<', readTime('to', to) + (to.includes('T') ? MINUTE : DAY));
  if (mediaType !== undefined && mediaType.length > 0) rows = rows.where('channel', 'in', mediaType);
  return (await rows.limit(limit).offset(offset).execute()).map(({ message, channel, status, sent_at, content, locator }) => ({
    ...(message === null ? {} : { messageId: message }),
    mediaType: channel,
    status,
    sentAt: timeText(sent_at),
    ...(content.subject === undefined ? {} : { subject: content.subject }),
    locator,
  }));
}

/** @throws the refusal 404 for a token that is not registered */
export async function tokenActivity(tables: Tables, account: number, token: string): Promise<TokenActivity> {
  const contactId = await contactOfToken(tables, account, token);
  const row = await tokenRow(tables, contactId, token);
  return {
    token,
    active: receives(row),
    contactId,
    ...(row.device?.appId === undefined ? {} : { applicationId: row.device.appId }),
  };
}

function tokenRow(tables: Tables, contact: number, token: string) {
  const rows = tables.selectFrom('g_channels').selectAll().where('contact', '=', contact).where('value', '=', token);
  return rows.where('type', 'in', ['mobilepush', 'webpush']).executeTakeFirstOrThrow();
}

/** Activates a token or deactivates it. Inactive tokens receive no messages. */
export async function setTokenActivity({ tables }: Unit, account: number, token: string, active: boolean): Promise<TokenActivity> {
  const contact = await contactOfToken(tables, account, token);
  const { type, device } = await tokenRow(tables, contact, token);
  const changed = type === 'mobilepush' ? { device: { ...device, active } } : { is_muted: !active };
  await changeAll(tables, 'g_channels', { contact, type, value: token }, changed);
  return tokenActivity(tables, account, token);
}

const MOST_SENT = 100;

/** What a contact was sent, as it got it, the newest first. */
export async function sentTo(deps: Deps, contact: number) {
  const rows = deps.store.read
    .selectFrom('g_sends')
    .selectAll()
    .where('contact', '=', contact)
    .orderBy('position', 'desc')
    .limit(MOST_SENT);
  return (await rows.execute()).map((send) => {
    const { id, channel, locator, status, sent_at } = send;
    const { own: _own, ...content } = send.content;
    const html = deliveredHtml(deps, send);
    return {
      id,
      channel,
      locator,
      status,
      sent: timeText(sent_at),
      ...(channel === 'email' && { headers: unsubscribeHeaders(deps, id) }),
      content: { ...content, ...(html !== undefined && { html }) },
    };
  });
}
