// Walks a shopper through a payment: gives details, is scored, and pays the first instalment. The page and control use it.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';
import { refuse } from '@octavo/runtime';
import { begin, isOpen, stateOf } from './charges.ts';
import { customerById, keepCustomer } from './customers.ts';
import type { Unit } from './deps.ts';
import { type Loaded, moveTo, setCustomer } from './payments.ts';
import { scoreOf } from './rules/scoring.ts';

/**
 * Scores the shopper with the details that are known and given. An accepted one pays the first instalment, unless the shop captures it.
 * @throws the refusal 409 where the payment is not open any more
 */
export async function checkOut(unit: Unit, loaded: Loaded, details: CustomerDetails): Promise<Loaded> {
  if (!isOpen(loaded)) throw refuse(409, { code: 'not_open', detail: `The payment is ${stateOf(loaded)}.` });
  const { shop, customer } = loaded.row;
  const person = await keepCustomer(unit, shop, details, await customerById(unit.tables, customer));
  const scored = await scoreShopper(unit, await setCustomer(unit, loaded, person));
  if (scored.row.state === 'scored_yes' && scored.row.capture_method === 'automatic') return begin(unit, scored);
  return scored;
}

async function scoreShopper(unit: Unit, loaded: Loaded): Promise<Loaded> {
  const { customer, customer_details, state, purchase_amount: amount } = loaded.row;
  if (state === 'scored_yes') return loaded;
  const score = scoreOf(customer_details ?? undefined, await hasLatePayment(unit, customer));
  return score === state ? loaded : moveTo(unit, loaded, [{ state: score, type: 'payment.scored', amount }]);
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
