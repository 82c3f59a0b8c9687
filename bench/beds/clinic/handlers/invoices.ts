// Invoices and payments. Amounts are counted in cents.
import type { Reply } from '../../http.ts';
import type { Store } from '../store.ts';
import type { InvoiceInput, InvoiceRecord, LineInput, PaymentInput } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Call, type Faults, found, once, type Part } from './call.ts';
import { pageOf } from './lists.ts';

const centsOf = (money: string): number => Number(money.replace('.', ''));

const moneyOf = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const amountOf = ({ quantity, unitPrice }: LineInput, faults: Faults): number =>
  faults.has('line-cents-cut') ? Math.floor(Number(unitPrice) * 100) * quantity : centsOf(unitPrice) * quantity;

function totalOf({ lines, discountPercent }: InvoiceInput, faults: Faults): number {
  const sum = lines.reduce((cents, line) => cents + amountOf(line, faults), 0);
  const hundredths = sum * (100 - discountPercent);
  return faults.has('half-cents-cut') ? Math.floor(hundredths / 100) : Math.floor((hundredths + 50) / 100);
}

/** The cents that are still to be paid. */
export const balanceOf = (invoice: InvoiceRecord, faults: Faults): number =>
  totalOf(invoice, faults) - invoice.payments.reduce((cents, { amount }) => cents + centsOf(amount), 0);

function statusOf(invoice: InvoiceRecord, faults: Faults): string {
  if (balanceOf(invoice, faults) === 0) return 'paid';
  return invoice.payments.length === 0 ? 'open' : 'partlyPaid';
}

function lookOf(invoice: InvoiceRecord, faults: Faults): InvoiceRecord & { readonly status: string } {
  const total = totalOf(invoice, faults);
  const isLong = faults.has('total-with-comma') && total >= 100_000;
  const balance = balanceOf(invoice, faults);
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, amount: moneyOf(amountOf(line, faults)) })),
    ...{ total: isLong ? (total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }) : moneyOf(total) },
    ...{ balance: faults.has('balance-as-number') ? balance / 100 : moneyOf(balance) },
    status: statusOf(invoice, faults),
    ...(faults.has('payments-null-if-none') && invoice.payments.length === 0 ? { payments: null } : {}),
  } as InvoiceRecord & { readonly status: string };
}

interface InvoiceQuery {
  readonly patientId?: number;
  readonly status?: string;
  readonly dueBefore?: string;
}

function listInvoices(call: Call, faults: Faults): Reply {
  const { patientId, status, dueBefore } = call.query<InvoiceQuery>();
  const isDue = (day: string): boolean => dueBefore === undefined || day < dueBefore;
  const keep = (one: InvoiceRecord & { readonly status: string }): boolean =>
    (patientId === undefined || one.patientId === patientId) && (status === undefined || one.status === status) && isDue(one.dueOn);
  const looks = [...call.clinic.invoices.values()].map((one) => lookOf(one, faults));
  return pageOf(call, looks, { keep, by: ({ createdAt }) => createdAt, isDown: true }, faults);
}

async function createInvoice({ clinic, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const body = await input<InvoiceInput>();
  const appointment = clinic.appointments.get(body.appointmentId);
  if (appointment === undefined) throw invalid('appointmentId', 'is no appointment of the clinic');
  if (appointment.status !== 'completed') throw conflict('The appointment is not completed.');
  const hasOne = [...clinic.invoices.values()].some(({ appointmentId }) => appointmentId === appointment.id);
  if (hasOne && !faults.has('second-invoice')) throw conflict('The appointment has an invoice.');
  const number = `INV-${String(clinic.invoices.size + 1).padStart(6, '0')}`;
  const invoice: InvoiceRecord = {
    id: store.id(),
    number,
    patientId: appointment.patientId,
    ...body,
    payments: [],
    createdAt: store.now(),
  };
  clinic.invoices.set(invoice.id, invoice);
  return { status: 201, body: lookOf(invoice, faults), headers: { location: `/invoices/${invoice.id}` } };
}

async function pay(call: Call, input: PaymentInput, store: Store, faults: Faults): Promise<Reply> {
  const { clinic } = call;
  const invoice = found(clinic.invoices, call.id('invoiceId'));
  const balance = balanceOf(invoice, faults);
  if (balance === 0) throw conflict('The invoice is paid.');
  const most = faults.has('payment-up-to-the-total') ? totalOf(invoice, faults) : balance;
  if (centsOf(input.amount) === 0) throw invalid('amount', 'is 0.00');
  if (centsOf(input.amount) > most) throw invalid('amount', 'is above the balance');
  const payment = { id: store.id(), ...input, receivedAt: store.now() };
  const before = found(clinic.invoices, invoice.id);
  clinic.invoices.set(invoice.id, { ...before, payments: [...before.payments, payment] });
  return { status: 201, body: payment };
}

export const invoices: Part = (store, faults) => ({
  listInvoices: (call) => listInvoices(call, faults),
  createInvoice: (call) => createInvoice(call, store, faults),
  getInvoice: ({ clinic, id }) => ({ status: 200, body: lookOf(found(clinic.invoices, id('invoiceId')), faults) }),
  payInvoice: async (call) => {
    found(call.clinic.invoices, call.id('invoiceId'));
    const input = await call.input<PaymentInput>();
    const act = () => pay(call, input, store, faults);
    return faults.has('payment-key-ignored') ? act() : once(call, input, act, faults);
  },
});
