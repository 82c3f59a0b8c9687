// Sends messages that are not stored, as either document has them.

import type { EmailToSend, SendResponse, SmsToSend, ViberToSend } from '@octavo/interfaces/g-messaging';
import type { EmailToSend as MarketingEmail, SmsToSend as MarketingSms, SentMessage } from '@octavo/interfaces/g-messaging-marketing';
import { requireCategories } from '../contacts/subscribe.ts';
import type { Unit } from '../deps.ts';
import { contactsInGroup, requireGroup } from '../groups/store.ts';
import { requireSender, sendersOf } from '../messages/senders.ts';
import { asInvalid, invalid } from '../store.ts';
import { extrasOf } from './content.ts';
import { fillPlaceholders } from './render.ts';
import { once } from './repeatable.ts';
import { type Addressed, addressed, newRequest, send, toResponse } from './send.ts';
import type { SentContent } from './tables.ts';

export async function sendEmail(unit: Unit, account: number, email: EmailToSend): Promise<SendResponse> {
  const { from, subject, htmlText: html, plainText: text, emails, externalRequestId } = email;
  return once(unit, account, externalRequestId, async () => {
    if (!html && !text) throw invalid('Give htmlText, plainText or both.');
    await requireSender(unit.tables, account, 'email', from);
    const content = { from, subject, ...(html && { html }), ...(text && { text }) };
    return toResponse(
      await send(unit, account, { channel: 'email', recipients: await addressed(unit, account, 'email', emails, content) }),
    );
  });
}

export async function sendSms(unit: Unit, account: number, sms: SmsToSend): Promise<SendResponse> {
  const { from, text, phoneNumbers = [], groupId, subscriptionsKeys, externalRequestId } = sms;
  return once(unit, account, externalRequestId, async () => {
    await requireSender(unit.tables, account, 'sms', from);
    const content = { from, text };
    const numbers = await addressed(unit, account, 'sms', phoneNumbers, content);
    const members = groupId === undefined ? [] : await membersOf(unit, account, groupId, subscriptionsKeys, content);
    const named = new Set(numbers.map(({ locator }) => locator));
    const recipients = [...numbers, ...members.filter(({ locator }) => !named.has(locator))];
    return toResponse(await send(unit, account, { channel: 'sms', recipients }));
  });
}

/** The contacts of a group that have a number, each with its first one. @param keys only those subscribed to one of these categories */
async function membersOf(unit: Unit, account: number, groupId: number, keys: readonly string[] | undefined, content: SentContent) {
  const { tables, at } = unit;
  const { rows } = await contactsInGroup(tables, await asInvalid(requireGroup(tables, account, groupId)), at);
  const categories = keys === undefined ? undefined : await requireCategories(tables, account, keys);
  const subscribed = tables
    .selectFrom('g_subscriptions')
    .select('contact')
    .where('category', 'in', [...(categories ?? []), -1]);
  const members = categories === undefined ? rows : rows.where('g_contacts.id', 'in', subscribed);
  const numbers = await members
    .innerJoin('g_channels', 'g_channels.contact', 'g_contacts.id')
    .where('g_channels.type', '=', 'sms')
    .clearSelect()
    .clearOrderBy()
    .select(['g_contacts.id as contact', 'g_channels.value as locator', 'is_confirmed'])
    .orderBy('g_contacts.id')
    .orderBy('position')
    .execute();
  const first = new Map([...numbers].reverse().map((number) => [number.contact, number]));
  return [...first.values()].reverse().map(({ contact, locator, is_confirmed }): Addressed => {
    return is_confirmed ? { contact, locator, content } : { contact, locator, failed: 'The number is unconfirmed.' };
  });
}

export async function sendViber(unit: Unit, account: number, viber: ViberToSend): Promise<SendResponse> {
  const { from, text, phoneNumbers, externalRequestId } = viber;
  const content = { from, text, ...extrasOf(viber) };
  return once(unit, account, externalRequestId, async () => {
    await requireSender(unit.tables, account, 'viber', from);
    const recipients = await addressed(unit, account, 'viber', phoneNumbers, content);
    return toResponse(await send(unit, account, { channel: 'viber', recipients }));
  });
}

/** @throws the refusal 400 where the account has no sender */
async function senderOf({ tables }: Unit, account: number, channel: 'email' | 'sms', from: string | undefined): Promise<string> {
  const [first] = await sendersOf(tables, account, channel);
  const sender = from ?? first;
  if (sender === undefined) throw invalid('The account has no sender.');
  await requireSender(tables, account, channel, sender);
  return sender;
}

export async function sendMarketingEmail(unit: Unit, account: number, email: MarketingEmail): Promise<SentMessage> {
  const { subject = '', htmlContent: html = '', plainContent: text = '', recipients, params = {} } = email;
  if (html === '' && text === '') throw invalid('Give htmlContent, plainContent or both.');
  const from = await senderOf(unit, account, 'email', email.from);
  const filled = [subject, html, text].map((part) => fillPlaceholders(part, params));
  const [, filledHtml = '', filledText = ''] = filled;
  const content = { from, subject: filled[0] ?? '', ...(html && { html: filledHtml }), ...(text && { text: filledText }) };
  return sendToAll(unit, account, 'email', await addressed(unit, account, 'email', recipients, content));
}

export async function sendMarketingSms(unit: Unit, account: number, { text = '', from, recipients }: MarketingSms): Promise<SentMessage> {
  if (text === '') throw invalid('The field text is missing.');
  const content = { from: await senderOf(unit, account, 'sms', from), text };
  return sendToAll(unit, account, 'sms', await addressed(unit, account, 'sms', recipients, content));
}

/** @throws the refusal 400 where there is no recipient, or one of them cannot be reached: then nothing is sent */
async function sendToAll(unit: Unit, account: number, channel: 'email' | 'sms', recipients: readonly Addressed[]): Promise<SentMessage> {
  if (recipients.length === 0) throw invalid('There are no recipients.');
  for (const recipient of recipients) if ('failed' in recipient) throw invalid(recipient.failed);
  const request = newRequest(unit);
  await send(unit, account, { channel, recipients, request });
  return { id: request, status: 'OK' };
}
