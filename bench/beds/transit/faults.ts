// The faults of the transit service.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['line-name-long', 'createLine, updateLine', 'The name of a line may have 61 characters.'],
  ['colour-small-letters', 'createLine, updateLine', 'A colour may have small letters.'],
  ['headway-any-minutes', 'createLine, updateLine', 'A headway need not be a multiple of 5.'],
  ['weekday-twice', 'createLine, updateLine', 'A weekday may come twice in operatesOn.'],
  ['line-member-unknown', 'createLine', 'A line may have members that the document does not have.'],
  ['zone-ten', 'putStop', 'A stop may lie in zone 10.'],
  ['latitude-pole', 'putStop', 'The latitude 90 is refused.'],
  ['trip-of-one-call', 'createTrip', 'A trip may have a single call.'],
  ['email-any-text', 'buyPass', 'The email of a holder may be any text.'],
  ['reference-goes-on', 'buyPass', 'A reference may go on after what its pattern takes.'],
];

const sequences: readonly Row[] = [
  ['cancelled-trips-counted', 'cancelTrip, getLine', 'A cancelled trip still counts in tripCount.'],
  ['weekday-unchecked', 'createTrip', 'A trip may run on a weekday on which its line does not operate.'],
  ['activated-twice', 'activatePass', 'A pass that is active can be activated again.'],
  ['third-suspension', 'suspendPass', 'A pass can be suspended a third time.'],
  ['refund-day-lost', 'refundPass', 'The day of the refund itself is not refunded.'],
  ['refunded-passes-counted', 'refundPass, getFareProduct', 'A refunded pass still counts in soldCount.'],
  ['visited-stop-deleted', 'deleteStop', 'A stop is deleted although a scheduled trip visits it.'],
  ['import-takes-twice', 'createImport, getImport', 'A row whose code came before in the import is not refused.'],
];

const rich: readonly Row[] = [
  ['note-not-removed', 'updateLine', 'A note that is null in a patch stays.'],
  ['platforms-stay', 'putStop', 'Platforms that a replacement leaves out stay.'],
  ['stop-name-in-units', 'putStop', 'The length of the name of a stop is counted in UTF-16 units.'],
];

const responses: readonly Row[] = [
  ['import-without-location', 'createImport', 'A new import is answered without Location.'],
  ['refund-as-text', 'refundPass', 'The refund is answered as a text.'],
  ['conflict-as-json', 'all with 409', 'A conflict is answered as application/json.'],
];

const conditions: readonly Row[] = [
  ['if-match-left-out', 'updateLine', 'A line is changed without If-Match.'],
  ['stop-none-match-ignored', 'putStop', 'If-None-Match: * does not keep a stop from being replaced.'],
  ['stop-tag-of-name', 'getStop, putStop', 'The tag of a stop depends on its name alone, so that other changes are not seen.'],
];

const lists: readonly Row[] = [
  ['last-page-empty', 'all lists', 'The link to the last page leads beyond the end where the last page is full.'],
  ['count-of-page', 'listPasses', 'X-Total-Count is the number of passes on the page.'],
  ['first-zone-only', 'listFareProducts', 'The filter by zone looks at the first zone of a product only.'],
  ['trips-sorted-as-text', 'listTrips', 'Trips are sorted by the text of their first time, not by the instant.'],
];

const secrets: readonly Row[] = [['settlement-in-list', 'listFareProducts', 'Agents see settlementCents in the list.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts: [],
  secrets,
});
