// Decides what control can make happen to a message.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import type { Message, Past } from './rules.ts';

/** What people do with a message, or the network, and what its activity says then. */
const ACTS = {
  deliver: 'DELIVERED',
  bounce: 'UNDELIVERED',
  read: 'READ',
  click: 'CLICKED',
  unsubscribe: 'UNSUBSCRIBED',
  spam: 'SPAM',
} as const satisfies Readonly<Record<string, ActivityStatus>>;

type Act = keyof typeof ACTS;

const OF_EMAILS: readonly Act[] = ['unsubscribe', 'spam'];

/** An act as control has it. @param link The link that is followed. Default: the first one. */
export interface GivenAct {
  readonly what: string;
  readonly link?: string | undefined;
}

/** What cannot happen again. A message may have several links, each of which can be followed again. */
const DONE: Readonly<Partial<Record<ActivityStatus, string>>> = {
  DELIVERED: 'has been delivered already',
  UNDELIVERED: 'could not be delivered',
  READ: 'has been read already',
  UNSUBSCRIBED: 'has made its reader unsubscribe already',
  SPAM: 'has been reported as spam already',
};

/** What an act makes happen, or why it cannot, in a sentence. Whoever follows a link, the one to unsubscribe too, reads the message. */
export function consequencesOf(message: Message, { what, link }: GivenAct, past: Past): readonly ActivityStatus[] | string {
  const act = (Object.keys(ACTS) as Act[]).find((one) => one === what);
  if (act === undefined) return `/what must be one of ${Object.keys(ACTS).join(', ')}.`;
  return actFault(message, act, link, past) ?? (act === 'click' || act === 'unsubscribe' ? withReading(ACTS[act], past) : [ACTS[act]]);
}

function withReading(status: ActivityStatus, past: Past): readonly ActivityStatus[] {
  return past.has('READ') ? [status] : ['READ', status];
}

function actFault(message: Message, act: Act, link: string | undefined, past: Past): string | undefined {
  const saying = (what: string) => `The message ${message.id} ${what}.`;
  const isArrival = act === 'deliver' || act === 'bounce';
  const before: readonly ActivityStatus[] = isArrival ? ['DELIVERED', 'UNDELIVERED'] : ['UNDELIVERED', ACTS[act]];
  const [done] = before.filter((one) => past.has(one)).flatMap((one) => DONE[one] ?? []);
  if (done !== undefined) return saying(done);
  if (!isArrival && !past.has('DELIVERED')) return saying('is not delivered yet');
  if (OF_EMAILS.includes(act) && message.channel !== 'email')
    return saying('is not an email, and addresses of emails alone are unsubscribed');
  return act === 'click' ? linkFault(message, link) : link === undefined ? undefined : '/link belongs to a click.';
}

function linkFault({ id, links }: Message, link: string | undefined): string | undefined {
  if (links.length === 0) return `The message ${id} has no link.`;
  return link === undefined || links.includes(link) ? undefined : `/link is not a link of the message ${id}.`;
}
