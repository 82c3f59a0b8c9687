// Worklists before the results, and reports after them.
import { compare } from '../../texts.ts';
import { resultsOf, statusOf } from '../rules.ts';
import type { Entry, Instrument, Report, Worklist } from '../things.ts';
import { reportView, resultView, stateOf, worklistView } from '../views.ts';
import { created, need, ok } from '../wire.ts';
import { type Call, type Handlers, named, thing } from './call.ts';
import { findOrder } from './orders.ts';

const RANKS = { stat: 0, urgent: 1, routine: 2 };

/** What an instrument could do, the most urgent first. */
function waiting({ lab, other, faults }: Call, { tests }: Instrument): Entry[] {
  const orders = [...lab.orders.values(), ...(faults.has('worklists-of-all') ? other.orders.values() : [])];
  const all = orders.flatMap((order) =>
    order.samples.flatMap((sample) => sample.results.map((result): Entry => ({ order, sample, result }))),
  );
  const pending = all.filter(
    ({ result }) =>
      result.state === 'pending' && tests.includes(result.ordered.code) && (!result.listed || faults.has('results-on-two-worklists')),
  );
  const rank = ({ order }: Entry): number => (faults.has('urgent-as-routine') && order.priority === 'urgent' ? 2 : RANKS[order.priority]);
  return pending.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.order.number, b.order.number) ||
      compare(a.sample.letter, b.sample.letter) ||
      compare(a.result.ordered.code, b.result.ordered.code),
  );
}

export const reports: Handlers = {
  createWorklist: (call) => {
    const { store, lab, faults } = call;
    const { instrumentId, size } = call.input<{ instrumentId: string; size: number }>();
    const instrument = named(lab.instruments, instrumentId, 'instrumentId');
    const isReady = stateOf(instrument, Date.now()) === 'ready' || faults.has('worklists-without-calibration');
    need(isReady, 'not_ready', 'The instrument is not ready.');
    const entries = waiting(call, instrument).slice(0, faults.has('one-too-many') ? size + 1 : size);
    need(entries.length > 0, 'nothing_pending', 'There is nothing to do.');
    for (const { result } of entries) result.listed = true;
    const worklist: Worklist = { id: store.worklistId(), instrumentId, entries, size: entries.length };
    lab.worklists.set(worklist.id, worklist);
    return created(worklistView(worklist, faults), { location: `/worklists/${worklist.id}` });
  },

  getWorklist: ({ lab, path, faults }) => ok(worklistView(thing(lab.worklists, path('worklistId'), 'worklist'), faults)),

  listReports: (call) => {
    const order = findOrder(call);
    const all = call.faults.has('first-report-first') ? order.reports : order.reports.toReversed();
    return ok({ rows: all.map((report) => reportView(order, report, call.faults)) });
  },

  releaseReport: (call) => {
    const { store, faults } = call;
    const order = findOrder(call);
    const { signedBy, reason = null } = call.input<{ signedBy: string; reason?: string | null }>();
    const status = statusOf(order);
    need(status === 'approved' || (faults.has('reported-twice') && status === 'reported'), 'not_approved', 'The order is not approved.');
    const last = order.reports.at(-1);
    need(last === undefined || reason !== null, 'reason_needed', 'Say why the report is amended.');
    const shown = resultsOf(order).filter(({ state }) => state !== 'cancelled');
    const report: Report = {
      version: (last?.version ?? 0) + 1,
      orderNo: order.number,
      supersedes: (faults.has('supersedes-the-first') ? order.reports[0] : last)?.version ?? null,
      reason,
      signedBy,
      releasedAt: store.clock.now(),
      results: shown.map(resultView),
      flags: shown.map(({ flag }) => flag),
    };
    order.reports.push(report);
    order.reported = true;
    return created(reportView(order, report, faults));
  },
};
