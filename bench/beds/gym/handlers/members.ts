// Members, their memberships and lockers.
import { gap } from '../../clock.ts';
import { contains, isSameText } from '../../texts.ts';
import { bookingsOf, type Chain, lastDay, lockerKey, newId } from '../store.ts';
import type { Faults, Locker, Member, Membership, NewMember, NewMembership } from '../things.ts';
import { tagged, viewsWith } from '../views.ts';
import { conflict, created, deleted, notFound, ok, tagOf, unfit } from '../wire.ts';
import { found, merged, type Part, readTagged, requireMatch } from './call.ts';
import { type Paging, pageOf, sorted, sortedBy } from './lists.ts';

interface Filters extends Paging {
  readonly q?: string;
  readonly email?: string;
  readonly newsletter?: boolean;
  readonly sort?: string;
}

const SORTS = { lastName: ({ lastName }: Member) => lastName, createdAt: ({ createdAt }: Member) => createdAt };

function fits(member: Member, { q = '', email, newsletter }: Filters, faults: Faults): boolean {
  const isWanted = newsletter === undefined || (faults.has('newsletter-false-ignored') && !newsletter);
  return (
    (contains(member.lastName, q) || contains(member.firstName, q)) &&
    (email === undefined || isSameText(member.email, email)) &&
    (isWanted || member.newsletter === newsletter)
  );
}

const keyOf = (email: string): string => email.toLowerCase();

function requireFree({ emails }: Chain, email: string, id: string): void {
  const owner = emails.get(keyOf(email));
  if (owner !== undefined && owner !== id) throw conflict('Another member has this email address.');
}

function requirePast(birthDate: string | null | undefined): void {
  const today = new Date().toISOString().slice(0, 10);
  if (typeof birthDate === 'string' && birthDate >= today) throw unfit('birthDate', 'is not in the past');
}

/** Refuses what a programmer may wrongly hold for no date or for too long a text. */
function requireUsual({ lastName = '', birthDate }: Partial<NewMember>, faults: Faults): void {
  if (faults.has('names-counted-in-units') && lastName.length > 50) throw unfit('lastName', 'is too long');
  if (faults.has('leap-day-of-2000-refused') && /00-02-29$/.test(birthDate ?? '')) throw unfit('birthDate', 'is no date');
}

function requireDays({ startsOn, endsOn }: NewMembership, faults: Faults): void {
  if (typeof endsOn !== 'string') return;
  if (faults.has('membership-of-one-day-refused') ? endsOn <= startsOn : endsOn < startsOn) throw unfit('endsOn', 'is before startsOn');
}

function sharesDay(a: NewMembership, b: NewMembership, faults: Faults): boolean {
  if (faults.has('memberships-share-a-day')) return a.startsOn < lastDay(b) && b.startsOn < lastDay(a);
  return a.startsOn <= lastDay(b) && b.startsOn <= lastDay(a);
}

/** How many bookings a member has that are not cancelled. */
const openBookings = (chain: Chain, memberId: string, faults: Faults): number =>
  bookingsOf(chain, 'memberId', memberId).filter(
    ({ status }) => status === 'confirmed' || (status === 'waiting' && !faults.has('member-deleted-while-waiting')),
  ).length;

export const members: Part = (faults) => {
  const views = viewsWith(faults);
  return {
    listMembers: ({ chain, given }) => {
      const filters = given<Filters>();
      const all = [...chain.members.values()].filter((one) => fits(one, filters, faults));
      return pageOf('members', sortedBy(all, filters.sort, SORTS), filters, views.member, faults);
    },
    createMember: async ({ chain, input }) => {
      const body = input<NewMember>();
      requireUsual(body, faults);
      requirePast(body.birthDate);
      requireFree(chain, body.email, '');
      if (faults.has('two-members-at-once')) await gap();
      const member: Member = { id: newId(), ...body, memberships: [], locker: null, createdAt: chain.clock.now() };
      chain.members.set(member.id, member);
      chain.emails.set(keyOf(member.email), member.id);
      return tagged(created(views.member(member), `/members/${member.id}`));
    },
    getMember: (call) => {
      const shown = views.member(found(call.chain.members, call.path('memberId')));
      return faults.has('member-always-read') ? tagged(ok(shown)) : readTagged(call, shown);
    },
    updateMember: (call) => {
      const { chain, path, input } = call;
      const member = found(chain.members, path('memberId'));
      requireMatch(call, tagOf(views.member(member)));
      const patch = input<Partial<NewMember>>();
      requirePast(patch.birthDate);
      if (!faults.has('patched-email-taken')) requireFree(chain, patch.email ?? member.email, member.id);
      const after = merged(member, patch);
      chain.emails.delete(keyOf(member.email));
      chain.emails.set(keyOf(after.email), member.id);
      chain.members.set(member.id, after);
      return tagged(ok(views.member(after)));
    },
    deleteMember: (call) => {
      const { chain, path } = call;
      const member = found(chain.members, path('memberId'));
      requireMatch(call, tagOf(views.member(member)));
      if (openBookings(chain, member.id, faults) > 0) throw conflict('The member has a booking.');
      for (const { id } of bookingsOf(chain, 'memberId', member.id)) chain.bookings.delete(id);
      chain.emails.delete(keyOf(member.email));
      if (member.locker !== null) chain.lockers.delete(lockerKey(member.locker.studioId, member.locker.number));
      chain.members.delete(member.id);
      return deleted;
    },
    createMembership: ({ chain, path, input }) => {
      const member = found(chain.members, path('memberId'));
      const body = input<NewMembership>();
      requireDays(body, faults);
      if (member.memberships.some((one) => sharesDay(one, body, faults))) throw conflict('The member has a membership on one of the days.');
      const amount = faults.has('cents-cut-off') ? Math.floor(body.price.amount * 100) / 100 : body.price.amount;
      const sold = { ...body, price: { ...body.price, amount }, creditsLeft: body.credits };
      const membership: Membership = { id: newId(), ...sold, createdAt: chain.clock.now() };
      const memberships = sorted([...member.memberships, membership], ({ startsOn }) => startsOn);
      chain.members.set(member.id, { ...member, memberships });
      return created({ endsOn: null, ...membership }, `/members/${member.id}`);
    },
  };
};

function requireLocker({ studios, lockers }: Chain, { studioId, number }: Locker, memberId: string, faults: Faults): void {
  const studio = studios.get(studioId);
  if (studio === undefined) throw unfit('studioId', 'is no studio');
  const count = studio.lockerCount + (faults.has('one-locker-too-many') ? 1 : 0);
  if (number > count) throw unfit('number', 'is no locker of the studio');
  const owner = lockers.get(lockerKey(studioId, number));
  if (owner !== undefined && owner !== memberId) throw conflict('Somebody else has the locker.');
}

export const lockers: Part = (faults) => {
  const views = viewsWith(faults);
  const free = (chain: Chain, { locker }: Member): void => {
    if (locker !== null) chain.lockers.delete(lockerKey(locker.studioId, locker.number));
  };
  return {
    assignLocker: ({ chain, path, input }) => {
      const member = found(chain.members, path('memberId'));
      const { studioId, number } = input<Locker>();
      requireLocker(chain, { studioId, number }, member.id, faults);
      if (!faults.has('old-locker-kept')) free(chain, member);
      chain.lockers.set(lockerKey(studioId, number), member.id);
      const after = { ...member, locker: { studioId, number } };
      chain.members.set(member.id, after);
      return tagged(ok(views.member(after)));
    },
    releaseLocker: ({ chain, path }) => {
      const member = found(chain.members, path('memberId'));
      if (member.locker === null) throw notFound();
      free(chain, member);
      chain.members.set(member.id, { ...member, locker: null });
      return faults.has('locker-released-with-body') ? ok({ released: true }) : deleted;
    },
  };
};
