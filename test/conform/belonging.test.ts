// Tests that octavo conform names in one request two things that do not go together, where a sentence says that they must: in four domains, by what
// names what.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { belongingIn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

/** A kind of things, and the member by which each names one or several of another kind. */
interface Kind {
  readonly name: string;
  readonly link?: readonly [member: string, kind: string, isList?: 'list'];
}

interface Domain {
  readonly kinds: readonly Kind[];
  /** What names two things, by these members. */
  readonly uses: string;
  readonly naming: readonly (readonly [member: string, kind: string])[];
  readonly status: 409 | 422;
  readonly says: string;
  /** A sentence of the same words that does not say so. */
  readonly other: string;
  /** Whether the two things go together. */
  readonly goes: (one: Members, two: Members) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

const has = (list: unknown, value: unknown): boolean => Array.isArray(list) && list.includes(value);

const DOMAINS: readonly Domain[] = [
  {
    kinds: [{ name: 'gardens' }, { name: 'plots', link: ['gardenId', 'gardens'] }],
    uses: 'plantings',
    naming: [
      ['gardenId', 'gardens'],
      ['plotId', 'plots'],
    ],
    status: 422,
    says: 'The plot must be in the garden, or the answer is 422.',
    other: 'The plot must exist (422), and the garden is closed in winter.',
    goes: (garden, plot) => plot.gardenId === garden.id,
  },
  {
    kinds: [{ name: 'courses' }, { name: 'instructors', link: ['courses', 'courses', 'list'] }],
    uses: 'lessons',
    naming: [
      ['instructor', 'instructors'],
      ['course', 'courses'],
    ],
    status: 409,
    says: 'The course has to be one that the instructor gives (409).',
    other: 'Instructors like their courses, and a lesson that is too long is refused with 422.',
    goes: (instructor, course) => has(instructor.courses, course.id),
  },
  {
    kinds: [{ name: 'clubs' }, { name: 'riders', link: ['club_id', 'clubs'] }, { name: 'races', link: ['club_ids', 'clubs', 'list'] }],
    uses: 'entries',
    naming: [
      ['race_id', 'races'],
      ['rider_id', 'riders'],
    ],
    status: 422,
    says: 'The club of the rider must be invited to the race (422).',
    other: 'An unknown rider is a 422. The club of the rider pays for the race.',
    goes: (race, rider) => has(race.club_ids, rider.club_id),
  },
  {
    kinds: [{ name: 'depots' }, { name: 'trucks', link: ['depot', 'depots'] }, { name: 'drivers', link: ['depot', 'depots'] }],
    uses: 'tours',
    naming: [
      ['truck', 'trucks'],
      ['driver', 'drivers'],
    ],
    status: 409,
    says: 'It is a conflict (409) if the truck and the driver do not belong to the same depot.',
    other: 'A truck and a driver are wanted (422). Each depot has some of both.',
    goes: (truck, driver) => truck.depot === driver.depot,
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';

function kindPaths({ name, link }: Kind): string {
  const [member, , isList] = link ?? [];
  const value = isList === undefined ? ID : `{ type: array, minItems: 1, maxItems: 3, items: ${ID} }`;
  const own = `title: { type: string, minLength: 1, maxLength: 20 }${member === undefined ? '' : `, ${member}: ${value}`}`;
  const required = ['title', ...(member === undefined ? [] : [member])].join(', ');
  const thing = json(`{ type: object, required: [id, ${required}], properties: { id: ${ID}, ${own} } }`);
  return `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${json(`{ type: object, required: [${required}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    get: { operationId: read-${name}, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }`;
}

function documentOf({ kinds, uses, naming }: Domain, says: string): string {
  const members = naming.map(([member]) => `${member}: ${ID}`).join(', ');
  const required = naming.map(([member]) => member).join(', ');
  const use = json(`{ type: object, required: [id, ${required}], properties: { id: ${ID}, ${members} } }`);
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:${kinds.map(kindPaths).join('')}
  /${uses}:
    post:
      operationId: use
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${json(`{ type: object, required: [${required}], properties: { ${members} } }`)} }
      responses: { '201': { description: Made., ${use} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${uses}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    get: { operationId: read-use, responses: { '200': { description: It., ${use} }, '404': { description: None. } } }
`;
}

async function foundWith(domain: Domain, isFaulty: boolean, says = domain.says): Promise<readonly string[]> {
  const { kinds, uses, naming, status, goes } = domain;
  const kept = new Map<string, Members[]>([...kinds.map(({ name }) => name), uses].map((name) => [name, []]));
  const known = (kind: string, id: unknown): Members | undefined => kept.get(kind)?.find((one) => one.id === id);
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', key] = new URL(request.url).pathname.split('/');
    const all = kept.get(kind) ?? [];
    const one = all[Number(key) - 1];
    if (request.method === 'GET') return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    const wrong = new Response(null, { status: 422 });
    if (kind === uses) {
      const [first, second] = naming.map(([member, of]) => known(of, body[member]));
      if (first === undefined || second === undefined) return wrong;
      if (!isFaulty && !goes(first, second)) return new Response(null, { status });
    } else {
      const [member, of = '', isList] = kinds.find(({ name }) => name === kind)?.link ?? [];
      if (typeof body.title !== 'string' || body.title === '' || [...body.title].length > 20) return wrong;
      const value = member === undefined ? [] : body[member];
      const named = Array.isArray(value) ? value : [value];
      if (isList !== undefined && (!Array.isArray(value) || value.length === 0 || value.length > 3)) return wrong;
      if (member !== undefined && named.some((id) => known(of, id) === undefined)) return wrong;
    }
    all.push({ ...body, id: all.length + 1 });
    return Response.json(all.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, says)), {
    target,
    random: 0,
    ...lookingFor('stated-rules'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$uses', DOMAINS, (domain, test) => {
  test('nothing is found where both must go together', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where no sentence says so', async () => expect(await foundWith(domain, true, domain.other)).toEqual([]));
  test('it is found that any two are taken', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^use is answered with 201 although .* does not go with /)]);
  });
});

const WORDS = { thing: ['seat', 'seats'], other: ['hall', 'halls'], lists: [], common: [] };

test.each([
  'The seat must belong to the hall of the screening (422).',
  'Every seat must be one of the hall’s, otherwise 422.',
  'A seat of another hall is refused with 409.',
  'Seats have to be in this hall (422).',
  'It must be a seat of the same hall (422).',
  'A seat that does not belong to the hall gives 422.',
])('says that two things must go together: %s', (text) => expect(belongingIn(text, WORDS)).toBe(true));

test.each([
  'The seat must exist, and so must the hall (422).',
  'A seat that is taken at the same time in another hall is refused with 409.',
  'The hall must be open before a seat is sold (409).',
  'The seats of the hall are numbered from 1.',
  'A seat of another hall may be taken, unless it is sold (409).',
  'The number of a seat must be unique in the hall (409).',
])('does not say that two things must go together: %s', (text) => expect(belongingIn(text, WORDS)).toBe(false));
