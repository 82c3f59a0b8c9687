// The faults that the service of the bed `restaurant` can have.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['room-without-name', 'createRoom', 'A room can have an empty name.'],
  ['room-without-floor', 'createRoom', 'A room can be added without its floor.'],
  ['floor-and-a-half', 'createRoom', 'A floor can be a fraction.'],
  ['label-with-leading-zero', 'createTable', 'The number in a label can begin with a zero.'],
  ['label-of-three-digits-refused', 'updateTable', 'A label with three digits is refused in a change.'],
  ['table-of-24-refused', 'createTable', 'A table with the most seats is refused.'],
  ['position-any-step', 'createTable', 'A position need not be a multiple of half a metre.'],
  ['min-seats-of-25', 'listTables', 'The filter of seats takes more than a table can have.'],
  ['dearest-dish-refused', 'createDish', 'The highest price is refused.'],
  ['portion-of-nothing', 'createDish', 'A portion can have an amount of 0.'],
  ['portion-in-any-unit', 'createDish', 'A portion can have a unit that is not described.'],
  ['eight-allergens-refused', 'createDish', 'A dish with all allergens is refused.'],
  ['translation-into-any-name', 'createDish', 'A translation can have any name instead of the code of a language.'],
  ['season-from-with-time', 'createDish', 'A season can start on a day with a time of day behind it.'],
  ['available-as-text', 'createDish', 'A text is taken where a boolean is described.'],
  ['closes-at-24', 'setOpeningHours', 'A period can close at an hour that a day does not have.'],
  ['four-periods', 'setOpeningHours', 'A day can have one period more than described.'],
  ['duration-any-minute', 'createReservation', 'A duration need not be a multiple of 15 minutes.'],
  ['longest-stay-refused-in-change', 'updateReservation', 'The longest duration is refused in a change.'],
  ['longest-phone-refused', 'createReservation', 'A phone number with the most digits is refused.'],
  ['guest-with-more', 'createReservation', 'A guest can have members that are not described.'],
  ['child-of-18', 'createReservation', 'A child can be a year older than described.'],
  ['till-100', 'openOrder', 'The header of the till takes a number of three digits.'],
  ['limit-of-0', 'listRooms, listTables, listDishes, listReservations', 'A page can have a limit of 0.'],
  ['empty-comment-refused', 'addLine', 'A comment that is empty is refused.'],
  ['pin-of-six-refused', 'hireEmployee', 'A PIN of six digits is refused.'],
  ['code-with-two-dashes', 'putIngredient', 'The code of an ingredient can have two dashes in a row.'],
  ['body-of-any-size', 'createDish and others with a body', 'A body of more than 64 KiB is taken.'],
  ['charset-refused', 'createRoom and others with a body', 'A media type with the charset UTF-8 is refused.'],
  ['patch-as-plain-json', 'updateTable, updateReservation', 'A merge patch is taken as plain JSON.'],
];

const sequences: readonly Row[] = [
  ['room-name-in-other-case', 'createRoom', 'Two rooms can have names that differ in the case of letters only.'],
  ['room-deleted-with-tables', 'deleteRoom', 'A room in which tables stand can be removed.'],
  ['booked-table-deleted', 'deleteTable', 'A table that is booked can be removed.'],
  ['table-deleted-before-payment', 'deleteTable', 'A table with an order that is billed but not paid can be removed.'],
  ['label-changed-to-taken', 'updateTable', 'A change can give a table the label of another one.'],
  ['table-too-small-for-party', 'updateTable', 'A table can have fewer seats than a party that booked it has guests.'],
  ['periods-cannot-touch', 'setOpeningHours', 'A period that begins when another ends is refused.'],
  ['dish-cannot-keep-its-name', 'replaceDish', 'A dish that keeps its name is refused, as if the name was another one’s.'],
  ['replaced-with-unknown-ingredient', 'replaceDish', 'A dish can be replaced by one with an ingredient that the house does not keep.'],
  ['ingredient-listed-twice', 'createDish, replaceDish', 'A dish can list an ingredient twice.'],
  ['ordered-dish-deleted', 'deleteDish', 'A dish that is on an open order can be deleted.'],
  ['unit-of-used-ingredient-changed', 'putIngredient', 'The unit of an ingredient can change though a dish is made of it.'],
  ['around-another-is-free', 'createReservation', 'A reservation that begins before another and ends after it is taken.'],
  ['cancelled-blocks', 'createReservation', 'A cancelled reservation still takes the table.'],
  ['cancelled-can-change', 'updateReservation', 'A cancelled reservation can be changed.'],
  ['party-grows-beyond-table', 'updateReservation', 'A change can make a party larger than its table.'],
  ['seated-can-be-cancelled', 'cancelReservation', 'A reservation whose guests are seated can be cancelled.'],
  ['billed-table-is-free', 'openOrder', 'A table can have a second order once the first one is billed.'],
  ['seated-stays-booked', 'openOrder', 'The reservation of guests who sit down stays booked.'],
  ['line-number-given-again', 'addLine, removeLine', 'The number of a line that was taken back is given again.'],
  ['billed-order-takes-lines', 'addLine', 'An order that is billed takes lines.'],
  ['unavailable-dish-ordered', 'addLine', 'A dish that is not available can be ordered.'],
  ['one-portion-taken', 'addLine', 'A line of several portions takes one portion from stock.'],
  ['stock-not-given-back', 'removeLine', 'A line that is taken back gives nothing back to stock.'],
  ['lines-follow-the-menu', 'replaceDish, getOrder', 'Lines that were ordered before show the new name and price of a dish.'],
  ['more-paid-than-due', 'payBill', 'A payment can be more than what is due.'],
  ['order-stays-billed', 'payBill', 'An order stays billed after its bill is paid.'],
  ['shifts-compared-by-start', 'planShift', 'Shifts of an employee can overlap unless they start at the same time.'],
  ['booked-twice-at-once', 'createReservation', 'Two requests at once can book a table for the same time.'],
  ['paid-twice-at-once', 'payBill', 'Two payments at once can be more than what is due, and one of them is lost.'],
];

const rich: readonly Row[] = [
  ['corner-lost', 'createTable, getTable', 'A coordinate of 0 is shown as null.'],
  ['empty-notes-null', 'createTable, updateTable, getTable', 'Empty notes of a table are shown as null.'],
  ['description-composed', 'createDish, getDish', 'Combining marks in a description become other characters.'],
  ['dish-name-by-units', 'createDish', 'A name is measured in UTF-16 units, so that characters beyond the basic plane count twice.'],
  ['ingredients-by-code', 'createDish, getDish', 'Ingredients lose the order in which they were listed.'],
  ['replaced-dish-keeps-what-is-left-out', 'replaceDish', 'A member that is left out of a replacement keeps its old value.'],
  ['loyalty-number-of-32-bits', 'createReservation, getReservation', 'A large loyalty number is cut to 32 bits.'],
  ['name-without-other-scripts', 'createReservation, getReservation', 'Letters of other scripts in a name become question marks.'],
  ['baby-left-out', 'createReservation, getReservation', 'An age of 0 is left out of the ages of children.'],
  ['guest-replaced-by-patch', 'updateReservation', 'A patch of one member of a guest clears the others.'],
];

const responses: readonly Row[] = [
  ['new-room-is-200', 'createRoom', 'A new room is answered with 200.'],
  ['table-location-elsewhere', 'createTable', 'The Location of a new table is a path at which nothing is.'],
  ['deleted-dish-is-200', 'deleteDish', 'A deletion is answered with 200 and a body.'],
  ['listed-start-as-sent', 'listReservations', 'The list shows the start of a reservation with the offset that was sent.'],
  ['end-stays-after-change', 'updateReservation', 'The answer to a change shows the end of before.'],
  ['low-only-below', 'getIngredient, putIngredient', 'A stock at the reorder level is not shown as low.'],
  ['challenge-missing', 'all', 'A 401 lacks WWW-Authenticate.'],
  ['conflict-as-problem', 'all that answer 409', 'A 409 has another media type than described.'],
  ['allow-missing', 'all paths', 'A 405 lacks Allow.'],
  ['unprocessable-called-400', 'all with a body', 'The body of a 422 has the status 400.'],
];

const conditions: readonly Row[] = [
  ['unchanged-table-sent-again', 'getTable', 'A table that has not changed is sent again.'],
  ['table-deleted-whatever-the-tag', 'deleteTable', 'If-Match is ignored.'],
  ['reservation-changed-whatever-the-tag', 'updateReservation', 'If-Match is ignored.'],
  ['if-match-takes-one-tag', 'updateTable and others with If-Match', 'A list of tags in If-Match never matches.'],
  ['dish-tag-without-details', 'getDish, replaceDish', 'The ETag of a dish stays while members such as the description change.'],
  ['ingredient-tag-without-stock', 'getIngredient, putIngredient', 'The ETag of an ingredient stays while its stock changes.'],
  ['ingredient-replaced-though-new', 'putIngredient', 'If-None-Match is ignored, and an ingredient is replaced.'],
  ['head-without-tag', 'getReservation', 'HEAD lacks the ETag that GET has.'],
];

const lists: readonly Row[] = [
  ['room-pages-rounded-down', 'listRooms', 'The number of pages leaves out the last one if it is not full.'],
  ['last-table-page-again', 'listTables', 'A page after the last one shows the last one again.'],
  ['any-feature-is-enough', 'listTables', 'Tables with one of the features are listed, not only those with all.'],
  ['search-by-case', 'listDishes', 'The search for a text heeds the case of letters.'],
  ['first-allergen-only', 'listDishes', 'Only the first allergen is left out.'],
  ['available-false-ignored', 'listDishes', 'The filter is ignored where it is false.'],
  ['max-price-excluded', 'listDishes', 'Dishes at exactly the highest price are left out.'],
  ['prices-sorted-as-texts', 'listDishes', 'The cheapest first sorts prices as texts.'],
  ['dish-pages-overlap', 'listDishes', 'A page begins with the last dish of the page before.'],
  ['next-dishes-after-full-page', 'listDishes', 'A last page that is full says that there are things after it.'],
  ['from-excluded', 'listReservations', 'A reservation that starts exactly at the beginning of the span is left out.'],
  ['total-of-reservation-page', 'listReservations', 'The total counts the things of the page only.'],
  ['periods-not-sorted', 'setOpeningHours', 'Periods stay in the order in which they were sent.'],
];

const accounts: readonly Row[] = [
  ['table-of-another-house-booked', 'createReservation', 'A table of another house can be booked.'],
  ['order-at-table-of-another-house', 'openOrder', 'An order can be opened at a table of another house.'],
  ['bill-of-another-house', 'getBill', 'The bill of another house is found.'],
  ['cancelled-by-another-house', 'cancelReservation', 'A reservation of another house can be cancelled.'],
  ['waiter-plans-shifts', 'planShift', 'A waiter can plan shifts.'],
  ['waiter-gives-discount', 'issueBill', 'A waiter can give a discount.'],
  ['key-in-other-case', 'all', 'A key is known in another case of its letters.'],
];

const secrets: readonly Row[] = [
  ['waiter-sees-wages', 'getEmployee', 'A waiter sees wages.'],
  ['pin-shown', 'hireEmployee, getEmployee', 'The PIN of an employee is shown.'],
];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets,
});
