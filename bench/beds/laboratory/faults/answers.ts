// Faults of answers, conditions, lists, accounts and secrets.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['client-without-location', 'createClient', 'A new client comes without Location.'],
  ['replaced-as-created', 'putTest', 'Replacing a test answers 201.'],
  ['sample-added-with-200', 'addSample', 'Adding a sample answers 200.'],
  ['first-report-without-supersedes', 'releaseReport, listReports', 'The first report lacks the member that would be null.'],
  ['due-on-with-time', 'getInvoice, listInvoices, createInvoice', 'The day on which an invoice is due is shown as a time.'],
  ['errors-without-fields', 'all operations with a body', 'A 422 does not name the wrong values.'],
  ['own-request-id', 'all operations', 'The request id of the caller is not sent back.'],
  ['summary-counts-critical-twice', 'releaseReport, listReports', 'Critical results are counted as abnormal too.'],
];

export const conditions: readonly Row[] = [
  ['star-replaces', 'putTest', 'If-None-Match with a star replaces the test that is there.'],
  ['old-tag-replaces', 'putTest', 'If-Match is ignored.'],
  ['old-tag-deletes', 'deleteTest', 'If-Match is ignored.'],
  ['old-tag-changes-orders', 'updateOrder', 'If-Match is ignored.'],
  ['samples-keep-tag', 'getOrder', 'The tag of an order stays when its samples change.'],
  ['calibration-keeps-tag', 'getInstrument', 'The tag of an instrument stays when it is calibrated.'],
  ['first-tag-alone', 'getClient, getTest, getInstrument, getOrder', 'Of several tags in If-None-Match only the first one is compared.'],
  ['head-without-tag', 'getClient, getTest, getInstrument, getOrder', 'HEAD lacks the tag.'],
];

export const lists: readonly Row[] = [
  ['page-of-100', 'all lists', 'A page of 100 rows is refused.'],
  ['page-of-20', 'all lists', 'A page has 20 rows by default.'],
  ['pages-overlap', 'all lists', 'Later pages start one row too early.'],
  ['pages-cut-off', 'all lists', 'The last page is not counted unless it is full.'],
  ['total-of-page', 'all lists', 'The total is that of the page.'],
  ['search-by-case', 'listClients', 'Names are searched by upper and lower case.'],
  ['active-false-ignored', 'listClients', 'The filter for clients that are not active is ignored.'],
  ['first-specimen-alone', 'listTests', 'Only the first specimen of a test is compared.'],
  ['max-price-below', 'listTests', 'Tests at the highest price are left out.'],
  ['first-status-alone', 'listOrders', 'Of several statuses only the first one counts.'],
  ['received-to-midnight', 'listOrders', 'Orders of the last day are left out.'],
  ['priorities-as-texts', 'listOrders', 'Priorities are sorted by their names.'],
  ['ties-turned-around', 'listClients, listTests, listOrders', 'Equal rows come newest first if the order is turned around.'],
  ['min-total-of-net', 'listInvoices', 'The net amount is compared, and not the total.'],
  ['results-by-code', 'listResults', 'Results of a sample are sorted by the code of the test.'],
  ['first-report-first', 'listReports', 'The first version comes first.'],
];

export const accounts: readonly Row[] = [
  ['clients-of-others', 'getClient', 'Clients of another laboratory are shown.'],
  ['orders-for-clients-of-others', 'createOrder', 'An order may name a client of another laboratory.'],
  ['worklists-of-all', 'createWorklist', 'A worklist takes results of another laboratory.'],
  ['technicians-approve', 'approveResult', 'Technicians may approve.'],
  ['technicians-read-invoices', 'getInvoice', 'Technicians may read invoices.'],
  ['technicians-delete-tests', 'deleteTest', 'Technicians may delete tests.'],
];

export const secrets: readonly Row[] = [
  ['keys-in-any-case', 'all operations', 'Keys are compared without upper and lower case.'],
  ['beginning-of-keys', 'all operations', 'Only the beginning of a key is compared.'],
];
