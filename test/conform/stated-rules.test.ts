// Tests that bodies which break a rule of a sentence are refused, on a service of stays that has one fault at a time.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, SOME_CASES, serviceFrom } from './support.ts';

const STAYS = `openapi: 3.1.0
info: { title: Stays, version: '1' }
paths:
  /stays:
    post:
      operationId: book
      description: |
        \`to\` may not be before \`from\`, and there are at most 9 days (422). A group stay needs \`people\`, and another may not have it (422).
        Exactly one of \`mail\` and \`phone\` must be given. \`most\` must be greater than \`least\`. A room that is named twice is a 422.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [from, to, kind, least, most]
              properties:
                from: { type: string, format: date, description: It must be in the future. }
                to: { type: string, format: date }
                kind: { type: string, enum: [single, group] }
                people: { type: integer, minimum: 2, maximum: 9 }
                least: { type: integer, minimum: 0, maximum: 90 }
                most: { type: integer, minimum: 0, maximum: 90 }
                mail: { type: string, enum: [a@mail.example, b@mail.example] }
                phone: { type: string, enum: ['123', '456'] }
                rooms: { type: array, minItems: 1, maxItems: 4, items: { type: object, required: [room], properties: { room: { type: string, enum: [red, blue, green] } } } }
                title: { type: string, description: 'Max length: 12 characters.' }
                beds: { type: integer, description: Must be between 1 and 6. }
                tags: { type: array, items: { type: string }, description: Up to 3 tags. }
                note: { type: string, minLength: 1, maxLength: 40, description: It may not be blank. }
            example: { from: '2090-03-02', to: '2090-03-04', kind: single, least: 1, most: 5, mail: a@mail.example, rooms: [{ room: red }], note: Late, title: Weekend, beds: 2, tags: [quiet] }
      responses:
        '204': { description: Booked. }
        '400': { description: Not as declared. }
        '422': { description: A rule is broken. }
`;

interface Stay {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly people?: number;
  readonly least: number;
  readonly most: number;
  readonly mail?: string;
  readonly phone?: string;
  readonly note?: string;
  readonly title?: string;
  readonly beds?: number;
  readonly tags?: readonly string[];
  readonly rooms?: readonly { readonly room: string }[];
}

const DAY = 86_400_000;
const RULES: Readonly<Record<string, (stay: Stay) => boolean>> = {
  order: ({ from, to }) => to >= from,
  length: ({ from, to }) => Date.parse(to) - Date.parse(from) < 9 * DAY,
  needed: ({ kind, people }) => kind !== 'group' || people !== undefined,
  only: ({ kind, people }) => kind === 'group' || people === undefined,
  none: ({ mail, phone }) => mail !== undefined || phone !== undefined,
  both: ({ mail, phone }) => mail === undefined || phone === undefined,
  strict: ({ least, most }) => most !== least,
  bounds: ({ least, most }) => most >= least,
  future: ({ from }) => from > new Date().toISOString(),
  blank: ({ note }) => note === undefined || note.trim() !== '',
  title: ({ title = '' }) => [...title].length <= 12,
  most: ({ beds = 2 }) => beds <= 6,
  least: ({ beds = 2 }) => beds >= 1,
  tags: ({ tags = [] }) => tags.length <= 3,
  twice: ({ rooms = [] }) => new Set(rooms.map(({ room }) => room)).size === rooms.length,
};

/** A run against a service without one of its rules, or with one that is too strict. */
async function runWithout(rule?: string, isTooStrict = (_: Stay): boolean => false): Promise<ConformReport> {
  const target = async (request: Request): Promise<Response> => {
    const stay = (await request.json()) as Stay;
    const isKept = Object.entries(RULES).every(([name, holds]) => name === rule || holds(stay)) && !isTooStrict(stay);
    return new Response(null, { status: isKept ? 204 : 422 });
  };
  return conformService(await serviceFrom(STAYS), { target, random: 2, ...SOME_CASES, ...lookingFor('stated-rules') });
}

const shown = ({ findings }: ConformReport): readonly string[] =>
  findings.filter(({ check }) => check === 'stated-rules').map(({ message }) => message);

test('a service that keeps its rules has no finding', async () => {
  expect(shown(await runWithout())).toEqual([]);
});

describe.each(
  sampleOf(
    [
      ['order', 'with `to` below `from`'],
      ['length', 'that lasts longer than 9 days'],
      ['needed', 'with the `kind` group and without `people`'],
      ['only', 'with the `kind` single and `people`'],
      ['none', 'without `mail` and `phone`'],
      ['both', 'with both `mail` and `phone`'],
      ['strict', 'with the same value for `most` and `least`'],
      ['bounds', 'with `most` below `least`'],
      ['future', 'with a `from` in the past'],
      ['blank', 'with a `note` of spaces'],
      ['title', 'with a `title` of 13 characters, where its text says at most 12 characters'],
      ['most', 'with a `beds` of 7, where its text says at most 6'],
      ['least', 'with a `beds` of 0, where its text says at least 1'],
      ['tags', 'with a `tags` of 4 items, where its text says at most 3 items'],
      ['twice', 'with an item of `rooms` twice'],
    ],
    5,
  ),
)('a service that does not keep the rule of %s', (rule, message) => {
  test('is found', async () => {
    const found = shown(await runWithout(rule));
    expect(found).toEqual([expect.stringContaining(`A request ${message} is accepted with 204, and the document says: “`)]);
  });
});

test('a service that refuses the longest text that a sentence allows is found', async () => {
  const found = shown(await runWithout(undefined, ({ title = '' }) => title.length > 11));
  expect(found).toEqual([
    expect.stringMatching(/^A request with a `title` of 12 characters, .* is refused with 422, one just inside is accepted/),
  ]);
});

test('a service that refuses the last length that a sentence allows is found', async () => {
  const found = shown(await runWithout(undefined, ({ from, to }) => Date.parse(to) - Date.parse(from) >= 8 * DAY));
  expect(found).toEqual([
    expect.stringMatching(
      /^A request that lasts exactly 9 days is refused with 422, one just inside is accepted, and the document says: “/,
    ),
  ]);
});
