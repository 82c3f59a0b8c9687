// Customers with their addresses.
import { without } from '../../members.ts';
import { byText, isSameText } from '../../texts.ts';
import { isOpen, newId, ordersOf, type Shop } from '../store.ts';
import type { Customer, CustomerChange, Faults, NewCustomer } from '../things.ts';
import { customerView } from '../views.ts';
import { conflict, gone, unusable } from '../wire.ts';
import { answerRead, answerWith, found, newestFirst, type Part, pageOf, requireMatch } from './call.ts';

interface Query {
  readonly email?: string;
  readonly marketing?: boolean;
  readonly country?: string;
  readonly sort: 'newest' | 'lastName';
}

function requireFree({ customers }: Shop, email: string, faults: Faults, own?: string): void {
  const isSame = (other: string): boolean => (faults.has('email-unique-by-case') ? other === email : isSameText(other, email));
  if ([...customers.values()].some((one) => one.id !== own && isSame(one.email))) throw conflict('Another customer has this address.');
}

function requireBorn(birthday: string | null | undefined): void {
  const today = new Date().toISOString().slice(0, 10);
  if (typeof birthday === 'string' && birthday > today) throw unusable('birthday', 'The day is still to come.');
}

/** The members that a caller sets, as they are kept. */
function kept<B extends CustomerChange>(body: B, faults: Faults): B {
  const { addresses } = body;
  if (addresses === undefined) return body;
  if (faults.has('no-addresses-ignored') && addresses.length === 0) return without(body, 'addresses');
  return faults.has('second-line-lost') ? { ...body, addresses: addresses.map((one) => without(one, 'line2')) } : body;
}

function matches({ email, marketing, addresses }: Customer, query: Query): boolean {
  return (
    (query.email === undefined || isSameText(email, query.email)) &&
    (query.marketing === undefined || marketing === query.marketing) &&
    (query.country === undefined || addresses.some(({ country }) => country === query.country))
  );
}

const DEFAULTS = { phone: null, birthday: null, addresses: [] };

/** Leaves the orders and the reviews of a customer without one, and deletes the carts. */
function forget({ orders, reviews, carts }: Shop, id: string): void {
  for (const order of orders.values()) if (order.customerId === id) orders.set(order.id, { ...order, customerId: null });
  for (const review of reviews.values()) if (review.customerId === id) reviews.set(review.id, { ...review, customerId: null });
  for (const cart of carts.values()) if (cart.customerId === id) carts.delete(cart.id);
}

export const customers: Part = (_, faults) => ({
  listCustomers: (call) => {
    const query = call.parameters<Query>();
    const all = newestFirst([...call.shop.customers.values()].filter((one) => matches(one, query)));
    const ordered = query.sort === 'lastName' ? all.toSorted((a, b) => byText(a.lastName, b.lastName)) : all;
    const show = (one: Customer) => without(customerView(call.shop, one), ...(faults.has('listed-without-addresses') ? ['addresses'] : []));
    return pageOf(call, ordered, show, faults);
  },

  createCustomer: ({ shop, input }) => {
    const body = input<NewCustomer>();
    requireFree(shop, body.email, faults);
    requireBorn(body.birthday);
    const customer: Customer = { id: newId(), ...DEFAULTS, ...kept(body, faults), createdAt: shop.clock.now() };
    shop.customers.set(customer.id, customer);
    const reply = answerWith(customerView(shop, customer), `/customers/${customer.id}`);
    return faults.has('new-customer-answers-200') ? { ...reply, status: 200 } : reply;
  },

  getCustomer: (call) => answerRead(call, customerView(call.shop, found(call.shop.customers, call.path('customerId'))), faults),

  updateCustomer: (call) => {
    const { shop, path, input } = call;
    const customer = found(shop.customers, path('customerId'));
    requireMatch(call, customerView(shop, customer));
    const change = input<CustomerChange>();
    if (change.email !== undefined) requireFree(shop, change.email, faults, customer.id);
    requireBorn(change.birthday);
    const changed = { ...customer, ...kept(change, faults) };
    shop.customers.set(customer.id, changed);
    return answerWith(customerView(shop, changed));
  },

  deleteCustomer: (call) => {
    const { shop, path } = call;
    const customer = found(shop.customers, path('customerId'));
    if (!faults.has('deletion-of-any-tag')) requireMatch(call, customerView(shop, customer));
    const isNeeded = faults.has('customer-gone-half-way') ? ({ status }: { status: string }) => status === 'placed' : isOpen;
    if (ordersOf(shop, customer.id).some(isNeeded)) throw conflict('An order is open.');
    forget(shop, customer.id);
    shop.customers.delete(customer.id);
    return gone;
  },
});
