// The faults of the archive.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['title-in-bytes', 'create_collection', 'The length of a title is counted in bytes.'],
  ['code-not-anchored', 'create_collection', 'The pattern of a code is not anchored at its end.'],
  ['bay-sixty', 'create_box', 'The bay 60 of a shelf is refused.'],
  ['dated-no-such-day', 'create_item, replace_item', 'The date may be a day that no month has.'],
  ['kind-film-refused', 'create_item, replace_item', 'The kind film is refused.'],
  ['tags-repeated', 'create_item, replace_item', 'The same tag is taken twice.'],
  ['until-null-refused', 'restrict_item', 'A restriction without an end is refused.'],
  ['per-page-51', 'list_items', 'A page may have more than 50 entries.'],
  ['desk-nine', 'move_request', 'The header X-Desk may be 9.'],
  ['reader-any-media-type', 'create_reader', 'A body of any media type is read as JSON.'],
  ['dpi-in-steps', 'order_copies', 'The dots per inch need not be a multiple of 50.'],
];

const sequences: readonly Row[] = [
  ['copies-total-last', 'order_copies, get_request', 'The total of the copies is the price of the last order.'],
  ['item-not-put-back', 'move_request', 'A returned item stays in the reading room.'],
  ['cancelled-counts-as-open', 'move_request, get_reader', 'The open requests of a reader do not go down when a request is cancelled.'],
  ['seats-free-by-reservation', 'get_reading_day', 'Two reservations of one seat take away two free seats.'],
  ['read-without-seat', 'move_request', 'Reading can begin although the reader has no seat on that day.'],
  ['seat-at-once', 'reserve_seat', 'Two readers get the same seat if they reserve it at once.'],
];

const rich: readonly Row[] = [
  ['name-in-code-units', 'create_reader', 'The length of a name is counted in UTF-16 code units.'],
  ['reader-without-groups', 'create_reader', 'A reader without groups is answered with 500.'],
  ['barcode-32-bits', 'create_item, replace_item', 'A barcode is kept in 32 bits.'],
];

const responses: readonly Row[] = [
  ['box-location-nested', 'create_box', 'Location leads to a path that does not exist.'],
  ['fragile-left-out', 'get_item, list_items', 'The member fragile is left out if it is false.'],
  ['day-as-text', 'get_reading_day', 'The answer has the media type text/plain.'],
  ['seat-reserved-200', 'reserve_seat', 'A reserved seat is answered with 200.'],
];

const conditions: readonly Row[] = [
  ['item-match-ignored', 'replace_item', 'If-Match must be there, but any tag is taken.'],
  ['none-match-one-tag', 'get_item', 'If-None-Match is understood only if it has exactly one tag.'],
  ['day-without-head', 'get_reading_day', 'HEAD is refused.'],
];

const lists: readonly Row[] = [
  ['dated-to-without-day', 'list_items', 'Items that are dated on the last day of the filter are not found.'],
  ['undated-turned-round', 'list_items', 'In descending order, undated items come first.'],
  ['requests-total-of-page', 'list_requests', 'The total is that of the page.'],
  ['next-after-full-page', 'list_collections', 'A last page that is full has a link to the next one.'],
];

const accounts: readonly Row[] = [['reader-of-all', 'get_reader', 'Readers of other archives can be read.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
