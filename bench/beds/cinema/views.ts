// Things as answers show them.
import { without } from '../members.ts';
import { bookingsOf, type Group, isActive, screeningsOf, seatsOf } from './store.ts';
import type { Faults, Film, Member, Screening, Shown } from './things.ts';

export const filmView = (group: Group, film: Film): Shown => ({ ...film, screening_count: screeningsOf(group, 'film_id', film.id).length });

/** The names of the seats of a screening that are taken. */
export function takenSeats(group: Group, screeningId: string, faults: Faults): Set<string> {
  const bookings = bookingsOf(group, 'screening_id', screeningId);
  return seatsOf(faults.has('seats-stay-taken') ? bookings : bookings.filter(isActive));
}

export function screeningView(group: Group, screening: Screening, faults: Faults): Shown {
  const total = group.halls.get(screening.hall_id)?.capacity ?? 0;
  const all = bookingsOf(group, 'screening_id', screening.id);
  const taken = faults.has('free-seats-miscounted') ? seatsOf(all) : takenSeats(group, screening.id, faults);
  return {
    ...screening,
    film_title: group.films.get(screening.film_id)?.title ?? '',
    seats_total: total,
    seats_free: total - taken.size,
  };
}

export function memberView(group: Group, member: Member, faults: Faults): Shown {
  const counted = bookingsOf(group, 'member_id', member.id).filter((one) => isActive(one) || faults.has('points-kept'));
  return { ...without(member, 'pin'), points: counted.reduce((sum, { points }) => sum + points, 0) };
}
