// Knows what messages have in them, in which order things happen to them, and where they go.

import type { ActivityStatus, MediaType } from '@octavo/interfaces/g-messaging';
import { readMarkup } from './markup.ts';
import type { SendRow } from './tables.ts';

const LINK = /https?:\/\/[^\s"'<>]+/g;

/** The links of a message, in their order, without those to unsubscribe and to view it. */
export function linksOf({ content }: Pick<SendRow, 'content'>): readonly string[] {
  const { html, text = '', own = [] } = content;
  const links = html === undefined ? (text.match(LINK) ?? []) : readMarkup(html).anchors.map(({ address }) => address);
  return links.filter((link) => !own.includes(link));
}

/** In which order things happen to a message: what comes later takes the place of what came before. */
const ORDER: readonly ActivityStatus[] = ['SENT', 'UNDELIVERED', 'DELIVERED', 'READ', 'CLICKED', 'UNSUBSCRIBED', 'SPAM'];

export function isLater(status: ActivityStatus, than: ActivityStatus): boolean {
  return ORDER.indexOf(status) > ORDER.indexOf(than);
}

/** The kinds of channels whose addresses a message of one kind goes to, the best one first. The message stays one of its kind. */
export const ROUTES: Readonly<Record<'email' | 'sms' | 'mobilepush' | 'viber' | 'telegram' | 'appinbox', readonly MediaType[]>> = {
  email: ['email'],
  sms: ['sms'],
  mobilepush: ['mobilepush'],
  viber: ['viber', 'sms'],
  telegram: ['telegram'],
  // The inbox of the app is there for everybody who has the app.
  appinbox: ['appinbox', 'mobilepush'],
};

interface Channel {
  readonly contact: number;
  readonly type: MediaType;
  readonly position: number;
}

/** The channel of each contact to which a message of a kind goes: of the best kind that it has, the first one. */
export function firstChannels<Row extends Channel>(rows: readonly Row[], kind: keyof typeof ROUTES): Map<number, Row> {
  const rank = ({ type }: Channel) => ROUTES[kind].indexOf(type);
  const worstFirst = rows.toSorted((one, other) => rank(other) - rank(one) || other.position - one.position);
  return new Map(worstFirst.map((row) => [row.contact, row]));
}
