// Tests that octavo conform reads that all times of answers are in UTC, where the description of a document says so of all times, and not where it
// says something else.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { shownInUtc } from '../../generator/inference/stated/utc.ts';
import { lookingFor, serviceFrom } from './support.ts';

const SAID: readonly (readonly [things: string, member: string, says: string])[] = [
  ['flights', 'leavesAt', 'Send times in any zone you like. All timestamps in answers are in UTC.'],
  ['shifts', 'begun', '**Moments.** Callers choose the offset, and responses give instants back converted to UTC.'],
  ['tides', 'high_water_at', 'Every date-time is stored to the second, and is always reported in UTC, whatever offset it came with.'],
];

const NOT_SAID: readonly string[] = [
  'Times without an offset are taken to be in UTC.',
  'All times must be given in UTC.',
  'Days are days in UTC, and times keep their offset.',
  'Times are shown in the zone of the place, which may be in UTC.',
  'A time that lies before the year 2000 in UTC is refused.',
  'Times of the service are in UTC.',
  'All timestamps are in UTC.',
  'Timestamps of requests are logged in UTC, and answers return them as they were sent.',
];

async function foundWith([things, member, says]: (typeof SAID)[number], offset: string, described = ''): Promise<readonly string[]> {
  const description = described === '' ? '' : `, description: ${JSON.stringify(described)}`;
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Times, version: '1', description: ${JSON.stringify(says)} }
paths:
  /${things}:
    get:
      operationId: listAll
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { type: object, required: [${member}], properties: { ${member}: { type: string, format: date-time${description} } } } } } }
`);
  const target = (): Response => Response.json([{ [member]: '2026-05-01T10:00:00Z' }, { [member]: `2026-05-01T10:00:00${offset}` }]);
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('stated-forms') });
  return findings.map(({ message }) => message);
}

describe.each(SAID)('%s', (...domain) => {
  test.each(['Z', '+00:00'])('nothing is found of times with %s', async (offset) => expect(await foundWith(domain, offset)).toEqual([]));

  test('a time with another offset is found', async () => {
    expect(await foundWith(domain, '+02:00')).toEqual([expect.stringContaining(`\`${domain[1]}\` has the offset +02:00`)]);
  });

  test('nothing is found of a time that its own text says otherwise of', async () =>
    expect(await foundWith(domain, '+02:00', 'In the local time of the place.')).toEqual([]));
});

test.each(NOT_SAID)('%s', (description) => expect(shownInUtc({ description })).toBeUndefined());
