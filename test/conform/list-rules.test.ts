// Tests what sentences say of the items of a list: that one of them is marked, that no two have the same value, and what their sum is.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { type ItemFacts, listRulesIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const facts = (of: Partial<ItemFacts>): ItemFacts => ({ numbers: [], days: [], values: [], listed: new Map(), ...of });
const LISTS = new Map([
  [
    'contacts',
    facts({
      values: ['role', 'is_primary', 'email'],
      listed: new Map<string, readonly (string | boolean)[]>([
        ['role', ['captain', 'player']],
        ['is_primary', [true, false]],
      ]),
    }),
  ],
  ['splits', facts({ values: ['party', 'percent'], numbers: ['percent'] })],
  ['lines', facts({ values: ['sku', 'quantity', 'amount'], numbers: ['quantity', 'amount'] })],
  ['stages', facts({ values: ['date', 'km'], numbers: ['km'], days: ['date'] })],
]);
const NUMBERS = ['total', 'deposit', 'distanceKm'];

function readOf(text: string, subject?: string, status?: string): readonly string[] {
  return listRulesIn(text, { lists: LISTS, numbers: NUMBERS, subject }, status).map((one) => {
    if (one.rule === 'distinct') return `${one.list}: each another ${one.member}`;
    if (one.rule === 'summed') return `${one.list}.${one.member} ${one.sign} ${one.of}`;
    const most = [...(one.isNoneWrong ? ['not none'] : []), ...(one.isManyWrong ? ['not two'] : [])];
    return `${one.list}.${one.member} ${String(one.value)}: ${most.join(', ')}`;
  });
}

const SENTENCES: readonly (readonly [text: string, read: readonly string[], subject?: string | undefined, status?: string])[] = [
  ['Exactly one of them has the role `captain`.', ['contacts.role captain: not none, not two'], 'contacts'],
  ['There must be exactly one captain.', ['contacts.role captain: not none, not two'], 'contacts'],
  ['At most one of the contacts can be primary.', ['contacts.is_primary true: not two']],
  ['Only one contact may be marked as primary.', ['contacts.is_primary true: not two']],
  ['At least one contact must be primary.', ['contacts.is_primary true: not none']],
  ['The contacts may not have more than one captain.', ['contacts.role captain: not two']],
  ['Exactly one of `email` and `phone` must be given.', []],
  ['Only one contact may be primary per team.', []],
  ['At most one contact is shown.', []],
  ['Each line has a `sku` of its own.', ['lines: each another sku'], 'lines'],
  ['No two stages may have the same date.', ['stages: each another date']],
  ['In the order of their days, no two of which are the same.', ['stages: each another date'], 'stages'],
  ['The emails of the contacts must be unique.', ['contacts: each another email']],
  ['Each contact has a role.', [], 'contacts'],
  ['Their sum is `total`.', ['lines.amount = total'], 'lines'],
  ['The percentages must add up to 100.', [], 'splits'],
  ['The splits must add up to 100 %.', ['splits.percent = 100']],
  ['They must sum to 100.', [], 'total'],
  ['The amounts of the lines must equal the total.', []],
  ['The sum of the amounts of the lines must equal the total.', ['lines.amount = total']],
  ['The sum of the line amounts is not the total.', ['lines.amount = total'], undefined, '422'],
  ['The sum of all `lines.amount` may not exceed the total.', ['lines.amount <= total']],
  ['Less than the sum of the lines.', ['lines.amount > deposit'], 'deposit'],
  ['It is less than the sum of the lines.', ['lines.amount > deposit'], 'deposit'],
  ['Must be equal to the sum of the km of the stages.', ['stages.km = distanceKm'], 'distanceKm'],
  ['The lines do not add up to the total.', ['lines.amount = total'], undefined, '422'],
  ['The total is computed from the lines.', []],
  ['The sum of the lines is usually the total.', []],
  ['The sum of the lines and the fee must be the total.', []],
];

test.each(SENTENCES.map(([text, read, subject, status]) => ({ text, read, subject, status })))(
  '$text',
  ({ text, read, subject, status }) => {
    expect(readOf(text, subject, status)).toEqual(read);
  },
);

const TOURS = `openapi: 3.1.0
info: { title: Tours, version: '1' }
paths:
  /tours:
    post:
      operationId: planTour
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Tour' } } }
      responses:
        '201': { description: Planned., content: { application/json: { schema: { $ref: '#/components/schemas/Tour' } } } }
        '422': { description: A rule is broken. }
components:
  schemas:
    Tour:
      type: object
      additionalProperties: false
      required: [crew, price, rates, reserve]
      properties:
        crew:
          type: array
          minItems: 1
          maxItems: 4
          description: Exactly one of them has the role \`driver\`. Each of them has a name of its own.
          items:
            type: object
            additionalProperties: false
            required: [name, role]
            properties: { name: { type: string, minLength: 1, maxLength: 12 }, role: { type: string, enum: [driver, guide] } }
        price: { type: integer, minimum: 2, maximum: 9000 }
        reserve: { type: integer, minimum: 0, maximum: 9000, description: Less than the sum of the rates. }
        rates:
          type: array
          minItems: 2
          maxItems: 3
          description: Their sum is \`price\`.
          items: { type: object, additionalProperties: false, required: [cents], properties: { cents: { type: integer, minimum: 1, maximum: 900 } } }
      example: { crew: [{ name: Ann, role: driver }, { name: Bo, role: guide }], price: 50, reserve: 5, rates: [{ cents: 20 }, { cents: 30 }] }
`;

interface Tour {
  readonly crew: readonly { readonly name: string; readonly role: string }[];
  readonly price: number;
  readonly reserve: number;
  readonly rates: readonly { readonly cents: number }[];
}

const sum = ({ rates }: Tour): number => rates.reduce((all, { cents }) => all + cents, 0);
const drivers = ({ crew }: Tour): number => crew.filter(({ role }) => role === 'driver').length;
const RULES: Readonly<Record<string, (tour: Tour) => boolean>> = {
  many: (tour) => drivers(tour) < 2,
  none: (tour) => drivers(tour) > 0,
  names: ({ crew }) => new Set(crew.map(({ name }) => name)).size === crew.length,
  sum: (tour) => sum(tour) === tour.price,
  reserve: (tour) => tour.reserve < sum(tour),
};

/** `isComputed`: the service takes any price, and shows the sum in its place. */
async function runWithout(rule?: string, isComputed = false): Promise<ConformReport> {
  const target = async (request: Request): Promise<Response> => {
    const tour = (await request.json()) as Tour;
    const isKept = Object.entries(RULES).every(([name, holds]) => name === rule || holds(tour));
    return isKept ? Response.json(isComputed ? { ...tour, price: sum(tour) } : tour, { status: 201 }) : new Response(null, { status: 422 });
  };
  return conformService(await serviceFrom(TOURS), { target, random: 2, ...lookingFor('stated-rules', 'accepts-valid') });
}

const shown = ({ findings }: ConformReport): readonly string[] => findings.map(({ message }) => message);

test.each([
  [undefined, false],
  ['sum', true],
] as const)('a service that keeps its rules has no finding', async (rule, isComputed) => {
  expect(shown(await runWithout(rule, isComputed))).toEqual([]);
});

describe.each(
  sampleOf(
    [
      ['many', ['with two items of `crew` whose `role` is driver']],
      ['none', ['with no item of `crew` whose `role` is driver']],
      ['names', ['with the same `name` in two items of `crew`']],
      ['sum', ['with `price` and another sum of `rates.cents`']],
      ['reserve', ['with `reserve` and another sum of `rates.cents`']],
    ],
    3,
  ),
)('a service that does not keep the rule of %s', (rule, messages) => {
  test('is found', async () => {
    expect(shown(await runWithout(rule))).toEqual(messages.map((one) => expect.stringContaining(`A request ${one} is accepted with 201`)));
  });
});
