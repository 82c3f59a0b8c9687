// Customers and their credit.
import { without } from '../../members.ts';
import { contains } from '../../texts.ts';
import type { Company } from '../store.ts';
import type { Customer, CustomerInput } from '../things.ts';
import { tagOf } from '../wire.ts';
import { checkTag, created, type Faults, find, need, type Part, read, refer, shown } from './call.ts';
import { pageOf } from './lists.ts';
import { creditUsed } from './money.ts';

interface Filters {
  readonly q?: string;
  readonly blocked?: boolean;
}

/** A customer as clients see it. */
const viewOf = (company: Company, customer: Customer, faults: Faults): Omit<Customer, 'portalPin'> & { readonly creditUsed: number } => ({
  ...without(customer, 'portalPin'),
  creditUsed: creditUsed(company, customer.number, faults),
});

/** Refuses a price list that is unknown, and a VAT number of another customer. */
function check(company: Company, { number, priceListNumber, vatNumber }: Partial<Customer>): void {
  if (typeof priceListNumber === 'string') refer(company.priceLists, priceListNumber, '/priceListNumber');
  const others = [...company.customers.values()].filter((one) => one.number !== number);
  need(typeof vatNumber !== 'string' || others.every((one) => one.vatNumber !== vatNumber), 'Another customer has this VAT number.');
}

export const customers: Part = (store, faults) => ({
  listCustomers: (call) => {
    const { q, blocked } = call.query<Filters>();
    const has = (name: string): boolean =>
      q === undefined || (faults.has('customers-search-by-case') ? name.includes(q) : contains(name, q));
    const found = [...call.company.customers.values()].filter((one) => has(one.name) && (blocked === undefined || one.blocked === blocked));
    const views = found.map((one) => viewOf(call.company, one, faults));
    return pageOf('customers', call, faults, views);
  },

  createCustomer: ({ company, input }) => {
    const body = input<CustomerInput>();
    check(company, body);
    const customer = { number: store.number('C'), ...body, createdAt: store.now() };
    company.customers.set(customer.number, customer);
    return created(viewOf(company, customer, faults), 'customers');
  },

  getCustomer: (call) => {
    const body = viewOf(call.company, find(call.company.customers, call.id('customerNumber')), faults);
    return read(call, body, tagOf(faults.has('customer-tag-without-credit') ? without(body, 'creditUsed') : body));
  },

  updateCustomer: (call) => {
    const { company } = call;
    const old = find(company.customers, call.id('customerNumber'));
    const seen = viewOf(company, old, faults);
    if (!faults.has('customer-changed-with-old-tag') || call.header('if-match') === undefined) checkTag(call, seen);
    const patch = call.input<Partial<CustomerInput>>();
    if (!faults.has('vat-number-taken-over')) check(company, { ...patch, number: old.number });
    need(patch.creditLimit === undefined || patch.creditLimit >= seen.creditUsed, 'The customer has used more.');
    const billingAddress = { ...old.billingAddress, ...patch.billingAddress };
    const customer = { ...old, ...patch, billingAddress };
    company.customers.set(customer.number, customer);
    return shown(faults.has('pin-shown-after-change') ? { ...customer, creditUsed: seen.creditUsed } : viewOf(company, customer, faults));
  },
});
