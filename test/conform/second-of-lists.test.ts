// Tests what is found of filters that compare the first one of a list alone, and of such as compare another thing than the list has.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly filter: string;
  readonly member: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'leases', filter: 'tenantId', member: 'tenantIds', says: 'Leases that name this tenant.' },
  { things: 'papers', filter: 'author', member: 'authors', says: 'Only papers by this author.' },
  { things: 'trips', filter: 'guide_id', member: 'guide_ids', says: 'Only trips with this guide.' },
];

const KEPT = [['ann-1'], ['bob-2', 'eve-5'], ['ann-1', 'bob-2'], ['cid-3'], ['ann-1', 'eve-5'], ['cid-3', 'bob-2']];

function documentOf({ things, filter, member, says }: Domain): string {
  const key = "type: string, pattern: '^[a-z]{3}-[0-9]$'";
  const item = `{ type: object, required: [id, ${member}], properties: { id: { type: string }, ${member}: { type: array, items: { ${key} } } } }`;
  return `openapi: 3.1.0
info: { title: Lists, version: '1' }
paths:
  /${things}:
    get:
      operationId: listThings
      parameters: [{ name: ${filter}, in: query, description: ${JSON.stringify(says)}, schema: { ${key} } }]
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: ${item} } } } } }
`;
}

type Comparing = (keys: readonly string[], key: string) => boolean;

async function foundWith(domain: Domain, compares: Comparing): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    const key = new URL(request.url).searchParams.get(domain.filter);
    const items = KEPT.map((keys, index) => ({ id: `t${index}`, [domain.member]: keys }));
    return Response.json(items.filter((_, index) => key === null || compares(KEPT[index] ?? [], key)));
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, ...lookingFor('list-filters') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test.each<readonly [says: string, compares: Comparing]>([
    ['all of them are compared', (keys, key) => keys.includes(key)],
    ['other values are compared', (_, key) => key.startsWith('z')],
  ])('nothing is found where %s', async (_, compares) => expect(await foundWith(domain, compares)).toEqual([]));

  test('it is found that the first one alone is compared', async () => {
    const lacks = `The list with \`${domain.filter}\` \`eve-5\` lacks an item with the \`${domain.member}\``;
    expect(await foundWith(domain, (keys, key) => keys[0] === key)).toEqual([expect.stringContaining(lacks)]);
  });
});
