// What the laboratory shows of its things.
import type { Faults } from './handlers/call.ts';
import { dueAt, flagsOf, priceOf, statusOf } from './rules.ts';
import type { Lab } from './store.ts';
import type { Client, Instrument, Invoice, Order, Report, Result, Sample, Worklist } from './things.ts';

const DAY = 86_400_000;

export function clientView(lab: Lab, client: Client, faults: Faults): object {
  const orders = [...lab.orders.values()].filter(({ clientId }) => clientId === client.id);
  const counted = faults.has('order-count-all') ? orders : orders.filter((order) => statusOf(order) !== 'cancelled');
  return { ...client, orderCount: counted.length };
}

/** The state of an instrument at a time. */
export function stateOf({ calibration }: Instrument, now: number): string {
  if (calibration === null) return 'uncalibrated';
  if (!calibration.passed) return 'failed';
  return now < Date.parse(calibration.validUntil ?? '') ? 'ready' : 'expired';
}

export const instrumentView = (instrument: Instrument): object => {
  const { calibration, ...rest } = instrument;
  return { ...rest, state: stateOf(instrument, Date.now()), calibration };
};

const sampleView = ({ results, ...sample }: Sample): object => ({ ...sample, tests: results.map(({ ordered }) => ordered.code) });

export function orderView(lab: Lab, order: Order, faults: Faults): object {
  const { number, clientId, reference, priority, note, receivedAt } = order;
  const samples = order.samples.map(sampleView);
  const about = { number, clientId, reference, priority, note, status: statusOf(order, faults), samples };
  return { ...about, price: priceOf(lab, order, faults), receivedAt, dueAt: dueAt(order, faults) };
}

export function resultView({ ordered, listed: _, ...result }: Result): object {
  return { test: ordered.code, ...result };
}

export function worklistView({ id, instrumentId, entries, size }: Worklist, faults: Faults): object {
  const pending = entries.filter(({ result }) =>
    faults.has('worklist-open-until-approved') ? !isDone(result) : result.state === 'pending',
  );
  const open = faults.has('worklist-open-fixed') ? size : pending.length;
  const shown = entries.map(({ order, sample, result }, index) => ({
    position: index + 1,
    orderNo: order.number,
    sample: sample.letter,
    test: result.ordered.code,
  }));
  return { id, instrumentId, state: pending.length === 0 ? 'done' : 'open', open, entries: shown };
}

const isDone = ({ state }: Result): boolean => state === 'approved' || state === 'cancelled';

export function reportView(order: Order, report: Report, faults: Faults): object {
  const { flags, supersedes, results, ...rest } = report;
  const latest = faults.has('first-report-current') ? order.reports.at(0) : order.reports.at(-1);
  const live = order.samples.flatMap((sample) => sample.results.filter(({ state }) => state !== 'cancelled').map(resultView));
  return {
    ...rest,
    current: latest === report,
    ...(faults.has('first-report-without-supersedes') && supersedes === null ? {} : { supersedes }),
    summary: flagsOf(flags, faults),
    results: faults.has('reports-follow-results') ? live : results,
  };
}

export const totalOf = ({ net, tax }: Invoice): number => net + tax;

export const creditedOf = ({ credits }: Invoice): number => credits.reduce((sum, { amount }) => sum + amount, 0);

export function invoiceView(invoice: Invoice, faults: Faults): object {
  const { number, clientId, lines, net, tax, issuedAt, paymentDays, credits } = invoice;
  const total = totalOf(invoice);
  const credited = creditedOf(invoice);
  const due = new Date(Date.parse(issuedAt) + paymentDays * DAY).toISOString();
  const dates = { issuedOn: issuedAt.slice(0, 10), dueOn: faults.has('due-on-with-time') ? due : due.slice(0, 10) };
  const state = credited === total ? 'credited' : 'open';
  return { number, clientId, state, lines, net, tax, total, credited, balance: total - credited, ...dates, credits };
}
