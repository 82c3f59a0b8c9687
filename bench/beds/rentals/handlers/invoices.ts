// Invoices and their payments.
import { isDeepStrictEqual } from 'node:util';
import { without } from '../../members.ts';
import type { Payment, PaymentInput } from '../things.ts';
import { conflict } from '../wire.ts';
import { find, need, type Part, read } from './call.ts';
import { pageOf } from './lists.ts';
import { invoiceView } from './money.ts';

interface Filters {
  readonly state?: string;
  readonly customerNumber?: string;
  readonly dueBefore?: string;
}

export const invoices: Part = (store, faults) => ({
  listInvoices: (call) => {
    const { state, customerNumber, dueBefore } = call.query<Filters>();
    const isBefore = (day: string, other: string): boolean => (faults.has('due-before-with-its-day') ? day <= other : day < other);
    const found = [...call.company.invoices.values()]
      .map(invoiceView)
      .filter(
        (one) =>
          (state === undefined || one.state === state) &&
          (customerNumber === undefined || one.customerNumber === customerNumber) &&
          (dueBefore === undefined || isBefore(one.dueOn, dueBefore)),
      );
    return pageOf('invoices', call, faults, found);
  },

  getInvoice: (call) => {
    const view = invoiceView(find(call.company.invoices, call.id('invoiceNumber')));
    const state = view.state === 'partly-paid' && faults.has('partly-paid-as-open') ? 'open' : view.state;
    return read(call, { ...view, state });
  },

  recordPayment: ({ company, id, input }) => {
    const invoice = find(company.invoices, id('invoiceNumber'));
    const body = input<PaymentInput>();
    const first = invoice.payments.find(({ reference }) => reference === body.reference);
    if (first !== undefined && !faults.has('payment-recorded-twice')) {
      if (!isDeepStrictEqual(without(first, 'recordedAt'), body)) throw conflict('Another payment has this reference.');
      return { status: 200, body: first };
    }
    need(body.amount <= invoiceView(invoice).open || faults.has('invoice-overpaid'), 'The payment is more than what is open.');
    const method = faults.has('method-without-details') ? { type: body.method.type } : body.method;
    const payment: Payment = { ...body, method, recordedAt: store.now() };
    company.invoices.set(invoice.number, { ...invoice, payments: [...invoice.payments, payment] });
    return { status: 201, body: payment };
  },
});
