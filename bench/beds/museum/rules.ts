// The rules of the museum that several operations follow.
import { daysOf, overlap, type Period } from './days.ts';
import type { Faults } from './handlers/call.ts';
import type { Museum } from './store.ts';
import type { Condition, Exhibition, Item, Loan, Place, Role } from './things.ts';
import { allow, check } from './wire.ts';

export const kindOf = (museum: Museum, code: string | null): string | undefined =>
  code === null ? undefined : museum.locations.get(code)?.kind;

const STATUSES: Readonly<Record<string, string>> = { store: 'stored', gallery: 'displayed', workshop: 'in-workshop' };

/** Where an object is decides on its status. */
export function statusOf(museum: Museum, { deaccession, location }: Item): string {
  if (deaccession !== null) return 'deaccessioned';
  return STATUSES[kindOf(museum, location) ?? ''] ?? 'on-loan';
}

/** Refuses changes of an object whose record is closed. */
export const requireOpenRecord = ({ deaccession }: Item): void => allow(deaccession === null, 'The object is deaccessioned.');

export const freeIn = (museum: Museum, { code, capacity }: Place): number => Math.max(0, capacity - museum.objectsIn(code).length);

/** Refuses a location that takes in nothing. */
export function requirePlace(museum: Museum, place: Place, faults: Faults): void {
  allow(!place.closed || faults.has('closed-location-takes-in'), `${place.code} is closed.`);
  allow(freeIn(museum, place) > 0 || faults.has('full-location-takes-in'), `${place.code} is full.`);
}

interface Move {
  readonly to: string | null;
  readonly reason: string;
  readonly note?: string | null;
  readonly by: Role;
  readonly at: string;
}

/** Puts an object somewhere else, and records it. */
export function relocate(item: Item, { to, reason, note = null, by, at }: Move): void {
  item.movements.push({ number: item.movements.length + 1, from: item.location, to, reason, note, by, movedAt: at });
  item.location = to;
}

const periodOf = ({ opensOn, closesOn }: Exhibition): Period => ({ first: opensOn, last: closesOn });

const isCurrent = ({ status }: Exhibition): boolean => status === 'planned' || status === 'open';

export const currentExhibitions = (museum: Museum): Exhibition[] => [...museum.exhibitions.values()].filter(isCurrent);

export const shows = ({ exhibits }: Exhibition, accession: string): boolean => exhibits.some((one) => one.accession === accession);

export const isInOpenExhibition = (museum: Museum, accession: string): boolean =>
  [...museum.exhibitions.values()].some((one) => one.status === 'open' && shows(one, accession));

const isAway = ({ status }: Loan, faults: Faults): boolean =>
  status === 'on-loan' || (status === 'agreed' && !faults.has('agreed-loans-leave-objects-free'));

/** What a plan must keep clear of, apart from the plan itself. */
interface Plan extends Period {
  readonly exhibition?: Exhibition;
  readonly loan?: Loan;
}

/** Refuses a plan for an object that is away or shown elsewhere on one of the days. */
export function requireFree(museum: Museum, accession: string, plan: Plan, faults: Faults): void {
  const away = [...museum.loans.values()].some(
    (loan) =>
      loan !== plan.loan &&
      isAway(loan, faults) &&
      (loan.accessions ?? []).includes(accession) &&
      overlap({ first: loan.from, last: loan.until }, plan),
  );
  allow(!away, `${accession} is away with a loan on these days.`);
  const isShown = currentExhibitions(museum).some(
    (one) => one !== plan.exhibition && shows(one, accession) && overlap(periodOf(one), plan) && !isOverlooked(one, plan, faults),
  );
  allow(!isShown, `${accession} is shown in an exhibition on these days.`);
}

const isOverlooked = ({ status }: Exhibition, { exhibition }: Plan, faults: Faults): boolean =>
  faults.has('planned-exhibitions-do-not-bind-loans') && exhibition === undefined && status === 'planned';

const isSameDay = (a: Period, b: Period): boolean => a.last === b.first || b.last === a.first;

/** Refuses an exhibition in rooms that another one has on one of its days. */
export function requireRooms(museum: Museum, rooms: readonly string[], plan: Plan, faults: Faults): void {
  for (const other of museum.exhibitions.values()) {
    const binds = isCurrent(other) || (faults.has('cancelled-exhibitions-keep-rooms') && other.status === 'cancelled');
    if (!binds || other === plan.exhibition || !overlap(periodOf(other), plan)) continue;
    if (faults.has('rooms-change-on-one-day') && isSameDay(periodOf(other), plan)) continue;
    const first = faults.has('only-first-room-is-compared') ? rooms.slice(0, 1) : rooms;
    allow(!first.some((room) => other.rooms.includes(room)), `A room is in use by ${other.exhibition} on these days.`);
  }
}

/** Refuses days of an exhibition that are in the wrong order or too many. */
export function checkRun(opensOn: string, closesOn: string, faults: Faults): void {
  check(closesOn > opensOn, 'closesOn', 'must be after the day of opening');
  const most = faults.has('exhibition-of-301-days') ? 301 : 300;
  check(daysOf(opensOn, closesOn) <= most, 'closesOn', 'must be within 300 days');
}

/** Refuses days of a loan that are in the wrong order or too many. */
export function checkTerm(from: string, until: string, faults: Faults): void {
  check(until > from, 'until', 'must be after the first day');
  const days = daysOf(from, until) - (faults.has('loan-of-731-days') ? 1 : 0);
  check(days <= 730, 'until', 'must be within 730 days');
}

/** The report that tells how an object is doing: the one of the latest day, and of that day the last one entered. */
export function latestOf({ conditions }: Item, faults: Faults): Condition | undefined {
  if (faults.has('last-entered-report-counts')) return conditions.at(-1);
  const isLater = (a: Condition, b: Condition): boolean =>
    faults.has('first-report-of-a-day-counts') ? a.inspectedOn > b.inspectedOn : a.inspectedOn >= b.inspectedOn;
  return conditions.reduce<Condition | undefined>((found, one) => (found === undefined || isLater(one, found) ? one : found), undefined);
}

/** Whether an object can travel. */
export function isFitToTravel(item: Item, faults: Faults): boolean {
  const grade = latestOf(item, faults)?.grade;
  return grade === 'excellent' || grade === 'good' || (grade === 'fair' && faults.has('fair-objects-travel'));
}

/** What a loan costs to insure: per thirty days or a part of them. */
export function premiumOf({ insuredBy, insuredTotal, from, until }: Loan, faults: Faults): number | null {
  if (insuredTotal === null) return null;
  if (insuredBy === 'partner') return 0;
  const parts = daysOf(from, until) / 30;
  const months = faults.has('only-full-months-cost') ? Math.max(1, Math.floor(parts)) : Math.ceil(parts);
  const premium = Math.ceil((insuredTotal * 2 * months) / 1000);
  return faults.has('premium-below-fifty') ? premium : Math.max(50, premium);
}
