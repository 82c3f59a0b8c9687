// Translators and invoices.
import { conflict, found, type Handlers, shown } from '../call.ts';
import { type InvoiceAttributes, keep, type TranslatorAttributes } from '../store.ts';
import { viewOfInvoice, viewOfTranslator } from '../views.ts';

interface NewInvoice {
  readonly attributes: InvoiceAttributes;
  readonly relationships: {
    readonly client: { readonly data: { readonly id: string } };
    readonly jobs: { readonly data: readonly { readonly id: string }[] };
  };
}

/** Cents less a discount in percent, which has steps of a half. */
const discounted = (cents: number, discount: number): number => Math.floor((cents * (1000 - Math.round(discount * 10)) + 500) / 1000);

export const money: Handlers = {
  createTranslator: ({ store, agency, input }) => {
    const { attributes } = (input() as { data: { attributes: TranslatorAttributes } }).data;
    const email = attributes.email.toLowerCase();
    if ([...agency.translators.values()].some((other) => other.attributes.email.toLowerCase() === email))
      throw conflict('Another translator has this address.');
    const translator = keep(agency.translators, { ...store.thing(), attributes });
    return shown(201, viewOfTranslator(agency, translator), { location: `/translators/${translator.id}` });
  },

  getTranslator: ({ agency, id }) => shown(200, viewOfTranslator(agency, found(agency.translators, id, 'translator'))),

  createInvoice: ({ store, agency, has, header, input }) => {
    const { attributes, relationships } = (input() as { data: NewInvoice }).data;
    const client = found(agency.clients, relationships.client.data.id, 'client');
    const jobs = relationships.jobs.data.map(({ id }) => found(agency.jobs, id, 'job'));
    if ([...agency.invoices.values()].some((other) => other.attributes.number === attributes.number))
      throw conflict('Another invoice has this number.');
    for (const { status, invoiceId, documentId } of jobs) {
      if (status !== 'approved') throw conflict('A job is not approved.');
      if (invoiceId !== null && !has('charged-twice')) throw conflict('A job is on an invoice already.');
      const { projectId } = found(agency.documents, documentId, 'document');
      if (agency.projects.get(projectId)?.clientId !== client.id) throw conflict('A job belongs to another client.');
    }
    const subtotal = jobs.reduce((sum, { delivery }) => sum + (delivery?.cents ?? 0), 0);
    const { paymentDays, discount } = client.attributes;
    const total = has('total-without-discount') ? subtotal : discounted(subtotal, discount);
    const sums = { paymentDays, discount, subtotal, total };
    const made = { ...store.thing(), clientId: client.id, jobIds: jobs.map(({ id }) => id), attributes, ...sums };
    const invoice = keep(agency.invoices, made);
    for (const job of jobs) job.invoiceId = invoice.id;
    const reference = header('request-reference');
    const headers = reference === undefined ? {} : { 'request-reference': reference };
    return shown(201, viewOfInvoice(invoice), { location: `/invoices/${invoice.id}`, ...headers });
  },

  getInvoice: ({ agency, id }) => shown(200, viewOfInvoice(found(agency.invoices, id, 'invoice'))),
};
