// A page that has all items says that it is the last one, in whatever words: a boolean for the last page, or the place where the next one begins.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly from: string;
  readonly size: string;
  /** The schema of what an answer says of its end, and what a right and a wrong service say. */
  readonly end: string;
  readonly name: string;
  readonly right: (next: number, total: number) => unknown;
  readonly wrong: (next: number, total: number) => unknown;
}

const DOMAINS: readonly Domain[] = [
  {
    ...{ things: 'boats', from: 'skip', size: 'limit', name: 'isLastPage', end: '{ type: boolean }' },
    right: (next, total) => next >= total,
    wrong: (next, total) => next > total,
  },
  {
    ...{ things: 'songs', from: 'start', size: 'size', name: 'nextStart', end: "{ type: [integer, 'null'] }" },
    right: (next, total) => (next < total ? next : null),
    wrong: (next, total) => (next <= total ? next : null),
  },
  {
    ...{ things: 'mills', from: 'offset', size: 'count', name: 'last', end: '{ type: boolean }' },
    right: (next, total) => next >= total,
    wrong: () => false,
  },
  {
    ...{ things: 'ferries', from: 'offset', size: 'limit', name: 'next_offset', end: "{ type: [integer, 'null'] }" },
    right: (next, total) => (next < total ? next : null),
    wrong: (next) => next,
  },
];

function documentOf({ things, from, size, name, end }: Domain): string {
  const item = '{ type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }';
  return `openapi: 3.1.0
info: { title: Ends, version: '1' }
paths:
  /${things}:
    get:
      operationId: list
      parameters:
        - { name: ${from}, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: ${size}, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses: { '200': { description: They., content: { application/json: { schema: { type: object, required: [items, total, ${name}], properties: { items: { type: array, items: ${item} }, total: { type: integer }, ${name}: ${end} } } } } } }
`;
}

async function foundWith(domain: Domain, endOf: Domain['right']): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain));
  const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, title: `No. ${index + 1}` }));
  const target = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const [from, size] = [Number(searchParams.get(domain.from) ?? 0), Number(searchParams.get(domain.size) ?? 20)];
    return Response.json({ items: all.slice(from, from + size), total: all.length, [domain.name]: endOf(from + size, all.length) });
  };
  const { findings } = await conformService(service, { target, ...lookingFor('list-pages') });
  return [...new Set(findings.map(({ check }) => check))];
}

describeInTurns('$name', DOMAINS, (domain, test) => {
  test('a right end is no finding', async () => expect(await foundWith(domain, domain.right)).toEqual([]));

  test('an end that is not said is found', async () => expect(await foundWith(domain, domain.wrong)).toEqual(['list-pages']));
});
