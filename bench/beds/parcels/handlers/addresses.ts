// The address book.
import { compare, contains } from '../../texts.ts';
import { type Account, newId } from '../store.ts';
import type { Address } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Call, checkMatch, etagOf, type Faults, found, type Part, shown } from './call.ts';
import { isCreatedIn, pageOf } from './lists.ts';

interface Query {
  readonly country?: string;
  readonly q?: string;
  readonly sort: string;
}

type Input = Omit<Address, 'id' | 'created' | 'updated'>;

const FORMS: Readonly<Record<string, RegExp>> = { NL: /^\d{4} [A-Z]{2}$/, DE: /^\d{5}$/ };
const LOOSE = /^\d{4} ?[A-Z]{2}$/;

function checkPostalCode({ country, postal_code: code }: Pick<Address, 'country' | 'postal_code'>, faults: Faults): void {
  const form = country === 'NL' && faults.has('postal-code-without-space') ? LOOSE : FORMS[country];
  if (form !== undefined && !form.test(code)) throw unprocessable('/postal_code', `is no postal code of ${country}`);
}

function isFound({ name, company, city }: Address, q: string, faults: Faults): boolean {
  const texts = faults.has('addresses-search-skips-company') ? [name, city] : [name, company, city];
  return texts.some((text) => (faults.has('addresses-search-case') ? (text ?? '').includes(q) : contains(text, q)));
}

function isUsed({ shipments, pickups }: Account, id: string, faults: Faults): boolean {
  const ofShipment = [...shipments.values()].some(
    ({ sender, recipient }) => sender === id || (recipient === id && !faults.has('address-deleted-under-recipient')),
  );
  return ofShipment || [...pickups.values()].some(({ address }) => address === id);
}

function sorted(all: readonly Address[], sort: string): Address[] {
  const ordered = sort.endsWith('name') ? all.toSorted((a, b) => compare(a.name, b.name)) : [...all];
  return sort.startsWith('-') ? ordered.reverse() : ordered;
}

/** What the ETag of an address is of. */
const tagged = (address: Address, faults: Faults): unknown => (faults.has('address-etag-stays') ? address.id : address);

const isListed = (call: Call, address: Address, { country, q }: Query, faults: Faults): boolean =>
  isCreatedIn(call, address, faults) &&
  (country === undefined || address.country === country) &&
  (q === undefined || isFound(address, q, faults));

export const addresses: Part = (store, faults) => ({
  listAddresses: (call) => {
    const accounts = faults.has('addresses-of-all-accounts') ? [...store.accounts.values()] : [call.account];
    const query = call.query<Query>();
    const all = accounts.flatMap((account) => [...account.addresses.values()]).filter((one) => isListed(call, one, query, faults));
    return pageOf(call, sorted(all, query.sort), faults);
  },
  createAddress: (call) => {
    const { phone = null, email = null, ...input } = call.input<Partial<Input> & Pick<Input, 'country' | 'postal_code'>>();
    checkPostalCode(input, faults);
    const now = store.now();
    const address = { id: newId('adr'), ...input, phone, email, created: now, updated: now } as Address;
    call.account.addresses.set(address.id, address);
    const location = `/v1/addresses/${address.id}`;
    return { status: 201, body: address, headers: { location, etag: etagOf(tagged(address, faults)) } };
  },
  getAddress: (call) => {
    const address = found(call.account.addresses, call.id('address_id'));
    return shown(call, address, etagOf(tagged(address, faults)), faults);
  },
  updateAddress: (call) => {
    const address = found(call.account.addresses, call.id('address_id'));
    const changes = call.input<Partial<Input>>();
    checkMatch(call, tagged(address, faults), faults);
    const reset = faults.has('address-patch-resets-residential') ? { residential: false } : {};
    const changed = { ...address, ...reset, ...changes, updated: store.now() };
    if (!faults.has('postal-code-any-in-patch')) checkPostalCode(changed, faults);
    call.account.addresses.set(address.id, changed);
    return { status: 200, body: changed, headers: { etag: etagOf(tagged(changed, faults)) } };
  },
  deleteAddress: (call) => {
    const { id } = found(call.account.addresses, call.id('address_id'));
    if (isUsed(call.account, id, faults)) throw conflict('A shipment or a pickup names the address.');
    call.account.addresses.delete(id);
    return faults.has('address-delete-with-body') ? { status: 200, body: { id, deleted: true } } : { status: 204 };
  },
});
