// Decides what happens to a message, the same each time.

import { createHash } from 'node:crypto';
import type { ActivityStatus, MediaType } from '@octavo/interfaces/g-messaging';
import type { SendRow } from './tables.ts';

export const DELIVERY_TIME = 3_000;
export const READING_TIME = 2 * 3_600_000;

/** How many of a hundred messages that arrive are read, and how many of a hundred read ones have a link that is followed. */
const READ_OF_HUNDRED = 30;
const CLICKED_OF_HUNDRED = 17;

/** A number from 0 to 99 that depends on the message alone. */
function chance(id: string, purpose: string): number {
  return createHash('sha256').update(`${purpose} ${id}`).digest().readUInt32BE(0) % 100;
}

/** Whether a message arrives: an address with the tag `bounce`, and a number that ends with 0043, do not get it. */
export function arrives({ channel, locator }: Pick<SendRow, 'channel' | 'locator'>): boolean {
  return channel === 'email' ? !/\+bounce@/i.test(locator) : !locator.endsWith('0043');
}

export function isRead({ id }: Pick<SendRow, 'id'>): boolean {
  return chance(id, 'read') < READ_OF_HUNDRED;
}

const LINK = /https?:\/\/[^\s"'<>]+/;

/** The first link of a message. */
export function linkOf({ content }: Pick<SendRow, 'content'>): string | undefined {
  return LINK.exec(content.html ?? content.text ?? '')?.[0];
}

export function isClicked(send: Pick<SendRow, 'id' | 'content'>): boolean {
  return linkOf(send) !== undefined && chance(send.id, 'click') < CLICKED_OF_HUNDRED;
}

/** In which order things happen to a message: what comes later takes the place of what came before. */
const ORDER: readonly ActivityStatus[] = ['SENT', 'UNDELIVERED', 'DELIVERED', 'READ', 'CLICKED', 'UNSUBSCRIBED', 'SPAM'];

export function isLater(status: ActivityStatus, than: ActivityStatus): boolean {
  return ORDER.indexOf(status) > ORDER.indexOf(than);
}

/** The kinds of channels to which a message of one kind goes, the best one first. */
export const ROUTES: Readonly<Record<'email' | 'sms' | 'mobilepush' | 'viber' | 'telegram' | 'appinbox', readonly MediaType[]>> = {
  email: ['email'],
  sms: ['sms'],
  mobilepush: ['mobilepush'],
  viber: ['viber', 'sms'],
  telegram: ['telegram'],
  // The inbox of the app is there for everybody who has the app.
  appinbox: ['appinbox', 'mobilepush'],
};
