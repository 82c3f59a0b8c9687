// Employers, employees and their bank accounts.
import type { Reply } from '../../http.ts';
import { contains, type Key } from '../../texts.ts';
import { monthOf } from '../days.ts';
import { isIban } from '../iban.ts';
import { patched, requireSound } from '../merge.ts';
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { accountView, employeeTagged, employeeView } from '../views.ts';
import { invalid, Refusal } from '../wire.ts';
import { type Call, employeeOf, type Faults, type Handlers, requireTag, tagged, tagOf } from './call.ts';

interface Filters {
  readonly q?: string;
  readonly department?: readonly string[];
  readonly status?: 'active' | 'leaving';
  readonly hiredFrom?: string;
  readonly hiredTo?: string;
  readonly sort: string;
}

function passes(employee: store.Employee, { q, department, status, hiredFrom, hiredTo }: Filters, faults: Faults): boolean {
  const { firstName, lastName, personnelNumber, hiredOn, leavesOn } = employee;
  const has = (text: string): boolean => (faults.has('search-by-case') ? text.includes(q ?? '') : contains(text, q ?? ''));
  return (
    (q === undefined || has(firstName) || has(lastName) || has(personnelNumber)) &&
    (department === undefined || department.includes(employee.department)) &&
    (status === undefined || (status === 'leaving') === (leavesOn !== null)) &&
    (hiredFrom === undefined || hiredOn >= hiredFrom) &&
    (hiredTo === undefined || (faults.has('hired-to-excludes-its-day') ? hiredOn < hiredTo : hiredOn <= hiredTo))
  );
}

/** An employee as the body of a request describes one. */
const described = (input: store.Employee, now: string): store.Employee => ({
  id: store.newId(),
  personnelNumber: input.personnelNumber,
  firstName: input.firstName,
  lastName: input.lastName,
  email: input.email,
  birthday: input.birthday,
  department: input.department,
  hiredOn: input.hiredOn,
  leavesOn: null,
  taxRate: input.taxRate,
  languages: input.languages,
  address: input.address,
  labels: input.labels ?? {},
  notes: input.notes,
  account: null,
  createdAt: now,
  changedAt: now,
});

/** What a programmer does to the texts of an employee by mistake. */
function spoiled(employee: store.Employee, faults: Faults): store.Employee {
  const { notes, labels, lastName } = employee;
  return {
    ...employee,
    lastName: faults.has('names-are-trimmed') ? lastName.trim() : lastName,
    notes: faults.has('notes-are-cut') ? (notes?.slice(0, 1000) ?? null) : notes,
    labels: faults.has('label-names-in-small-letters')
      ? Object.fromEntries(Object.entries(labels).map(([name, value]) => [name.toLowerCase(), value]))
      : labels,
  };
}

/** What else ends with an employee who leaves. */
function endAll({ contracts, absences, items }: store.Employer, employeeId: string, lastDay: string, faults: Faults): void {
  for (const contract of store.ofEmployee(contracts, employeeId)) {
    if (contract.validFrom > lastDay) contracts.delete(contract.id);
    else if ((contract.validUntil ?? '9999-99') > lastDay) store.keep(contracts, { ...contract, validUntil: lastDay });
  }
  for (const absence of store.ofEmployee(absences, employeeId)) {
    const isLater = absence.from > lastDay && store.isInForce(absence);
    if (isLater && !faults.has('departure-keeps-absences')) store.keep(absences, { ...absence, state: 'cancelled' });
  }
  if (faults.has('departure-keeps-pay-items')) return;
  for (const item of store.ofEmployee(items, employeeId)) {
    if (item.firstPeriod > monthOf(lastDay)) items.delete(item.id);
    else if ((item.lastPeriod ?? '9999-99') > monthOf(lastDay)) store.keep(items, { ...item, lastPeriod: monthOf(lastDay) });
  }
}

const closedThrough = ({ runs }: store.Employer, faults: Faults): string | null => {
  const closed = [...runs.values()].filter(({ state }) => state === 'approved' || state === 'paid').map(({ period }) => period);
  return (faults.has('closed-through-is-last-approved') ? closed.at(-1) : closed.toSorted().at(-1)) ?? null;
};

export const employees = ({ clock }: store.Store, faults: Faults): Handlers => {
  const shownIn = (call: Call, employee: store.Employee) => {
    const shown = employeeView(employee, call, faults);
    return { body: shown, etag: tagOf(employeeTagged(shown, faults)) };
  };

  function answer(call: Call, employee: store.Employee): Reply {
    const { body, etag } = shownIn(call, store.keep(call.employer.employees, employee));
    return { status: 200, body, headers: { etag } };
  }

  function isTaken({ employer, others }: Call, personnelNumber: string): boolean {
    const all = faults.has('personnel-numbers-of-all-employers') ? [employer, ...others] : [employer];
    return all.some((one) => [...one.employees.values()].some((known) => known.personnelNumber === personnelNumber));
  }

  return {
    getEmployer: ({ employer }) => {
      const { id, name, country, currency } = employer;
      const counted = [...employer.employees.values()].filter(({ leavesOn }) => leavesOn === null || faults.has('head-count-with-leaving'));
      const through = closedThrough(employer, faults);
      return { status: 200, body: { id, name, country, currency, headCount: counted.length, closedThrough: through } };
    },
    listEmployees: (call) => {
      const filters = call.query<Filters>();
      const name = filters.sort.replace('-', '') as 'personnelNumber' | 'lastName' | 'hiredOn';
      const found = [...call.employer.employees.values()].filter((one) => passes(one, filters, faults));
      const down = filters.sort.startsWith('-');
      const keys = (one: store.Employee): readonly Key[] => [one[name], one.personnelNumber];
      const part = partOf(call, found, { keys, down, allDown: down && faults.has('equal-ones-turn-round') }, faults);
      return { status: 200, body: { ...part, list: part.list.map((one) => employeeView(one, call, faults)) } };
    },
    createEmployee: (call) => {
      const employee = described(call.input<store.Employee>(), clock.now());
      requireSound(employee, faults);
      if (isTaken(call, employee.personnelNumber)) throw new Refusal('duplicate', 'The personnel number is taken.');
      const { body, etag } = shownIn(call, store.keep(call.employer.employees, spoiled(employee, faults)));
      const location = faults.has('location-without-id') ? '/employees' : `/employees/${employee.id}`;
      return { status: 201, body, headers: { location, etag } };
    },
    getEmployee: (call) => {
      const { body, etag } = shownIn(call, employeeOf(call));
      return tagged(call, body, etag, faults);
    },
    updateEmployee: (call) => {
      const employee = employeeOf(call);
      const isLoose = faults.has('change-without-if-match');
      if (call.header('if-match') === undefined && !isLoose) throw new Refusal('precondition-required', 'If-Match is missing.');
      const patch = call.input<Readonly<Record<string, unknown>>>();
      requireTag(call, shownIn(call, employee).etag);
      const changed = patched(employee, patch);
      requireSound(changed, faults);
      return answer(call, { ...changed, changedAt: clock.now() });
    },
    recordDeparture: (call) => {
      const employee = employeeOf(call);
      const { lastDay } = call.input<{ lastDay: string }>();
      if (employee.leavesOn !== null) throw new Refusal('wrong-state', 'The employee is leaving already.');
      if (lastDay < employee.hiredOn) throw new Refusal('out-of-range', 'The last day is before the day of hiring.');
      endAll(call.employer, employee.id, lastDay, faults);
      return answer(call, { ...employee, leavesOn: lastDay, changedAt: clock.now() });
    },
    setBankAccount: (call) => {
      const employee = employeeOf(call);
      const { iban, holder, bic } = call.input<store.Account>();
      if (!isIban(iban) && !faults.has('iban-with-any-check-digits')) throw invalid('/iban', 'has wrong check digits');
      const account = { iban, holder, bic };
      store.keep(call.employer.employees, { ...employee, account, changedAt: clock.now() });
      const isFirst = employee.account === null || faults.has('replaced-account-is-created');
      return { status: isFirst ? 201 : 200, body: accountView(account, faults) };
    },
  };
};
