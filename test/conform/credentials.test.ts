// Tests that octavo conform finds credentials that are let through although they are only nearly right, and that a service that is exact has no
// finding.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const read = (name: string, scheme: string): string => `
  /${name}:
    get:
      operationId: read-${name}
      security: [{ ${scheme}: [] }]
      responses:
        '200': { description: Found., content: { application/json: { schema: { type: object } } } }
        '401': { description: Who are you? }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Doors, version: '1' }
paths:${read('tokens', 'token')}${read('keys', 'key')}${read('logins', 'login')}
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
`);

const TOKEN = 'tok_4f81Kq02mZ';
const KEY = 'key-7731-aabc';
const LOGIN = { username: 'mira', password: 'Spring-1877' };

/** Whether a request is let through. */
type Doors = (request: Request) => boolean;

const basicOf = (request: Request): string =>
  Buffer.from(/^Basic (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '', 'base64').toString();
const tokenOf = (request: Request): string => /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
const keyOf = (request: Request): string => request.headers.get('x-key') ?? '';
const header = (request: Request): string => request.headers.get('authorization') ?? '';

const exact: Readonly<Record<string, Doors>> = {
  tokens: (request) => tokenOf(request) === TOKEN,
  keys: (request) => keyOf(request) === KEY,
  logins: (request) => basicOf(request) === `${LOGIN.username}:${LOGIN.password}`,
};

async function findings(doors: Readonly<Record<string, Doors>> = {}): Promise<readonly string[]> {
  const report = await conformService(service, {
    target: async (request) => {
      const name = new URL(request.url).pathname.slice(1);
      const door = doors[name] ?? exact[name];
      if (door === undefined) return new Response(null, { status: 404 });
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
      if (!door(request)) return new Response(null, { status: 401 });
      return request.method === 'HEAD' ? new Response(null, { headers: { 'content-type': 'application/json' } }) : Response.json({});
    },
    credentials: { given: { token: TOKEN, key: KEY, login: LOGIN } },
    random: 0,
    most: 1,
    ...lookingFor('exact-credential'),
  });
  return report.findings.map(({ check, message, operation }) => `${check} ${operation.id}: ${message}`);
}

test('a service that takes exact credentials alone has no finding', async () => {
  expect(await findings()).toEqual([]);
});

test.each<readonly [scheme: string, change: string, doors: Readonly<Record<string, Doors>>]>([
  ['token', 'without its last character', { tokens: (request) => tokenOf(request) !== '' && TOKEN.startsWith(tokenOf(request)) }],
  ['token', 'with more characters at its end', { tokens: (request) => tokenOf(request).startsWith(TOKEN) }],
  [
    'token',
    'with one other character near its end',
    { tokens: (request) => tokenOf(request).length === TOKEN.length && tokenOf(request).startsWith(TOKEN.slice(0, -3)) },
  ],
  ['token', 'after the word `Octavo`', { tokens: (request) => header(request).split(' ')[1] === TOKEN }],
  ['token', 'after its word in the other case', { tokens: (request) => header(request) === `Bearer ${TOKEN}` }],
  ['token', 'with its letters in the other case', { tokens: (request) => tokenOf(request).toLowerCase() === TOKEN.toLowerCase() }],
  ['key', 'without its text', { keys: (request) => keyOf(request) === KEY || request.headers.get('x-key') === '' }],
  ['key', 'with one other character in its middle', { keys: (request) => keyOf(request).length === KEY.length }],
  ['key', 'in the query', { keys: (request) => [keyOf(request), new URL(request.url).searchParams.get('X-Key')].includes(KEY) }],
  ['login', 'with the name of another user', { logins: (request) => basicOf(request).endsWith(`:${LOGIN.password}`) }],
  ['login', 'with one other character near its end', { logins: (request) => basicOf(request).startsWith(`${LOGIN.username}:`) }],
  [
    'login',
    'with its letters in the other case',
    { logins: (request) => basicOf(request).toLowerCase() === `${LOGIN.username}:${LOGIN.password}`.toLowerCase() },
  ],
])('the credential of %s %s', async (scheme, change, doors) => {
  const texts = await findings(doors);
  expect(texts.join('\n')).toContain(`exact-credential read-${scheme}s: A request with the credential of ${scheme} ${change}`);
  expect(texts.join('\n')).not.toContain(TOKEN.slice(0, -1));
});

test('a service that reads no credential in another word and is open without one has no finding of this check', async () => {
  const isOpen: Doors = (request) => header(request) === '' || !/^Bearer /i.test(header(request)) || tokenOf(request) === TOKEN;
  expect((await findings({ tokens: isOpen })).filter((one) => one.startsWith('exact-credential'))).toEqual([]);
});

test('a key without capital letters may be known in any case', async () => {
  expect(await findings({ keys: (request) => keyOf(request).toLowerCase() === KEY })).toEqual([]);
});

const HOUSES = `openapi: 3.1.0
info: { title: Houses, version: '1' }
security: [{ House: [], Key: [] }]
paths:
  /rooms:
    get:
      operationId: listRooms
      responses:
        '200': { description: Found., content: { application/json: { schema: { type: object } } } }
        '401': { description: Who are you? }
components:
  securitySchemes:
    House: { type: apiKey, in: header, name: X-House, description: The name of the house. }
    Key: { type: apiKey, in: header, name: X-Key, description: KEY }
`;

type Opens = (house: string, key: string) => boolean;
const KEYS: Readonly<Record<string, string>> = { north: 'key-7731-aabc', south: 'key-5590-xkcd' };
const keyOfHouse: Opens = (house, key) => KEYS[house] === key;

test.each<readonly [says: string, text: string, opens: Opens, found: readonly string[]]>([
  ['exact credentials', 'A key of the house.', keyOfHouse, []],
  ['a key of any house', 'A key of the house.', (house, key) => house in KEYS && Object.values(KEYS).includes(key), ['House other']],
  [
    'a key of any house, of which the document says nothing',
    'A key.',
    (house, key) => house in KEYS && Object.values(KEYS).includes(key),
    [],
  ],
  ['a key by its beginning', 'A key of the house.', (house, key) => key !== '' && (KEYS[house] ?? '').startsWith(key), ['Key shorter']],
  ['a house that does not count', 'A key.', (_, key) => key === KEYS.north, []],
])('two credentials together: %s', async (_, text, opens, found) => {
  const { findings: all } = await conformService(await serviceFrom(HOUSES.replace('KEY', text)), {
    target: async ({ headers }) =>
      opens(headers.get('x-house') ?? '', headers.get('x-key') ?? '') ? Response.json({}) : new Response(null, { status: 401 }),
    credentials: { given: { House: 'north', Key: KEYS.north ?? '' }, other: { House: 'south', Key: KEYS.south ?? '' } },
    random: 0,
    most: 1,
    ...lookingFor('exact-credential'),
  });
  const shown = all.flatMap(({ check, message }) => (check === 'exact-credential' ? [message] : []));
  expect(shown).toEqual(
    found.map((one) => {
      const [scheme, change] = one.split(' ');
      return `A request with the credential of ${scheme} ${change === 'other' ? 'of the second account, beside the rest of that of the first one,' : 'without its last character'} is answered with 200.`;
    }),
  );
});

test('an operation that needs mutual TLS is called, since a request has nothing of it', async () => {
  const closed = await serviceFrom(`openapi: 3.1.0
info: { title: Doors, version: '1' }
paths:${read('gates', 'other')}
components: { securitySchemes: { other: { type: mutualTLS } } }
`);
  const report = await conformService(closed, { target: () => Promise.resolve(Response.json({})), random: 0, most: 1 });
  expect(report.reached).toEqual({ succeeded: 1, of: 1 });
});
