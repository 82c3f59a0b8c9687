// Faults in answers, in conditional requests and in lists.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['shipment-created-200', 'createShipment', 'A new shipment has the status 200.'],
  ['shipment-without-location', 'createShipment', 'A new shipment has no `Location`.'],
  ['shipment-weight-as-text', 'getShipment, listShipments', 'The total weight is text.'],
  ['label-without-voided-at', 'getLabel', 'The member `voided_at` is missing while it is null.'],
  ['label-zpl-as-pdf', 'downloadLabel', 'A file for a label printer has the media type of a PDF.'],
  ['event-time-as-sent', 'createEvent', 'The time of an event is not in UTC.'],
  ['address-delete-with-body', 'deleteAddress', 'A deletion has the status 200 and a body.'],
  ['rates-dearest-first', 'listRates', 'The dearest rate comes first.'],
  ['idempotency-replayed-missing', 'createShipment, buyShipment, createPickup', 'A repeated answer lacks its header.'],
  ['idempotency-replay-status', 'createShipment, buyShipment, createPickup', 'A repeated answer has the status 200.'],
  ['problem-as-json', 'all operations', 'Problems have the media type `application/json`.'],
  ['problem-status-missing', 'all operations', 'Problems lack the member `status`.'],
  ['problem-other-request-id', 'all operations', 'A problem has another request id than the header.'],
  ['unprocessable-as-400', 'all operations with a body', 'A body that is not as described gives 400.'],
  ['unauthorized-without-challenge', 'all operations', 'An answer with 401 lacks `WWW-Authenticate`.'],
];

export const conditions: readonly Row[] = [
  ['shipment-never-304', 'getShipment', '`If-None-Match` is not looked at.'],
  ['shipment-if-match-ignored', 'updateShipment', '`If-Match` is not looked at.'],
  ['if-none-match-one-tag', 'getShipment, getAddress', 'A list of tags in `If-None-Match` is not understood.'],
  ['if-match-takes-weak-tags', 'updateShipment, updateAddress', 'A weak tag in `If-Match` is taken.'],
  ['address-etag-stays', 'getAddress, updateAddress', 'The ETag of an address stays after a change.'],
  ['patch-answers-old-etag', 'updateShipment', 'The answer to a patch has the ETag from before.'],
  ['head-refused', 'all operations with GET', 'HEAD gives 405.'],
];

export const lists: readonly Row[] = [
  ['page-repeats-last', 'all lists', 'A page starts with the last thing of the page before.'],
  ['has-more-on-last-page', 'all lists', 'A full last page says that there is more.'],
  ['link-on-last-page', 'all lists', 'The last page has a link to a next one.'],
  ['link-loses-filters', 'all lists', 'The link to the next page lacks the filters.'],
  ['total-count-of-page', 'all lists', 'The total counts one page.'],
  ['starting-after-unknown-starts-over', 'all lists', 'An unknown cursor gives the first page.'],
  ['created-gte-excludes', 'listAddresses, listShipments', 'The filter from a time on leaves out that time.'],
  ['created-lt-includes', 'listAddresses, listShipments', 'The filter before a time includes that time.'],
  ['addresses-search-case', 'listAddresses', 'The search tells capitals from small letters.'],
  ['addresses-search-skips-company', 'listAddresses', 'The search does not look at companies.'],
  ['shipments-status-first-only', 'listShipments', 'Only the first of several states is looked for.'],
  ['shipments-reference-prefix', 'listShipments', 'The filter by reference takes longer ones too.'],
  ['shipments-sort-created-ignored', 'listShipments', 'The oldest shipments first cannot be had.'],
  ['shipments-sort-weight-text', 'listShipments', 'Weights are sorted as texts.'],
  ['shipments-expand-ignored', 'listShipments', 'A list expands nothing.'],
  ['events-by-report', 'listEvents', 'Events come in the order of their reports.'],
  ['webhooks-disabled-unfiltered', 'listWebhookEndpoints', 'The filter for endpoints that are switched off gives all.'],
];

export const accounts: readonly Row[] = [
  ['shipment-of-any-account', 'getShipment', 'The shipments of another account can be read.'],
  ['label-file-of-any-account', 'downloadLabel', 'The labels of another account can be downloaded.'],
  ['addresses-of-all-accounts', 'listAddresses', 'The list has the addresses of all accounts.'],
  ['pickup-of-foreign-shipments', 'createPickup', 'A pickup takes shipments of another account.'],
  ['clerk-cancels-shipments', 'cancelShipment', 'A token that only reads can cancel shipments.'],
  ['clerk-deletes-addresses', 'deleteAddress', 'A token that only reads can delete addresses.'],
  ['buy-at-once-twice', 'buyShipment', 'Two purchases at once both succeed.'],
];

export const secrets: readonly Row[] = [['webhook-shows-secret', 'getWebhookEndpoint', 'The secret of an endpoint shows when it is read.']];
