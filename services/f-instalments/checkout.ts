// Walks a shopper through a payment: gives details, is scored, and pays the first instalment. The page and control use it.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { begin, isOpen } from './charges.ts';
import { addDetails, customerById, keepCustomer } from './customers.ts';
import { type Loaded, moveTo, reload, type Unit, update } from './payments.ts';
import type { KeptCustomer } from './records.ts';
import { scoreOf } from './rules/scoring.ts';

/**
 * Scores the shopper with the details that are known and given. An accepted one pays the first instalment, unless the shop captures it.
 * @throws the refusal 409 where the payment is not open any more
 */
export async function checkOut(unit: Unit, loaded: Loaded, details: CustomerDetails): Promise<Loaded> {
  if (!isOpen(loaded)) throw refuse(409, { code: 'not_open', detail: `The payment is ${loaded.row.state}.` });
  const { row } = await withDetails(unit, loaded, details);
  const customer = await customerById(unit.tables, row.customer);
  const known = customer === undefined ? undefined : (JSON.parse(customer.details) as KeptCustomer);
  if (row.state !== 'scored_yes') {
    const score = scoreOf(known, await hasLatePayment(unit, row.customer));
    if (score !== row.state) await moveTo(unit, await reload(unit, loaded), score, 'payment.scored', row.purchase_amount);
  }
  const scored = await reload(unit, loaded);
  if (scored.row.state === 'scored_yes' && scored.row.capture_method === 'automatic') await begin(unit, scored);
  return reload(unit, loaded);
}

async function withDetails(unit: Unit, loaded: Loaded, details: CustomerDetails): Promise<Loaded> {
  const { deps, tables, at } = unit;
  const { row } = loaded;
  const before = await customerById(tables, row.customer);
  if (before === undefined) {
    const person = await keepCustomer(deps, tables, row.shop, at, details);
    await update(unit, row.id, { customer: person.id });
  } else await addDetails(deps, tables, before, at, details);
  return reload(unit, loaded);
}

async function hasLatePayment({ tables }: Unit, customer: string | null): Promise<boolean> {
  if (customer === null) return false;
  const late = await tables
    .selectFrom('f_payments')
    .select('id')
    .where('customer', '=', customer)
    .where('state', 'in', ['late_dunning', 'late_contact_customer', 'default'])
    .executeTakeFirst();
  return late !== undefined;
}
