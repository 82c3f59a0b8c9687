// What the payroll has from the start.
import { Clock } from '../clock.ts';
import { calculate } from './calculation.ts';
import * as store from './store.ts';

const LINDEN = 'lindenaaaa';
const MARLOW = 'marlowaaaa';

type Few<T, K extends keyof T> = Partial<T> & Pick<T, K>;

const employee = (
  given: Few<store.Employee, 'id' | 'personnelNumber' | 'firstName' | 'lastName' | 'hiredOn' | 'createdAt'>,
): store.Employee => ({
  email: null,
  birthday: null,
  department: 'production',
  leavesOn: null,
  taxRate: 20,
  languages: [],
  address: null,
  labels: {},
  notes: null,
  account: null,
  changedAt: given.createdAt,
  ...given,
});

const contract = (given: Few<store.Contract, 'id' | 'employeeId' | 'jobTitle' | 'validFrom' | 'pay'>): store.Contract => ({
  validUntil: null,
  hoursPerWeek: 40,
  workdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  trialMonths: 0,
  ...given,
});

const absence = (given: Few<store.Absence, 'id' | 'employeeId' | 'kind' | 'from' | 'until' | 'days' | 'createdAt'>): store.Absence => ({
  halfDay: false,
  certifiedOn: null,
  reason: '',
  note: null,
  state: 'requested',
  decisionNote: null,
  ...given,
});

const run = (id: string, period: string, others: Partial<store.PayRun> = {}): store.PayRun => ({
  id,
  period,
  payday: `${period}-28`,
  note: null,
  state: 'opened',
  calculatedAt: null,
  approvedAt: null,
  paidOn: null,
  reference: null,
  ...others,
});

/** Adds a pay run with its payslips, whose ids are the letters with numbers from 2 on. */
function calculated(employer: store.Employer, one: store.PayRun, letters: string): void {
  store.keep(employer.runs, one);
  for (const [index, result] of calculate(employer, one.period, new Set()).entries()) {
    store.keep(employer.payslips, { ...result, id: `${letters}${index + 2}`, payRunId: one.id, period: one.period });
  }
}

const ada = 'adabergaaa';
const tom = 'tomokoroaa';
const eva = 'evalindaaa';

function people(linden: store.Employer, clock: Clock): void {
  const account = { iban: 'DE89370400440532013000', holder: 'Ada Berg', bic: 'COBADEFFXXX' };
  const address = { street: 'Markt 1', postcode: '28195', city: 'Bremen', country: 'DE' };
  const all = [
    {
      id: ada,
      personnelNumber: 'AB1001',
      firstName: 'Ada',
      lastName: 'Berg',
      hiredOn: '2029-02-01',
      taxRate: 30,
      department: 'office',
      account,
      address,
    },
    {
      id: tom,
      personnelNumber: 'AB1002',
      firstName: 'Tom',
      lastName: 'Okoro',
      hiredOn: '2030-05-15',
      taxRate: 18.5,
      account: { ...account, holder: 'T. Okoro' },
    },
    {
      id: eva,
      personnelNumber: 'CD1003',
      firstName: 'Eva',
      lastName: 'Lind',
      hiredOn: '2030-05-15',
      department: 'sales',
      leavesOn: '2031-01-31',
      account: { ...account, holder: 'Eva Lind' },
    },
  ];
  for (const one of all) store.keep(linden.employees, employee({ ...one, createdAt: clock.now() }));
  const contracts = [
    contract({
      id: 'contractaa',
      employeeId: ada,
      jobTitle: 'Bookkeeper',
      validFrom: '2029-02-01',
      pay: { kind: 'monthly', amount: 420_000 },
    }),
    contract({
      id: 'contractbb',
      employeeId: tom,
      jobTitle: 'Fitter',
      validFrom: '2030-05-15',
      hoursPerWeek: 30,
      pay: { kind: 'hourly', rate: 2150 },
    }),
    contract({
      id: 'contractcc',
      employeeId: eva,
      jobTitle: 'Sales agent',
      validFrom: '2030-05-15',
      validUntil: '2031-01-31',
      pay: { kind: 'monthly', amount: 300_000 },
    }),
  ];
  for (const one of contracts) store.keep(linden.contracts, one);
}

function times(linden: store.Employer): void {
  for (const [id, day] of [
    ['entrytwoaa', '2031-01-06'],
    ['entrytwobb', '2031-01-07'],
    ['entrytwocc', '2031-02-10'],
    ['entrytwodd', '2031-03-03'],
  ] as const) {
    store.keep(linden.entries, { id, employeeId: tom, day, from: '07:00', to: '13:30', breakMinutes: 30, note: null });
  }
  linden.entitlements.set(store.entitlementKey(ada, 2031), { days: 30, carriedOver: 4 });
  linden.entitlements.set(store.entitlementKey(tom, 2031), { days: 25, carriedOver: 0 });
}

function absences(linden: store.Employer, clock: Clock): void {
  const all = [
    absence({
      id: 'absenceaaa',
      employeeId: ada,
      kind: 'vacation',
      from: '2031-07-07',
      until: '2031-07-11',
      days: 5,
      state: 'approved',
      createdAt: clock.now(),
    }),
    absence({
      id: 'absencebbb',
      employeeId: ada,
      kind: 'vacation',
      from: '2031-10-06',
      until: '2031-10-07',
      days: 2,
      createdAt: clock.now(),
    }),
    absence({
      id: 'absenceccc',
      employeeId: tom,
      kind: 'sickness',
      from: '2031-02-17',
      until: '2031-02-18',
      days: 2,
      state: 'approved',
      createdAt: clock.now(),
    }),
    absence({
      id: 'absenceddd',
      employeeId: tom,
      kind: 'unpaid',
      from: '2031-10-06',
      until: '2031-10-06',
      days: 1,
      reason: 'Moving',
      createdAt: clock.now(),
    }),
  ];
  for (const one of all) store.keep(linden.absences, one);
}

function items(linden: store.Employer): void {
  const item = { employeeId: ada, label: '', taxable: true, creditor: '', priority: 5, firstPeriod: '2031-01', lastPeriod: null };
  store.keep(linden.items, { ...item, id: 'payitemaaa', kind: 'allowance', code: 'TRAVEL', label: 'Travel', amount: 6000, taxable: false });
  store.keep(linden.items, {
    ...item,
    id: 'payitembbb',
    kind: 'deduction',
    code: 'CANTEEN',
    label: 'Canteen',
    amount: 4500,
    creditor: 'Canteen Ltd',
  });
}

function createLinden(clock: Clock): store.Employer {
  const linden = store.employer(LINDEN, 'Linden Works', 'DE');
  people(linden, clock);
  times(linden);
  absences(linden, clock);
  items(linden);
  const [calculatedAt, approvedAt] = [clock.now(), clock.now()];
  const paid = { state: 'paid', calculatedAt, approvedAt, paidOn: '2031-01-28', reference: 'SEPA20310128' } as const;
  calculated(linden, run('payrunaaaa', '2031-01', paid), 'payslipaa');
  calculated(linden, run('payrunbbbb', '2031-02', { state: 'calculated', calculatedAt }), 'payslipbb');
  store.keep(linden.runs, run('payruncccc', '2031-03'));
  return linden;
}

function createMarlow(clock: Clock): store.Employer {
  const marlow = store.employer(MARLOW, 'Marlow Transport', 'IE');
  const account = { iban: 'IE29AIBK93115212345678', holder: 'Sean Daly', bic: null };
  const createdAt = clock.now();
  const sean = employee({
    id: 'seandalyaa',
    personnelNumber: 'MT1001',
    firstName: 'Sean',
    lastName: 'Daly',
    hiredOn: '2028-03-01',
    account,
    createdAt,
  });
  store.keep(marlow.employees, sean);
  store.keep(
    marlow.contracts,
    contract({
      id: 'contractzz',
      employeeId: sean.id,
      jobTitle: 'Driver',
      validFrom: '2028-03-01',
      pay: { kind: 'monthly', amount: 330_000 },
    }),
  );
  const paid = { state: 'paid', calculatedAt: createdAt, approvedAt: createdAt, paidOn: '2031-01-28', reference: 'MARLOW0131' } as const;
  calculated(marlow, run('payrunzzzz', '2031-01', paid), 'payslipzz');
  return marlow;
}

/** A store with what is there from the start. */
export function createStore(): store.Store {
  const clock = new Clock();
  return { linden: createLinden(clock), marlow: createMarlow(clock), clock };
}
