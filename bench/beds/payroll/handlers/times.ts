// Working time.
import type { Key } from '../../texts.ts';
import { monthOf } from '../days.ts';
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { entryView } from '../views.ts';
import { invalid, Refusal } from '../wire.ts';
import { employeeOf, type Faults, type Handlers, thing } from './call.ts';

interface Filters {
  readonly employeeId?: string;
  readonly from?: string;
  readonly to?: string;
}

function breakNeeded(minutes: number, faults: Faults): number {
  if (minutes > 540 && !faults.has('half-an-hour-for-nine-hours')) return 45;
  return minutes > 360 || (minutes === 360 && faults.has('break-for-six-hours')) ? 30 : 0;
}

function requireSound(entry: store.TimeEntry, faults: Faults): void {
  if (entry.to <= entry.from) throw invalid('/to', 'is not after the beginning');
  const minutes = store.minutesOf(entry);
  if (minutes < 0 || (minutes === 0 && !faults.has('break-as-long-as-the-entry')))
    throw invalid('/breakMinutes', 'is as long as the entry');
  const needed = breakNeeded(minutes, faults);
  if (entry.breakMinutes < needed) throw invalid('/breakMinutes', `must be ${needed} for so much working time`);
}

function requireRoom(employer: store.Employer, entry: store.TimeEntry, faults: Faults): void {
  const { employeeId, day, from, to } = entry;
  if (store.isClosed(employer, monthOf(day)) && !faults.has('entries-in-closed-months'))
    throw new Refusal('locked', 'The month is closed.');
  if (store.contractOn(store.ofEmployee(employer.contracts, employeeId), day) === undefined) {
    throw new Refusal('no-contract', 'There is no contract on this day.');
  }
  const others = store.ofEmployee(employer.entries, employeeId).filter((one) => one.day === day);
  const touches = (one: store.TimeEntry): boolean => faults.has('touching-entries-overlap') && (one.to === from || to === one.from);
  if (others.some((one) => (one.from < to && from < one.to) || touches(one)))
    throw new Refusal('overlap', 'Another entry is at this time.');
  const isAbsent = store
    .ofEmployee(employer.absences, employeeId)
    .some((one) => store.isInForce(one) && one.from <= day && day <= one.until);
  if (isAbsent && !faults.has('entries-during-absences')) throw new Refusal('overlap', 'The employee is absent on this day.');
  const counted = faults.has('ten-hours-for-each-entry') ? [entry] : [...others, entry];
  if (counted.reduce((sum, one) => sum + store.minutesOf(one), 0) > 600)
    throw new Refusal('out-of-range', 'The day has more than ten hours.');
}

export const times = (_: store.Store, faults: Faults): Handlers => ({
  listTimeEntries: (call) => {
    const { employeeId, from, to } = call.query<Filters>();
    const found = [...call.employer.entries.values()].filter(
      (one) =>
        (employeeId === undefined || one.employeeId === employeeId) &&
        (from === undefined || one.day >= from) &&
        (to === undefined || one.day <= to),
    );
    const keys = (one: store.TimeEntry): readonly Key[] => [one.day, one.from, one.id];
    const { list, total, next, prev } = partOf(call, found, { keys }, faults);
    const counted = faults.has('minutes-of-part') ? list : found;
    const minutes = counted.reduce((sum, one) => sum + store.minutesOf(one), 0);
    return { status: 200, body: { list: list.map((one) => entryView(one, call.employer)), total, minutes, next, prev } };
  },
  createTimeEntry: (call) => {
    const { id: employeeId } = employeeOf(call);
    const { day, from, to, breakMinutes, note } = call.input<store.TimeEntry>();
    const entry = { id: store.newId(), employeeId, day, from, to, breakMinutes, note };
    requireSound(entry, faults);
    requireRoom(call.employer, entry, faults);
    return { status: 201, body: entryView(store.keep(call.employer.entries, entry), call.employer) };
  },
  deleteTimeEntry: (call) => {
    const { entries } = call.employer;
    const entry = thing(call, entries, 'entryId');
    const isClosed = store.isClosed(call.employer, monthOf(entry.day));
    if (isClosed && !faults.has('entries-of-closed-months-go')) throw new Refusal('locked', 'The month is closed.');
    entries.delete(entry.id);
    return faults.has('deletion-answers-200') ? { status: 200, body: entryView(entry, call.employer) } : { status: 204 };
  },
});
