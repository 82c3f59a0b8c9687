// Exports of orders, which run for a moment.
import type { Export } from '../store.ts';
import type { Order, OrderState } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Call, type Faults, type Part, requireFestival, requireThing } from './call.ts';

/** How many milliseconds an export runs. */
const RUNS = 150;

const isDone = ({ doneAt }: Export): boolean => Date.now() >= doneAt;
const addressOf = ({ operationId }: Export): string => `/operations/${operationId}`;

function look(job: Export, faults: Faults): object {
  const { operationId, festivalId, createTime, rows } = job;
  const end = isDone(job)
    ? { rowCount: faults.has('export-counts-header') ? rows.length + 1 : rows.length, resultUri: `${addressOf(job)}/result` }
    : {};
  return { operationId, kind: 'exportOrders', festivalId, done: isDone(job), ...end, createTime };
}

function quoted(value: string | number, faults: Faults): string {
  const text = String(value);
  if (!/[",\r\n]/.test(text)) return text;
  return `"${faults.has('export-quotes') ? text : text.replaceAll('"', '""')}"`;
}

const NAMES = ['orderId', 'state', 'buyerName', 'buyerEmail', 'totalMinor', 'currency', 'createTime'] as const;

const cellsOf = ({ orderId, state, buyer, totalMinor, currency, createTime }: Order): readonly (string | number)[] => [
  orderId,
  state,
  buyer.name,
  buyer.email,
  totalMinor,
  currency,
  createTime,
];

function linesOf(rows: readonly Order[], faults: Faults): string {
  const end = faults.has('export-line-feeds') ? '\n' : '\r\n';
  const lines = [NAMES, ...rows.map(cellsOf)].map((cells) => cells.map((cell) => quoted(cell, faults)).join(','));
  return lines.map((line) => line + end).join('');
}

export const exported: Part = (store, faults) => {
  const requireExport = ({ account, id }: Call): Export => {
    const all = [...store.accounts.values()].flatMap((one) => one.exports.get(id('operationId')) ?? []);
    return (faults.has('export-of-other-account') ? all[0] : undefined) ?? requireThing(account.exports, id('operationId'));
  };

  return {
    exportOrders: (call) => {
      const { festivalId } = requireFestival(call).value;
      const { states } = call.input<{ states?: readonly OrderState[] }>();
      const rows = [...call.account.orders.values()].filter(
        (order) =>
          (order.festivalId === festivalId || faults.has('export-all-festivals')) &&
          (states === undefined || states.includes(order.state) || faults.has('export-states-ignored')),
      );
      const job = { operationId: store.id(), festivalId, createTime: store.now(), doneAt: Date.now() + RUNS, rows };
      call.account.exports.set(job.operationId, job);
      const headers = { location: addressOf(job), 'retry-after': '1' };
      return { status: faults.has('export-answers-200') ? 200 : 202, body: look(job, faults), headers };
    },

    getOperation: (call) => {
      const job = requireExport(call);
      return { status: 200, body: look(job, faults), headers: isDone(job) ? {} : { 'retry-after': '1' } };
    },

    downloadResult: (call) => {
      const job = requireExport(call);
      if (!isDone(job)) throw conflict('The export runs.');
      const headers = faults.has('export-without-disposition')
        ? {}
        : { 'content-disposition': `attachment; filename="orders-${job.operationId}.csv"` };
      return { status: 200, content: linesOf(job.rows, faults), type: 'text/csv; charset=utf-8', headers };
    },
  };
};
