// Says which states of a payment follow which, and what may be done in them.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import type { Transition } from '../../platform/machine.ts';

export const STATES = [
  'not_ready',
  'not_started',
  'scored_maybe',
  'scored_yes',
  'scored_no',
  'in_progress',
  'paid',
  'late_dunning',
  'late_contact_customer',
  'default',
  'collection_done',
  'stopped',
] as const satisfies readonly PaymentState[];

const CHECK_OUT = { action: 'check-out', parameter: 'payment' } as const;
const CANCEL = {
  to: 'stopped',
  cause: 'The shop cancels it before the first charge.',
  operation: 'cancelPayment',
  parameter: 'id',
} as const;
const CARD_WORKS = { to: 'in_progress', cause: 'What is overdue is paid.', action: 'set-card', parameter: 'payment' } as const;

/** Each way from one state to another, what leads there, and the call that does, where one does. */
export const TRANSITIONS: readonly Transition<PaymentState>[] = [
  { from: 'not_ready', to: 'not_started', cause: 'The shop gives what was missing.', operation: 'updatePayment', parameter: 'id' },
  { from: 'not_started', to: 'scored_yes', cause: 'The shopper confirms on the page and is accepted.', ...CHECK_OUT },
  { from: 'not_started', to: 'scored_maybe', cause: 'The shopper has to give more on the page.', ...CHECK_OUT },
  { from: 'not_started', to: 'scored_no', cause: 'The shopper is refused on the page.', ...CHECK_OUT },
  { from: 'not_started', ...CANCEL },
  { from: 'scored_maybe', to: 'scored_yes', cause: 'The shopper gives what was missing and is accepted.', ...CHECK_OUT },
  { from: 'scored_maybe', to: 'scored_no', cause: 'The shopper gives what was missing and is refused.', ...CHECK_OUT },
  { from: 'scored_maybe', ...CANCEL },
  { from: 'scored_yes', to: 'in_progress', cause: 'The first instalment is charged.', operation: 'capturePayment', parameter: 'id' },
  { from: 'scored_yes', ...CANCEL },
  { from: 'in_progress', to: 'paid', cause: 'The last instalment is charged on its day.' },
  { from: 'in_progress', to: 'late_dunning', cause: 'A charge fails on its day.' },
  { from: 'in_progress', ...CANCEL },
  { from: 'late_dunning', ...CARD_WORKS },
  { from: 'late_dunning', to: 'late_contact_customer', cause: 'An instalment is 7 days overdue.' },
  { from: 'late_contact_customer', ...CARD_WORKS },
  { from: 'late_contact_customer', to: 'default', cause: 'An instalment is 15 days overdue.' },
  { from: 'default', to: 'collection_done', cause: 'An instalment is 45 days overdue, and is collected.' },
];

/** Whether one state may follow the other at once. */
export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  return TRANSITIONS.some((one) => one.from === from && one.to === to);
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
