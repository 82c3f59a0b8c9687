// What the studios show.
import type { Reply } from '../http.ts';
import { type Chain, confirmedOf, roomsOf, waitingOf } from './store.ts';
import type { Booking, Course, Faults, Member, Room, Session, Shown, Studio, Trainer } from './things.ts';
import { tagOf, withTag } from './wire.ts';

export interface Views {
  readonly studio: (chain: Chain, studio: Studio) => Shown;
  readonly room: (room: Room) => Shown;
  readonly trainer: (trainer: Trainer) => Shown;
  readonly course: (course: Course) => Shown;
  readonly session: (chain: Chain, session: Session) => Shown;
  readonly member: (member: Member) => Shown;
  readonly booking: (chain: Chain, booking: Booking) => Shown;
}

/** The members of a studio that have no other default. */
const STUDIO = { openedOn: null, website: null, openingHours: [], coordinates: null };
const MEMBER = { phone: null, birthDate: null, weeklyTarget: null, emergencyContact: null, remarks: null };
const COURSE = { maxParticipants: null, trainer: null, description: null };

export const viewsWith = (faults: Faults): Views => ({
  studio: (chain, studio) => ({
    ...STUDIO,
    ...studio,
    rooms: roomsOf(chain, studio.id).map(({ id, name, capacity }) => ({ id, name, capacity })),
  }),
  room: (room) => ({ area: null, ...room }),
  trainer: (trainer) => ({ hourlyRate: null, certifiedUntil: null, bio: null, ...trainer }),
  course: (course) => ({ ...COURSE, ...course }),
  session: (chain, session) => {
    const confirmed = confirmedOf(chain, session.id).length;
    const endsAt = faults.has('end-without-offset') ? session.endsAt.replace('Z', '') : session.endsAt;
    return {
      note: null,
      ...session,
      endsAt,
      confirmed,
      waiting: waitingOf(chain, session.id).length,
      spotsLeft: session.capacity - confirmed,
    };
  },
  member: (member) => ({ ...MEMBER, ...member, memberships: member.memberships.map((one) => ({ endsOn: null, ...one })) }),
  booking: (chain, { paidBy: _, ...booking }) => {
    const place = waitingOf(chain, booking.sessionId).findIndex(({ id }) => id === booking.id);
    return { note: null, ...booking, position: place < 0 ? null : place + 1 };
  },
});

/** An answer with the tag of what it shows. */
export const tagged = (reply: Reply): Reply => withTag(reply, tagOf(reply.body));
