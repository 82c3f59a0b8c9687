// Decides which members of a team take a booking.

export interface Member {
  readonly id: string;
  readonly isFree: boolean;
  /** When the last booking of the event type was given to them, milliseconds since 1970; absent where none was. */
  readonly lastBooked?: number | undefined;
}

/**
 * The hosts of a new event: with `round_robin`, the free member whose last booking is the longest ago, and the first in the team of those without
 * one; otherwise all, who must be free.
 * @returns `undefined` where the time is taken
 */
export function hostsFrom(members: readonly Member[], pooling: 'round_robin' | 'collective' | null): readonly string[] | undefined {
  const free = members.filter(({ isFree }) => isFree);
  if (pooling !== 'round_robin') return free.length === members.length ? members.map(({ id }) => id) : undefined;
  const [first, ...others] = free;
  if (first === undefined) return undefined;
  const last = ({ lastBooked }: Member) => lastBooked ?? Number.NEGATIVE_INFINITY;
  return [others.reduce((found, one) => (last(one) < last(found) ? one : found), first).id];
}
