// Tests what is read of sentences by their parts: who is held against what, in words of several domains.
import { describe, expect, test } from 'vitest';
import { anyCaseIn, comparedIn, formulaIn, type Holder, saidOf, type Term, termIn } from '../../generator/inference/prose/index.ts';
import { serviceFrom } from './support.ts';

const time = (name: string, text = ''): Term => ({ name, kind: 'time', texts: text === '' ? [] : [text] });
const number = (name: string): Term => ({ name, kind: 'number', texts: [] });

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Things, version: '1' }
paths: { /things: { post: { operationId: act, responses: { '204': { description: Done. } } } } }
`);
const [operation] = service.operations;

/** What the sentences of an action say, in short: `leftOn least quarantineEndsOn`. */
function readIn(description: string, own: readonly Term[], holder: Holder): readonly string[] {
  if (operation === undefined) throw new Error('There is no operation.');
  return saidOf(service, { ...operation, description })
    .flatMap((said) => comparedIn(said, own, holder))
    .map(
      ({ member, kind, isStrict, of, by }) =>
        `${member} ${isStrict ? 'strictly ' : ''}${kind} ${of}${by === 0 ? '' : ` ${by / 3_600_000}`}`,
    );
}

describe('a time that is sent is held against an event of the thing', () => {
  const animal: Holder = {
    name: 'animals',
    isOwn: true,
    states: ['ill', 'well'],
    terms: [time('bornOn'), time('arrivedOn'), time('quarantineEndsOn', 'The last day in quarantine.'), time('vaccinatedAt')],
  };
  const lease: Holder = { name: 'leases', isOwn: true, terms: [time('signedOn'), time('from'), time('until'), time('noticeReceivedOn')] };
  const vessel: Holder = { name: 'vessels', terms: [time('builtOn'), time('commissionedOn'), time('lastSurveyOn')] };

  test.each([
    ['Nobody moves an animal out before its last day in quarantine (409).', [time('leftOn')], animal, ['leftOn least quarantineEndsOn']],
    ['A transfer earlier than the arrival of the animal is refused with 409.', [time('movedOn')], animal, ['movedOn least arrivedOn']],
    [
      'An animal without a name is refused (422), and so is a transfer earlier than the arrival of the animal (409).',
      [time('movedOn')],
      animal,
      ['movedOn least arrivedOn'],
    ],
    ['It leaves on the day of its birth at the earliest (422).', [time('leavesOn')], animal, ['leavesOn least bornOn']],
    ['An examination cannot lie before the animal was vaccinated (422).', [time('at')], animal, ['at least vaccinatedAt']],
    ['A lease is ended on the day it was signed or later (409).', [time('endedOn')], lease, ['endedOn least signedOn']],
    ['The keys are never given back after the lease ends (409).', [time('returnedOn')], lease, ['returnedOn most until']],
    [
      'Nothing is paid before the lease begins, or after it has ended (409).',
      [time('paidOn')],
      lease,
      ['paidOn least from', 'paidOn most until'],
    ],
    ['A voyage cannot start before the commissioning of the vessel (409).', [time('startsOn')], vessel, ['startsOn least commissionedOn']],
    [
      "The survey must come after the vessel's last survey (409).",
      [time('surveyedOn')],
      vessel,
      ['surveyedOn strictly least lastSurveyOn'],
    ],
    ['The visit must be at least two days after the lease was signed (422).', [time('visitOn')], lease, ['visitOn least signedOn 48']],
  ] as const)('%s', (text, own, holder, rules) => {
    expect(readIn(text, own, holder)).toEqual(rules);
  });

  test.each([
    'A lease is often ended before it was signed.',
    'It is shown after the lease was signed (409 otherwise).',
    'You may end it after the lease was signed (409 for others).',
    'If it was paid, it cannot be ended before the lease was signed (409).',
    'It cannot be ended before the rent is due (409).',
    'The lease was signed before it began.',
    'It should not be ended before it was signed (409).',
  ])('nothing is read in: %s', (text) => {
    expect(readIn(text, [time('endedOn')], lease)).toEqual([]);
  });

  test('a thing that the sentence does not name is not meant, unless the request is about it', () => {
    const own = [time('startsOn')];
    expect(readIn('A voyage cannot start before the commissioning (409).', own, vessel)).toEqual([]);
    expect(readIn('A voyage cannot start before the commissioning (409).', own, { ...vessel, isOwn: true })).toEqual([
      'startsOn least commissionedOn',
    ]);
  });
});

describe('a number that is sent is held against one of the thing', () => {
  const pallet: Holder = { name: 'pallets', isOwn: true, terms: [number('capacity'), number('onHand'), number('reserved')] };
  const account: Holder = { name: 'accounts', isOwn: true, terms: [number('balance'), number('creditLimit'), number('drawn')] };

  test.each([
    ['More than what is reserved is never released (409).', [number('quantity')], pallet, ['quantity most reserved']],
    ['The quantity does not exceed the capacity of the pallet (422).', [number('quantity')], pallet, ['quantity most capacity']],
    ['A withdrawal above the credit limit is refused with 409.', [number('amount')], account, ['amount most creditLimit']],
    ["The new limit is not below the account's drawn amount (409).", [number('limit')], account, ['limit least drawn']],
    ['An amount below what is drawn is a 409.', [number('amount')], account, ['amount least drawn']],
    ['A limit that is below what was drawn gives a 409.', [number('limit')], account, ['limit least drawn']],
    ['An amount beyond what is reserved is a 422.', [number('amount')], pallet, ['amount most reserved']],
    ['The new limit is not below the present one (`409`).', [number('creditLimit')], account, ['creditLimit least creditLimit']],
    ['At least the balance must be paid (409).', [number('amount')], account, ['amount least balance']],
  ] as const)('%s', (text, own, holder, rules) => {
    expect(readIn(text, own, holder)).toEqual(rules);
  });

  test.each(['Up to 20 pallets can be moved (409).', 'More than the balance is shown in red.', 'The balance is above the drawn amount.'])(
    'nothing is read in: %s',
    (text) => {
      expect(readIn(text, [number('amount')], account)).toEqual([]);
    },
  );
});

test('a phrase means the one member that all of its words fit', () => {
  const terms = [time('installedOn'), time('removedOn'), time('latestReadingOn'), time('validFrom'), time('validUntil')];
  const meant = (phrase: string): string | undefined => termIn(phrase, terms, ['meter'])?.name;
  expect(meant("the old meter's latest reading")).toBe('latestReadingOn');
  expect(meant('the day on which it was removed')).toBe('removedOn');
  expect(meant('its installation')).toBe('installedOn');
  expect(meant('the first day')).toBe('validFrom');
  expect(meant('`validUntil`')).toBe('validUntil');
  expect(meant('the latest invoice')).toBeUndefined();
  expect(meant('the day')).toBeUndefined();
});

test('the case of letters makes no difference', () => {
  for (const text of [
    'Case does not matter.',
    'Part of the title, in upper or lower case.',
    'Small and capital letters make no difference.',
    'The search ignores case.',
    'Words of the label, whatever the case.',
    'Capitals and small letters are the same.',
  ])
    expect(anyCaseIn(text), text).toBe(text);
  for (const text of ['Two capital letters.', 'In case of doubt, ignored.', 'Case matters.', 'The case of the violin, ignored by most.'])
    expect(anyCaseIn(text), text).toBeUndefined();
});

describe('a number is computed from what its text puts together', () => {
  const named = {
    numbers: ['granted', 'carriedOver', 'taken', 'requested', 'paidTotal', 'payable', 'dues', 'net'],
    lists: new Map([
      ['lines', ['amount']],
      ['damages', ['estimate', 'accepted']],
      ['payments', ['amount']],
    ]),
    choices: new Map([
      ['lines', new Map([['kind', ['base', 'tip', 'tax']]])],
      ['payments', new Map([['state', ['paid', 'reversed', 'failed']]])],
    ]),
  };

  test.each([
    [
      'What is left of `granted` and `carriedOver` after `taken` and `requested`.',
      { kind: 'mixed', of: ['granted', 'carriedOver', 'taken', 'requested'], plus: 2 },
    ],
    ['What is payable less what is paid.', { kind: 'difference', of: ['payable', 'paidTotal'] }],
    ['The rest of the dues after what was taken.', { kind: 'difference', of: ['dues', 'taken'] }],
    ['The sum of all lines.', { kind: 'items', list: 'lines', of: ['amount'] }],
    [
      'The sum of the lines `base` and `tip`.',
      { kind: 'items', list: 'lines', of: ['amount'], where: { member: 'kind', values: ['base', 'tip'], isDenied: false } },
    ],
    ['The total of the estimates of all damages.', { kind: 'items', list: 'damages', of: ['estimate'] }],
    [
      'The total of its payments, without reversed ones.',
      { kind: 'items', list: 'payments', of: ['amount'], where: { member: 'state', values: ['reversed'], isDenied: true } },
    ],
    [
      'The total of the paid payments.',
      { kind: 'items', list: 'payments', of: ['amount'], where: { member: 'state', values: ['paid'], isDenied: false } },
    ],
  ])('%s', (text, wanted) => {
    expect(formulaIn(text, 'net', named)).toMatchObject(wanted);
  });

  test.each([
    'What is left of the cake after the party.',
    'The sum of the old lines.',
    'The sum of the lines of another order.',
    'The total of its payments, without late ones.',
    'The estimates of all damages.',
    'What is payable less the deductible.',
    'The total of what is accepted.',
  ])('nothing is read in: %s', (text) => {
    expect(formulaIn(text, 'net', named)).toBeUndefined();
  });
});
