// Sessions of courses.
import { millisecondsOf } from '../../clock.ts';
import { bookingsOf, type Chain, isScheduled, newId } from '../store.ts';
import type { Course, Faults, NewSession, Room, Session } from '../things.ts';
import { viewsWith } from '../views.ts';
import { conflict, created, ok, unfit } from '../wire.ts';
import { cancelled } from './bookings.ts';
import { found, type Part } from './call.ts';
import { type Paging, pageOf, sorted } from './lists.ts';

interface Filters extends Paging {
  readonly courseId?: string;
  readonly roomId?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
}

function isWithin({ startsAt }: Session, { from, to }: Filters, faults: Faults): boolean {
  const start = millisecondsOf(startsAt);
  const first = from === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(from);
  const end = to === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(to);
  const isLate = faults.has('from-left-out') ? start > first : start >= first;
  return isLate && start < end;
}

const fits = (session: Session, filters: Filters, faults: Faults): boolean =>
  (filters.courseId === undefined || session.courseId === filters.courseId) &&
  (filters.roomId === undefined || session.roomId === filters.roomId) &&
  (filters.status === undefined || session.status === filters.status) &&
  isWithin(session, filters, faults);

interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

const LAST = millisecondsOf('9999-12-31T23:59:59.999Z');

/** When a session starts and ends, in UTC. */
function spanOf({ startsAt }: NewSession, { durationMinutes }: Course, faults: Faults): Span {
  const start = faults.has('offset-of-start-lost') ? millisecondsOf(startsAt.replace(/[+-]\d\d:\d\d$/, 'Z')) : millisecondsOf(startsAt);
  const end = start + durationMinutes * 60_000;
  if (start <= Date.now()) throw unfit('startsAt', 'is not in the future');
  if (end > LAST) throw unfit('startsAt', 'is too late');
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() };
}

function isTaken({ sessions }: Chain, room: Room, { startsAt, endsAt }: Span, faults: Faults): boolean {
  const isActive = (one: Session): boolean => isScheduled(one) || faults.has('cancelled-session-takes-room');
  const isMeeting = (one: Session): boolean =>
    faults.has('no-session-right-after')
      ? one.startsAt <= endsAt && startsAt <= one.endsAt
      : one.startsAt < endsAt && startsAt < one.endsAt;
  return [...sessions.values()].some((one) => one.roomId === room.id && isActive(one) && isMeeting(one));
}

export const sessions: Part = (faults) => {
  const views = viewsWith(faults);
  return {
    listSessions: ({ chain, given }) => {
      const filters = given<Filters>();
      const all = [...chain.sessions.values()].filter((one) => fits(one, filters, faults));
      const show = (one: Session) => {
        const shown = views.session(chain, one);
        return faults.has('all-spots-left-in-list') ? { ...shown, spotsLeft: one.capacity } : shown;
      };
      return pageOf(
        'sessions',
        sorted(all, ({ startsAt }) => millisecondsOf(startsAt)),
        filters,
        show,
        faults,
      );
    },
    createSession: ({ chain, path, input }) => {
      const course = found(chain.courses, path('courseId'));
      const body = input<NewSession>();
      const room = chain.rooms.get(body.roomId);
      if (room === undefined) throw unfit('roomId', 'is no room');
      const span = spanOf(body, course, faults);
      if (isTaken(chain, room, span, faults)) throw conflict('The room is not free.');
      const capacity = Math.min(room.capacity, course.maxParticipants ?? room.capacity);
      const made = { id: newId(), courseId: course.id, status: 'scheduled', capacity, createdAt: chain.clock.now() } as const;
      const session: Session = { ...made, ...body, ...span };
      chain.sessions.set(session.id, session);
      return created(views.session(chain, session), `/sessions/${session.id}`);
    },
    getSession: ({ chain, others, path }) => {
      const id = path('sessionId');
      const owner = faults.has('session-of-others-read') ? [chain, ...others].find((one) => one.sessions.has(id)) : chain;
      return ok(views.session(owner ?? chain, found((owner ?? chain).sessions, id)));
    },
    cancelSession: ({ chain, path }) => {
      const session = found(chain.sessions, path('sessionId'));
      if (!isScheduled(session) && !faults.has('session-cancelled-twice')) throw conflict('The session is cancelled already.');
      const after = { ...session, status: 'cancelled' } as const;
      chain.sessions.set(session.id, after);
      const booked = faults.has('bookings-outlive-session') ? [] : bookingsOf(chain, 'sessionId', session.id);
      for (const booking of booked) if (booking.status !== 'cancelled') cancelled(chain, booking, faults);
      return ok(views.session(chain, after));
    },
  };
};
