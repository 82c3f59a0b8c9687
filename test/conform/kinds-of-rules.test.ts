// Reads rules of a kind in the words of several domains, and none in sentences that only look alike.
import { describe, expect, test } from 'vitest';
import { countedStates } from '../../generator/conform/sequences/relations/counted.ts';
import {
  doneStatesOf,
  endsAfterIn,
  endsNamedIn,
  frozenIn,
  isSaidTaken,
  keepingIn,
  listRulesIn,
  measuresIn,
  momentsIn,
  needsIn,
  presenceIn,
  relationIn,
  saidOf,
  stateRulesWith,
  twiceIn,
} from '../../generator/inference/prose/index.ts';
import type { Operation } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

describe('what things of one kind have', () => {
  const listed = new Map<string, readonly (string | boolean)[]>([
    ['kind', ['fragile', 'plain', 'frozen']],
    ['decision', ['accepted', 'declined']],
    ['zone', ['1', '2', '3']],
    ['repeats', [true, false]],
  ]);
  const optional = ['value', 'temperature', 'startsOn', 'reason', 'permit', 'days', 'repeats'];
  const read = (text: string, next = ''): readonly string[] =>
    needsIn(text, { optional, listed }, { next }).map(
      ({ of, values, member, isNeeded, isOnly }) =>
        `${of} ${values.join('/')} ${isNeeded ? 'needs' : 'has'} ${member}${isOnly ? ' only' : ''}`,
    );

  test.each([
    ['A fragile parcel names its permit.', '', ['kind fragile needs permit']],
    ['A frozen one says at which temperature it is kept;', 'other parcels have no temperature.', ['kind frozen needs temperature only']],
    ['Visitors of zone 3 have a permit, and visitors of other zones have none.', '', ['zone 3 needs permit only']],
    ['Visits with the zone 3 have a permit (422).', '', ['zone 3 needs permit']],
    [
      'Whoever accepts says from when (`startsOn`), and whoever declines says why (`reason`);',
      'the other one is left out or null.',
      ['decision accepted needs startsOn only', 'decision declined needs reason only'],
    ],
    ['An event that repeats names at least one of its days.', '', ['repeats true needs days']],
  ])('%s %s', (text, next, wanted) => expect(read(text, next)).toEqual(wanted));

  test.each([
    ['A fragile parcel has a permit.', ''],
    ['A fragile parcel may have a temperature;', 'others have none.'],
    ['If it is fragile, the answer has its permit.', ''],
    ['A parcel says its permit.', ''],
    ['A fragile parcel has a permit;', 'other parcels have no temperature.'],
    ['Fragile parcels usually name a permit.', ''],
  ])('none: %s %s', (text, next) => expect(read(text, next)).toEqual([]));
});

describe('what ends after it begins', () => {
  const pair = { start: 'opensAt', end: 'shutsAt' };
  const read = (text: string): readonly string[] =>
    [endsAfterIn(text, pair)].flatMap((one) => (one === undefined ? [] : [`${one.greater} ${one.isStrict ? '>' : '>='} ${one.less}`]));

  test.each([
    ['A closure ends after it begins, and lasts 30 days at most.', ['shutsAt > opensAt']],
    ['The guest leaves after arriving.', ['shutsAt > opensAt']],
    ['The end must be later than the start.', ['shutsAt > opensAt']],
    ['A shift may not end before it starts (422).', ['shutsAt >= opensAt']],
    ['It returns not before it departs.', []],
    ['The meeting ends after an hour.', []],
    ['A session ends 30 minutes after it begins.', []],
    ['If it ends after it begins, nothing is charged.', []],
  ])('%s', (text, wanted) => expect(read(text)).toEqual(wanted));

  test('the two times that a sentence names', () => {
    expect(endsNamedIn('Its visit, from `inAt` until `outAt`, is free.', ['inAt', 'outAt'])).toEqual({ start: 'inAt', end: 'outAt' });
    expect(endsNamedIn('From the start until the end.', ['inAt', 'outAt'])).toBeUndefined();
  });
});

test.each([
  ['A crate is always longer than it is wide.', 'length > width'],
  ['Trucks must be heavier than they are long.', 'weight > length'],
  ['A shelf is never deeper than it is wide.', 'width >= depth'],
  ['A crate is usually longer than it is wide.', ''],
  ['A crate is longer than the shelf is wide.', ''],
])('measures: %s', (text, wanted) => {
  const found = measuresIn(text, ['length', 'width', 'depth', 'weight']);
  expect(found === undefined ? '' : `${found.greater} ${found.isStrict ? '>' : '>='} ${found.less}`).toBe(wanted);
});

test.each([
  ['A fare has a deposit below its price.', 'price > deposit'],
  ['Each tariff has a discount of at most its surcharge.', ''],
  ['Orders with a deposit below the price are listed.', ''],
])('a member held against another one of the same thing: %s', (text, wanted) => {
  const found = relationIn(text, ['price', 'deposit', 'discount', 'surcharge']);
  expect(found === undefined ? '' : `${found.greater} ${found.isStrict ? '>' : '>='} ${found.less}`).toBe(wanted);
});

describe('what is there once', () => {
  test.each([
    ['A depot has each crate number once (409).', true],
    ['A badge code is used once.', true],
    ['The same voucher is not given twice in a shop.', true],
    ['An order can be cancelled once.', false],
    ['A reminder is sent once a day.', false],
    ['The number of guests is given once it is known.', false],
    ['The label must be new in the workshop, in small or capital letters (409).', true],
    ['Its plate must not belong to another boat of the club: 409.', true],
    ['The call sign has to be unused, otherwise the answer is 409.', true],
    ['The label must be new in the workshop.', false],
    ['The new password must be new (409).', false],
    ['The folder must not belong to another account (409).', false],
    ['The folder must not belong to another album (404).', false],
    ['An email address belongs to one customer of the shop, whether it is written in upper or lower case;', true],
    ['A plate is assigned to exactly one vehicle (409).', true],
    ['Each badge number belongs to only one visitor; another one with it is a 409.', true],
    ['A name can be on the menu once (409).', true],
    ['Each code may stand in the catalogue only once.', true],
    ['The same plate must appear at most once in the fleet.', true],
    ['The label must stay unique.', true],
    ['A guest can be on the terrace once a day (409).', false],
    ['A room belongs to one of the houses (409).', false],
    ['A ticket belongs to one queue per day (409).', false],
    ['A seat belongs to one booking at a time (409).', false],
  ])('%s', (text, wanted) => expect(isSaidTaken(text)).toBe(wanted));

  test.each([
    ['The name must be new in the agency.', true],
    ['The number has to be unused in the depot.', true],
    ['Its plate must not be that of another boat.', true],
    ['The new password must be new.', false],
    ['The lane must be free.', false],
  ])('of an operation that has a 409: %s', (text, wanted) => expect(isSaidTaken(text, undefined, true)).toBe(wanted));

  const items = { numbers: [], days: [], values: ['seat', 'shelf', 'code'], listed: new Map() };
  test.each([
    ['A plan names each seat once.', ['rows seat']],
    ['A shelf is listed only once.', ['rows shelf']],
    ['The same code is not given twice in one plan (422).', ['rows code']],
    ['A plan names each seat.', []],
    ['A seat is given once it is paid.', []],
  ])('in a list: %s', (text, wanted) =>
    expect(
      listRulesIn(text, { lists: new Map([['rows', items]]), numbers: [] }).map(
        (one) => `${one.list} ${'member' in one ? one.member : ''}`,
      ),
    ).toEqual(wanted),
  );

  test('an item of a list by the name of the list', () => {
    expect(twiceIn('A row appears once.', ['rows'], new Map([['rows', ['seat']]]))).toEqual(['rows']);
    expect(twiceIn('A row appears once it is paid.', ['rows'], new Map([['rows', ['seat']]]))).toEqual([]);
  });

  test.each([
    ['No guest is of age, two rooms have the same number, or no floor takes the size and the kind of a room.', ['rooms']],
    ['Two rooms have the same number, or the house is closed.', ['rooms']],
    ['No guest is of age, the house is closed, or no floor takes the size and the kind of a room.', []],
    ['A room is unknown, or is named twice.', ['rooms']],
  ])('an item of the list that the ground itself names: %s', (text, wanted) => {
    const lists = new Map([
      ['guests', ['age', 'kind']],
      ['rooms', ['number', 'kind']],
    ]);
    expect(twiceIn(text, [...lists.keys()], lists, '422')).toEqual(wanted);
  });
});

describe('times against events of the thing', () => {
  const shown = new Map<string, readonly string[]>([
    ['openedAt', []],
    ['borrowedOn', ['When the book was lent.']],
    ['expectedAt', []],
    ['finishedOn', []],
  ]);
  const read = (text: string): readonly string[] =>
    momentsIn(text, { own: ['at'], shown }).map(
      ({ kind, member, of, by, isStrict }) =>
        `${member} ${kind} ${of}${by === 0 ? '' : ` ${by / 3_600_000}h`}${isStrict ? ' strictly' : ''}`,
    );

  test.each([
    ['It cannot be closed before it was opened (422).', ['at least openedAt']],
    ['A return before the day of the lending is refused with 422.', ['at least borrowedOn']],
    ['Nothing is booked after the finish (409).', ['at most finishedOn']],
    ['The review must come after the opening.', ['at least openedAt strictly']],
    ['It is picked up no earlier than 24 hours before `expectedAt` (422).', ['at least expectedAt -24h']],
    ['Guests check in at most, that is 2 hours after `expectedAt` at the latest (422).', ['at most expectedAt 2h']],
    ['It takes effect after the opening and before the finish.', ['at least openedAt strictly', 'at most finishedOn strictly']],
    [
      'Visits are booked for a loan, for a time from 24 hours before its `expectedAt` until its `finishedOn` (422).',
      ['at least expectedAt -24h', 'at most finishedOn'],
    ],
    ['It can be moved once, and not to a day before the one on which it was opened (409).', ['at least openedAt']],
    ['It cannot lie before today.', []],
    ['If it is closed before it was opened, nothing happens.', []],
    ['It cannot be closed before a member has joined.', []],
    ['A reminder is sent before the opening.', []],
  ])('%s', (text, wanted) => expect(read(text)).toEqual(wanted));

  test('with two times in the request, one has to be named', () => {
    expect(momentsIn('It cannot be closed before it was opened.', { own: ['at', 'until'], shown })).toEqual([]);
    expect(momentsIn('`until` cannot lie before the opening.', { own: ['at', 'until'], shown })).toMatchObject([
      { member: 'until', of: 'openedAt' },
    ]);
  });
});

describe('states that a participle means', () => {
  const action = (id: string, description: string): Operation =>
    ({ id, description, responses: [{ status: '409', description: 'Refused.' }] }) as unknown as Operation;
  const states = ['open', 'solved', 'dropped', 'waiting'];
  const done = doneStatesOf(
    [action('closeCase', 'The case is then `solved` or `dropped`.'), action('setNote', 'It is then open or waiting.')],
    states,
    ['case'],
  );

  test.each([
    ['Closed cases take no notes (409).', ['solved', 'dropped']],
    ['A case cannot be moved once it is closed (409).', ['solved', 'dropped']],
    ['For managers only, and only closed cases can be moved (409).', ['open', 'waiting']],
    ['For managers only, while the case is open or waiting (409).', ['solved', 'dropped']],
    ['Only open cases take notes, and each has a text (409).', ['solved', 'dropped', 'waiting']],
  ])('refused: %s', (text, wanted) => {
    const { refused, allowed, quotes } = stateRulesWith(done, action('moveCase', text), states, ['case', 'cases']);
    expect(states.filter((state) => refused.has(state) || allowed?.has(state) === false)).toEqual(wanted);
    expect(quotes).toEqual([text]);
  });

  test('needed', () => {
    const { allowed } = stateRulesWith(done, action('reopenCase', 'Only a closed case can be reopened (409).'), states, ['case', 'cases']);
    expect([...(allowed ?? [])]).toEqual(['solved', 'dropped']);
  });

  test('a verb of which a state is called needs no other meaning', () => {
    expect(doneStatesOf([action('solveCase', 'It is then solved or dropped.')], states, ['case']).size).toBe(0);
  });
});

test.each([
  ['Once the guest has checked, `room` and `rate` stay as they are (409).', 'room/rate in checked'],
  ['The room number never changes.', 'room always'],
  ['The rate stays as it is;', 'rate always'],
  ['What is left out stays as it is.', ''],
])('frozen: %s', (text, wanted) => {
  const found = frozenIn(text, {
    members: ['room', 'rate', 'roomNumber'].slice(0, text.includes('number') ? 3 : 2),
    states: ['booked', 'checked'],
    nouns: ['stay'],
  });
  expect(found === undefined ? '' : `${found.members.join('/')} ${found.kind}${found.states.map((one) => ` ${one}`).join('')}`).toBe(
    text.includes('number') ? 'roomNumber always' : wanted,
  );
});

test.each([
  ['Null while it is a draft.', ['only', 'paid', 'sent']],
  ['Missing for drafts.', ['only', 'paid', 'sent']],
  ['Null while it is not paid.', ['until', 'paid']],
])('presence: %s', (text, [kind, ...states]) => {
  const found = presenceIn(text, ['draft', 'paid', 'sent']);
  expect([found?.kind, ...(found?.states ?? [])]).toEqual([kind, ...states]);
});

test('the second part of a sentence says how the first one is refused', async () => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Depots, version: '1' }
paths:
  /crates:
    post:
      operationId: addCrate
      description: A depot has each number once; a second crate with it is refused with 409.
      responses: { '201': { description: Made. }, '409': { description: Refused. } }
`);
  const [operation] = service.operations;
  const found = operation && saidOf(service, operation).find(({ text }) => text.startsWith('A depot'));
  expect(found?.refusal).toBe('409');
});

test.each([
  ['Takes a parcel from `packed` to `sent` (409 otherwise).', ['packed']],
  ['Moves the parcel from packed or held to sent; a parcel in another state is refused with 409.', ['packed', 'held']],
  ['Takes a parcel from `packed` to `sent`.', []],
])('a step from a state: %s', (text, wanted) => {
  const operation = { description: text, responses: [{ status: '404', description: 'None.' }] };
  const { allowed } = stateRulesWith(new Map(), operation, ['packed', 'held', 'sent', 'lost'], ['parcel', 'parcels']);
  expect([...(allowed ?? [])]).toEqual(wanted);
});

test.each([
  ['Notes are added while the case is `open` or `waiting` (409 otherwise).', ['open', 'waiting']],
  ['Visits are booked for a case that is open, waiting or solved (409 otherwise), and before its end.', ['open', 'waiting', 'solved']],
  ['The case is still open, and somebody works on it (otherwise 409).', ['open']],
  ['The days change only while the case is `open`, before the change (otherwise 409).', []],
  ['Its notes can be edited while the case is open (409 otherwise).', []],
  ['Answers 409 otherwise.', []],
])('what is refused in all other states: %s', (text, wanted) => {
  const operation = { description: text, responses: [{ status: '404', description: 'None.' }] };
  const { allowed, refused } = stateRulesWith(new Map(), operation, ['open', 'waiting', 'solved', 'dropped'], ['case', 'cases']);
  expect([...(allowed ?? [])]).toEqual(wanted);
  expect([...refused]).toEqual([]);
});

test('what is not changed any more', () => {
  const operation = { description: 'A case that is solved or dropped is not changed any more (409).', responses: [] };
  expect([...stateRulesWith(new Map(), operation, ['open', 'solved', 'dropped'], ['case', 'cases']).refused]).toEqual([
    'solved',
    'dropped',
  ]);
});

test.each([
  ['A hall that ever had a concert stays in the register;', true],
  ['A member who has had a loan cannot be removed (409).', true],
  ['A policy keeps at least one concert (409).', false],
])('kept for what it ever had: %s', (text, wanted) =>
  expect(keepingIn(text, text.includes('loan') ? 'loans' : 'concerts', []) !== undefined).toBe(wanted),
);

test('a count in any state counts all', () => {
  expect(countedStates('How many loans were made, in any state.', ['made', 'over'])).toBeUndefined();
  expect(countedStates('How many loans are over.', ['made', 'over'])).toEqual(new Set(['over']));
});
