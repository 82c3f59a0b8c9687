// Tests that octavo conform reads what becomes of the things that a create names: in three domains, in other words.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { withOwners } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
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
  /** What each thing belongs to, of which a use takes the only place, so that one without the thing uses it up. Then the thing is optional. */
  readonly place?: string;
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
  {
    things: 'bookings',
    uses: 'games',
    naming: 'bookingId',
    states: ['held', 'played', 'void'],
    says: 'A court has one game (409). If the players have booked, send `bookingId`, and it must be for this court (422). The booking is then `played`.',
    other: 'A court has one game (409). If the players have booked, send `bookingId`, and it must be for this court (422).',
    place: 'courts',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const at = `parameters: [{ name: id, in: path, required: true, schema: ${ID} }]`;

function documentOf({ things, uses, naming, states, place }: Domain, says: string): string {
  const title = 'title: { type: string, minLength: 1, maxLength: 20 }';
  const own = `${title}${place === undefined ? '' : `, ${place}Id: ${ID}`}`;
  const needed = place === undefined ? 'title' : `title, ${place}Id`;
  const thing = json(
    `{ type: object, required: [id, ${needed}, status], properties: { id: ${ID}, ${own}, status: { type: string, enum: [${states.join(', ')}], readOnly: true } } }`,
  );
  const taken = place === undefined ? naming : `${place}Id`;
  const named = `${naming}: ${ID}${place === undefined ? '' : `, ${place}Id: ${ID}`}`;
  const use = json(`{ type: object, required: [id, ${taken}], properties: { id: ${ID}, ${named} } }`);
  const site = json(`{ type: object, required: [id, title], properties: { id: ${ID}, ${title} } }`);
  const places =
    place === undefined
      ? ''
      : `
  /${place}:
    post:
      operationId: open
      requestBody: { required: true, ${json(`{ type: object, required: [title], properties: { ${title} } }`)} }
      responses: { '201': { description: Made., ${site} }, '422': { description: Wrong. } }
  /${place}/{id}:
    ${at}
    get: { operationId: read-place, responses: { '200': { description: It., ${site} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:${places}
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [${needed}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${at}
    get: { operationId: read, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${uses}:
    post:
      operationId: use
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${json(`{ type: object, required: [${taken}], properties: { ${named} } }`)} }
      responses: { '201': { description: Made., ${use} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${uses}/{id}:
    ${at}
    get: { operationId: read-use, responses: { '200': { description: It., ${use} }, '404': { description: None. } } }
`;
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean, says = domain.says): Promise<readonly string[]> {
  const { things, naming, states, place = '' } = domain;
  const at = `${place}Id`;
  const kept: Members[] = [];
  const made: Members[] = [];
  const places: Members[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const added = (all: Members[], members: Members): Response => {
    all.push({ id: all.length + 1, ...members });
    return Response.json(all.at(-1), { status: 201 });
  };
  const isSite = (id: unknown): boolean => place === '' || places.some((one) => one.id === id);
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const one = (kind === things ? kept : kind === place ? places : made)[Number(key) - 1];
    if (request.method === 'GET') return one === undefined ? refused(404) : Response.json(one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    const own = place === '' ? {} : { [at]: body[at] };
    if (kind === things || kind === place) {
      if (typeof body.title !== 'string' || body.title === '' || [...body.title].length > 20) return refused(422);
      if (kind === place) return added(places, { title: body.title });
      return isSite(body[at]) ? added(kept, { title: body.title, status: states[0], ...own }) : refused(422);
    }
    if (!isSite(body[at])) return refused(422);
    const index = kept.findIndex(({ id }) => id === body[naming]);
    const thing = kept[index];
    const isNone = place !== '' && body[naming] === undefined;
    if (!isNone && (thing === undefined || (place !== '' && thing[at] !== body[at]))) return refused(422);
    if (place !== '' && made.some((use) => use[at] === body[at])) return refused(409);
    if (thing === undefined) return added(made, own);
    if (thing.status !== states[0]) return refused(409);
    if (!isFaulty) kept[index] = { ...thing, status: states[1] };
    return added(made, { [naming]: thing.id, ...own });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, says)), {
    target,
    random: 0,
    ...lookingFor('effects-elsewhere'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
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
