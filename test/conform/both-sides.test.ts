// Tests that sentences are tried on both sides of what they name, on a service of several domains that does not keep one rule at a time.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, SOME_CASES, serviceFrom } from './support.ts';

const operation = (path: string, id: string, text: string, schema: string, example: string): string => `
  /${path}:
    post:
      operationId: ${id}
      description: |
        ${text}
      requestBody:
        required: true
        content:
          application/json:
            schema: ${schema}
            example: ${example}
      responses:
        '204': { description: Done. }
        '422': { description: A value is wrong. }`;

const WORLD = `openapi: 3.1.0
info: { title: World, version: '1' }
paths:${operation(
  'parcels',
  'handIn',
  'A courier delivery names its `phone`, everything else has none (422). The lowest weight is not above the highest (422).',
  `{ type: object, additionalProperties: false, required: [service, weight], properties: { service: { type: string, enum: [courier, letterbox, locker] },
              phone: { type: string, enum: ['123', '456'] }, weight: { type: object, required: [min, max], properties: { min: { type: integer, minimum: 0, maximum: 90 }, max: { type: integer, minimum: 0, maximum: 90 } } } } }`,
  `{ service: courier, phone: '123', weight: { min: 3, max: 9 } }`,
)}${operation(
  'tours',
  'bookTour',
  'A tour takes 3 to 25 visitors, children and grown-ups together (422). The caves are closed on Wednesdays, so nobody can come then (422).',
  `{ type: object, additionalProperties: false, required: [date, children, adults], properties: { date: { type: string, format: date },
              children: { type: integer, minimum: 0, maximum: 25 }, adults: { type: integer, minimum: 0, maximum: 25 } } }`,
  `{ date: '2090-03-02', children: 8, adults: 4 }`,
)}${operation(
  'payouts',
  'payOut',
  'The controller must be somebody else than the requester. Amounts above two thousand require a second `signature`. The check digit of the account must be right.',
  `{ type: object, additionalProperties: false, required: [amount, requester, controller, account], properties: { amount: { type: integer, minimum: 1, maximum: 90000 },
              requester: { type: string, minLength: 1 }, controller: { type: string, minLength: 1 }, signature: { type: string, minLength: 1 }, account: { type: string, pattern: '^[0-9]{4}$' } } }`,
  `{ amount: 300, requester: Ann, controller: Ben, account: '1230' }`,
)}${operation(
  'shifts',
  'plan',
  'The rest is shorter than the shift (422). More than five hours need a rest of 20 minutes. No more than four hours per task are allowed in a week.',
  `{ type: object, additionalProperties: false, required: [start, end, restMinutes, tasks, hoursInAll], properties: { start: { type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
              end: { type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }, restMinutes: { type: integer, minimum: 0, maximum: 180 }, hoursInAll: { type: integer, minimum: 1, maximum: 60 },
              tasks: { type: array, minItems: 1, maxItems: 5, uniqueItems: true, items: { type: string, enum: [desk, floor, yard, gate, roof] } } } }`,
  `{ start: '08:00', end: '16:00', restMinutes: 45, tasks: [desk, floor], hoursInAll: 6 }`,
)}${operation(
  'members',
  'enrol',
  'Nobody joins before the 16th birthday (422). The year of the last course is not in the future. The trial may lie in the past or in the future. A trial starts and ends in the same month (422).',
  `{ type: object, additionalProperties: false, required: [birthDate, joinsOn, courseYear, startsOn, endsOn], properties: { birthDate: { type: string, format: date }, joinsOn: { type: string, format: date },
              courseYear: { type: integer, minimum: 1900, maximum: 2200 }, startsOn: { type: string, format: date }, endsOn: { type: string, format: date } } }`,
  `{ birthDate: '1990-05-17', joinsOn: '2024-02-03', courseYear: 2010, startsOn: '2090-03-02', endsOn: '2090-03-04' }`,
)}${operation(
  'pupils',
  'admit',
  'Into a course means that the rules for courses hold: there is room, the course is not over, and the pupil is sixteen years old by the day on which the course starts. Otherwise the answer is a 422.',
  `{ type: object, additionalProperties: false, required: [birthDate], properties: { birthDate: { type: string, format: date }, course: { type: integer, minimum: 1 } } }`,
  `{ birthDate: '1990-05-17' }`,
)}${operation(
  'seasons',
  'openSeason',
  'It ends on the same day as it starts or on a later one (422 otherwise).',
  `{ type: object, additionalProperties: false, required: [startsOn, endsOn], properties: { startsOn: { type: string, format: date }, endsOn: { type: string, format: date } } }`,
  `{ startsOn: '2090-03-02', endsOn: '2090-03-04' }`,
)}
`;

// biome-ignore lint/suspicious/noExplicitAny: each operation has a body of its own.
type Body = any;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const lengthOf = ({ start, end }: Body): number => minutesOf(end) - minutesOf(start);
const digits = (text: string): number => [...text].reduce((sum, digit) => sum + Number(digit), 0);
const later = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

const RULES: Readonly<Record<string, readonly [id: string, holds: (body: Body) => boolean]>> = {
  needed: ['parcels', ({ service, phone }) => service !== 'courier' || phone !== undefined],
  forbidden: ['parcels', ({ service, phone }) => service === 'courier' || phone === undefined],
  bounds: ['parcels', ({ weight }) => weight.min <= weight.max],
  most: ['tours', ({ children, adults }) => children + adults <= 25],
  least: ['tours', ({ children, adults }) => children + adults >= 3],
  weekday: ['tours', ({ date }) => new Date(date).getUTCDay() !== 3],
  else: ['payouts', ({ requester, controller }) => requester !== controller],
  threshold: ['payouts', ({ amount, signature }) => amount <= 2000 || signature !== undefined],
  digit: ['payouts', ({ account }) => digits(account) % 3 === 0],
  shorter: ['shifts', (body) => body.restMinutes < lengthOf(body)],
  rest: ['shifts', (body) => lengthOf(body) - body.restMinutes <= 300 || body.restMinutes >= 20],
  each: ['shifts', ({ tasks, hoursInAll }) => hoursInAll <= 4 * tasks.length],
  age: ['members', ({ birthDate, joinsOn }) => later(birthDate, 16) <= joinsOn],
  coming: ['members', ({ courseYear }) => courseYear <= new Date().getUTCFullYear()],
  later: ['seasons', ({ startsOn, endsOn }) => startsOn <= endsOn],
  month: ['members', ({ startsOn, endsOn }) => startsOn.slice(0, 7) === endsOn.slice(0, 7)],
};

async function runWith(holds: (name: string, body: Body) => boolean): Promise<ConformReport> {
  const target = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as Body;
    const [, path] = new URL(request.url).pathname.split('/');
    const isKept = Object.entries(RULES).every(([name, [own]]) => own !== path || holds(name, body));
    return new Response(null, { status: isKept ? 204 : 422 });
  };
  return conformService(await serviceFrom(WORLD), { target, random: 2, ...SOME_CASES, ...lookingFor('stated-rules') });
}

const keeps = (name: string, body: Body): boolean => RULES[name]?.[1](body) ?? true;
const shown = ({ findings }: ConformReport): readonly string[] => findings.map(({ message }) => message);

// Nothing refuses a pupil here, since the age is that on a day of another thing, and a pupil without a course has no such day.
test('a service that keeps its rules has no finding', async () => {
  expect(shown(await runWith(keeps))).toEqual([]);
});

describe.each(sampleOf(Object.keys(RULES), 6))('a service that does not keep the rule of %s', (rule) => {
  test('is found', async () => {
    const found = shown(await runWith((name, body) => name === rule || keeps(name, body)));
    expect(found).toEqual([expect.stringMatching(/(?:are all accepted|is accepted with 204), .*and the document says: “/)]);
  });
});

test.each([
  ['25 visitors', 'tours', ({ children, adults }: Body) => children + adults === 25],
  ['five hours without a rest', 'shifts', (body: Body) => lengthOf(body) - body.restMinutes === 300 && body.restMinutes < 20],
  ['two thousand without a signature', 'payouts', ({ amount, signature }: Body) => amount === 2000 && signature === undefined],
])('a service that refuses %s is found', async (_, path, isRefused) => {
  const [own = ''] = Object.entries(RULES).flatMap(([name, [id]]) => (id === path ? [name] : []));
  const found = shown(await runWith((name, body) => keeps(name, body) && !(name === own && isRefused(body))));
  expect(found).toEqual([expect.stringMatching(/is refused with 422, one .* is accepted, and the document says: “/)]);
});
