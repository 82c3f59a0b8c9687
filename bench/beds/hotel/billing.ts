// Invoices and payments.
import { integer, oneOf, Problem, type Route, record } from '../plain.ts';
import { type Context, conflict } from './common.ts';
import { daysBetween, type Invoice, type Line, type Stay, totalOf } from './store.ts';

const TAX = 150;
const TAXED_NIGHTS = 7;

export function showInvoice(invoice: Invoice): Record<string, unknown> {
  const total = totalOf(invoice);
  const balance = total - invoice.paid;
  return { ...invoice, total, balance, status: balance === 0 ? 'paid' : 'open' };
}

/** The invoice of a stay. */
export function billOf(stay: Stay, { store, house, has }: Context): Invoice {
  const nights = daysBetween(stay.arrival, stay.departure);
  const taxed = has('tax-for-all-nights') ? nights : Math.min(nights, TAXED_NIGHTS);
  const lines: Line[] = [
    { kind: 'room', text: `Room ${stay.room}, ${nights} nights`, amount: nights * stay.nightly_rate },
    ...stay.extras.map(({ name, quantity, unit_price }): Line => ({ kind: 'extra', text: name, amount: quantity * unit_price })),
    { kind: 'city_tax', text: 'City tax', amount: stay.adults * taxed * TAX },
  ];
  const number = `${house.letters}-${String(house.invoices.size + 1).padStart(4, '0')}`;
  return { number, reservation: stay.id, lines, paid: 0, issued_at: store.clock.now() };
}

function find({ house }: Context, number = ''): Invoice {
  const invoice = house.invoices.get(number);
  if (invoice === undefined) throw new Problem(404, 'not_found', 'There is no such invoice.');
  return invoice;
}

export const billingRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/invoices/{number}',
    run: ({ path }, context) => ({ status: 200, body: showInvoice(find(context, path.number)) }),
  },
  {
    method: 'POST',
    path: '/invoices/{number}/payments',
    body: record({ amount: integer(1, 100_000_000), method: oneOf('cash', 'card', 'transfer') }),
    run: ({ path, body }, context) => {
      const invoice = find(context, path.number);
      const amount = Number(body.amount);
      const most = totalOf(invoice) - (context.has('payment-over-balance') ? 0 : invoice.paid);
      if (amount > most) throw conflict('over_balance', 'The payment is higher than the balance.');
      invoice.paid += amount;
      return { status: 201, body: showInvoice(invoice) };
    },
  },
];
