// Notes what a check has judged, as short texts: an exchange itself may hold large bodies.
import type { Exchange } from '../contract/exchange.ts';
import type { Cell, JudgedCase, JudgedRequest } from '../contract/report.ts';

/** The most cases that are noted for one operation and check. */
const MOST = 5;

/** Counts a case, and notes it unless the cell has enough. `judged` is called only where the case is noted. */
export function count(cell: Cell, judged: () => JudgedCase): void {
  cell.looked++;
  if (cell.cases.length < MOST) cell.cases.push(judged());
}

export function judgedCase(exchange: Exchange): JudgedCase {
  const { case: one, sent } = exchange;
  return { name: one.id, says: one.says, requests: [requestOf(exchange)], secrets: sent.secrets };
}

export function judgedSequence(exchanges: readonly Exchange[]): JudgedCase {
  return {
    name: exchanges.map((one) => one.case.says).join(', '),
    requests: exchanges.map(requestOf),
    secrets: [...new Set(exchanges.flatMap(({ sent }) => sent.secrets))],
  };
}

function requestOf({ case: { request }, milliseconds, response }: Exchange): JudgedRequest {
  const { method, target } = request;
  return { method, target, ...(response === undefined ? {} : { status: response.status }), milliseconds };
}
