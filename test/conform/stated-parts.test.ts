// Tests that rules of sentences about objects inside a body, about items of lists, about the query of a read and about true and false are broken one
// at a time.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, SOME_CASES, serviceFrom } from './support.ts';

const TRIPS = `openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /trips:
    get:
      operationId: findTrips
      description: The dates must be at most 31 days apart.
      parameters:
        - { name: from, in: query, description: Required if \`to\` is given., schema: { type: string, format: date }, example: '2090-03-02' }
        - { name: to, in: query, description: Must not be before \`from\`., schema: { type: string, format: date }, example: '2090-03-05' }
        - { name: guide, in: query, description: Cannot be used together with \`region\`., schema: { type: string, enum: [ann, bob] } }
        - { name: region, in: query, schema: { type: string, enum: [north, south] } }
        - { name: sort, in: query, description: 'Must be one of \`price\`, \`length\`.', schema: { type: string }, example: price }
      responses:
        '200': { description: Trips., content: { application/json: { schema: { type: array, items: { type: object, required: [asked], properties: { asked: { type: string } } } } } } }
        '400': { description: A parameter is wrong. }
    post:
      operationId: planTrip
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [data]
              properties:
                data:
                  type: object
                  required: [opens, closes, stops]
                  properties:
                    opens: { type: string, format: date, description: Must be at least 5 days in advance. }
                    closes: { type: string, format: date, description: Later than \`opens\`. }
                    isGuided: { type: boolean }
                    guide: { type: string, description: Required if \`isGuided\` is true., enum: [ann, bob] }
                    language: { type: string, description: Must not be given if \`isGuided\` is false., enum: [de, en] }
                    price: { type: integer, description: Requires \`currency\`., minimum: 1, maximum: 9 }
                    currency: { type: string, enum: [EUR, CHF] }
                    stops: { type: array, minItems: 1, maxItems: 3, items: { $ref: '#/components/schemas/Stop' } }
            example: { data: { opens: '2090-03-02', closes: '2090-03-04', isGuided: true, guide: ann, language: de, price: 3, currency: EUR, stops: [{ at: bus, line: '7', level: easy }] } }
      responses:
        '200': { description: What became of each., content: { application/json: { schema: { type: object } } } }
        '204': { description: Planned. }
        '422': { description: A rule is broken. }
components:
  schemas:
    Stop:
      type: object
      additionalProperties: false
      required: [at]
      properties:
        at: { type: string, enum: [bus, boat, car] }
        line: { type: string, enum: ['7', '8'], description: Only for \`bus\` and \`boat\`. }
        level: { type: string, description: 'Must be one of: easy, hard.' }
`;

const DAY = 86_400_000;

interface Stop {
  readonly at: string;
  readonly line?: string;
  readonly level?: string;
}
interface Trip {
  readonly opens: string;
  readonly closes: string;
  readonly isGuided?: boolean;
  readonly guide?: string;
  readonly language?: string;
  readonly price?: number;
  readonly currency?: string;
  readonly stops: readonly Stop[];
}

const OF_BODY: Readonly<Record<string, (trip: Trip) => boolean>> = {
  order: ({ opens, closes }) => closes > opens,
  notice: ({ opens }) => Date.parse(opens) > Date.now() + 4 * DAY,
  flag: ({ isGuided, guide }) => isGuided !== true || guide !== undefined,
  noFlag: ({ isGuided, language }) => isGuided !== false || language === undefined,
  companion: ({ price, currency }) => price === undefined || currency !== undefined,
  item: ({ stops }) => stops.every(({ at, line }) => at !== 'car' || line === undefined),
  level: ({ stops }) => stops.every(({ level = 'easy' }) => ['easy', 'hard'].includes(level)),
};

type Query = ReadonlyMap<string, string>;
const OF_QUERY: Readonly<Record<string, (query: Query) => boolean>> = {
  both: (query) => !query.has('to') || query.has('from'),
  dates: (query) => !query.has('to') || (query.get('to') ?? '') >= (query.get('from') ?? ''),
  apart: (query) =>
    !query.has('to') || !query.has('from') || Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '') <= 31 * DAY,
  one: (query) => !query.has('guide') || !query.has('region'),
  sort: (query) => ['price', 'length', undefined].includes(query.get('sort')),
};

/** `each`: answers with what became of each stop in place of a refusal. */
async function runWithout(rule?: string, each = false): Promise<ConformReport> {
  const keeps = <T>(rules: Readonly<Record<string, (one: T) => boolean>>, one: T): boolean =>
    Object.entries(rules).every(([name, holds]) => name === rule || holds(one));
  const target = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url);
      return keeps(OF_QUERY, new Map(searchParams))
        ? Response.json([{ asked: searchParams.toString() }])
        : new Response(null, { status: 400 });
    }
    const { data } = (await request.json()) as { readonly data: Trip };
    const isKept = keeps(OF_BODY, data);
    if (each) return Response.json({ failedStops: isKept ? [] : [0] });
    return new Response(null, { status: isKept ? 204 : 422 });
  };
  return conformService(await serviceFrom(TRIPS), { target, random: 2, ...SOME_CASES, ...lookingFor('stated-rules') });
}

const shown = ({ findings }: ConformReport): readonly string[] =>
  findings.filter(({ check }) => check === 'stated-rules').map(({ message }) => message);

test('a service that keeps its rules has no finding', async () => expect(shown(await runWithout())).toEqual([]));

test('an answer that tells what became of each item is no finding about an item', async () => {
  const found = shown(await runWithout(undefined, true));
  expect(found.filter((one) => /`(?:line|level)`/.test(one))).toEqual([]);
});

describe.each(
  sampleOf(
    [
      ['order', 'with `closes` below `opens`'],
      ['notice', 'with a `opens` less than 5 days ahead'],
      ['flag', 'with the `isGuided` true and without `guide`'],
      ['noFlag', 'with the `isGuided` false and `language`'],
      ['companion', 'with `price` and without `currency`'],
      ['item', 'with the `at` car and `line`'],
      ['level', 'with a `level` of another form than its text says, which is one of easy, hard,'],
      ['both', 'with `to` and without `from`'],
      ['dates', 'with `to` below `from`'],
      ['apart', 'that lasts longer than 31 days'],
      ['one', 'with both `guide` and `region`'],
      ['sort', 'with a `sort` of another form than its text says, which is one of price, length,'],
    ],
    4,
  ),
)('a service that does not keep the rule of %s', (rule, message) => {
  test('is found', async () => {
    const found = shown(await runWithout(rule));
    expect(found).toContainEqual(expect.stringContaining(`A request ${message} is accepted with 20`));
    expect(new Set(found.map((one) => /(?<=says: ).*/.exec(one)?.[0])).size).toBe(1);
  });
});
