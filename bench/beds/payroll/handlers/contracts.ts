// Contracts of employees.
import { monthAfter, monthOf, nextDay } from '../days.ts';
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { contractView } from '../views.ts';
import { invalid, Refusal } from '../wire.ts';
import { employeeOf, type Faults, type Handlers, thing } from './call.ts';

type Terms = Omit<store.Contract, 'id' | 'employeeId'>;

function requireSound({ validFrom, validUntil, hoursPerWeek, workdays, trialMonths }: Terms, faults: Faults): void {
  if (validUntil !== null && validUntil < validFrom) throw invalid('/validUntil', 'is before the first day');
  const days = faults.has('hours-for-five-workdays') ? 5 : workdays.length;
  if (hoursPerWeek > days * 10) throw invalid('/hoursPerWeek', 'is more than ten hours for each workday');
  if (monthAfter(monthOf(validFrom), trialMonths).length > 7) throw invalid('/trialMonths', 'ends after the year 9999');
}

/** Ends an open contract where a later one begins, and refuses one that shares a day with another. */
function makeRoom(contracts: Map<string, store.Contract>, known: readonly store.Contract[], terms: Terms, faults: Faults): void {
  const latest = known.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)).at(-1);
  const ends = latest !== undefined && latest.validUntil === null && latest.validFrom < terms.validFrom ? latest : undefined;
  const isSame = (one: store.Contract): boolean => one.id === ends?.id;
  const shares = (one: store.Contract): boolean => {
    const until = faults.has('contracts-share-a-last-day') && one.validUntil !== null ? nextDay(one.validUntil, -1) : one.validUntil;
    return store.shareDays(terms.validFrom, terms.validUntil, { from: one.validFrom, until });
  };
  if (known.some((one) => !isSame(one) && shares(one))) throw new Refusal('overlap', 'Another contract is valid on some of the days.');
  if (ends === undefined || faults.has('open-contract-stays-open')) return;
  const lastDay = nextDay(terms.validFrom, faults.has('open-contract-ends-a-day-late') ? 0 : -1);
  store.keep(contracts, { ...ends, validUntil: lastDay });
}

/** Whether something of an employee lies on days after the new end of a contract. */
function isUsed({ entries, absences }: store.Employer, { employeeId, validUntil }: store.Contract, endsOn: string): boolean {
  const from = nextDay(endsOn, 1);
  const used = [
    ...store.ofEmployee(entries, employeeId).map(({ day }) => ({ from: day, until: day })),
    ...store.ofEmployee(absences, employeeId).filter(store.isInForce),
  ];
  return used.some((one) => store.shareDays(from, validUntil, one));
}

export const contracts = ({ linden, marlow }: store.Store, faults: Faults): Handlers => ({
  listContracts: (call) => {
    const { on } = call.query<{ on?: string }>();
    const isValid = ({ validFrom, validUntil }: store.Contract, day: string): boolean =>
      validFrom <= day &&
      (faults.has('contract-list-without-last-day') ? day < (validUntil ?? '9999-99') : day <= (validUntil ?? '9999-99'));
    const all = store.ofEmployee(call.employer.contracts, employeeOf(call).id);
    const found = all.filter((one) => on === undefined || isValid(one, on));
    const part = partOf(call, found, { keys: ({ validFrom, id }) => [validFrom, id] }, faults);
    return { status: 200, body: { ...part, list: part.list.map((one) => contractView(one, call, faults)) } };
  },
  createContract: (call) => {
    const employee = employeeOf(call);
    const terms = call.input<Terms>();
    requireSound(terms, faults);
    const last = terms.validUntil ?? '9999-99';
    const isLate = employee.leavesOn !== null && last > employee.leavesOn && !faults.has('contract-after-the-last-day');
    if (terms.validFrom < employee.hiredOn || isLate) throw new Refusal('out-of-range', 'The employee is not there on some of the days.');
    makeRoom(call.employer.contracts, store.ofEmployee(call.employer.contracts, employee.id), terms, faults);
    const contract = { id: store.newId(), employeeId: employee.id, ...terms };
    return { status: 201, body: contractView(store.keep(call.employer.contracts, contract), call, faults) };
  },
  endContract: (call) => {
    const isForeign = faults.has('any-employer-ends-contracts') && !call.employer.contracts.has(call.param('contractId'));
    const employer = isForeign ? (call.employer === linden ? marlow : linden) : call.employer;
    const contract = thing(call, employer.contracts, 'contractId');
    const { endsOn } = call.input<{ endsOn: string }>();
    if (endsOn < contract.validFrom || endsOn >= (contract.validUntil ?? '9999-99')) {
      throw new Refusal('out-of-range', 'A contract only becomes shorter.');
    }
    if (endsOn < '9999-12-31' && isUsed(employer, contract, endsOn) && !faults.has('contract-ends-before-entries')) {
      throw new Refusal('overlap', 'There are time entries or absences on days that fall away.');
    }
    return { status: 200, body: contractView(store.keep(employer.contracts, { ...contract, validUntil: endsOn }), call, faults) };
  },
});
