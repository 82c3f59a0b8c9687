// Invoices and their payments.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { sumsOf } from '../money.ts';
import type { Store } from '../store.ts';
import type { Invoice, PaymentInput } from '../things.ts';
import { invoiceState, invoiceView, tagOf } from '../views.ts';
import { allow } from '../wire.ts';
import { type Faults, type Handlers, once, tagged, thing } from './call.ts';
import { listed } from './lists.ts';

interface Filter {
  readonly state?: string;
  readonly bidderId?: number;
  readonly saleId?: number;
  readonly overdue?: boolean;
}

export function invoices(store: Store, faults: Faults): Handlers {
  const isOverdue = (invoice: Invoice): boolean =>
    invoice.dueOn < store.today() && (sumsOf(invoice).balance > 0 || faults.has('overdue-although-paid'));

  const fits = (invoice: Invoice, { state, bidderId, saleId, overdue }: Filter): boolean =>
    (state === undefined || invoiceState(invoice, faults) === state) &&
    (bidderId === undefined || invoice.bidderId === bidderId) &&
    (saleId === undefined || invoice.saleId === saleId) &&
    (overdue === undefined || isOverdue(invoice) === overdue);

  function record(invoice: Invoice, input: PaymentInput): Reply {
    invoice.payments.push({ id: store.id('payment'), ...input });
    const body = invoiceView(invoice, faults);
    return { status: 201, body, headers: { etag: tagOf(body, faults) } };
  }

  return {
    listInvoices: (call) => {
      const all = [...call.house.invoices.values()];
      const found = all.filter((invoice) => fits(invoice, call.query<Filter>()));
      return listed(call, 'invoices', found, (invoice) => invoiceView(invoice, faults), faults, { unfiltered: all.length });
    },

    getInvoice: (call) => {
      const body = invoiceView(thing(call, call.house.invoices, 'invoiceId'), faults);
      return tagged(call, body, tagOf(body, faults), faults);
    },

    recordPayment: (call) => {
      const invoice = thing(call, call.house.invoices, 'invoiceId');
      const input = call.input<PaymentInput>();
      const pay = async (): Promise<Reply> => {
        allow(input.amount <= sumsOf(invoice).balance, 'The amount is above the balance.');
        if (faults.has('two-payments-at-once')) await gap();
        return record(invoice, input);
      };
      return faults.has('payment-sent-again-counts') ? pay() : once(call, 'recordPayment', input, pay);
    },
  };
}
