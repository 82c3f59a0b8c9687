// Tests that octavo conform asks lists for two filters together where one of them takes a list of numbers, each of which is meant.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly numbers: string;
  readonly says: string;
  readonly other: string;
  readonly values: readonly [string, string];
}

const DOMAINS: readonly Domain[] = [
  { things: 'courts', numbers: 'floor', says: 'Only courts on these floors.', other: 'sport', values: ['tennis', 'squash'] },
  { things: 'pumps', numbers: 'size', says: 'Pumps of one of these sizes, separated by commas.', other: 'state', values: ['idle', 'busy'] },
  { things: 'tours', numbers: 'days', says: 'Tours that take so many days.', other: 'guide', values: ['yes', 'no'] },
];

async function foundWith({ things, numbers, says, other, values }: Domain, how: 'both' | 'either' | 'least'): Promise<readonly string[]> {
  const description = how === 'least' ? 'Tours from the first to the second number.' : says;
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  /${things}:
    get:
      operationId: listAll
      parameters:
        - { name: ${numbers}, in: query, explode: false, description: ${JSON.stringify(description)}, schema: { type: array, minItems: 1, maxItems: 2, items: { type: integer, minimum: 1, maximum: 9 } } }
        - { name: ${other}, in: query, schema: { type: string, enum: ['${values[0]}', '${values[1]}'] } }
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { type: object, required: [id, ${numbers}, ${other}], properties: { id: { type: integer }, ${numbers}: { type: integer }, ${other}: { type: string, enum: ['${values[0]}', '${values[1]}'] } } } } } }
  /${things}/{id}:
    get:
      operationId: readOne
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '404': { description: None. } }
`);
  const all = [1, 2, 3, 2, 1, 3].map((number, index) => ({ id: index + 1, [numbers]: number, [other]: values[index < 2 ? 0 : 1] }));
  const target = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== `/${things}`) return new Response(null, { status: 404 });
    const wanted = searchParams.get(numbers)?.split(',').map(Number);
    const value = searchParams.get(other);
    const fits = (one: Readonly<Record<string, unknown>>): readonly [boolean, boolean] => {
      const number = Number(one[numbers]);
      return [
        wanted === undefined || (how === 'least' ? number >= (wanted[0] ?? 0) : wanted.includes(number)),
        value === null || one[other] === value,
      ];
    };
    const isEither = how === 'either' && wanted !== undefined && value !== null;
    return Response.json(all.filter((one) => (isEither ? fits(one).some(Boolean) : fits(one).every(Boolean))));
  };
  const { findings } = await conformService(service, { target, random: 2, ...lookingFor('list-filters') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test.each(['both', 'least'] as const)('nothing is found where an item satisfies %s', async (how) =>
    expect(await foundWith(domain, how)).toEqual([]),
  );

  test('it is found that one of two filters is enough', async () => {
    expect(await foundWith(domain, 'either')).toEqual([expect.stringMatching(/^The list with \w+ and \w+ has an item/)]);
  });
});
