// Results, and who approves them.
import { flagOf, roundTo } from '../rules.ts';
import type { Instrument, Order, Result, Sample } from '../things.ts';
import { resultView } from '../views.ts';
import { invalid, missing, need, ok } from '../wire.ts';
import { type Call, type Handlers, named, past } from './call.ts';
import { findOrder, findSample } from './orders.ts';

interface NewResult {
  readonly value: number;
  readonly analyst: string;
  readonly instrumentId: string;
  readonly measuredAt?: string;
  readonly comment: string | null;
  readonly reason?: string | null;
}

interface Approval {
  readonly approver: string;
  readonly notified?: string | null;
}

interface Found {
  readonly order: Order;
  readonly sample: Sample;
  readonly result: Result;
}

const HOUR = 3_600_000;

function find(call: Call): Found {
  const { order, sample } = findSample(call);
  const result = sample.results.find(({ ordered }) => ordered.code === call.path('code'));
  if (result === undefined) throw missing('result');
  return { order, sample, result };
}

/** Refuses a new value where the state of the result does not allow it. */
function checkState({ faults }: Call, { order, result }: Found, reason: string | null | undefined): void {
  need(result.state !== 'cancelled' || faults.has('cancelled-results-entered'), 'cancelled', 'The result is cancelled.');
  if (result.state !== 'approved') return;
  need(order.reported || faults.has('approved-results-overwritten'), 'approved', 'The result is approved.');
  const given = typeof reason === 'string' || !order.reported || faults.has('corrections-without-reason');
  need(given, 'reason_needed', 'Say why the result is corrected.');
}

/** Refuses a measurement that the sample or the instrument does not allow. */
function checkMeasurement({ lab, faults }: Call, { sample, result }: Found, instrument: Instrument, measuredAt: string): void {
  const { stabilityHours } = lab.tests.get(result.ordered.code) ?? result.ordered;
  const age = Date.parse(measuredAt) - Date.parse(sample.collectedAt);
  const isFresh = faults.has('last-moment-too-old') ? age < stabilityHours * HOUR : age <= stabilityHours * HOUR;
  need(isFresh || faults.has('old-samples-measured'), 'sample_too_old', 'The sample is too old.');
  const lists = instrument.tests.includes(result.ordered.code) || faults.has('any-instrument');
  need(lists, 'wrong_instrument', 'The instrument does not do this test.');
  const { calibration } = instrument;
  const until = calibration?.validUntil ?? (faults.has('failed-calibration-measures') ? '9999' : '');
  const ends = faults.has('expired-moment-measures') ? measuredAt <= until : measuredAt < until;
  const covers = calibration !== null && (faults.has('measured-before-calibration') || calibration.performedAt <= measuredAt) && ends;
  need(covers, 'not_calibrated', 'The calibration does not cover the measurement.');
}

/** The value as it is kept. */
function keptValue(value: number, decimals: number, { faults }: Call): number {
  if (faults.has('values-of-32-bits')) return roundTo(Math.max(-2_147_483_648, Math.min(value, 2_147_483_647)), decimals);
  if (faults.has('values-cut-off')) return Math.trunc(value * 10 ** decimals) / 10 ** decimals;
  if (faults.has('negative-halves-up')) return Math.round(value * 10 ** decimals) / 10 ** decimals;
  return roundTo(value, decimals);
}

function enter(call: Call): ReturnType<typeof ok> {
  const { store, lab, faults } = call;
  const found = find(call);
  const { order, sample, result } = found;
  const input = call.input<NewResult>();
  const instrument = named(lab.instruments, input.instrumentId, 'instrumentId');
  const now = store.clock.now();
  const measuredAt = input.measuredAt === undefined ? now : past(input.measuredAt, now, 'measuredAt');
  const isAfter = measuredAt >= sample.collectedAt || faults.has('measured-before-collected');
  if (!isAfter) throw invalid('measuredAt', 'The sample was collected later.');
  checkState(call, found, input.reason);
  checkMeasurement(call, found, instrument, measuredAt);
  const test = lab.tests.get(result.ordered.code) ?? result.ordered;
  const value = keptValue(input.value, test.decimals, call);
  const flag = flagOf(faults.has('flags-before-rounding') ? input.value : value, test, faults);
  const { analyst, instrumentId, comment } = input;
  const revision = faults.has('corrections-keep-revision') && result.state === 'approved' ? result.revision : result.revision + 1;
  const state = faults.has('corrections-stay-approved') && result.state === 'approved' ? 'approved' : 'entered';
  const signed = faults.has('corrections-keep-approver') ? {} : { approver: null, notified: null };
  Object.assign(result, { value, flag, analyst, instrumentId, comment, measuredAt, revision, state, unit: test.unit, ...signed });
  order.reported = false;
  return ok(resultView(result));
}

function approve(call: Call): ReturnType<typeof ok> {
  const { faults } = call;
  const { result } = find(call);
  const { approver, notified = null } = call.input<Approval>();
  need(
    result.state === 'entered' || (faults.has('approved-twice') && result.state === 'approved'),
    'not_entered',
    'The result is not entered.',
  );
  need(approver !== result.analyst || faults.has('two-eyes'), 'same_person', 'Somebody else has to approve the result.');
  const critical = faults.has('low-alarms-unheard') ? result.flag === 'critical_high' : result.flag?.startsWith('critical');
  need(!critical || notified !== null, 'notification_needed', 'Say who was told about the critical result.');
  Object.assign(result, { state: 'approved', approver, notified });
  return ok(resultView(result));
}

export const results: Handlers = {
  listResults: (call) => {
    const state = call.query.get('state');
    const all = findOrder(call).samples.flatMap((sample) => {
      return call.faults.has('results-by-code')
        ? sample.results.toSorted((a, b) => (a.ordered.code < b.ordered.code ? -1 : 1))
        : sample.results;
    });
    return ok({ rows: all.filter((result) => (state ?? result.state) === result.state).map(resultView) });
  },
  getResult: (call) => ok(resultView(find(call).result)),
  enterResult: enter,
  approveResult: approve,
};
