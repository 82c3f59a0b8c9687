// A corpus of sentences that state rules, in the words of real documents made neutral: for each, which duty is read. Those that state none give none.
import { expect, test } from 'vitest';
import {
  boundsIn,
  choiceIn,
  dutiesIn,
  isSaidUnique,
  isWithin,
  lastingIn,
  lengthsIn,
  needIn,
  relationIn,
  ruledIn,
  twiceIn,
} from '../../generator/inference/prose/index.ts';

const MEMBERS = [
  ...['start_date', 'end_date', 'starts_at', 'ends_at', 'valid_from', 'valid_until', 'min_price', 'max_price', 'deadline', 'expires_at'],
  ...[
    'quantity',
    'amount',
    'currency',
    'kind',
    'id',
    'name',
    'email',
    'phone',
    'reference',
    'company_name',
    'field',
    'lines',
    'product_id',
  ],
];
const LISTED = new Map([['kind', ['company', 'individual', 'field', 'card']]]);
const OPTIONAL = MEMBERS.filter((name) => name !== 'kind');
const ORDER = { name: 'orders', members: ['total', 'currency', 'max_quantity', 'stock'] };

/** All that is read of a sentence, in short. `subject`: the member that it describes. */
function readOf(text: string, subject?: string): readonly string[] {
  const relation = relationIn(text, MEMBERS, subject);
  const need = needIn(text, OPTIONAL, LISTED, subject);
  const choice = choiceIn(text, OPTIONAL);
  const lasting = lastingIn(text);
  return [
    ...(relation === undefined ? [] : [`${relation.greater} ${relation.isStrict ? '>' : '>='} ${relation.less}`]),
    ...(need === undefined
      ? []
      : [`${need.values.join('/')}: ${need.isNeeded ? 'needs ' : ''}${need.member}${need.isOnly ? ' only' : ''}`]),
    ...(choice === undefined
      ? []
      : [
          `${choice.members.join('/')}: ${[...(choice.isNoneWrong ? ['not none'] : []), ...(choice.isAllWrong ? ['not all'] : [])].join(', ')}`,
        ]),
    ...(subject === undefined ? [] : ruledIn(text).map((one) => `never ${one}`)),
    ...lengthsIn(text).map(({ kind, says }) => `${kind} ${says}`),
    ...(lasting === undefined ? [] : [`lasts ${lasting.milliseconds / 60_000} minutes`]),
    ...boundsIn(text, MEMBERS, ORDER, subject).map(({ kind, member, of }) => `${member} ${kind} ${of}`),
    ...(isWithin(text, 'orders') ? ['within'] : []),
    ...twiceIn(text, ['lines'], new Map([['lines', ['product_id']]])).map((one) => `${one} once`),
    ...(isSaidUnique(text) ? ['unique'] : []),
    ...(dutiesIn(text).has('never') ? ['never'] : []),
  ];
}

const CORPUS: readonly (readonly [text: string, read: readonly string[], subject?: string])[] = [
  ['End date must be greater than or equal to the start date.', ['end_date >= start_date']],
  ['`end_date` MUST be greater than or equal to the start date.', ['end_date >= start_date']],
  ['The end date must be after the start date.', ['end_date > start_date']],
  ['The end time of the period, which must be greater than or equal to the start_date.', ['end_date >= start_date'], 'end_date'],
  ['`expires_at` must be later than `starts_at`.', ['expires_at > starts_at']],
  ['valid_until is exclusive and must be later than valid_from.', ['valid_until > valid_from']],
  ['`start_date` must be before `end_date`.', ['end_date > start_date']],
  ['The start date cannot be after the end date.', ['end_date >= start_date']],
  ['Must be on or after `start_date`.', ['end_date >= start_date'], 'end_date'],
  ['Must be greater than or equal to `min_price`.', ['max_price >= min_price'], 'max_price'],
  ['`min_price` must be less than or equal to `max_price`.', ['max_price >= min_price']],
  ['`min_price` cannot be greater than `max_price`.', ['max_price >= min_price']],
  ['`max_price` should be greater than `min_price`.', []],
  ["`amount` cannot exceed the quantity's worth.", []],
  ['If `start_date` is in the past, `end_date` must be after today.', []],
  ['Must be a future date.', ['never past'], 'deadline'],
  ['Deadline must be a future date and time.', ['never past'], 'deadline'],
  ['Cannot be in the past.', ['never past'], 'start_date'],
  ['The date cannot be in the past.', ['never past'], 'start_date'],
  ['Must be in the future.', ['never past'], 'expires_at'],
  ['End date cannot be in the future.', ['never future'], 'end_date'],
  ['Must be a past date.', ['never future'], 'start_date'],
  ['It may be in the past.', [], 'start_date'],
  ['Must not be blank.', ['never blank'], 'name'],
  ['Cannot be empty or blank.', ['never blank'], 'name'],
  ['Must not consist of only white space.', ['never blank'], 'name'],
  ['Required if `kind` is `field`.', ['field: needs reference'], 'reference'],
  ['Required if `kind` is **company**.', ['company: needs company_name'], 'company_name'],
  ['Required if `kind` is set to `company`', ['company: needs company_name'], 'company_name'],
  ['Required when `kind` is `company`.', ['company: needs company_name'], 'company_name'],
  ['This is required for `company`.', ['company: needs company_name'], 'company_name'],
  ['Only applicable when `kind` is `card`.', ['card: reference only'], 'reference'],
  ['Only allowed if `kind` is `company`.', ['company: company_name only'], 'company_name'],
  ['Mandatory for companies.', [], 'company_name'],
  ['Default is `company`.', [], 'reference'],
  ['Used together with `kind`.', [], 'reference'],
  ['Exactly one of `id` or `name` must be set.', ['id/name: not none, not all']],
  ['Exactly one of `email` and `phone` must be passed as argument.', ['email/phone: not none, not all']],
  ['Exactly one of `email` / `phone` is required.', ['email/phone: not none, not all']],
  ['Either `email` or `phone` must be provided, but not both.', ['email/phone: not none, not all']],
  ['At least one of `email` or `phone` is required.', ['email/phone: not none']],
  ['`email` and `phone` are mutually exclusive.', ['email/phone: not all']],
  ['You cannot specify both `email` and `phone`.', ['email/phone: not all']],
  ['Only one of `email` and `phone` may be given.', ['email/phone: not all']],
  ['One of `email` or `phone` is shown.', []],
  ['Provide `email` or `phone` if known.', []],
  ['The date range cannot exceed 31 days.', ['most 31 days']],
  ['Date range cannot exceed 7 days.', ['most 7 days']],
  ['Maximum duration is 10 hours.', ['most 10 hours']],
  ['The maximum duration of a booking is 365 days.', ['most 365 days']],
  ['The minimum duration is 7 days.', ['least 7 days']],
  ['A booking lasts at most 14 days.', ['most 14 days']],
  ['Bookings must be between 30 minutes and 4 hours long.', ['least 30 minutes', 'most 4 hours']],
  ['The stay must be at least 2 nights.', ['least 2 nights']],
  ['A session can be no longer than 90 minutes.', ['most 90 minutes']],
  ['A booking may not last more than 8 hours.', ['most 8 hours']],
  ['It can be booked up to 30 days in advance.', []],
  ['A refund takes at most 5 days.', []],
  ['The answer is cached for up to 10 minutes.', []],
  ['Expires after 24 hours.', ['lasts 1440 minutes']],
  ['The token expires after 24 hours.', ['lasts 1440 minutes']],
  ['The link is valid for 15 minutes.', ['lasts 15 minutes']],
  ['The invoice expires in one hour.', ['lasts 60 minutes']],
  ['The hold lapses after 20 minutes.', ['lasts 20 minutes']],
  ['Any room expires after 24 hours without activity.', []],
  ['A code usually expires after 10 minutes.', []],
  ['The amount must not exceed the total of the order.', ['amount most total']],
  ["`amount` cannot be greater than the order's `total`.", ['amount most total']],
  ['The amount may be at most the total of the order.', ['amount most total']],
  ['An amount above the total of the order is a 422.', ['amount most total']],
  ['A quantity above the `max_quantity` of the order is refused.', ['quantity most max_quantity']],
  ['A quantity greater than the stock of the order is a 409.', ['quantity most stock']],
  ['The currency must match the currency of the order.', ['currency same currency']],
  ['Must be the same as the currency of the order.', ['currency same currency'], 'currency'],
  ['The amount is shown in the currency of the order.', []],
  ['A quantity above the stock of the order is backordered.', []],
  ['The times must be within the dates of the order.', ['within']],
  ['A product_id that is named twice is a 422.', ['lines once']],
  ['The lines may not contain a product id more than once.', ['lines once']],
  ['Duplicate lines are not allowed.', ['lines once']],
  ['Each product id may appear only once in `lines`.', ['lines once']],
  ['A product that is ordered twice gets a discount.', []],
  ['Must be unique.', ['unique'], 'name'],
  ['The name has to be unique within the account.', ['unique'], 'name'],
  ['A unique identifier for the object.', [], 'id'],
  ['No two orders have the same reference.', ['unique']],
  ['An idempotency key that is unique for each request.', []],
  ['Email cannot be changed after creation.', ['never'], 'email'],
  ['The currency is immutable.', ['never'], 'currency'],
  ['Name of the person.', [], 'name'],
  ['The time at which the object was created.', [], 'starts_at'],
  ['A list of orders, the newest first.', []],
];

test.each(CORPUS.map(([text, read, subject]) => ({ text, read, subject })))('$text', ({ text, read, subject }) =>
  expect(readOf(text, subject)).toEqual(read),
);
