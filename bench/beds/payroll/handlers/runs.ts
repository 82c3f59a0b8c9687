// Pay runs: opened, calculated, approved and paid.
import { isDeepStrictEqual } from 'node:util';
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { calculate } from '../calculation.ts';
import { monthAfter, monthOf } from '../days.ts';
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { payslipsOf, runView } from '../views.ts';
import { invalid, Refusal } from '../wire.ts';
import { type Call, type Faults, type Handlers, requireTag, tagged, tagOf, thing } from './call.ts';

interface Filters {
  readonly state?: readonly string[];
  readonly fromPeriod?: string;
}

const runOf = (call: Call): store.PayRun => thing(call, call.employer.runs, 'payRunId');

function requireState({ state }: store.PayRun, ...states: readonly string[]): void {
  if (!states.includes(state)) throw new Refusal('wrong-state', `The pay run is ${state}.`);
}

/** Whether a new calculation would come to other payslips. */
function isStale(employer: store.Employer, run: store.PayRun, faults: Faults): boolean {
  const known = payslipsOf(employer, run.id).map(({ employeeId, lines, workedMinutes, takenUp }) => ({
    employeeId,
    lines,
    workedMinutes,
    takenUp,
  }));
  return !isDeepStrictEqual(known, calculate(employer, run.period, faults));
}

function settle({ corrections }: store.Employer, payslips: readonly store.Payslip[]): void {
  for (const { id, takenUp } of payslips) {
    for (const correction of takenUp) {
      const found = corrections.get(correction);
      if (found !== undefined) store.keep(corrections, { ...found, settledIn: id });
    }
  }
}

function requireApprovable(call: Call, run: store.PayRun, faults: Faults): void {
  const { employer } = call;
  requireState(run, 'calculated');
  const { netTotal } = call.input<{ netTotal: number }>();
  if (netTotal !== runView(run, employer).netTotal && !faults.has('any-total-is-approved'))
    throw new Refusal('mismatch', 'The net total is another.');
  if (isStale(employer, run, faults) && !faults.has('old-payslips-are-approved'))
    throw new Refusal('stale', 'Something has changed: calculate again.');
  const hasAccount = ({ employeeId }: store.Payslip): boolean => employer.employees.get(employeeId)?.account !== null;
  if (!payslipsOf(employer, run.id).every(hasAccount) && !faults.has('approved-without-account')) {
    throw new Refusal('no-account', 'An employee has no bank account.');
  }
}

function opened({ period, payday, note }: store.PayRun, faults: Faults): store.PayRun {
  const most = faults.has('payday-in-two-months') ? 2 : 1;
  const isSoon = monthOf(payday) >= period && monthOf(payday) <= monthAfter(period, most);
  if (!isSoon) throw invalid('/payday', 'is neither in the month nor in the next one');
  return { id: store.newId(), period, payday, note, state: 'opened', calculatedAt: null, approvedAt: null, paidOn: null, reference: null };
}

export const runs = ({ clock }: store.Store, faults: Faults): Handlers => {
  function answer({ employer }: Call, run: store.PayRun): Reply {
    const body = runView(store.keep(employer.runs, run), employer);
    return { status: 200, body, headers: { etag: tagOf(body) } };
  }

  return {
    listPayRuns: (call) => {
      const { state, fromPeriod } = call.query<Filters>();
      const all = [...call.employer.runs.values()];
      const found = all.filter(
        (one) => (state === undefined || state.includes(one.state)) && (fromPeriod === undefined || one.period >= fromPeriod),
      );
      const part = partOf(call, found, { keys: ({ period, id }) => [period, id], down: true }, faults);
      return { status: 200, body: { ...part, list: part.list.map((one) => runView(one, call.employer)) } };
    },
    openPayRun: async (call) => {
      const run = opened(call.input<store.PayRun>(), faults);
      const isKnown = [...call.employer.runs.values()].some(({ period }) => period === run.period);
      if (isKnown) throw new Refusal('duplicate', 'The month has a pay run.');
      if (faults.has('two-runs-opened-at-once')) await gap();
      return { ...answer(call, run), status: 201, headers: { etag: tagOf(runView(run, call.employer)), location: `/pay-runs/${run.id}` } };
    },
    getPayRun: (call) => {
      const body = runView(runOf(call), call.employer);
      return tagged(call, body, tagOf(body), faults);
    },
    calculatePayRun: (call) => {
      const { employer } = call;
      const run = runOf(call);
      requireState(run, 'opened', 'calculated');
      const results = calculate(employer, run.period, faults);
      if (results.length === 0) throw new Refusal('no-contract', 'Nobody has a contract in this month.');
      const old = faults.has('calculated-twice') ? [] : payslipsOf(employer, run.id);
      for (const { id } of old) employer.payslips.delete(id);
      for (const result of results) store.keep(employer.payslips, { ...result, id: store.newId(), payRunId: run.id, period: run.period });
      return answer(call, { ...run, state: 'calculated', calculatedAt: clock.now() });
    },
    approvePayRun: (call) => {
      const { employer } = call;
      const run = runOf(call);
      call.input();
      if (!faults.has('approval-of-any-tag')) requireTag(call, tagOf(runView(run, employer)));
      requireApprovable(call, run, faults);
      settle(employer, payslipsOf(employer, run.id));
      return answer(call, { ...run, state: 'approved', approvedAt: clock.now() });
    },
    payPayRun: (call) => {
      const run = runOf(call);
      const { reference, paidOn } = call.input<{ reference: string; paidOn: string }>();
      const isAgain = run.state === 'paid' && run.reference === reference && run.paidOn === paidOn;
      if (isAgain && !faults.has('payment-again-is-refused')) return answer(call, run);
      requireState(run, 'approved');
      if (paidOn < run.payday) throw new Refusal('out-of-range', 'The payday is later.');
      const isUsed = [...call.employer.runs.values()].some((one) => one.reference === reference);
      if (isUsed && !faults.has('references-of-several-runs')) throw new Refusal('duplicate', 'The reference belongs to another pay run.');
      return answer(call, { ...run, state: 'paid', reference, paidOn });
    },
  };
};
