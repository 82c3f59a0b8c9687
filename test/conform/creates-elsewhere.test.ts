// Tests that octavo conform reads what becomes of the things that a create names: in three domains, in other words.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { withOwners } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly uses: string;
  readonly naming: string;
  /** The state of a new thing, the one that a use brings it into, and another one. */
  readonly states: readonly [first: string, used: string, other: string];
  readonly says: string;
  /** Sentences with the same words that do not say so. */
  readonly other: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'copies',
    uses: 'loans',
    naming: 'copyId',
    states: ['on_shelf', 'lent', 'lost'],
    says: 'Lends a copy to a reader. The copy must be `on_shelf` (409). Its status becomes `lent`.',
    other: 'Lends a copy to a reader. The copy must be `on_shelf` (409). It may become `lent` at night.',
  },
  {
    things: 'boats',
    uses: 'hires',
    naming: 'boat',
    states: ['moored', 'afloat', 'broken'],
    says: 'Only a moored boat can be hired (409). The boat goes from `moored` to `afloat`.',
    other: 'Only a moored boat can be hired (409). A boat that is afloat is not watched.',
  },
  {
    things: 'cabins',
    uses: 'stays',
    naming: 'cabin_id',
    states: ['vacant', 'occupied', 'closed'],
    says: 'Takes a vacant cabin, which becomes occupied; any other one is a 409.',
    other: 'Takes a vacant cabin; any other one is a 409. Until the guests come, it is not occupied.',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const at = `parameters: [{ name: id, in: path, required: true, schema: ${ID} }]`;

function documentOf({ things, uses, naming, states }: Domain, says: string): string {
  const title = 'title: { type: string, minLength: 1, maxLength: 20 }';
  const thing = json(
    `{ type: object, required: [id, title, status], properties: { id: ${ID}, ${title}, status: { type: string, enum: [${states.join(', ')}], readOnly: true } } }`,
  );
  const use = json(`{ type: object, required: [id, ${naming}], properties: { id: ${ID}, ${naming}: ${ID} } }`);
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [title], properties: { ${title} } }`)} }
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${at}
    get: { operationId: read, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${uses}:
    post:
      operationId: use
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${json(`{ type: object, required: [${naming}], properties: { ${naming}: ${ID} } }`)} }
      responses: { '201': { description: Made., ${use} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${uses}/{id}:
    ${at}
    get: { operationId: read-use, responses: { '200': { description: It., ${use} }, '404': { description: None. } } }
`;
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean, says = domain.says): Promise<readonly string[]> {
  const { things, naming, states } = domain;
  const kept: Members[] = [];
  const made: Members[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const one = (kind === things ? kept : made)[Number(key) - 1];
    if (request.method === 'GET') return one === undefined ? refused(404) : Response.json(one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (kind === things) {
      if (typeof body.title !== 'string' || body.title === '' || [...body.title].length > 20) return refused(422);
      kept.push({ id: kept.length + 1, title: body.title, status: states[0] });
      return Response.json(kept.at(-1), { status: 201 });
    }
    const index = kept.findIndex(({ id }) => id === body[naming]);
    const thing = kept[index];
    if (thing === undefined) return refused(422);
    if (thing.status !== states[0]) return refused(409);
    if (!isFaulty) kept[index] = { ...thing, status: states[1] };
    made.push({ id: made.length + 1, [naming]: thing.id });
    return Response.json(made.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, says)), {
    target,
    random: 0,
    ...lookingFor('effects-elsewhere'),
  });
  return findings.map(({ message }) => message);
}

describe.each(DOMAINS)('$things', (domain) => {
  const [first] = domain.states;
  test('nothing is found where the thing comes into the state', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where no sentence says so', async () => expect(await foundWith(domain, true, domain.other)).toEqual([]));
  test('it is found that the thing stays as it was', async () => {
    expect(await foundWith(domain, true)).toEqual([`\`status\` of ${domain.things} is \`${first}\` after use, as before it.`]);
  });
});

test.each([
  [['The copy must be free.', 'Its status becomes lent.'], 'The status of the copy becomes lent.'],
  [['If there is one, the copy must be free.', 'It becomes lent.'], 'The copy becomes lent.'],
  [['It has to be a copy of the house.', 'It becomes lent.'], 'The copy becomes lent.'],
  [['The reader must be known.', 'Its status becomes lent.'], 'Its status becomes lent.'],
  [['The copy of the reader is looked up.', 'It becomes lent.'], 'It becomes lent.'],
])('the noun stands in place of `it` where the sentence before is about it: %j', (sentences, last) => {
  expect(withOwners(sentences, ['copy']).at(-1)).toBe(last);
});
