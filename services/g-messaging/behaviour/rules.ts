// Decides what recipients do with messages, the same each time.

import { createHash } from 'node:crypto';
import type { ActivityStatus, MediaType } from '@octavo/interfaces/g-messaging';
import type { ChannelBehaviour, GivenBehaviour } from './tables.ts';

export const CHANNELS: readonly MediaType[] = ['email', 'sms', 'viber', 'mobilepush', 'webpush', 'telegram', 'appinbox'];

const DEFAULT: ChannelBehaviour = {
  bounces: ['*0043'],
  bounced: 0,
  read: 30,
  clicked: 17,
  unsubscribed: 0,
  spam: 0,
  deliveredAfter: 3,
  readAfter: 7_200,
};

const PERCENTAGES = ['bounced', 'read', 'clicked', 'unsubscribed', 'spam'] as const;
const DELAYS = ['deliveredAfter', 'readAfter'] as const;
const MEMBERS: readonly string[] = ['bounces', ...PERCENTAGES, ...DELAYS];
/** What only readers of emails do. */
const OF_EMAILS: readonly string[] = ['unsubscribed', 'spam'];

const LONGEST_DELAY = 365 * 24 * 3_600;
const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 100;

/** How the recipients of a channel behave. */
export function behaviourOn(channel: MediaType, given: GivenBehaviour): ChannelBehaviour {
  return { ...DEFAULT, ...(channel === 'email' && { bounces: ['*+bounce@*'] }), ...given[channel] };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a behaviour that came as JSON, and where, in a sentence. */
export function behaviourFault(value: unknown, place: string): string | undefined {
  if (!isObject(value)) return `${place} must be an object.`;
  for (const [name, rules] of Object.entries(value)) {
    const channel = CHANNELS.find((one) => one === name);
    if (channel === undefined) return `${place}/${name} is not a channel; these are ${CHANNELS.join(', ')}.`;
    const fault = channelFault(channel, rules, `${place}/${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function channelFault(channel: MediaType, value: unknown, place: string): string | undefined {
  if (!isObject(value)) return `${place} must be an object.`;
  const members = MEMBERS.filter((name) => channel === 'email' || !OF_EMAILS.includes(name));
  for (const [name, member] of Object.entries(value)) {
    const fault = members.includes(name)
      ? memberFault(name, member, `${place}/${name}`)
      : `${place}/${name} is not a member of the rules of ${channel}; these are ${members.join(', ')}.`;
    if (fault !== undefined) return fault;
  }
  const { deliveredAfter, readAfter } = behaviourOn(channel, { [channel]: value });
  return readAfter < deliveredAfter ? `${place}/readAfter must be at least deliveredAfter, ${deliveredAfter}.` : undefined;
}

function memberFault(name: string, value: unknown, place: string): string | undefined {
  if (name === 'bounces') return patternsFault(value, place);
  const most = DELAYS.some((one) => one === name) ? LONGEST_DELAY : 100;
  if (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most) return undefined;
  return `${place} must be a whole number from 0 to ${most.toLocaleString('en')}.`;
}

function patternsFault(value: unknown, place: string): string | undefined {
  if (!Array.isArray(value) || value.length > MOST_PATTERNS) return `${place} must be a list of at most ${MOST_PATTERNS} patterns.`;
  const wrong = value.findIndex((one) => typeof one !== 'string' || one === '' || [...one].length > LONGEST_PATTERN || one.includes('\0'));
  return wrong === -1 ? undefined : `${place}/${wrong} must be a text of 1 to ${LONGEST_PATTERN} characters.`;
}

/**
 * Whether a recipient fits a pattern, in upper or lower case. The parts between its `*` are looked for one after another, each as early as it can be,
 * so no pattern takes long.
 */
export function fits(recipient: string, pattern: string): boolean {
  const text = recipient.toLowerCase();
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let place = first.length;
  for (const part of others) {
    const found = text.indexOf(part, place);
    if (found === -1) return false;
    place = found + part.length;
  }
  return text.length - last.length >= place && text.endsWith(last);
}

/** A number from 0 to 99 that depends on the message alone. */
function chance(id: string, purpose: string): number {
  return createHash('sha256').update(`${purpose} ${id}`).digest().readUInt32BE(0) % 100;
}

export interface Message {
  readonly id: string;
  readonly channel: MediaType;
  readonly locator: string;
  readonly links: readonly string[];
}

/** What has happened to a message. */
export type Past = ReadonlySet<ActivityStatus>;

/** Whether a message arrives. It does one of both once. */
export function deliveryOf({ id, locator }: Message, { bounces, bounced }: ChannelBehaviour, past: Past): readonly ActivityStatus[] {
  if (past.has('DELIVERED') || past.has('UNDELIVERED')) return [];
  const isLost = bounces.some((pattern) => fits(locator, pattern)) || chance(id, 'bounce') < bounced;
  return [isLost ? 'UNDELIVERED' : 'DELIVERED'];
}

/** What a recipient does with a message that has arrived. Whoever has read it already does no more by itself. */
export function reactionsTo(message: Message, rules: ChannelBehaviour, past: Past): readonly ActivityStatus[] {
  const { id, channel } = message;
  if (!past.has('DELIVERED') || past.has('READ') || chance(id, 'read') >= rules.read) return [];
  const does = {
    READ: true,
    CLICKED: chance(id, 'click') < rules.clicked && message.links.length > 0,
    UNSUBSCRIBED: channel === 'email' && chance(id, 'unsubscribe') < rules.unsubscribed,
    SPAM: channel === 'email' && chance(id, 'spam') < rules.spam,
  };
  return (['READ', 'CLICKED', 'UNSUBSCRIBED', 'SPAM'] as const).filter((status) => does[status] && !past.has(status));
}
