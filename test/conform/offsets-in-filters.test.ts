// Tests lists of what happens at a time: the same instant with another offset is the same limit of a filter.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly member: string;
  readonly filter: string;
  readonly says: string;
  readonly isIn: (time: number, limit: number) => boolean;
}

const DOMAINS: readonly Domain[] = [
  {
    ...{ things: 'concerts', member: 'startsAt', filter: 'startsFrom', says: 'Only concerts that start at this time or later.' },
    ...{ isIn: (time, limit) => time >= limit },
  },
  {
    ...{ things: 'deliveries', member: 'arrivedAt', filter: 'arrivedBefore', says: 'Deliveries that arrived before this time.' },
    ...{ isIn: (time, limit) => time < limit },
  },
  {
    ...{ things: 'samples', member: 'taken_at', filter: 'taken_until', says: 'Samples that were taken at this instant or earlier.' },
    ...{ isIn: (time, limit) => time <= limit },
  },
];

const TIMES = ['2031-03-01T08:00:00Z', '2031-03-04T12:30:00Z', '2031-03-02T23:00:00Z', '2031-03-03T06:15:00Z', '2031-03-05T17:45:00Z'];

type Mistake = 'none' | 'no offset';

/** The instant of a text, in microseconds. */
function microsecondsOf(text: string): number {
  return Date.parse(text) * 1000 + Number(/\.\d{3}(\d{3})/.exec(text)?.[1] ?? 0);
}

async function foundWith({ things, member, filter, says, isIn }: Domain, mistake: Mistake, times = TIMES): Promise<readonly string[]> {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Times, version: '1' }
paths:
  /${things}:
    get:
      operationId: listAll
      parameters:
        - { name: ${filter}, in: query, description: ${says}, schema: { type: string, format: date-time } }
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { type: object, required: [id, ${member}], properties: { id: { type: integer }, ${member}: { type: string, format: date-time } } } } } }
  /${things}/{id}:
    get:
      operationId: readOne
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '404': { description: None. } }
`);
  const all = times.map((time, index) => ({ id: index + 1, [member]: time }));
  const timeOf = (one: Readonly<Record<string, unknown>>): number => microsecondsOf(String(one[member]));
  const target = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== `/${things}`) return new Response(null, { status: 404 });
    const limit = searchParams.get(filter);
    const text = mistake === 'no offset' ? `${limit?.slice(0, 19)}Z` : String(limit);
    const found = limit === null ? all : all.filter((one) => isIn(timeOf(one), microsecondsOf(text)));
    return Response.json(found);
  };
  const { findings } = await conformService(service, { target, random: 2, ...lookingFor('list-filters') });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found of a list that is right', async () => expect(await foundWith(domain, 'none')).toEqual([]));

  test('nothing is found of one that has microseconds', async () => {
    expect(
      await foundWith(
        domain,
        'none',
        TIMES.map((time) => time.replace('Z', '.123456Z')),
      ),
    ).toEqual([]);
  });

  test('it is found that the offset of a limit does not count', async () => {
    expect(await foundWith(domain, 'no offset')).toEqual([expect.stringMatching(/^list-filters: The list with `\w+` "[^"]+[+-]09:00"/)]);
  });
});
