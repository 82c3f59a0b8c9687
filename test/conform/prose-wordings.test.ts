// Reads rules in the words of many teams, and none in sentences that state none.
import { describe, expect, test } from 'vitest';
import {
  boundsIn,
  choiceIn,
  isRefusedWhereFull,
  isSaidTaken,
  isSaidUnique,
  lastingIn,
  lengthsIn,
  type Measured,
  needIn,
  presenceIn,
  relationIn,
  ruledIn,
  sizesIn,
  stateRulesOf,
  twiceIn,
  withRefusal,
} from '../../generator/inference/prose/index.ts';
import { type Kind, NO_RULES, WORDINGS } from './wordings.ts';

const MEMBERS = [
  ...['start_date', 'end_date', 'starts_at', 'ends_at', 'valid_from', 'valid_until', 'min_price', 'max_price', 'deadline', 'expires_at'],
  ...['quantity', 'amount', 'currency', 'kind', 'id', 'name', 'email', 'phone', 'reference', 'company_name', 'lines', 'product_id', 'tags'],
];
const LISTED = new Map([['kind', ['company', 'individual', 'field', 'card']]]);
const OPTIONAL = MEMBERS.filter((name) => name !== 'kind');

const ORDER = { name: 'orders', members: ['total', 'currency', 'max_quantity', 'stock'] };
const STATES = ['draft', 'pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'active', 'closed', 'archived'];

type Reader = (text: string, subject?: string, status?: string) => readonly string[];

function sizesOf(kind: Measured): Reader {
  return (text, name, status) => (name === undefined ? [] : sizesIn(text, { kind, name }, status).map(({ says }) => says));
}

const READERS: Readonly<Record<Kind, Reader>> = {
  relation(text, subject, status) {
    const found = relationIn(text, MEMBERS, subject, status);
    return found === undefined ? [] : [`${found.greater} ${found.isStrict ? '>' : '>='} ${found.less}`];
  },
  need(text, subject, status) {
    const found = needIn(text, OPTIONAL, LISTED, subject, status);
    return found === undefined ? [] : [`${found.value}: ${found.isNeeded ? 'needs ' : ''}${found.member}${found.isOnly ? ' only' : ''}`];
  },
  choice(text, subject, status) {
    const found = choiceIn(text, OPTIONAL, subject, status);
    const wrong = found && [...(found.isNoneWrong ? ['not none'] : []), ...(found.isAllWrong ? ['not all'] : [])];
    return found === undefined ? [] : [`${found.members.toSorted().join('/')}: ${wrong?.join(', ')}`];
  },
  ruled: (text, subject, status) => (subject === undefined ? [] : ruledIn(text, status).map((one) => `never ${one}`)),
  length: (text, _, status) => lengthsIn(text, status).map(({ kind, says }) => `${kind} ${says}`),
  unique(text, subject, status) {
    const isRefusal = (status ?? withRefusal(text).refusal) !== undefined;
    return (subject === undefined ? isRefusal && isSaidTaken(text, status) : isSaidUnique(text)) ? ['unique'] : [];
  },
  states(text, _, status) {
    const responses = [{ status: status ?? '409', description: status === undefined ? 'Refused.' : text }];
    const operation = { summary: 'Cancels an order', description: status === undefined ? text : '', responses };
    const { allowed, refused } = stateRulesOf(operation, STATES, ['order', 'orders']);
    const those = (found: ReadonlySet<string>): string => STATES.filter((state) => found.has(state)).join('/');
    return [...(allowed === undefined ? [] : [`needs ${those(allowed)}`]), ...(refused.size === 0 ? [] : [`not in ${those(refused)}`])];
  },
  bounds: (text, subject, status) =>
    boundsIn(text, MEMBERS, ORDER, subject, status).map(({ kind, member, of }) => `${member} ${kind} ${of}`),
  capacity(text, _, refusal) {
    const said = refusal === undefined ? withRefusal(text) : { text, refusal };
    return isRefusedWhereFull(said, { room: 'capacity', taker: 'booking' }) ? ['full'] : [];
  },
  twice: (text, subject, status) =>
    twiceIn(text, ['lines'], new Map([['lines', ['product_id']]]), status, subject).map((one) => `${one} once`),
  presence(text, subject) {
    const found = subject === undefined ? undefined : presenceIn(text, STATES);
    return found === undefined ? [] : [`${found.kind} ${[...found.states].join('/')}`];
  },
  size: sizesOf('text'),
  items: sizesOf('list'),
  number: sizesOf('number'),
  lasting(text) {
    const found = lastingIn(text);
    return found === undefined ? [] : [`lasts ${found.milliseconds / 60_000} minutes`];
  },
};

/** Wordings that are not understood yet: they are read as nothing, and never as another rule. */
const NOT_YET: ReadonlySet<string> = new Set([
  'Order names must be unique per project.',
  'This email is registered already.',
  'Email addresses are not shared between customers: every customer needs one of its own.',
  'Reusing a reference is a 409.',
  'Cancel an order by id : only for draft',
  'The order is in the `shipped` state and can no longer be cancelled.',
  'Every line names another product.',
  'Duplicate product ids in `lines`.',
  'Is only filled for cancelled orders.',
  'Cancelled orders only.',
  'A whole number, 1 or more.',
  'If both `email` and `phone` are given, the request is rejected.',
  'Names that consist of spaces only are refused.',
]);

for (const kind of Object.keys(WORDINGS).filter((name): name is Kind => Object.hasOwn(READERS, name)))
  describe(kind, () => {
    test.each(WORDINGS[kind].map(([text, read, subject, status]) => ({ text, read, subject, status })))(
      '$text $status',
      ({ text, read, subject, status }) => expect(READERS[kind](text, subject, status)).toEqual(NOT_YET.has(text) ? [] : read),
    );
  });

test.each(NO_RULES.map(([text, subject]) => ({ text, subject })))('none: $text', ({ text, subject }) =>
  expect(Object.values(READERS).flatMap((read) => read(text, subject))).toEqual([]),
);
