// Employees and their shifts.
import { instant, millisecondsOf } from '../../clock.ts';
import { byText, isSameText } from '../../texts.ts';
import { newId } from '../store.ts';
import type { Employee, EmployeeInput, Faults, ShiftInput } from '../things.ts';
import { employeeView } from '../views.ts';
import { conflict, created, ok, unfit } from '../wire.ts';
import type { Handlers } from './call.ts';

const HOUR = 3_600_000;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** A shift in UTC, if it may be planned by itself. */
function planned(sent: ShiftInput): ShiftInput {
  const [start, end] = [millisecondsOf(sent.startsAt), millisecondsOf(sent.endsAt)];
  if (start < EARLIEST || end >= LATEST) throw unfit('/startsAt', 'A shift lies in the years 2000 to 2099.');
  if (end <= start) throw unfit('/endsAt', 'A shift ends after it starts.');
  if (end - start > 12 * HOUR) throw unfit('/endsAt', 'A shift lasts at most 12 hours.');
  return { ...sent, startsAt: instant(sent.startsAt), endsAt: instant(sent.endsAt) };
}

/** Refuses a shift while the employee works already. */
function requireIdle({ shifts }: Employee, { startsAt, endsAt }: ShiftInput, faults: Faults): void {
  const isBusy = faults.has('shifts-compared-by-start')
    ? shifts.some((other) => other.startsAt === startsAt)
    : shifts.some((other) => startsAt < other.endsAt && endsAt > other.startsAt);
  if (isBusy) throw conflict('The employee has another shift at this time.');
}

export const staff = (faults: Faults): Handlers => ({
  hireEmployee: ({ house, isManager, input }) => {
    const sent = input<EmployeeInput>();
    if (house.staff.all().some(({ email }) => isSameText(email, sent.email))) throw conflict('The email address is in use.');
    const employee = house.staff.put({ id: newId(), ...sent, shifts: [], createdAt: house.clock.now() });
    return created(employeeView(employee, isManager, faults), `/staff/${employee.id}`);
  },
  getEmployee: ({ house, text, isManager }) => ok(employeeView(house.staff.require(text('employeeId')), isManager, faults)),
  planShift: ({ house, text, input }) => {
    const employee = house.staff.require(text('employeeId'));
    const shift = planned(input<ShiftInput>());
    requireIdle(employee, shift, faults);
    const made = { id: newId(), ...shift };
    const shifts = [...employee.shifts, made].toSorted((a, b) => byText(a.startsAt, b.startsAt));
    house.staff.put({ ...employee, shifts });
    return created(made);
  },
});
