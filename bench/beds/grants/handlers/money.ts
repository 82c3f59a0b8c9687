// What makes the money of a grant flow: reports and their assessment, payments and repayments.
import { isDeepStrictEqual } from 'node:util';
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { bookedOf } from '../store.ts';
import type { Grant, Instalment, PaymentInput, RepaymentInput, Report, ReportInput, Transaction } from '../things.ts';
import { conflict, found, invalid, notFound } from '../wire.ts';
import type { Part } from './call.ts';

function instalmentOf({ instalments }: Grant, sequence: number): Instalment {
  const instalment = instalments.find((one) => one.sequence === sequence);
  if (instalment === undefined) throw invalid('instalment', 'must be the sequence of an instalment');
  return instalment;
}

/** The instalments of a grant, where one is in another state. */
const withState = ({ instalments }: Grant, sequence: number, state: Instalment['state']): Instalment[] =>
  instalments.map((one) => (one.sequence === sequence ? { ...one, state } : one));

interface Verdict {
  readonly verdict: 'accepted' | 'returned';
  readonly remark?: string;
}

export const money: Part = (store, faults) => {
  /** The amount of a transaction, or a refusal of it. */
  function amountOf(grant: Grant, given: PaymentInput | RepaymentInput): number {
    if (given.kind === 'repayment') {
      if (given.cents > bookedOf(grant, 'payment') - bookedOf(grant, 'repayment'))
        throw conflict('more_than_paid', 'The repayment is more than what was paid and not repaid.');
      return given.cents;
    }
    const { sequence, state, cents } = instalmentOf(grant, given.instalment);
    const isEarly = state === 'waiting' && faults.has('paid-before-report');
    if (state !== 'payable' && !isEarly) throw conflict('not_payable', 'The instalment is not payable.');
    const isOutOfOrder = grant.instalments.some((one) => one.sequence < sequence && one.state !== 'paid');
    if (isOutOfOrder) throw conflict('earlier_unpaid', 'An instalment before this one is not paid.');
    return cents;
  }

  /** The answer to a request that was sent before, if it was. */
  function repeated(grant: Grant, given: PaymentInput | RepaymentInput): Reply | undefined {
    const earlier = grant.transactions.find(({ requestId }) => requestId === given.requestId);
    if (earlier === undefined || faults.has('repeated-request-booked')) return undefined;
    const isSame = isDeepStrictEqual({ ...earlier, ...given }, earlier);
    if (!isSame && !faults.has('request-id-with-other-content'))
      throw conflict('request_id_taken', 'An earlier request had the requestId with other content.');
    return { status: 200, body: earlier };
  }

  return {
    submitReport: ({ foundation, id, input }) => {
      const given = input<ReportInput>();
      const grant = found(foundation.grants, id('number'));
      const { state } = instalmentOf(grant, given.instalment);
      const isOpen = grant.reports.some((one) => one.instalment === given.instalment && one.state === 'submitted');
      if (state !== 'waiting' || isOpen) throw conflict('no_report_awaited', 'The instalment is not waiting for a report.');
      if (given.spentCents > bookedOf(grant, 'payment')) throw invalid('spentCents', 'must be at most what was paid');
      const report: Report = { id: store.id(), state: 'submitted', ...given, remark: null, submittedAt: store.now() };
      foundation.grants.set(grant.number, { ...grant, reports: [...grant.reports, report] });
      return { status: 201, body: report };
    },

    assessReport: ({ foundation, id, input }) => {
      const { verdict, remark = null } = input<Verdict>();
      const grant = found(foundation.grants, id('number'));
      const report = grant.reports.find((one) => one.id === id('reportId'));
      if (report === undefined) throw notFound();
      if (report.state !== 'submitted') throw conflict('assessed', 'The report was assessed already.');
      if (verdict === 'returned' && remark === null) throw invalid('remark', 'must be there for a report that is returned');
      const assessed: Report = { ...report, state: verdict, remark };
      const reports = grant.reports.map((one) => (one.id === report.id ? assessed : one));
      const isPayable = verdict === 'accepted' || faults.has('returned-report-releases');
      const instalments = isPayable ? withState(grant, report.instalment, 'payable') : grant.instalments;
      foundation.grants.set(grant.number, { ...grant, reports, instalments });
      return { status: 200, body: assessed };
    },

    recordTransaction: async ({ foundation, id, input }) => {
      const given = input<PaymentInput | RepaymentInput>();
      if (given.bookedOn > store.today()) throw invalid('bookedOn', 'must not be in the future');
      const before = found(foundation.grants, id('number'));
      const repeat = repeated(before, given);
      if (repeat !== undefined) return repeat;
      const cents = amountOf(before, given);
      if (faults.has('one-request-twice-at-once')) await gap();
      const grant = found(foundation.grants, id('number'));
      const transaction: Transaction = { id: store.id(), ...given, cents };
      const instalments = given.kind === 'payment' ? withState(grant, given.instalment, 'paid') : grant.instalments;
      foundation.grants.set(grant.number, { ...grant, instalments, transactions: [...grant.transactions, transaction] });
      return { status: 201, body: transaction };
    },
  };
};
