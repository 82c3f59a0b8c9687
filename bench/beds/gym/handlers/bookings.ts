// Bookings and waiting lists.
import { gap } from '../../clock.ts';
import { bookingsOf, type Chain, confirmedOf, isScheduled, membershipFor, newId, waitingOf } from '../store.ts';
import type { Booking, Course, Faults, Member, Membership, NewBooking, Session } from '../things.ts';
import { viewsWith } from '../views.ts';
import { conflict, created, ok, unfit } from '../wire.ts';
import { found, type Part } from './call.ts';
import { type Paging, pageOf } from './lists.ts';

interface Filters extends Paging {
  readonly sessionId?: string;
  readonly memberId?: string;
  readonly status?: readonly string[];
}

function fits({ sessionId, memberId, status }: Booking, filters: Filters, faults: Faults): boolean {
  const states = faults.has('first-state-only') ? filters.status?.slice(0, 1) : filters.status;
  return (
    (filters.sessionId === undefined || sessionId === filters.sessionId) &&
    (filters.memberId === undefined || memberId === filters.memberId) &&
    (states === undefined || states.includes(status))
  );
}

/** Cancels a booking, and gives its credits back. */
export function cancelled(chain: Chain, booking: Booking, faults: Faults): Booking {
  const membership = chain.members.get(booking.memberId)?.memberships.find(({ id }) => id === booking.paidBy);
  if (membership !== undefined && !faults.has('credits-not-given-back')) membership.creditsLeft += booking.creditsTaken;
  const after = { ...booking, status: 'cancelled', creditsTaken: 0, paidBy: null, cancelledAt: chain.clock.now() } as const;
  chain.bookings.set(booking.id, after);
  return after;
}

/** Confirms the first waiting booking whose member has enough credits. */
function moveUp(chain: Chain, session: Session): void {
  const cost = chain.courses.get(session.courseId)?.creditCost ?? 0;
  for (const booking of waitingOf(chain, session.id)) {
    const member = chain.members.get(booking.memberId);
    const membership = member === undefined ? undefined : membershipFor(member, session);
    if (membership === undefined || membership.creditsLeft < cost) continue;
    membership.creditsLeft -= cost;
    chain.bookings.set(booking.id, { ...booking, status: 'confirmed', creditsTaken: cost, paidBy: membership.id });
    return;
  }
}

interface Wanted {
  readonly session: Session;
  readonly course: Course;
  readonly member: Member;
}

/** What a booking is for. */
function wantedBy({ sessions, members, courses }: Chain, { sessionId, memberId }: NewBooking): Wanted {
  const session = sessions.get(sessionId);
  const member = members.get(memberId);
  const course = courses.get(session?.courseId ?? '');
  if (session === undefined || course === undefined) throw unfit('sessionId', 'is no session');
  if (member === undefined) throw unfit('memberId', 'is no member');
  return { session, course, member };
}

/** The membership that pays for a booking, or a refusal. */
function membershipOf(chain: Chain, { session, course, member }: Wanted, faults: Faults): Membership {
  if (!isScheduled(session) && !faults.has('cancelled-session-booked')) throw conflict('The session is cancelled.');
  const counts = ({ status }: Booking): boolean => status !== 'cancelled' || faults.has('never-booked-again');
  if (bookingsOf(chain, 'sessionId', session.id).some((one) => one.memberId === member.id && counts(one)))
    throw conflict('The member has booked this session already.');
  const membership = membershipFor(member, session);
  if (membership === undefined) throw conflict('The member has no membership on that day.');
  if (membership.creditsLeft < course.creditCost) throw conflict('The member has too few credits.');
  return membership;
}

/** Whether a booking is confirmed. A full waiting list refuses it. */
function hasSpot(chain: Chain, { session, course }: Wanted): boolean {
  if (confirmedOf(chain, session.id).length < session.capacity) return true;
  if (waitingOf(chain, session.id).length >= course.waitingListSize) throw conflict('The waiting list is full.');
  return false;
}

export const bookings: Part = (faults) => {
  const views = viewsWith(faults);
  return {
    listBookings: ({ chain, others, given }) => {
      const filters = given<Filters>();
      const chains = faults.has('bookings-of-others-listed') ? [chain, ...others] : [chain];
      const all = chains.flatMap((one) => [...one.bookings.values()]).filter((one) => fits(one, filters, faults));
      return pageOf('bookings', all, filters, (one) => views.booking(chain, one), faults);
    },
    createBooking: async ({ chain, input, header }) => {
      const body = input<NewBooking>();
      const wanted = wantedBy(chain, body);
      const membership = membershipOf(chain, wanted, faults);
      const isConfirmed = hasSpot(chain, wanted);
      if (faults.has('last-spot-booked-twice')) await gap();
      const creditsTaken = isConfirmed ? wanted.course.creditCost : 0;
      membership.creditsLeft -= creditsTaken;
      const booking: Booking = {
        id: newId(),
        ...body,
        status: isConfirmed ? 'confirmed' : 'waiting',
        creditsTaken,
        paidBy: isConfirmed ? membership.id : null,
        bookedBy: header('x-booked-by') ?? '',
        createdAt: chain.clock.now(),
        cancelledAt: null,
      };
      chain.bookings.set(booking.id, booking);
      return created(
        views.booking(chain, booking),
        faults.has('booking-location-by-session') ? `/sessions/${booking.id}` : `/bookings/${booking.id}`,
      );
    },
    getBooking: ({ chain, path }) => ok(views.booking(chain, found(chain.bookings, path('bookingId')))),
    cancelBooking: ({ chain, path }) => {
      const booking = found(chain.bookings, path('bookingId'));
      if (booking.status === 'cancelled') throw conflict('The booking is cancelled already.');
      const after = cancelled(chain, booking, faults);
      const session = chain.sessions.get(booking.sessionId);
      const isFree = booking.status === 'confirmed' && session !== undefined;
      if (isFree && !faults.has('nobody-moves-up')) moveUp(chain, session);
      return ok(views.booking(chain, after));
    },
  };
};
