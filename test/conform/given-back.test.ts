// Tests that octavo conform finds numbers that do not come back once an operation gives back what a thing has taken, also where a second thing would
// be refused, and where the example leaves out what names the other thing.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly sources: string;
  readonly left: string;
  readonly users: string;
  readonly names: string;
  /** Whether the example of a user names its source. */
  readonly isNamed: boolean;
  /** Whether two users of a source cannot have the same of it. */
  readonly isOneEach: boolean;
  /** The list of parts that have the number, where the thing itself has none; callers give it then. */
  readonly parts?: string;
  readonly back: { readonly method: string; readonly path: string; readonly says: string };
}

const DOMAINS: readonly Domain[] = [
  {
    sources: 'flights',
    left: 'seats_free',
    users: 'bookings',
    names: 'flight_id',
    isNamed: true,
    isOneEach: true,
    back: { method: 'post', path: '/cancel', says: 'Cancels the booking. Its seats become free.' },
  },
  {
    sources: 'products',
    left: 'onHand',
    users: 'baskets',
    names: 'productId',
    isNamed: false,
    isOneEach: false,
    back: { method: 'post', path: '/empty', says: 'Ends the basket and puts back its stock.' },
  },
  {
    sources: 'camps',
    left: 'remaining',
    users: 'stays',
    names: 'camp',
    isNamed: true,
    isOneEach: false,
    back: { method: 'delete', path: '', says: 'Ends the stay; its places can be booked again.' },
  },
  {
    sources: 'toolkits',
    left: 'stock',
    users: 'rentals',
    names: 'toolkitId',
    isNamed: true,
    isOneEach: false,
    parts: 'sizes',
    back: { method: 'post', path: '/return', says: 'What was rented goes back into stock.' },
  },
  {
    sources: 'wines',
    left: 'onHand',
    users: 'tastings',
    names: 'wineId',
    isNamed: true,
    isOneEach: false,
    parts: 'vintages',
    back: { method: 'delete', path: '', says: 'The tasting is off, and all bottles are added to the inventory again.' },
  },
  {
    sources: 'courses',
    left: 'remaining',
    users: 'seminars',
    names: 'courseId',
    isNamed: true,
    isOneEach: false,
    parts: 'dates',
    back: { method: 'post', path: '/withdraw', says: 'Withdraws it. Puts the seats back to the pool.' },
  },
  {
    sources: 'huts',
    left: 'bedsLeft',
    users: 'nights',
    names: 'hutId',
    isNamed: true,
    isOneEach: false,
    back: { method: 'post', path: '/end', says: 'Ends the night. Beds and meal places are free again at once.' },
  },
  {
    sources: 'concerts',
    left: 'seatsAvailable',
    users: 'holds',
    names: 'concertId',
    isNamed: true,
    isOneEach: false,
    back: { method: 'post', path: '/cancellation', says: 'Cancels the hold.' },
  },
];

/** A text that says otherwise of what is cancelled. */
const KEPT: Domain = {
  sources: 'workshops',
  left: 'places_free',
  users: 'entries',
  names: 'workshop_id',
  isNamed: true,
  isOneEach: false,
  back: { method: 'post', path: '/cancel', says: 'Cancels the entry. The organisers keep the place for somebody who waits.' },
};

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const integer = '{ type: integer, minimum: 1, maximum: 99999 }';

function documentOf({ sources, left, users, names, isNamed, parts, back }: Domain): string {
  const label = 'label: { type: string, minLength: 1, maxLength: 30 }';
  const list = `${parts}: { type: array, minItems: 1, maxItems: 3, items: { type: object, required: [${left}], properties: { ${left}: { type: integer, minimum: 5, maximum: 9 } } } }`;
  const amount = parts === undefined ? `${left}: { type: integer, readOnly: true }` : list;
  const source = `{ type: object, required: [id, label, ${parts ?? left}], properties: { id: ${integer}, label: { type: string }, ${amount} } }`;
  const given = `{ type: object, required: [${parts === undefined ? 'label' : `label, ${parts}`}], properties: { ${label}${parts === undefined ? '' : `, ${list}`} } }`;
  const user = `{ type: object, required: [id, number, ${names}], properties: { id: ${integer}, number: { type: integer }, ${names}: { type: integer, nullable: true } } }`;
  const example = isNamed ? `{ number: 4, ${names}: 7 }` : '{ number: 4 }';
  const done = back.method === 'delete' ? "'204': { description: Done. }" : `'200': { description: Done., ${content(user)} }`;
  const own = `    ${back.method}:
      operationId: giveBack
      description: ${back.says}
      responses: { ${done}, '404': { description: None. }, '409': { description: Ended. } }`;
  return `openapi: 3.0.3
info: { title: Places, version: '1' }
paths:
  /${sources}:
    post:
      operationId: addSource
      requestBody: { required: true, ${content(given)} }
      responses: { '201': { description: Made., ${content(source)} }, '422': { description: Wrong. } }
  /${sources}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${integer} }]
    get: { operationId: readSource, responses: { '200': { description: It., ${content(source)} }, '404': { description: None. } } }
  /${users}:
    post:
      operationId: addUser
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${isNamed ? `number, ${names}` : 'number'}], properties: { number: { type: integer, minimum: 1, maximum: 9 }, ${names}: ${integer} } }, example: ${example} } } }
      responses: { '201': { description: Made., ${content(user)} }, '409': { description: Taken. }, '422': { description: Wrong. } }
  /${users}/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: ${integer} }]
    get: { operationId: readUser, responses: { '200': { description: It., ${content(user)} }, '404': { description: None. } } }
${back.path === '' ? own : `  /${users}/{userId}${back.path}:\n    parameters: [{ name: userId, in: path, required: true, schema: ${integer} }]\n${own}`}
`;
}

interface Kept {
  readonly number: number;
  readonly source: number | null;
  isEnded: boolean;
}

/** Messages of a run on a service that gives back what a user has taken, or does not. */
async function found(domain: Domain, isGivenBack: boolean): Promise<readonly string[]> {
  const { sources, left, names, isOneEach, parts, back } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const made: Record<string, unknown>[] = [];
  const users: Kept[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const living = (source: number): readonly Kept[] => users.filter((one) => one.source === source && !(one.isEnded && isGivenBack));
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, kind, key, action] = pathname.split('/');
    const id = Number(key);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const sent = text === '' ? {} : JSON.parse(text);
    const shownSource = (one: number): object => {
      const [taken, source = {}] = [living(one).length, made[one - 1]];
      if (parts === undefined) return { id: one, label: source.label, [left]: 9 - taken };
      const [first = {}, ...others] = source[parts] as readonly Record<string, number>[];
      return { id: one, label: source.label, [parts]: [{ [left]: (first[left] ?? 0) - taken }, ...others] };
    };
    const shownUser = (one: number): object => ({ id: one, number: users[one - 1]?.number, [names]: users[one - 1]?.source });
    if (kind === sources && key === undefined) return Response.json(shownSource(made.push(sent)), { status: 201 });
    if (kind === sources) return id <= made.length ? Response.json(shownSource(id)) : status(404);
    if (key === undefined) {
      const source: number | null = sent[names] ?? null;
      if (source !== null && source > made.length) return status(422);
      if (source !== null && isOneEach && living(source).some(({ number }) => number === sent.number)) return status(409);
      return Response.json(shownUser(users.push({ number: sent.number, source, isEnded: false })), { status: 201 });
    }
    const user = users[id - 1];
    if (user === undefined || (user.isEnded && back.method === 'delete')) return status(404);
    if (request.method === 'GET') return Response.json(shownUser(id));
    if (user.isEnded) return status(409);
    user.isEnded = true;
    return action === undefined ? status(204) : Response.json(shownUser(id));
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('effects-elsewhere') });
  return findings.map(({ message }) => message);
}

describeInTurns('$users', DOMAINS, (domain, test) => {
  test('nothing is found where the number is as before', async () => expect(await found(domain, true)).toEqual([]));

  test('it is found that the number stays', async () => {
    expect(await found(domain, false)).toEqual([expect.stringMatching(/ is not as before addUser again after giveBack\.$/)]);
  });
});

describeInTurns('$users', [KEPT], (domain, test) => {
  test('nothing is found where a text says that something is kept', async () => expect(await found(domain, false)).toEqual([]));
});
