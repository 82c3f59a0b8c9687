// Finds and keeps the customers of a shop. A customer is known by the email address.

import type { Address, AddressDetails, NewCustomer } from '@octavo/interfaces/f-instalments';
import type { Tables, Unit } from './deps.ts';
import { listedAs, newId } from './identifiers.ts';
import { seconds } from './rules/dates.ts';
import { add, all, find, revise } from './store/rows.ts';
import type { KeptCustomer, Row } from './tables.ts';

/**
 * The customer with the email address, with missing details added; a new one where there is none.
 * @param known of whom the details are, where that is known
 */
export async function keepCustomer(unit: Unit, shop: string, given: NewCustomer, known?: Row<'f_customers'>): Promise<Row<'f_customers'>> {
  const { deps, tables, at } = unit;
  const email_key = given.email?.toLowerCase() ?? null;
  const before = known ?? (email_key === null ? undefined : (await all(tables, 'f_customers', { shop, email_key }))[0]);
  if (before !== undefined) return addDetails(unit, before, given);
  const row = { ...listedAs(deps, 'customer', shop, at), email_key, details: kept(unit, given) };
  return add(tables, 'f_customers', { ...row, email_verified: false, phone_verified: false, card_works: true });
}

/** Adds details that are missing, and keeps those that are there. */
async function addDetails(unit: Unit, row: Row<'f_customers'>, given: NewCustomer): Promise<Row<'f_customers'>> {
  const before = row.details;
  const present = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null));
  const added = kept(unit, given);
  const email_key = row.email_key ?? given.email?.toLowerCase() ?? null;
  if (email_key === row.email_key && Object.keys(added).every((name) => name in present)) return row;
  return revise(unit.tables, 'f_customers', row, { details: { ...added, ...present }, email_key });
}

export async function customerById(tables: Tables, id: string | null): Promise<Row<'f_customers'> | undefined> {
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
