// The faults of the billing service.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['trial-per-plan', 'createSubscription', 'A customer who had a trial gets another one on another plan.'],
  ['last-coupon-at-once', 'createSubscription', 'The last redemption of a coupon is given to two customers at once.'],
  ['redemption-kept', 'cancelSubscription, renewSubscription', 'A subscription that ends in its trial does not give its redemption back.'],
  ['discount-for-ever', 'renewSubscription', 'The discount goes on after its periods.'],
  ['event-counted-again', 'recordUsage', 'A report that is sent again is counted again.'],
  ['trial-usage-charged', 'renewSubscription', 'Usage of the trial is charged.'],
  ['upgrade-keeps-downgrade', 'changePlan, renewSubscription', 'An upgrade leaves the downgrade that was scheduled before.'],
  ['renewed-while-open', 'renewSubscription', 'A subscription is renewed although an invoice is open.'],
  ['month-end-drifts', 'renewSubscription', 'After a short month, periods end on the day of the short one.'],
];

const lists: readonly Row[] = [
  ['invoices-by-count', 'listInvoices', 'Pages count entries, so that a new invoice moves the rest.'],
  ['customer-by-prefix', 'listSubscriptions', 'The filter by customer finds all references that begin with the text.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [['percent-of-hundred', 'createCoupon', 'A coupon of 100 percent is refused.']],
  sequences,
  'rich values': [['customer-ref-folded', 'createSubscription', 'References of customers are compared without upper and lower case.']],
  responses: [],
  conditions: [],
  lists,
  accounts: [['invoice-of-all-paid', 'payInvoice', 'Invoices of other accounts can be paid.']],
  secrets: [],
});
