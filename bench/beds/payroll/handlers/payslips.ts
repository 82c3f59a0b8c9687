// Payslips and their corrections.
import { partOf } from '../pages.ts';
import * as store from '../store.ts';
import { correctionView, payslipsOf, payslipView, sumsOf } from '../views.ts';
import { Refusal } from '../wire.ts';
import { type Call, type Faults, type Handlers, tagged, tagOf, thing } from './call.ts';

const NO_STORE = { 'cache-control': 'private, no-store' };

/** Whose payslip an id of the path leads to. */
const ownerOf = ({ employer, others, param }: Call, faults: Faults): store.Employer => {
  const owner = others.find(({ payslips }) => payslips.has(param('payslipId')));
  return owner !== undefined && faults.has('payslips-of-all-employers') ? owner : employer;
};

/** Whether all corrections of a payslip together leave less than nothing of its net amount. */
function isTooMuch({ corrections }: store.Employer, payslip: store.Payslip, amount: number, faults: Faults): boolean {
  const known = [...corrections.values()].filter(({ payslipId }) => payslipId === payslip.id);
  const before = faults.has('each-correction-alone') ? 0 : known.reduce((sum, one) => sum + one.amount, 0);
  return amount < 0 && sumsOf(payslip).net + before + amount < 0;
}

export const payslips = ({ clock }: store.Store, faults: Faults): Handlers => ({
  listPayslips: (call) => {
    const { employer } = call;
    const run = thing(call, employer.runs, 'payRunId');
    const { netFrom } = call.query<{ netFrom?: number }>();
    const all = payslipsOf(employer, run.id).map((one) => payslipView(one, employer));
    const isEnough = (net: number): boolean =>
      netFrom === undefined || (faults.has('net-from-excludes-its-amount') ? net > netFrom : net >= netFrom);
    const found = all.filter(({ net }) => isEnough(net));
    const part = partOf(call, found, { keys: ({ personnelNumber }) => [personnelNumber] }, faults);
    return { status: 200, body: part, headers: NO_STORE };
  },
  getPayslip: (call) => {
    const owner = ownerOf(call, faults);
    const body = payslipView(thing(call, owner.payslips, 'payslipId'), owner);
    const headers = faults.has('payslips-in-caches') ? { 'cache-control': 'private, max-age=600' } : NO_STORE;
    return tagged(call, body, tagOf(body), faults, headers);
  },
  correctPayslip: (call) => {
    const { employer } = call;
    const payslip = thing(call, employer.payslips, 'payslipId');
    const { amount, reason } = call.input<{ amount: number; reason: string }>();
    const { state } = employer.runs.get(payslip.payRunId) ?? {};
    const isPaid = state === 'paid' || (state === 'approved' && faults.has('corrections-before-payment'));
    if (!isPaid) throw new Refusal('wrong-state', 'The payslip is not paid.');
    if (isTooMuch(employer, payslip, amount, faults)) throw new Refusal('out-of-range', 'The net amount would fall below 0.');
    const { id: payslipId, employeeId, period } = payslip;
    const correction = { id: store.newId(), payslipId, employeeId, period, amount, reason, settledIn: null, createdAt: clock.now() };
    return { status: 201, body: correctionView(store.keep(employer.corrections, correction)) };
  },
});
