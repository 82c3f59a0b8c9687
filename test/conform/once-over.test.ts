// Tests that octavo conform finds what is refused a second time in more states than the document says, and what is not refused in those: in three
// domains, in other words.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly people: string;
  readonly joins: string;
  readonly names: readonly [thing: string, person: string];
  /** The state of a new one, and the one in which it is over. */
  readonly states: readonly [first: string, over: string];
  readonly act: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'clubs',
    people: 'pupils',
    joins: 'places',
    names: ['clubId', 'pupilId'],
    states: ['taken', 'dropped'],
    act: 'drop',
    says: 'Gives a pupil a place. Refused with 409: a club that does not take pupils, and a pupil who already has a taken place in the club.',
  },
  {
    things: 'books',
    people: 'readers',
    joins: 'loans',
    names: ['book_id', 'reader_id'],
    states: ['open', 'returned'],
    act: 'return',
    says: 'A reader has at most one open loan of a book (409).',
  },
  {
    things: 'shows',
    people: 'guests',
    joins: 'tickets',
    names: ['show', 'guest'],
    states: ['valid', 'cancelled'],
    act: 'cancel',
    says: 'It is a conflict (409) if the guest already has a valid ticket for this show.',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const at = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;

function documentOf({ things, people, joins, names, states, act, says }: Domain): string {
  const kind = (name: string): string => `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '422': { description: Wrong. } }
  /${name}/{id}:
    ${at}
    get: { operationId: read-${name}, responses: { '200': { description: It., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '404': { description: None. } } }`;
  const own = names.map((name) => `${name}: ${id}`).join(', ');
  const join = `{ type: object, required: [id, ${names}, status], properties: { id: ${id}, ${own}, status: { type: string, enum: [${states}] } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:${kind(things)}${kind(people)}
  /${joins}:
    post:
      operationId: join
      description: '${says}'
      requestBody: { required: true, ${json(`{ type: object, required: [${names}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${json(join)} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${joins}/{id}:
    ${at}
    get: { operationId: read, responses: { '200': { description: It., ${json(join)} }, '404': { description: None. } } }
  /${joins}/{id}/${act}:
    ${at}
    post: { operationId: act, responses: { '200': { description: It., ${json(join)} }, '404': { description: None. }, '409': { description: Over. } } }
`;
}

type Members = Record<string, unknown>;

/** `keeps`: whether one that is in a state keeps another one away. */
async function foundWith(domain: Domain, keeps: (state: unknown) => boolean): Promise<readonly string[]> {
  const { joins, names, states } = domain;
  const kept = new Map<string, Members[]>();
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', key, action] = new URL(request.url).pathname.split('/');
    const all = kept.get(kind) ?? [];
    kept.set(kind, all);
    const one = all[Number(key) - 1];
    if (key !== undefined && one === undefined) return status(404);
    if (one !== undefined && action !== undefined) {
      if (one.status === states[1]) return status(409);
      one.status = states[1];
    }
    if (one !== undefined) return Response.json(one);
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null) return status(422);
    const given = body as Members;
    const isNamed = typeof given.name === 'string' && given.name !== '' && given.name.length <= 20;
    const kinds = [domain.things, domain.people];
    const areThere = names.every((name, index) => kept.get(kinds[index] ?? '')?.[Number(given[name]) - 1] !== undefined);
    if (kind === joins ? !areThere : !isNamed) return status(422);
    if (kind === joins && all.some((other) => names.every((name) => other[name] === given[name]) && keeps(other.status)))
      return status(409);
    const own = names.map((name) => [name, given[name]] as const);
    all.push({ id: all.length + 1, ...(kind === joins ? { ...Object.fromEntries(own), status: states[0] } : {}) });
    return Response.json(all.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('unique-values') });
  return findings.map(({ message }) => message);
}

describeInTurns('$joins', DOMAINS, (domain, test) => {
  const [first, over] = domain.states;

  test('nothing is found where one that is over keeps none away', async () => {
    expect(await foundWith(domain, (state) => state === first)).toEqual([]);
  });

  test('it is found that one that is over keeps others away', async () => {
    expect(await foundWith(domain, () => true)).toEqual([
      expect.stringMatching(new RegExp(`^join is answered with 409 for what \\d+ names, which is \`${over}\`\\.$`)),
    ]);
  });

  test('it is found that a second one is made', async () => {
    expect(await foundWith(domain, () => false)).toEqual([
      expect.stringMatching(/^Two things have \d+ and \d+ as .* after join, and the document/),
    ]);
  });
});
