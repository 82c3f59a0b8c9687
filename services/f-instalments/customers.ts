// Finds and keeps the customers of a shop. A customer is known by the email address.

import type { Address, AddressDetails, NewCustomer } from '@octavo/interfaces/f-instalments';
import type { Tables, Unit } from './deps.ts';
import { listedAs, newId } from './identifiers.ts';
import { seconds } from './rules/dates.ts';
import { all, change, find, insert } from './store/rows.ts';
import type { CustomerRow, KeptCustomer } from './tables.ts';

/**
 * The customer with the email address, with missing details added; a new one where there is none.
 * @param known of whom the details are, where that is known
 */
export async function keepCustomer(unit: Unit, shop: string, given: NewCustomer, known?: CustomerRow): Promise<CustomerRow> {
  const { deps, tables, at } = unit;
  const email_key = given.email?.toLowerCase() ?? null;
  const before = known ?? (email_key === null ? undefined : (await all(tables, 'f_customers', { shop, email_key }))[0]);
  if (before !== undefined) return addDetails(unit, before, given);
  const row: CustomerRow = {
    ...listedAs(deps, 'customer', shop, at),
    email_key,
    details: kept(unit, given),
    email_verified: false,
    phone_verified: false,
    card_works: true,
  };
  await insert(tables, 'f_customers', row);
  return row;
}

/** Adds details that are missing, and keeps those that are there. */
async function addDetails(unit: Unit, row: CustomerRow, given: NewCustomer): Promise<CustomerRow> {
  const before = row.details;
  const present = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null));
  const added = kept(unit, given);
  const email_key = row.email_key ?? given.email?.toLowerCase() ?? null;
  if (email_key === row.email_key && Object.keys(added).every((name) => name in present)) return row;
  const changes = { details: { ...added, ...present }, email_key };
  await change(unit.tables, 'f_customers', row.id, changes);
  return { ...row, ...changes };
}

export async function customerById(tables: Tables, id: string | null): Promise<CustomerRow | undefined> {
  return id === null ? undefined : await find(tables, 'f_customers', id);
}

/** An address with an identifier. */
export function keptAddress({ deps, at }: Unit, details: AddressDetails): Address {
  return { id: newId(deps, 'address'), created: seconds(at), ...details };
}

function kept(unit: Unit, { addresses, ...details }: NewCustomer): KeptCustomer {
  return {
    is_business: false,
    ...details,
    ...(addresses === undefined ? {} : { addresses: addresses.map((one) => keptAddress(unit, one)) }),
  };
}
