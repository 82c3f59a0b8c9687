// Standing orders.
import type { Reply } from '../http.ts';
import { day, oneOf, type Route, record, type Values } from '../plain.ts';
import { accountNumber, accountsOf, amount, centsOf, notFound, refused, shown, today } from './common.ts';
import { type Context, nextId, type Order } from './store.ts';

const MOST = 5;
const DAY = 86_400_000;

const numbersOf = (text: string): [number, number, number] => [
  Number(text.slice(0, 4)),
  Number(text.slice(5, 7)),
  Number(text.slice(8, 10)),
];

function lastDayOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
}

/** How many payments there are from one day to another, both included. */
function paymentsOf({ frequency, firstOn }: Pick<Order, 'frequency' | 'firstOn'>, lastOn: string): number {
  if (lastOn < firstOn) return 0;
  if (frequency === 'Weekly') return Math.floor((Date.parse(lastOn) - Date.parse(firstOn)) / DAY / 7) + 1;
  const [firstYear, firstMonth, firstDay] = numbersOf(firstOn);
  const [lastYear, lastMonth, lastDay] = numbersOf(lastOn);
  const months = (lastYear - firstYear) * 12 + lastMonth - firstMonth;
  return months + (Math.min(firstDay, lastDayOf(lastYear, lastMonth)) <= lastDay ? 1 : 0);
}

/** The day of a payment, counted from 0. */
function dueOn({ frequency, firstOn }: Order, index: number): string {
  if (frequency === 'Weekly') return new Date(Date.parse(firstOn) + index * 7 * DAY).toISOString().slice(0, 10);
  const [year, month, date] = numbersOf(firstOn);
  const months = year * 12 + month - 1 + index;
  const [dueYear, dueMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const due = Math.min(date, lastDayOf(dueYear, dueMonth));
  return [String(dueYear).padStart(4, '0'), String(dueMonth).padStart(2, '0'), String(due).padStart(2, '0')].join('-');
}

function nextOn(order: Order): string | null {
  const next = dueOn(order, paymentsOf(order, today()));
  return !order.isActive || (order.lastOn !== null && next > order.lastOn) ? null : next;
}

const show = (order: Order): unknown => ({
  StandingOrderId: order.id,
  FromAccount: order.from.number,
  ToAccount: order.to.number,
  Amount: shown(order.cents),
  Frequency: order.frequency,
  FirstOn: order.firstOn,
  LastOn: order.lastOn,
  NextOn: nextOn(order),
  Payments: order.lastOn === null ? null : paymentsOf(order, order.lastOn),
  Status: order.isActive ? 'Active' : 'Cancelled',
  CreatedAt: order.createdAt,
});

function find({ store, customer }: Context, id = ''): Order {
  const order = [...store.orders.values()].find((one) => String(one.id) === id && one.from.customer === customer);
  if (order === undefined) throw notFound();
  return order;
}

function create(body: Values, context: Context): Reply {
  const { store, has } = context;
  const { from, to } = accountsOf(context, body);
  const firstOn = String(body.FirstOn);
  const lastOn = body.LastOn === undefined ? null : String(body.LastOn);
  if (firstOn <= today()) throw refused('InvalidDates', 'The first payment is due tomorrow at the earliest.');
  if (lastOn !== null && lastOn < firstOn) throw refused('InvalidDates', 'The last payment lies before the first one.');
  const counted = [...store.orders.values()].filter((order) => order.from === from && (order.isActive || has('cancelled-orders-counted')));
  if (counted.length >= MOST) throw refused('LimitExceeded', `An account has at most ${MOST} standing orders.`);
  const frequency = body.Frequency === 'Weekly' ? 'Weekly' : 'Monthly';
  const id = nextId(store.orders);
  const cents = centsOf(body.Amount);
  const order: Order = { id, from, to, cents, frequency, firstOn, lastOn, isActive: true, createdAt: store.clock.now() };
  store.orders.set(id, order);
  return { status: 201, body: { Data: show(order) }, headers: { location: `/standing-orders/${id}` } };
}

const AT = '/standing-orders/{StandingOrderId}';

export const orderRoutes: readonly Route<Context>[] = [
  {
    method: 'POST',
    path: '/standing-orders',
    body: record(
      { FromAccount: accountNumber, ToAccount: accountNumber, Amount: amount, Frequency: oneOf('Weekly', 'Monthly'), FirstOn: day },
      { LastOn: day },
    ),
    run: ({ body }, context) => create(body, context),
  },
  {
    method: 'GET',
    path: AT,
    run: ({ path }, context) => ({ status: 200, body: { Data: show(find(context, path.StandingOrderId)) } }),
  },
  {
    method: 'POST',
    path: `${AT}/cancel`,
    run: ({ path }, context) => {
      const order = find(context, path.StandingOrderId);
      if (!order.isActive) throw refused('AlreadyCancelled', 'The standing order has been cancelled.');
      order.isActive = false;
      return { status: 200, body: { Data: show(order) } };
    },
  },
];
