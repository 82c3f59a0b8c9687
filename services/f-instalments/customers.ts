// Finds and keeps the customers of a shop. A customer is known by the email address.

import type { Address, AddressDetails, NewCustomer } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Deps } from './deps.ts';
import { listedAs, newId } from './identifiers.ts';
import type { KeptCustomer } from './records.ts';
import { seconds } from './rules/dates.ts';
import type { CustomerRow, InstalmentsTables } from './tables.ts';

/** The customer with the email address, with missing details added; a new one where there is none. */
export async function keepCustomer(
  deps: Pick<Deps, 'ids'>,
  tables: Kysely<InstalmentsTables>,
  shop: string,
  at: number,
  given: NewCustomer,
): Promise<CustomerRow> {
  const email_key = given.email?.toLowerCase() ?? null;
  const known = email_key === null ? undefined : await customerWithEmail.first(tables, { shop, email: email_key });
  if (known !== undefined) return addDetails(deps, tables, known, at, given);
  const row: CustomerRow = {
    ...listedAs(deps, 'customer', shop, at),
    email_key,
    details: JSON.stringify(kept(deps, at, given)),
    email_verified: 0,
    phone_verified: 0,
    card_works: 1,
  };
  await tables.insertInto('f_customers').values(row).execute();
  return row;
}

/** Adds details that are missing, and keeps those that are there. */
export async function addDetails(
  deps: Pick<Deps, 'ids'>,
  tables: Kysely<InstalmentsTables>,
  row: CustomerRow,
  at: number,
  given: NewCustomer,
): Promise<CustomerRow> {
  const before = JSON.parse(row.details) as KeptCustomer;
  const present = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null));
  const added = kept(deps, at, given);
  const email_key = row.email_key ?? given.email?.toLowerCase() ?? null;
  if (email_key === row.email_key && Object.keys(added).every((name) => name in present)) return row;
  const details = JSON.stringify({ ...added, ...present });
  await tables.updateTable('f_customers').set({ details, email_key }).where('id', '=', row.id).execute();
  return { ...row, details, email_key };
}

export async function customerById(tables: Kysely<InstalmentsTables>, id: string | null): Promise<CustomerRow | undefined> {
  return id === null ? undefined : await customerWithId.first(tables, { id });
}

const customerWithId = prepare((tables: Kysely<InstalmentsTables>, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('f_customers').selectAll().where('id', '=', given('id')),
);

const customerWithEmail = prepare((tables: Kysely<InstalmentsTables>, given: Given<{ readonly shop: string; readonly email: string }>) =>
  tables.selectFrom('f_customers').selectAll().where('shop', '=', given('shop')).where('email_key', '=', given('email')),
);

/** An address with an identifier. */
export function keptAddress(deps: Pick<Deps, 'ids'>, at: number, details: AddressDetails): Address {
  return { id: newId(deps, 'address'), created: seconds(at), ...details };
}

function kept(deps: Pick<Deps, 'ids'>, at: number, { addresses, ...details }: NewCustomer): KeptCustomer {
  return {
    is_business: false,
    ...details,
    ...(addresses === undefined ? {} : { addresses: addresses.map((one) => keptAddress(deps, at, one)) }),
  };
}
