// Invoices and credits.
import { gap } from '../../clock.ts';
import { percentOf, priceOf, statusOf } from '../rules.ts';
import type { Client, Invoice, Order } from '../things.ts';
import { creditedOf, invoiceView, totalOf } from '../views.ts';
import { created, invalid, need, ok } from '../wire.ts';
import { type Call, type Handlers, named, pageOf, thing } from './call.ts';

const find = ({ lab, path }: Call): Invoice => thing(lab.invoices, path('invoiceNo'), 'invoice');

/** Whether an invoice that is not credited in full has the order. */
function isBilled({ lab, faults }: Call, { number }: Order): boolean {
  return [...lab.invoices.values()].some(
    (invoice) =>
      invoice.lines.some(({ orderNo }) => orderNo === number) &&
      (creditedOf(invoice) < totalOf(invoice) || faults.has('credited-stays-billed')),
  );
}

/** The orders of an invoice, or a refusal. */
function ordersOf(call: Call, { id }: Client, numbers: readonly string[]): Order[] {
  const { lab, faults } = call;
  const found = numbers.map((number, index) => {
    const order = named(lab.orders, number, `orderNos.${index}`);
    if (order.clientId !== id && !faults.has('orders-of-other-clients-billed'))
      throw invalid(`orderNos.${index}`, 'The order is of another client.');
    return order;
  });
  const isDone = (order: Order): boolean =>
    statusOf(order) === 'reported' || (faults.has('approved-orders-billed') && statusOf(order) === 'approved');
  need(found.every(isDone), 'not_reported', 'An order is not reported.');
  need(!found.some((order) => isBilled(call, order)), 'already_invoiced', 'An order is on another invoice.');
  return faults.has('lines-by-number') ? found.toSorted((a, b) => (a.number < b.number ? -1 : 1)) : found;
}

function taxOf({ faults }: Call, kind: string, net: number): number {
  if (kind === 'hospital' && !faults.has('hospitals-pay-tax')) return 0;
  return faults.has('tax-cut-off') ? Math.floor((net * 19) / 100) : percentOf(net, 19);
}

export const invoices: Handlers = {
  listInvoices: (call) => {
    const { lab, query, faults } = call;
    const least = (query.get('minTotal') as number | undefined) ?? 0;
    const found = [...lab.invoices.values()].filter((invoice) => {
      const { state } = invoiceView(invoice, faults) as { state: string };
      const size = faults.has('min-total-of-net') ? invoice.net : totalOf(invoice);
      const clientId = query.get('clientId') ?? invoice.clientId;
      return clientId === invoice.clientId && (query.get('state') ?? state) === state && size >= least;
    });
    return pageOf(call, found, (one) => invoiceView(one, faults));
  },

  createInvoice: async (call) => {
    const { store, lab, faults } = call;
    const { clientId, orderNos } = call.input<{ clientId: string; orderNos: string[] }>();
    const client = named(lab.clients, clientId, 'clientId');
    const orders = ordersOf(call, client, orderNos);
    if (faults.has('billed-at-once')) await gap();
    const amountOf = (order: Order): number => priceOf(lab, order, faults)[faults.has('lines-without-discount') ? 'tests' : 'total'];
    const lines = orders.map((order) => ({ orderNo: order.number, amount: amountOf(order) }));
    const net = lines.reduce((sum, { amount }) => sum + amount, 0);
    const about = { tax: taxOf(call, client.kind, net), issuedAt: store.clock.now(), credits: [] };
    const paymentDays = faults.has('always-thirty-days') ? 30 : client.paymentDays;
    const invoice: Invoice = { number: store.invoiceNo(), clientId, lines, net, paymentDays, ...about };
    lab.invoices.set(invoice.number, invoice);
    return created(invoiceView(invoice, faults), { location: `/invoices/${invoice.number}` });
  },

  getInvoice: (call) => ok(invoiceView(find(call), call.faults)),

  creditInvoice: (call) => {
    const { store, faults } = call;
    const invoice = find(call);
    const { amount, reason } = call.input<{ amount: number; reason: string }>();
    const balance = totalOf(invoice) - (faults.has('credits-not-added') ? 0 : creditedOf(invoice));
    need(faults.has('whole-balance-refused') ? amount < balance : amount <= balance, 'exceeds_balance', 'The balance is smaller.');
    invoice.credits.push({ amount, reason, creditedAt: store.clock.now() });
    return created(invoiceView(invoice, faults));
  },
};
