// Absences, and the vacation that there is for a year.
import { gap } from '../../clock.ts';
import type { Key } from '../../texts.ts';
import { daysOf, lengthOf, monthOf, weekdayOf, yearOf } from '../days.ts';
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { entitlementView, kindView } from '../views.ts';
import { invalid, notFound, Refusal } from '../wire.ts';
import { employeeOf, type Faults, type Handlers, thing } from './call.ts';

interface Filters {
  readonly employeeId?: string;
  readonly kind?: readonly string[];
  readonly state?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly sort: 'from' | '-from';
}

const WRONG_STATE = 'The absence is in another state.';

function passes(absence: store.Absence, { employeeId, kind, state, from, to }: Filters, faults: Faults): boolean {
  const states = faults.has('first-state-alone') ? state?.slice(0, 1) : state;
  const begins = faults.has('absences-to-by-last-day') ? absence.until : absence.from;
  return (
    (employeeId === undefined || absence.employeeId === employeeId) &&
    (kind === undefined || kind.includes(absence.kind)) &&
    (states === undefined || states.includes(absence.state)) &&
    (from === undefined || absence.until >= from) &&
    (to === undefined || begins <= to)
  );
}

/** An absence as the body of a request describes one. */
function described(
  input: Partial<store.Absence> & Pick<store.Absence, 'kind' | 'from' | 'until'>,
  employeeId: string,
  createdAt: string,
  faults: Faults,
) {
  const { kind, from, until, halfDay = false, certifiedOn = null, reason = '', note = null } = input;
  const isDecided = kind === 'sickness' && !faults.has('sickness-is-requested');
  const state = isDecided ? ('approved' as const) : ('requested' as const);
  return {
    id: store.newId(),
    employeeId,
    kind,
    from,
    until,
    halfDay,
    certifiedOn,
    reason,
    note,
    state,
    days: 0,
    decisionNote: null,
    createdAt,
  };
}

function requireSound({ kind, from, until, halfDay, certifiedOn }: store.Absence, faults: Faults): void {
  if (until < from) throw invalid('/until', 'is before the first day');
  if (yearOf(from) !== yearOf(until) && !faults.has('absences-over-new-year')) throw invalid('/until', 'is in another year');
  if (halfDay && from !== until && !faults.has('half-day-of-several-days')) throw invalid('/halfDay', 'needs a single day');
  if (kind !== 'sickness') return;
  const most = faults.has('three-days-need-a-certificate') ? 2 : 3;
  if (certifiedOn === null && lengthOf(from, until) > most) throw invalid('/certifiedOn', 'is missing');
  const isEarly = certifiedOn !== null && certifiedOn < from;
  if (isEarly && !faults.has('certified-before-the-first-day')) throw invalid('/certifiedOn', 'is before the first day');
}

/** How many workdays an absence has. */
function workdaysOf(employer: store.Employer, { employeeId, from, until, halfDay }: store.Absence, faults: Faults): number {
  const contracts = store.ofEmployee(employer.contracts, employeeId);
  const isWorkday = (day: string): boolean => {
    const contract = store.contractOn(contracts, day);
    return contract !== undefined && (faults.has('weekends-are-vacation') || contract.workdays.includes(weekdayOf(day)));
  };
  const count = daysOf(from, until).filter(isWorkday).length;
  return halfDay && !faults.has('half-day-counts-as-one') ? count / 2 : count;
}

const monthsOf = ({ from, until }: store.Absence): string[] => [...new Set(daysOf(from, until).map(monthOf))];

const isLocked = (employer: store.Employer, absence: store.Absence): boolean =>
  monthsOf(absence).some((period) => store.isClosed(employer, period));

function requireRoom(employer: store.Employer, absence: store.Absence, faults: Faults): void {
  const { employeeId } = absence;
  if (isLocked(employer, absence)) throw new Refusal('locked', 'One of the months is closed.');
  const others = store.ofEmployee(employer.absences, employeeId);
  const counts = (one: store.Absence): boolean => (faults.has('requests-may-overlap') ? one.state === 'approved' : store.isInForce(one));
  const entries = store.ofEmployee(employer.entries, employeeId).map(({ day }) => ({ from: day, until: day }));
  const all = [...others.filter(counts), ...entries];
  if (all.some((one) => store.shareDays(absence.from, absence.until, one)))
    throw new Refusal('overlap', 'Something else is on these days.');
  if (absence.days === 0) throw new Refusal('no-contract', 'None of the days is a workday.');
}

function requireBalance(employer: store.Employer, { employeeId, kind, from, days }: store.Absence, faults: Faults): void {
  if (kind !== 'vacation') return;
  const year = yearOf(from);
  const isGranted = employer.entitlements.has(store.entitlementKey(employeeId, year));
  const { remaining } = entitlementView(employer, employeeId, year, faults);
  if (!isGranted || remaining < days) throw new Refusal('insufficient-balance', 'There are not so many days left.');
}

const entitlements = (faults: Faults): Handlers => ({
  getEntitlement: (call) => {
    const employee = employeeOf(call);
    const year = Number(call.param('year'));
    if (!call.employer.entitlements.has(store.entitlementKey(employee.id, year))) throw notFound();
    return { status: 200, body: entitlementView(call.employer, employee.id, year, faults) };
  },
  setEntitlement: (call) => {
    const { employer } = call;
    const { id } = employeeOf(call);
    const year = Number(call.param('year'));
    const { days, carriedOver } = call.input<store.Entitlement>();
    const key = store.entitlementKey(id, year);
    const { taken, requested } = entitlementView(employer, id, year, new Set());
    const isShort = Number(taken) + Number(requested) > days + carriedOver;
    if (isShort && !faults.has('entitlement-below-taken')) throw new Refusal('insufficient-balance', 'More days are taken and requested.');
    const status = employer.entitlements.has(key) ? 200 : 201;
    employer.entitlements.set(key, { days, carriedOver });
    return { status, body: entitlementView(employer, id, year, faults) };
  },
});

export const absences = ({ clock }: store.Store, faults: Faults): Handlers => ({
  ...entitlements(faults),
  listAbsences: (call) => {
    const filters = call.query<Filters>();
    const found = [...call.employer.absences.values()].filter((one) => passes(one, filters, faults));
    const keys = ({ from, createdAt }: store.Absence): readonly Key[] => [from, createdAt];
    const part = partOf(call, found, { keys, down: filters.sort === '-from' }, faults);
    return { status: 200, body: { ...part, list: part.list.map(kindView) } };
  },
  requestAbsence: async (call) => {
    const { employer } = call;
    const employee = employeeOf(call);
    const asked: store.Absence = described(call.input<store.Absence>(), employee.id, clock.now(), faults);
    requireSound(asked, faults);
    const absence = { ...asked, days: workdaysOf(employer, asked, faults) };
    requireRoom(employer, absence, faults);
    requireBalance(employer, absence, faults);
    if (faults.has('two-requests-at-once-overdraw')) await gap();
    return { status: 201, body: kindView(store.keep(employer.absences, absence)) };
  },
  decideAbsence: (call) => {
    const absence = thing(call, call.employer.absences, 'absenceId');
    const { decision, note = null } = call.input<{ decision: 'approved' | 'rejected'; note?: string }>();
    const isNeeded = decision === 'rejected' && note === null;
    if (isNeeded && !faults.has('rejection-without-note')) throw invalid('/note', 'is missing');
    const isOpen = absence.state === 'requested' || (faults.has('decided-again') && absence.state === 'approved');
    if (!isOpen) throw new Refusal('wrong-state', WRONG_STATE);
    const decided = store.keep(call.employer.absences, { ...absence, state: decision, decisionNote: note });
    return { status: 200, body: kindView(decided) };
  },
  cancelAbsence: (call) => {
    const absence = thing(call, call.employer.absences, 'absenceId');
    if (!store.isInForce(absence)) throw new Refusal('wrong-state', WRONG_STATE);
    if (isLocked(call.employer, absence) && !faults.has('cancelled-in-closed-month'))
      throw new Refusal('locked', 'One of the months is closed.');
    return { status: 200, body: kindView(store.keep(call.employer.absences, { ...absence, state: 'cancelled' })) };
  },
});
