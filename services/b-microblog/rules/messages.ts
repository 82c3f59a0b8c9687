// Decides what a message can be, which conversation two users have, and for how long its events are kept.

import { charactersIn } from './characters.ts';
import { STEPS } from './identifiers.ts';
import { measureText } from './text-length.ts';

/** In characters, which all count once. */
const LONGEST = 10_000;

/** How many users a group has beside the one who starts it. */
export const GROUP = { fewest: 2, most: 49 } as const;

const DAY = 86_400_000;
const KEPT = 30 * DAY;

/** @param text in the normal form NFC, without space around it. It may be empty only where the message has an attachment. */
export function messageFault(text: string, hasAttachment: boolean): 'blank' | 'character' | 'too-long' | undefined {
  if (text === '') return hasAttachment ? undefined : 'blank';
  if (measureText(text, Number.POSITIVE_INFINITY).fault === 'character') return 'character';
  return charactersIn(text) > LONGEST ? 'too-long' : undefined;
}

/** The conversation of two users: their identifiers, the smaller first. */
export function pairOf(one: string, other: string): string {
  return BigInt(one) < BigInt(other) ? `${one}-${other}` : `${other}-${one}`;
}

/** The other user in the conversation of a user with one other; `undefined` where it is none of this user. */
export function otherInPair(conversation: string, user: string): string | undefined {
  const [first = '', second] = conversation.split('-');
  if (second === undefined || first === second || (first !== user && second !== user)) return undefined;
  const other = first === user ? second : first;
  return pairOf(user, other) === conversation ? other : undefined;
}

/** The last number (`seq`) of events that have ended at a moment. */
export function lastExpired(now: number): number {
  return (now - KEPT + 1) * STEPS - 1;
}

/** When an event ends. */
export function endOf({ seq }: { readonly seq: number }): number {
  return momentOf({ seq }) + KEPT;
}

/** When an event happened. */
export function momentOf({ seq }: { readonly seq: number }): number {
  return Math.floor(seq / STEPS);
}
