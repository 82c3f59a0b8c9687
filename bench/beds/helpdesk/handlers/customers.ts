// Customers and their addresses.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { byText, contains } from '../../texts.ts';
import type { Account } from '../store.ts';
import type { Address, AddressFields, Customer, CustomerFields } from '../things.ts';
import { conflict, type Fault, Invalid, notFound, Refusal } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { paged, sorted } from './lists.ts';
import type { Part } from './part.ts';

type Faults = ReadonlySet<string>;

/** The members that are declared. Others are ignored. */
function declared(given: CustomerFields, faults: Faults): Omit<Customer, 'id' | 'version' | 'created_at' | 'updated_at'> {
  const { name, kind, email, vat_id = null, phones, credit_limit, locale, contract = null, marketing_consent } = given;
  const limit = faults.has('customer-credit-cents-lost') ? credit_limit.replace(/0$/, '') : credit_limit;
  return {
    name: faults.has('customer-name-latin') ? name.replaceAll(/[^\0-ÿ]/gu, '?') : name,
    kind,
    email: faults.has('customer-email-lower-cased') ? email.toLowerCase() : email,
    vat_id,
    phones: faults.has('customer-phones-sorted') ? phones.toSorted() : phones,
    credit_limit: limit,
    locale,
    contract: contract === null ? null : { ...contract, ...(faults.has('customer-contract-day-shifted') ? shifted(contract) : {}) },
    marketing_consent,
  };
}

/** The day before, as a date turns out that is read as local time east of UTC. */
function shifted({ starts_on }: { starts_on: string }): { starts_on: string } {
  const at = new Date(`${starts_on}T00:00:00Z`).getTime() - 3_600_000;
  return { starts_on: new Date(at).toISOString().slice(0, 10) };
}

/** The rules that the schema of a customer cannot say. */
function faultsOfFields({ kind, vat_id, contract }: CustomerFields, faults: Faults): Fault[] {
  const found: Fault[] = [];
  if (kind === 'business' && !vat_id && !faults.has('customer-business-without-vat')) {
    found.push({ at: ['vat_id'], reason: 'is missing for a business' });
  }
  const ends = contract?.ends_on ?? '9999-12-31';
  if (contract && ends < contract.starts_on && !faults.has('customer-contract-backwards')) {
    found.push({ at: ['contract', 'ends_on'], reason: 'is before `starts_on`' });
  }
  return found;
}

function requireFields(fields: CustomerFields, faults: Faults): void {
  const found = faultsOfFields(fields, faults);
  if (found.length > 0) throw new Invalid(found);
}

function requireFreeEmail(account: Account, email: string, faults: Faults, but?: string): void {
  const same = (other: string): boolean =>
    faults.has('customer-email-taken-by-case') ? other === email : other.toLowerCase() === email.toLowerCase();
  const isTaken = [...account.customers.values()].some((customer) => same(customer.email) && customer.id !== but);
  if (isTaken) throw conflict('Another customer has this email.');
}

function requireCustomer({ account, path }: Call): Customer {
  const found = account.customers.get(path('customer_id'));
  if (found === undefined) throw notFound('customer');
  return found;
}

function look(account: Account, customer: Customer, faults: Faults): Customer & { open_tickets: number } {
  const states = faults.has('customer-open-counts-solved') ? ['new', 'open', 'pending', 'solved'] : ['new', 'open', 'pending'];
  const open = [...account.tickets.values()].filter(
    ({ value }) =>
      value.requester_id === customer.id &&
      states.includes(value.status) &&
      (value.deleted_at === null || faults.has('customer-open-counts-deleted')),
  );
  return { ...customer, open_tickets: open.length };
}

const customers: Part = (store, faults): Handlers => {
  function add(account: Account, fields: CustomerFields): Customer {
    const now = store.now();
    const value: Customer = { id: store.id('cus'), ...declared(fields, faults), version: 1, created_at: now, updated_at: now };
    account.customers.set(value.id, value);
    return value;
  }

  function create(call: Call, fields: CustomerFields): Reply {
    const value = add(call.account, fields);
    const status = faults.has('customer-created-200') ? 200 : 201;
    const headers = faults.has('customer-created-without-location') ? {} : { location: `/customers/${value.id}` };
    return { status, body: look(call.account, value, faults), headers };
  }

  return {
    listCustomers: (call) => {
      const { 'filter[kind]': kind, 'filter[locale]': locale, q, sort } = call.query as Record<string, string | undefined>;
      const wide = faults.has('customers-search-all-accounts') && q !== undefined;
      const accounts = wide ? [...store.accounts.values()] : [call.account];
      const all = accounts.flatMap((account) => [...account.customers.values()]);
      const found = all.filter(
        (customer) =>
          (kind === undefined || customer.kind === kind) &&
          (locale === undefined || customer.locale === locale || faults.has('customers-locale-ignored')) &&
          (q === undefined || contains(customer.name, q) || (contains(customer.email, q) && !faults.has('customers-search-name-only'))),
      );
      const text = sort ?? 'name';
      const isDown = text.startsWith('-') && !faults.has('customers-minus-ignored');
      const field = text.replace('-', '') as 'name' | 'created_at';
      const by = (value: string): string => (faults.has('customers-sort-by-case') ? value.toLowerCase() : value);
      const ordered = sorted(found, (a, b) => byText(by(a[field]), by(b[field])), isDown);
      const looks = ordered.map((customer) => look(call.account, customer, faults));
      return paged(call, looks, faults);
    },

    createCustomer: (call) => {
      const fields = call.input<CustomerFields>();
      requireFields(fields, faults);
      requireFreeEmail(call.account, fields.email, faults);
      return faults.has('customer-twice-at-once') ? gap().then(() => create(call, fields)) : create(call, fields);
    },

    importCustomers: (call) => {
      const { customers: all } = call.input<{ customers: CustomerFields[] }>();
      const found = all.flatMap((fields, index) =>
        faultsOfFields(fields, faults).map(({ at, reason }) => ({ at: ['customers', String(index), ...at], reason })),
      );
      if (found.length > 0) throw new Invalid(found);
      const ids: string[] = [];
      const emails = new Set<string>();
      for (const fields of all) {
        requireFreeEmail(call.account, fields.email, faults);
        if (emails.has(fields.email.toLowerCase())) throw conflict('Two of the customers have the same email.');
        emails.add(fields.email.toLowerCase());
        if (faults.has('customer-import-half')) ids.push(add(call.account, fields).id);
      }
      if (ids.length === 0) ids.push(...all.map((fields) => add(call.account, fields).id));
      return { status: 201, body: { ids } };
    },

    getCustomer: (call) => ({ status: 200, body: look(call.account, requireCustomer(call), faults) }),

    replaceCustomer: (call) => {
      const old = requireCustomer(call);
      const given = call.input<CustomerFields & { version: number }>();
      requireFields(given, faults);
      if (given.version !== old.version && !faults.has('customer-put-any-version'))
        throw new Refusal(409, 'version_conflict', 'The customer has another version.');
      requireFreeEmail(call.account, given.email, faults, old.id);
      const fields = declared(given, faults);
      const kept = faults.has('customer-put-keeps-vat') ? { vat_id: fields.vat_id ?? old.vat_id ?? null } : {};
      const created_at = faults.has('customer-put-moves-creation') ? store.now() : old.created_at;
      const version = faults.has('customer-version-stays') ? old.version : old.version + 1;
      const value: Customer = { ...old, ...fields, ...kept, version, created_at, updated_at: store.now() };
      call.account.customers.set(value.id, value);
      return { status: 200, body: look(call.account, value, faults) };
    },

    deleteCustomer: ({ account, ...call }) => {
      const { id } = requireCustomer({ account, ...call });
      const named = [...account.tickets.values()].some(
        ({ value }) => value.requester_id === id && (value.deleted_at === null || !faults.has('customer-delete-with-deleted-ticket')),
      );
      if (named && !faults.has('customer-delete-in-use')) throw conflict('A ticket names the customer.');
      account.customers.delete(id);
      if (faults.has('customer-delete-leaves-addresses')) return { status: 204 };
      for (const [key, { owner }] of account.addresses) if (owner === id) account.addresses.delete(key);
      return { status: 204 };
    },
  };
};

const addresses: Part = (store, faults): Handlers => {
  const own = (account: Account, customer: string): Address[] =>
    [...account.addresses.values()].filter(({ owner }) => owner === customer).map(({ value }) => value);

  function requireFreeLabel(account: Account, customer: string, label: string, but?: string): void {
    const isTaken = own(account, customer).some((address) => address.label === label && address.id !== but);
    if (isTaken && !faults.has('address-label-taken')) throw conflict('Another address has this label.');
  }

  function put(account: Account, customer: string, value: Address): void {
    account.addresses.set(value.id, { owner: customer, value });
    if (!value.primary || faults.has('address-two-primary')) return;
    for (const record of account.addresses.values()) {
      const isOther = record.owner === customer && record.value.id !== value.id;
      if (isOther) record.value = { ...record.value, primary: false };
    }
  }

  const fieldsOf = ({ label, line1, city, postal_code = null, country, primary }: AddressFields): Omit<Address, 'id'> => ({
    label,
    line1: faults.has('address-line-capitals') ? line1.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()) : line1,
    city,
    postal_code: faults.has('address-code-spaces') && postal_code !== null ? postal_code.replaceAll(' ', '') : postal_code,
    country,
    primary,
  });

  function requireAddress(call: Call): Address {
    if (!faults.has('customer-delete-leaves-addresses')) requireCustomer(call);
    const found = call.account.addresses.get(call.path('address_id'));
    if (found === undefined) throw notFound('address');
    const isOther = found.owner !== call.path('customer_id');
    if (isOther && !faults.has('address-under-other-customer')) throw notFound('address');
    return found.value;
  }

  return {
    listAddresses: (call) => {
      const { id } = requireCustomer(call);
      const data = own(call.account, id);
      return { status: 200, body: { data: faults.has('addresses-empty-null') && data.length === 0 ? null : data } };
    },

    addAddress: (call) => {
      const { id: customer } = requireCustomer(call);
      const fields = call.input<AddressFields>();
      const most = faults.has('address-sixth') ? 6 : 5;
      if (own(call.account, customer).length >= most) throw conflict('The customer has five addresses.');
      requireFreeLabel(call.account, customer, fields.label);
      const value: Address = { id: store.id('adr'), ...fieldsOf(fields) };
      put(call.account, customer, value);
      return { status: 201, body: value };
    },

    replaceAddress: (call) => {
      const { id } = requireAddress(call);
      const fields = call.input<AddressFields>();
      const customer = call.account.addresses.get(id)?.owner ?? '';
      requireFreeLabel(call.account, customer, fields.label, id);
      const value: Address = { id, ...fieldsOf(fields) };
      put(call.account, customer, value);
      return { status: 200, body: value };
    },

    deleteAddress: (call) => {
      call.account.addresses.delete(requireAddress(call).id);
      return { status: 204 };
    },
  };
};

export const clientele: Part = (store, faults, desk) => ({ ...customers(store, faults, desk), ...addresses(store, faults, desk) });
