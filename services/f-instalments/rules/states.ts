// Says which states of a payment follow which, and what may be done in them.

import type { PaymentState } from '@octavo/interfaces/f-instalments';

const NEXT: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  not_ready: ['not_started'],
  not_started: ['scored_yes', 'scored_maybe', 'scored_no', 'stopped'],
  scored_maybe: ['scored_yes', 'scored_no', 'stopped'],
  scored_no: [],
  scored_yes: ['in_progress', 'stopped'],
  in_progress: ['paid', 'late_dunning', 'stopped'],
  paid: [],
  late_dunning: ['in_progress', 'late_contact_customer'],
  late_contact_customer: ['in_progress', 'default'],
  default: ['collection_done'],
  collection_done: [],
  stopped: [],
};

/** Whether one state may follow the other at once. */
export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  return NEXT[from].includes(to);
}

/** Whether an instalment of the payment is overdue. */
export function isLate(state: PaymentState): boolean {
  return state === 'late_dunning' || state === 'late_contact_customer' || state === 'default';
}

/** Days after its due date at which an overdue instalment makes a payment worse, and the state that it then has. */
export const LATE_STEPS: readonly { readonly days: number; readonly state: PaymentState }[] = [
  { days: 7, state: 'late_contact_customer' },
  { days: 15, state: 'default' },
  { days: 45, state: 'collection_done' },
];
