// Months that are open or closed.
import type { Reply } from '../../http.ts';
import { type Call, conflict, fine, type Handlers, missing, unfit } from '../call.ts';
import { newId } from '../store.ts';
import type { Period } from '../things.ts';
import { periodView } from '../views.ts';

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function openPeriod(call: Call): Reply {
  const { periods } = call.books;
  const month = String(call.body.month);
  if (periods.some((other) => other.month === month)) throw conflict('period_exists', 'The month has a period.', 'month');
  const last = periods.at(-1);
  if (last !== undefined && month !== monthAfter(last.month)) throw unfit('month_not_next', 'This is not the next month.', 'month');
  const period: Period = { id: newId('per'), month, closed_at: null };
  periods.push(period);
  return fine({ period: periodView(call, period) });
}

function closePeriod(call: Call): Reply {
  const { books, body, has } = call;
  const period = books.periods.find(({ id }) => id === body.period);
  if (period === undefined) throw missing('period', 'period');
  if (period.closed_at !== null) throw conflict('period_closed', 'The period is closed already.', 'period');
  const isFirst = books.periods.find(({ closed_at }) => closed_at === null) === period;
  if (!isFirst && !has('closed-in-any-order')) throw conflict('earlier_period_open', 'An earlier period is open.', 'period');
  period.closed_at = new Date().toISOString();
  return fine({ period: periodView(call, period) });
}

function listPeriods(call: Call): Reply {
  const { status } = call.query;
  const found = call.books.periods.filter(({ closed_at }) => status === undefined || (closed_at === null) === (status === 'open'));
  return fine({ periods: found.map((period) => periodView(call, period)) });
}

export const periods: Handlers = { openPeriod, closePeriod, listPeriods };
