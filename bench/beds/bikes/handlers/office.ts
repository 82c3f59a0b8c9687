// Customers and tokens.
import { gap } from '../../clock.ts';
import { without } from '../../members.ts';
import { contains } from '../../texts.ts';
import type { Company } from '../store.ts';
import type { Customer, Token } from '../things.ts';
import { conflict } from '../wire.ts';
import { openBookings } from './bookings.ts';
import { type Call, type Faults, type Part, requireThing } from './call.ts';
import { patched } from './changes.ts';
import { numbered, sorted } from './lists.ts';

interface Query {
  readonly q?: string;
  readonly sort: string;
}

function countOf(company: Company, { id }: Customer, faults: Faults): number {
  if (faults.has('customer-count-of-all-bookings'))
    return [...company.bookings.values()].filter(({ customerId }) => customerId === id).length;
  return openBookings(company, { customerId: id }).length;
}

function checkEmail({ customers }: Company, email: string | undefined, faults: Faults, id?: string): void {
  const same = (one: Customer): boolean =>
    faults.has('customer-email-taken-by-case') ? one.email === email : one.email.toLowerCase() === email?.toLowerCase();
  if (email !== undefined && [...customers.values()].some((one) => one.id !== id && same(one)))
    throw conflict('Another customer has this email.');
}

function kept(given: Customer, faults: Faults): Customer {
  const { name, email, birthDate } = given;
  const shifted = birthDate?.replace(/^(\d{4})-(\d\d)-(\d\d)$/, (all, year, month, day) =>
    Number(day) <= 12 ? `${year}-${day}-${month}` : all,
  );
  return {
    ...given,
    name: faults.has('customer-name-composed') ? name.normalize('NFC') : name,
    email: faults.has('customer-email-lower-cased') ? email.toLowerCase() : email,
    ...(shifted !== undefined && faults.has('customer-birth-date-turned') ? { birthDate: shifted } : {}),
  };
}

function isFound({ name, email }: Customer, q: string | undefined, faults: Faults): boolean {
  return q === undefined || contains(name, q) || (contains(email, q) && !faults.has('customers-search-name-only'));
}

export const office: Part = (store, faults) => {
  /** A customer as answers show it. A fault may show the PIN in one of them. */
  function look(company: Company, customer: Customer, fault: string): object {
    const shown = faults.has(fault) ? customer : without(customer, 'pin');
    return { ...shown, bookingCount: countOf(company, customer, faults) };
  }

  const requireCustomer = ({ company, id }: Call): Customer => requireThing(company, company.customers, id('customerId'));

  return {
    listCustomers: (call) => {
      const { q, sort } = call.query<Query>();
      const companies = faults.has('customers-search-all-companies') && q !== undefined ? [...store.companies.values()] : [call.company];
      const found = companies.flatMap(({ customers }) => [...customers.values()]).filter((customer) => isFound(customer, q, faults));
      const key = sort.endsWith('name') ? ({ name }: Customer): string => name : ({ createdAt }: Customer): string => createdAt;
      const isDown = sort.startsWith('-') && !faults.has('customers-minus-ignored');
      const isLoose = faults.has('customers-sort-within-page');
      const reply = numbered(call, isLoose ? found : sorted(found, key, isDown), faults, 'customers');
      const page = isLoose ? sorted(reply.body, key, isDown) : reply.body;
      return { ...reply, body: page.map((customer) => look(call.company, customer, 'customer-pin-listed')) };
    },

    createCustomer: async ({ company, input }) => {
      const given = input<Customer>();
      checkEmail(company, given.email, faults);
      if (faults.has('customer-twice-at-once')) await gap();
      const now = store.now();
      const customer: Customer = { ...kept(given, faults), id: store.id(), createdAt: now, updatedAt: now };
      company.customers.set(customer.id, customer);
      const body = look(company, customer, 'customer-pin-echoed');
      const headers = faults.has('customer-created-without-location') ? {} : { location: `/customers/${customer.id}` };
      return { status: 201, body: faults.has('customer-created-at-number') ? { ...body, createdAt: Date.parse(now) } : body, headers };
    },

    getCustomer: (call) => {
      const body = look(call.company, requireCustomer(call), 'customer-pin-shown');
      return { status: 200, body: faults.has('customer-undeclared-member') ? { ...body, internalScore: 3 } : body };
    },

    updateCustomer: (call) => {
      const customer = requireCustomer(call);
      const given = call.input<Partial<Customer>>();
      checkEmail(call.company, given.email, faults, customer.id);
      const address =
        faults.has('customer-patch-merges-address') && given.address ? { ...customer.address, ...given.address } : given.address;
      const whole =
        address === undefined || (address === null && faults.has('customer-patch-null-ignored'))
          ? without(given, 'address')
          : { ...given, address };
      const lost = faults.has('customer-patch-resets-newsletter') ? { newsletter: false } : {};
      const next = { ...patched({ ...customer, ...lost }, whole), updatedAt: store.now() };
      call.company.customers.set(customer.id, next);
      return { status: 200, body: look(call.company, next, 'customer-pin-after-change') };
    },

    deleteCustomer: ({ company, id }) => {
      const wide = [...store.companies.values()].find(({ customers }) => customers.has(id('customerId')));
      const owner = (faults.has('customer-delete-of-other-company') ? wide : undefined) ?? company;
      const customer = requireThing(owner, owner.customers, id('customerId'));
      const isUsed = openBookings(owner, { customerId: customer.id }).length > 0;
      if (isUsed && !faults.has('customer-delete-with-booking')) throw conflict('The customer has a booking.');
      owner.customers.delete(customer.id);
      if (!faults.has('customer-deleted-404')) owner.gone.add(customer.id);
      return { status: 204 };
    },

    listTokens: ({ company }) => {
      const all = [...company.tokens.values()];
      const shown = faults.has('tokens-newest-first') ? all.toReversed() : all;
      return { status: 200, body: shown.map(({ value, secret }) => (faults.has('token-secret-listed') ? { ...value, secret } : value)) };
    },

    createToken: ({ company, input }) => {
      const given = input<Token>();
      const value: Token = { ...given, id: store.id(), createdAt: store.now() };
      const secret = `fleet-${store.id()}`;
      company.tokens.set(value.id, { value: faults.has('token-expiry-lost') ? without(value, 'expiresAt') : value, secret });
      return { status: 201, body: { ...value, secret } };
    },

    deleteToken: ({ company, id }) => {
      const { value } = requireThing(company, company.tokens, id('tokenId'));
      if (!faults.has('token-works-after-delete')) company.tokens.delete(value.id);
      company.gone.add(value.id);
      return { status: 204 };
    },
  };
};
