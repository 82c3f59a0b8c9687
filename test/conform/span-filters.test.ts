// Tests that the list of what lasts at a time has all that does, and nothing else.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { spanFiltersOf } from '../../generator/inference/lists/span-filters.ts';
import type { Service } from '../../generator/model/service.ts';
import { lookingFor, serviceFrom } from './support.ts';

const seasonsWith = (description: string, name = 'on', ends: Ends = {}): Promise<Service> =>
  serviceFrom(`openapi: 3.1.0
info: { title: Seasons, version: '1' }
paths:
  /seasons/closing:
    post: { operationId: closeSeason, description: ${JSON.stringify(ends.said ?? 'Ends it.')}, responses: { '204': { description: Done. } } }
  /seasons:
    get:
      operationId: listSeasons
      parameters: [{ name: ${name}, in: query, description: ${JSON.stringify(description)}, schema: { type: string, format: date } }]
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  properties:
                    id: { type: integer }
                    from: { type: string, format: date }
                    until: { type: [string, 'null'], format: date, description: ${JSON.stringify(ends.described ?? 'Its end.')} }
  /seasons/{id}:
    get:
      operationId: readSeason
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '404': { description: None. } }
`);

/** What the text of an operation says of the end, and that of the member. */
interface Ends {
  readonly said?: string;
  readonly described?: string;
}

async function readIn(description: string, name?: string, ends?: Ends): Promise<string | undefined> {
  const service = await seasonsWith(description, name, ends);
  const operation = service.operations.find(({ method }) => method === 'GET');
  const facts = operation && listFactsOf(service, operation);
  const [found] = facts === undefined ? [] : spanFiltersOf(facts);
  return found && `${found.start} to ${found.end}, end ${found.isEndIn ?? 'open'}, ${found.isWhole ? 'whole' : 'part'}`;
}

test.each([
  ['Only seasons whose span includes this day.', 'from to until, end open, whole'],
  ['The season that is valid on this day. Its first and its last day count.', 'from to until, end true, whole'],
  ['Only prices in force on this day: a price holds from `from` on, and no longer at `until`.', 'from to until, end false, part'],
  ['Guests whose stay covers this day, and who have paid.', 'from to until, end open, part'],
  ['Permits that are active on this day.', 'from to until, end open, part'],
  ['Only leaves that this day belongs to.', 'from to until, end open, whole'],
  ['Visits whose span this date falls into.', 'from to until, end open, whole'],
  ['Bookings where the given day lies within the stay.', 'from to until, end open, whole'],
  ['Only seasons that begin on this day or later.', undefined],
  ['Only seasons with this name.', undefined],
])('%s', async (description, wanted) => {
  expect(await readIn(description)).toBe(wanted);
});

test.each<readonly [ends: Ends, end: string]>([
  [{ said: 'It ends early. `until` is the last day of the season, and not before `from`.' }, 'true'],
  [{ said: 'A closed season has an end: `until` is its last day.' }, 'true'],
  [{ described: 'The last day, if there is one.' }, 'true'],
  [{ described: 'The day after the last day.' }, 'open'],
  [{ described: 'The last day before it ends.' }, 'open'],
  [{ said: '`until` is the last day on which guests can cancel.' }, 'open'],
])('%j', async (ends, end) =>
  expect(await readIn('Only seasons that this day belongs to.', 'on', ends)).toBe(`from to until, end ${end}, whole`),
);

interface Season {
  readonly id: number;
  readonly from: string;
  readonly until: string | null;
}

const SEASONS: readonly Season[] = [
  { id: 1, from: '2031-01-01', until: '2031-03-31' },
  { id: 2, from: '2031-04-01', until: '2031-06-30' },
  { id: 3, from: '2031-07-01', until: '2031-09-30' },
  { id: 4, from: '2031-08-01', until: null },
  { id: 5, from: '2031-10-01', until: '2031-12-31' },
  { id: 6, from: '2032-01-01', until: '2032-03-31' },
];

const BY: Readonly<Record<string, (season: Season, on: string) => boolean>> = {
  right: ({ from, until }, on) => from <= on && (until === null || on <= until),
  withoutLastDay: ({ from, until }, on) => from <= on && (until === null || on < until),
  withoutOpenEnds: ({ from, until }, on) => from <= on && until !== null && on <= until,
  withEnded: ({ from }, on) => from <= on,
};

test.each([
  ['right', []],
  ['withoutLastDay', ['listSeasons']],
  ['withoutOpenEnds', ['listSeasons']],
  ['withEnded', ['listSeasons']],
])('a list that is %s', async (kind, wanted) => {
  const service = await seasonsWith('The seasons that are valid on this day. Their first and their last day count.');
  const target = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const on = searchParams.get('on');
    if (pathname !== '/seasons') return new Response(null, { status: 404 });
    return Response.json(on === null ? SEASONS : SEASONS.filter((one) => BY[kind]?.(one, on)));
  };
  const report = await conformService(service, { target, random: 2, ...lookingFor('list-filters') });
  expect(report.findings.map(({ operation }) => operation.id)).toEqual(wanted);
});
