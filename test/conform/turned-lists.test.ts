// Tests that octavo conform asks for lists in both directions where a boolean turns their order round: in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly sort: string;
  readonly member: string;
  readonly schema: string;
  readonly turn: string;
  /** The value with which the list goes downwards. */
  readonly down: 'true' | 'false';
  readonly values: readonly (string | number)[];
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'tenants',
    sort: 'sortBy',
    member: 'surname',
    schema: '{ type: string }',
    turn: 'descending',
    down: 'true',
    values: ['adams', 'young', 'miller', 'brown'],
  },
  {
    things: 'songs',
    sort: 'order_by',
    member: 'year',
    schema: '{ type: integer }',
    turn: 'desc',
    down: 'true',
    values: [1999, 1971, 2020, 1985],
  },
  {
    things: 'boats',
    sort: 'sort',
    member: 'length_cm',
    schema: '{ type: integer }',
    turn: 'ascending',
    down: 'false',
    values: [700, 310, 1280, 452],
  },
];

function documentOf({ things, sort, member, schema, turn, down }: Domain): string {
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: ${sort}, in: query, schema: { type: string, enum: [id, ${member}], default: id } }
        - { name: ${turn}, in: query, schema: { type: boolean, default: ${down === 'true' ? 'false' : 'true'} } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: object, required: [id, ${member}], properties: { id: { type: integer }, ${member}: ${schema} } } } } } } }
`;
}

async function foundWith(domain: Domain, isTurned: boolean): Promise<readonly string[]> {
  const { sort, member, turn, down, values } = domain;
  const target = (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const all = values.map((value, index) => ({ id: index + 1, [member]: value }));
    const key = query.get(sort) ?? 'id';
    const sorted = all.toSorted((a, b) => Number(a[key]) - Number(b[key]) || String(a[key]).localeCompare(String(b[key])));
    const shown = isTurned && query.get(turn) === down ? sorted.toReversed() : sorted;
    return Promise.resolve(Response.json(shown.slice(0, Number(query.get('limit') ?? 50))));
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('list-sorting') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where the list is turned round', async () => expect(await foundWith(domain, true)).toEqual([]));
  test('it is found that the list stays as it is', async () => {
    expect(await foundWith(domain, false)).toContainEqual(expect.stringMatching(new RegExp(`^Sorted by .${domain.member} `)));
  });
});
