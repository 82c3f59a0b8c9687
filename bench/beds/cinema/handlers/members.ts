// Members and vouchers.
import { isSameText } from '../../texts.ts';
import { bookingsOf, type Group, newId, newVoucherCode, type Store } from '../store.ts';
import type { Faults, Member, NewMember, NewVoucher, Shown, Voucher } from '../things.ts';
import { memberView } from '../views.ts';
import { conflict, created, deleted, ok, tagOf, unfit } from '../wire.ts';
import { answerRead, answerWith, byMember, found, type Order, type Part, pageOf, requireMatch, sorted, withoutNulls } from './call.ts';

interface Query {
  readonly email?: string;
  readonly newsletter?: boolean;
  readonly min_points?: number;
  readonly order: Order;
}

function fits(member: Member, shown: Shown, { email, newsletter, min_points }: Query, faults: Faults): boolean {
  const isAsked = newsletter !== undefined && !(faults.has('newsletter-false-ignored') && !newsletter);
  if (email !== undefined && !isSameText(member.email, email)) return false;
  if (isAsked && member.newsletter !== newsletter) return false;
  return min_points === undefined || Number(shown.points) >= min_points;
}

function requireOwnEmail(store: Store, group: Group, email: string | undefined, faults: Faults, id?: string): void {
  const groups = faults.has('emails-of-all-groups') ? Object.values(store) : [group];
  const others = groups.flatMap(({ members }) => [...members.values()]).filter((one) => one.id !== id);
  if (email !== undefined && others.some((one) => isSameText(one.email, email))) throw conflict('Another member has this email.');
}

/** What a body becomes when it is kept. */
function keptMember<T extends Partial<NewMember>>(given: T, faults: Faults): T {
  const { birth_date, labels } = given;
  const isEarly = birth_date !== undefined && birth_date !== null && birth_date < '1970-01-01';
  if (isEarly && faults.has('births-before-1970-refused')) throw unfit('birth_date', 'is too early');
  if (labels === undefined || !faults.has('label-names-lowered')) return given;
  return { ...given, labels: Object.fromEntries(Object.entries(labels).map(([name, text]) => [name.toLowerCase(), text])) };
}

function newMember(group: Group, given: NewMember, faults: Faults): Member {
  const now = group.clock.now();
  return {
    ...given,
    id: newId(),
    address: faults.has('address-needs-phone') && given.phone === null ? null : given.address,
    preferences: given.preferences ?? { genres: [], seat_kind: null },
    labels: given.labels ?? {},
    joined_at: now,
    updated_at: now,
  };
}

/** Takes a member away, and out of its bookings. */
function remove(group: Group, { id }: Member, faults: Faults): void {
  group.members.delete(id);
  if (faults.has('deleted-members-in-bookings')) return;
  for (const one of bookingsOf(group, 'member_id', id)) group.bookings.set(one.reference, { ...one, member_id: null });
}

export const members: Part = (store, faults) => {
  const show = (group: Group, member: Member): Shown => memberView(group, member, faults);

  return {
    listMembers: ({ group, query }) => {
      const asked = query<Query>();
      const fitting = [...group.members.values()].filter((one) => fits(one, show(group, one), asked, faults));
      const shorten = faults.has('nulls-left-out-of-lists') ? withoutNulls : (shown: Shown): Shown => shown;
      return pageOf('members', sorted(fitting, byMember<Member>('last_name'), asked.order), asked, (one) => shorten(show(group, one)));
    },
    createMember: ({ group, input }) => {
      const given = keptMember(input<NewMember>(), faults);
      requireOwnEmail(store, group, given.email, faults);
      const member = newMember(group, given, faults);
      group.members.set(member.id, member);
      return answerWith(show(group, member), `/members/${member.id}`);
    },
    getMember: (call) => answerRead(call, show(call.group, found(call.group.members, call.path('member_id'))), faults),
    updateMember: (call) => {
      const { group } = call;
      const member = found(group.members, call.path('member_id'));
      const tag = tagOf(show(group, member));
      const isLate = faults.has('member-changed-before-match');
      if (!isLate) requireMatch(call, tag, faults);
      const change = keptMember(call.input<Partial<NewMember>>(), faults);
      requireOwnEmail(store, group, change.email, faults, member.id);
      const changed: Member = { ...member, ...change, updated_at: group.clock.now() };
      group.members.set(member.id, changed);
      if (isLate) requireMatch(call, tag, faults);
      const shown = show(group, changed);
      return faults.has('pin-shown-after-change') ? answerWith({ ...shown, pin: changed.pin }) : answerWith(shown);
    },
    deleteMember: (call) => {
      const { group } = call;
      const member = found(group.members, call.path('member_id'));
      requireMatch(call, tagOf(show(group, member)), faults);
      const isBooked = bookingsOf(group, 'member_id', member.id).some(({ status }) => status === 'confirmed');
      if (isBooked) throw conflict('The member has confirmed bookings.');
      remove(group, member, faults);
      return deleted;
    },
  };
};

export const vouchers: Part = () => ({
  createVoucher: ({ group, input }) => {
    const given = input<NewVoucher>();
    const { code = newVoucherCode(group) } = given;
    if (group.vouchers.has(code)) throw conflict(`There is a voucher ${code}.`);
    const voucher: Voucher = { ...given, code, balance: given.value, created_at: group.clock.now() };
    group.vouchers.set(code, voucher);
    return created(voucher, `/vouchers/${code}`);
  },
  getVoucher: ({ group, path }) => ok(found(group.vouchers, path('code'))),
});
