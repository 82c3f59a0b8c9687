// Customers.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { contains, isSameText } from '../../texts.ts';
import { pageOf } from '../pages.ts';
import { type Address, type Customer, type CustomerData, newId } from '../store.ts';
import { balanceOf, showCustomer } from '../views.ts';
import { type Call, changed, conflict, created, type Handlers, invalid, required, tagOf } from '../wire.ts';

const find = ({ store, path }: Call): Customer => required(store.customers, path('customerId'), 'customer');

function tagged(call: Call, customer: Customer): string {
  return tagOf(call.has('etag-of-customer-id') ? customer.id : showCustomer({ ...call, has: () => false }, customer));
}

function checkRules({ store, has }: Call, customer: CustomerData, id?: string): void {
  const isBusiness = customer.kind === 'business';
  if (isBusiness && customer.companyNumber === null && !(has('business-loses-company-number') && id !== undefined))
    throw invalid({ target: 'companyNumber', message: 'A business has a company number.' });
  if (!isBusiness && customer.companyNumber !== null && !has('private-with-company-number'))
    throw invalid({ target: 'companyNumber', message: 'A private customer has no company number.' });
  if (has('name-counted-in-utf16') && customer.name.length > 80) throw invalid({ target: 'name', message: 'The name is too long.' });
  const isSame = (email: string): boolean =>
    has('email-case-makes-another') ? email === customer.email : isSameText(email, customer.email);
  const others = [...store.customers.values()].filter((other) => other.id !== id);
  const gone = has('email-of-deleted-stays-taken') && [...store.goneEmails].some(isSame);
  const isTaken = others.some(({ email }) => isSame(email)) && !(has('email-taken-by-patch') && id !== undefined);
  if (gone || isTaken) throw conflict('EmailTaken', 'Another customer has this e-mail address.', 'email');
}

function list(call: Call): Reply {
  const { store, query, has } = call;
  const { kind, q, tag } = query as { kind?: string; q?: string; tag?: string };
  const own = [...store.customers.values()];
  const all = has('lists-customers-of-all-suppliers') ? call.stores.flatMap(({ customers }) => [...customers.values()]) : own;
  const holds = (text: string, part: string): boolean =>
    has('search-by-upper-and-lower-case') ? text.includes(part) : contains(text, part);
  const isFound = ({ name, email }: Customer): boolean =>
    q === undefined || holds(name, q) || (!has('search-without-email') && holds(email, q));
  const isTagged = ({ tags }: Customer): boolean =>
    tag === undefined || (has('tag-filter-only-first') ? tags[0] === tag : tags.includes(tag));
  const things = all.filter((one) => (kind === undefined || one.kind === kind) && isTagged(one) && isFound(one));
  const balance = (one: Customer): string | number => {
    const value = balanceOf(call, one);
    return has('balances-sorted-as-texts') ? String(value) : value;
  };
  return pageOf(call, { things, show: showCustomer, keys: { name: ({ name }) => name, balance } });
}

function create(call: Call): Reply {
  const data = call.body as CustomerData;
  checkRules(call, data);
  const tags = call.has('tags-sorted') ? data.tags.toSorted() : data.tags;
  const { kind, name, email, phone, companyNumber, address, notes } = data;
  const id = newId();
  const customer = { id, kind, name, email, phone, companyNumber, address, tags, notes, createdAt: call.store.clock.now() };
  call.store.customers.set(id, customer);
  const reply = created(showCustomer(call, customer), `/customers/${id}`, { etag: tagged(call, customer) });
  return call.has('customer-created-200') ? { ...reply, status: 200 } : reply;
}

function read(call: Call): Reply {
  const customer = find(call);
  const etag = tagged(call, customer);
  const known = call.header('if-none-match');
  const isKnown = call.has('if-none-match-one-tag') ? known === etag : known !== undefined && matchesWeak(known, etag);
  if (isKnown) return { status: 304, headers: { etag } };
  return { status: 200, body: showCustomer(call, customer), headers: { etag } };
}

interface Patch extends Partial<Omit<CustomerData, 'address' | 'kind'>> {
  readonly address?: Partial<Address>;
}

function update(call: Call): Reply {
  const { has, store } = call;
  const customer = find(call);
  const known = call.header('if-match');
  if (known !== undefined && !matchesStrong(known, tagged(call, customer)) && !has('if-match-ignored-by-patch')) throw changed();
  const { address, tags, notes, ...others } = call.body as Patch;
  const given = has('patch-null-ignored') ? Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)) : others;
  const patched: Customer = {
    ...customer,
    ...given,
    address: has('patch-replaces-address') ? ((address ?? customer.address) as Address) : { ...customer.address, ...address },
    tags: tags === undefined ? customer.tags : has('patch-adds-tags') ? [...new Set([...customer.tags, ...(tags ?? [])])] : (tags ?? []),
    notes: notes === undefined ? customer.notes : (notes ?? ''),
  };
  checkRules(call, patched, customer.id);
  store.customers.set(customer.id, patched);
  return { status: 200, body: showCustomer(call, patched), headers: { etag: tagged(call, patched) } };
}

function remove(call: Call): Reply {
  const { store, has } = call;
  const customer = find(call);
  const contracts = [...store.contracts.values()].filter(({ customerId }) => customerId === customer.id);
  const counted = has('deletes-customer-after-cancelling') ? contracts.filter(({ cancellation }) => cancellation === null) : contracts;
  if (counted.length > 0) throw conflict('CustomerHasContracts', 'The customer has or had a contract.');
  store.customers.delete(customer.id);
  store.goneEmails.add(customer.email);
  return has('delete-answers-200') ? { status: 200, body: showCustomer(call, customer) } : { status: 204 };
}

export const customers: Handlers = {
  listCustomers: list,
  createCustomer: create,
  getCustomer: read,
  updateCustomer: update,
  deleteCustomer: remove,
};
