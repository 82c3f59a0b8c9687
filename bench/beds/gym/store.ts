// What each chain has, and what follows from it.
import { randomBytes } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Booking, Course, Member, Membership, Room, Session, Studio, Trainer } from './things.ts';

export interface Chain {
  readonly clock: Clock;
  readonly studios: Map<string, Studio>;
  readonly rooms: Map<string, Room>;
  readonly trainers: Map<string, Trainer>;
  readonly courses: Map<string, Course>;
  readonly sessions: Map<string, Session>;
  readonly members: Map<string, Member>;
  readonly bookings: Map<string, Booking>;
  /** Who has a locker, by the key of the locker. */
  readonly lockers: Map<string, string>;
  /** Addresses of members, in lower case. */
  readonly emails: Map<string, string>;
}

export type ChainName = 'north' | 'south';
export type Store = Readonly<Record<ChainName, Chain>>;

export const emptyChain = (): Chain => ({
  clock: new Clock(),
  studios: new Map(),
  rooms: new Map(),
  trainers: new Map(),
  courses: new Map(),
  sessions: new Map(),
  members: new Map(),
  bookings: new Map(),
  lockers: new Map(),
  emails: new Map(),
});

export const newId = (): string => randomBytes(12).toString('hex');

export const lockerKey = (studioId: string, number: number): string => `${studioId}/${number}`;

/** The numbers of the lockers of a studio that members have. */
export const lockersOf = ({ lockers }: Chain, studioId: string): number[] =>
  [...lockers.keys()].filter((key) => key.startsWith(`${studioId}/`)).map((key) => Number(key.split('/')[1]));

export const roomsOf = ({ rooms }: Chain, studioId: string): Room[] => [...rooms.values()].filter((one) => one.studioId === studioId);

export const isScheduled = ({ status }: Session): boolean => status === 'scheduled';

export const scheduledIn = ({ sessions }: Chain, name: 'roomId' | 'courseId', id: string): Session[] =>
  [...sessions.values()].filter((one) => one[name] === id && isScheduled(one));

export const bookingsOf = ({ bookings }: Chain, name: 'sessionId' | 'memberId', id: string): Booking[] =>
  [...bookings.values()].filter((one) => one[name] === id);

export const confirmedOf = (chain: Chain, sessionId: string): Booking[] =>
  bookingsOf(chain, 'sessionId', sessionId).filter(({ status }) => status === 'confirmed');

/** The waiting list of a session, from its first booking on. */
export const waitingOf = (chain: Chain, sessionId: string): Booking[] =>
  bookingsOf(chain, 'sessionId', sessionId).filter(({ status }) => status === 'waiting');

/** The last day that a date can be, for a membership without an end. */
const LAST = '9999-12-31';

export const lastDay = ({ endsOn }: { readonly endsOn?: string | null }): string => endsOn ?? LAST;

/** The membership that covers the day on which a session starts. */
export function membershipFor({ memberships }: Member, { startsAt }: Session): Membership | undefined {
  const day = startsAt.slice(0, 10);
  return memberships.find((one) => one.startsOn <= day && day <= lastDay(one));
}
