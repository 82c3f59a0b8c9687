// Orders at tables, and their bills.
import { gap } from '../../clock.ts';
import { type House, newId } from '../store.ts';
import type { Bill, Dish, Faults, Line, LineInput, Order, OrderInput, PaymentInput, Reservation } from '../things.ts';
import { amountsOf, billView, lineView, orderView, totalOf } from '../views.ts';
import { conflict, created, gone, notFound, ok, Refusal, unfit } from '../wire.ts';
import { type Call, findAnywhere, type Handlers } from './call.ts';

/** Refuses a table at which guests sit. */
function requireFree({ orders }: House, tableId: string, faults: Faults): void {
  const isUsed = ({ status }: Order): boolean => (faults.has('billed-table-is-free') ? status === 'open' : status !== 'paid');
  if (orders.all().some((order) => order.tableId === tableId && isUsed(order))) throw conflict('The table has an order.');
}

/** The reservation of the guests, which must be for their table. */
function reservationOf({ reservations }: House, { tableId, reservationId }: OrderInput): Reservation | undefined {
  if (reservationId === null || reservationId === undefined) return undefined;
  const found = reservations.find(reservationId);
  if (found?.tableId !== tableId) throw unfit('/reservationId', 'The table has no such reservation.');
  if (found.status !== 'booked') throw conflict('The reservation is over.');
  return found;
}

type Take = -1 | 1;

const MOST_STOCK = 100_000_000;

/** Moves what some portions of a dish are made of out of stock or back. */
function moveStock({ ingredients, clock }: House, parts: Dish['ingredients'], portions: number, way: Take): void {
  for (const { code, quantity } of parts) {
    const found = ingredients.find(code);
    if (found === undefined) continue;
    const stock = Math.min(MOST_STOCK, found.stock + way * quantity * portions);
    ingredients.put({ ...found, stock, updatedAt: clock.now() });
  }
}

function requireStock({ ingredients }: House, { ingredients: parts }: Dish, portions: number): void {
  const isShort = parts.some(({ code, quantity }) => (ingredients.find(code)?.stock ?? 0) < quantity * portions);
  if (isShort) throw conflict('There is not enough of an ingredient.');
}

function requireOpen({ status }: Order): void {
  if (status !== 'open') throw conflict('The order is no longer open.');
}

/** The number of a new line. */
function nextNumber({ lines, lastNumber }: Order, faults: Faults): number {
  return (faults.has('line-number-given-again') ? Math.max(0, ...lines.map(({ number }) => number)) : lastNumber) + 1;
}

/** An order with one more line, and what that takes from stock. */
function addLine({ house, input }: Call, order: Order, faults: Faults): Line {
  const wanted = input<LineInput>();
  if (!(faults.has('billed-order-takes-lines') && order.status === 'billed')) requireOpen(order);
  const dish = house.dishes.find(wanted.dishId);
  if (dish === undefined) throw unfit('/dishId', 'There is no such dish on the menu.');
  if (!dish.available && !faults.has('unavailable-dish-ordered')) throw conflict('The dish is not available.');
  const portions = faults.has('one-portion-taken') ? 1 : wanted.quantity;
  requireStock(house, dish, portions);
  moveStock(house, dish.ingredients, portions, -1);
  const line: Line = { number: nextNumber(order, faults), ...wanted, dishName: dish.name, unitPrice: dish.price, parts: dish.ingredients };
  house.orders.put({ ...order, lines: [...order.lines, line], lastNumber: line.number });
  return line;
}

function orderHandlers(faults: Faults): Handlers {
  const find = ({ house, text }: Call): Order => house.orders.require(text('orderId'));
  /** With a mistake, lines are shown with the name and the price that their dishes have by now. */
  const current = ({ dishes }: House, order: Order): Order => {
    if (!faults.has('lines-follow-the-menu')) return order;
    const lines = order.lines.map((line) => {
      const dish = dishes.find(line.dishId);
      return dish === undefined ? line : { ...line, dishName: dish.name, unitPrice: dish.price };
    });
    return { ...order, lines };
  };
  return {
    openOrder: (call) => {
      const { house, given, input } = call;
      const wanted = input<OrderInput>();
      const isLoose = faults.has('order-at-table-of-another-house');
      const table = findAnywhere(call, ({ tables }) => tables, wanted.tableId, isLoose);
      if (table === undefined) throw unfit('/tableId', 'The house has no such table.');
      const reservation = reservationOf(house, wanted);
      requireFree(house, table.id, faults);
      if (reservation !== undefined && !faults.has('seated-stays-booked')) house.reservations.put({ ...reservation, status: 'seated' });
      const till = given<{ readonly 'x-till': string }>()['x-till'] ?? null;
      const fresh = { till, status: 'open', lines: [], lastNumber: 0, billId: null, openedAt: house.clock.now() } as const;
      const order = house.orders.put({ id: newId(), ...wanted, ...fresh });
      return created(orderView(order), `/orders/${order.id}`);
    },
    getOrder: (call) => ok(orderView(current(call.house, find(call)))),
    addLine: (call) => created(lineView(addLine(call, find(call), faults))),
    removeLine: (call) => {
      const { house, given } = call;
      const order = find(call);
      const line = order.lines.find(({ number }) => number === given<{ readonly line: number }>().line);
      if (line === undefined) throw notFound();
      requireOpen(order);
      if (!faults.has('stock-not-given-back')) moveStock(house, line.parts, line.quantity, 1);
      house.orders.put({ ...order, lines: order.lines.filter((one) => one !== line) });
      return gone;
    },
  };
}

/** Marks the order of a bill as paid, once nothing is due. */
function settle({ orders }: House, bill: Bill): void {
  if (billView(bill).status !== 'paid') return;
  orders.put({ ...orders.require(bill.orderId), status: 'paid' });
}

function requireDue(bill: Bill, { amount }: PaymentInput, faults: Faults): void {
  const { due } = amountsOf(bill);
  if (due === 0) throw conflict('The bill is paid.');
  if (amount > due && !faults.has('more-paid-than-due')) throw conflict('This is more than what is due.');
}

function billHandlers(faults: Faults): Handlers {
  return {
    issueBill: ({ house, text, isManager, input }) => {
      const { discountPercent } = input<{ readonly discountPercent: number }>();
      if (discountPercent > 0 && !isManager && !faults.has('waiter-gives-discount')) throw new Refusal(403, 'A manager gives discounts.');
      const order = house.orders.require(text('orderId'));
      requireOpen(order);
      if (order.lines.length === 0) throw conflict('Nothing was ordered.');
      const about = { orderId: order.id, subtotal: totalOf(order), discountPercent };
      const bill = house.bills.put({ id: newId(), ...about, payments: [], issuedAt: house.clock.now() });
      house.orders.put({ ...order, status: 'billed', billId: bill.id });
      settle(house, bill);
      return created(billView(bill), `/bills/${bill.id}`);
    },
    getBill: (call) => {
      const bill = findAnywhere(call, ({ bills }) => bills, call.text('billId'), faults.has('bill-of-another-house'));
      if (bill === undefined) throw notFound();
      return ok(billView(bill));
    },
    payBill: async ({ house, text, input }) => {
      const bill = house.bills.require(text('billId'));
      const payment = input<PaymentInput>();
      requireDue(bill, payment, faults);
      if (faults.has('paid-twice-at-once')) await gap();
      const { payments } = house.bills.require(bill.id);
      const paid = house.bills.put({ ...bill, payments: [...payments, { ...payment, paidAt: house.clock.now() }] });
      if (!faults.has('order-stays-billed')) settle(house, paid);
      return created(billView(paid));
    },
  };
}

export const orders = (faults: Faults): Handlers => ({ ...orderHandlers(faults), ...billHandlers(faults) });
