// Faults in answers and in conditions.
import type { Row } from '../../bed.ts';

const CREATES = 'createFestival';

export const responses: readonly Row[] = [
  ['unauthorized-without-challenge', 'all operations with a token or key', 'A 401 has no `WWW-Authenticate`.'],
  ['method-without-allow', 'all paths', 'A 405 has no `Allow`.'],
  ['problem-404-as-text', 'all operations', 'A 404 is plain text.'],
  ['problem-as-json', 'all operations', 'A 409 has the media type `application/json`.'],
  ['problem-errors-texts', 'all operations with parameters or a body', 'The errors of a problem are texts.'],
  ['problem-status-text', 'all operations', 'The status in a problem is a text.'],
  ['festival-created-200', CREATES, 'A creation is answered with 200.'],
  ['poster-type-octets', 'downloadPoster', 'A poster is given with another media type than it was uploaded with.'],
  ['stage-new-200', 'putStage', 'A new stage is answered with 200.'],
  ['stage-equipment-null', 'all operations on stages', 'A stage without equipment has null for it.'],
  ['slot-duration-text', 'all operations on slots', 'The duration is a text.'],
  ['slot-location-of-nothing', 'createSlot', 'The Location of a slot leads nowhere.'],
  ['performer-created-without-location', 'createPerformer', 'The answer to a creation has no Location.'],
  ['performer-patch-answers-old', 'updatePerformer', 'The answer to a change shows the performer as it was before.'],
  ['order-extra-member', 'all operations on orders', 'An order has an undeclared member.'],
  ['order-undeclared-state', 'releaseOrder', 'The answer has a state that is not listed.'],
  ['ticket-order-null', 'batchCreateTickets, getTicket', 'A ticket without an order has null for it.'],
  ['export-answers-200', 'exportOrders', 'The start of an export is answered with 200.'],
  ['export-counts-header', 'getOperation', '`rowCount` counts the line of names.'],
  ['export-quotes', 'downloadResult', 'Quotes in comma-separated values are not doubled.'],
  ['export-line-feeds', 'downloadResult', 'Lines of comma-separated values end with LF.'],
  ['export-without-disposition', 'downloadResult', 'A result has no `Content-Disposition`.'],
  ['webhook-create-time-number', 'createWebhook', 'The time of creation is a number.'],
  ['webhook-delete-200', 'deleteWebhook', 'A deletion is answered with 200 and a body.'],
  ['ping-limit-without-retry-after', 'pingWebhook', 'A 429 has no `Retry-After`.'],
];

export const conditions: readonly Row[] = [
  ['festival-update-without-if-match', 'updateFestival', 'A change without `If-Match` is accepted.'],
  ['festival-update-any-if-match', 'updateFestival', 'A change with the tag of another version is accepted.'],
  ['festival-weak-if-match', 'updateFestival, deleteFestival, updateTicketType', 'A weak tag is accepted in `If-Match`.'],
  ['festival-delete-any-if-match', 'deleteFestival', 'A deletion with the tag of another version is accepted.'],
  ['festival-never-304', 'getFestival', '`If-None-Match` is ignored.'],
  ['festival-304-without-etag', 'getFestival', 'A 304 has no ETag.'],
  ['festival-etag-of-title', 'all operations on festivals', 'The tag changes with the title and the state alone.'],
  [
    'if-none-match-first-only',
    'getFestival, downloadPoster, getPerformer, getTicketType',
    'Only the first of several tags in `If-None-Match` counts.',
  ],
  ['poster-never-304', 'downloadPoster', '`If-None-Match` is ignored.'],
  ['poster-etag-of-size', 'uploadPoster, downloadPoster', 'The tag stays as it was if the new poster has as many bytes.'],
  ['performer-etag-member-ignored', 'updatePerformer', 'A change with the `etag` of another version is accepted.'],
  ['performer-etag-of-names', 'all operations on performers', 'The tag changes with the name and the country alone.'],
  ['performer-never-304', 'getPerformer', '`If-None-Match` is ignored.'],
  ['ticket-type-if-match-ignored', 'updateTicketType', '`If-Match` is ignored.'],
  ['ticket-type-if-none-match-strong', 'getTicketType', 'A weak tag in `If-None-Match` never fits.'],
  ['ticket-type-etag-each-time', 'all operations on ticket types', 'The tag differs each time that a ticket type is read.'],
  ['ticket-type-etag-stays-when-sold', 'createOrder, getTicketType', 'The tag stays as it was when a ticket is sold.'],
  ['head-without-etag', 'all operations with a tag', 'The answer to HEAD has no ETag.'],
  ['head-without-length', 'downloadPoster', 'The answer to HEAD has no `Content-Length`.'],
];
