// Tests that octavo conform finds that one thing does something to another one twice where the document says once: in the path, or in the body.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { doneOnceIn, isDoneOnce } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly callers: string;
  readonly done: string;
  /** The member that names who does it. */
  readonly by: string;
  /** The member that names to what it is done; absent where the path does. */
  readonly to?: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'recipes',
    callers: 'cooks',
    done: 'ratings',
    by: 'cookId',
    says: 'Only a recipe that is online can be rated (409), by a cook of yours (422), once per recipe (409).',
  },
  {
    things: 'motions',
    callers: 'delegates',
    done: 'votes',
    by: 'delegate_id',
    says: 'A delegate can vote on a motion only once; a second time is a 409.',
  },
  {
    things: 'vacancies',
    callers: 'candidates',
    done: 'applications',
    by: 'candidateId',
    to: 'vacancyId',
    says: 'The answer is 409 where the candidate has already applied for the vacancy.',
  },
];

const content = (members: string, required: string): string =>
  `content: { application/json: { schema: { type: object, required: [${required}], properties: { ${members} } } } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';

function collection(name: string): string {
  const shown = content(`id: ${ID}, label: { type: string }`, 'id, label');
  return `  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${content('label: { type: string, minLength: 1, maxLength: 20 }', 'label')} }
      responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } }
${readOf(name, shown)}`;
}

function readOf(name: string, shown: string): string {
  return `  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    get: { operationId: read-${name}, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
`;
}

function documentOf({ things, callers, done, by, to, says }: Domain): string {
  const names = to === undefined ? [by] : [by, to];
  const own = `points: { type: integer, minimum: 1, maximum: 5 }, ${names.map((name) => `${name}: ${ID}`).join(', ')}`;
  const shown = content(`id: ${ID}, ${own}`, `id, points, ${names.join(', ')}`);
  const at = to === undefined ? `/${things}/{id}/${done}` : `/${done}`;
  const above = to === undefined ? `    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]\n` : '';
  return `openapi: 3.1.0
info: { title: Once, version: '1' }
paths:
${collection(things)}${collection(callers)}  ${at}:
${above}    post:
      operationId: do-${done}
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${content(own, `points, ${names.join(', ')}`)} }
      responses: { '201': { description: Added., ${shown} }, '404': { description: None. }, '409': { description: Conflict. }, '422': { description: Wrong. } }
${to === undefined ? '' : readOf(done, shown)}`;
}

/** The findings about a service where one may do it so often to another one. */
async function foundWith(domain: Domain, most: number): Promise<readonly string[]> {
  const { things, callers, done, by, to } = domain;
  const kept = new Map<string, Record<string, unknown>[]>([things, callers, done].map((name) => [name, []]));
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, name = '', id, below] = new URL(request.url).pathname.split('/');
    const one = kept.get(name)?.[Number(id) - 1];
    if (id !== undefined && one === undefined) return status(404);
    if (request.method === 'GET') return Response.json(one);
    const body: Record<string, unknown> = await request.json().catch(() => ({}));
    const { label, points } = body ?? {};
    const all = kept.get(below ?? name) ?? [];
    const made = { id: all.length + 1 };
    if ((below ?? name) !== done) {
      if (typeof label !== 'string' || label === '') return status(422);
      all.push(Object.assign(made, { label }));
      return Response.json(made, { status: 201 });
    }
    const [caller, thing] = [body?.[by], to === undefined ? Number(id) : body?.[to]];
    const isThere = kept.get(callers)?.[Number(caller) - 1] !== undefined && kept.get(things)?.[Number(thing) - 1] !== undefined;
    if (!isThere || !(Number(points) >= 1 && Number(points) <= 5)) return status(422);
    if (all.filter((other) => other.caller === caller && other.thing === thing).length >= most) return status(409);
    const shown = { ...made, points, [by]: caller, ...(to === undefined ? {} : { [to]: thing }) };
    all.push({ ...shown, caller, thing });
    return Response.json(shown, { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    ...{ most: 1, random: 0 },
    ...lookingFor('unique-values', 'stated-again'),
  });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

describeInTurns('$done', DOMAINS, (domain, test) => {
  test('nothing is found where it is done once', async () => expect(await foundWith(domain, 1)).toEqual([]));

  test('it is found that it is done twice', async () => {
    const found = await foundWith(domain, 2);
    expect(found).toContain(`${domain.to === undefined ? 'stated-again' : 'unique-values'}: do-${domain.done}`);
    // Who does it may be taken for a value that is there once for each thing, which finds it too.
    expect(found.filter((one) => !one.endsWith(`: do-${domain.done}`))).toEqual([]);
  });
});

const FILMS = { verbs: ['rating', 'rate'], nouns: ['films', 'members'] };

test.each<readonly [text: string, isOnce: boolean]>([
  ['Once per film (409).', true],
  ['Each member rates a film at most once.', true],
  ['A film cannot be rated twice by the same member.', true],
  ['Rating a film a second time is a 409.', true],
  ['The member has rated the film already: 409.', true],
  ['A film is rated already.', false],
  ['A film can be rated once it is shown.', false],
  ['A film can be rated once per day.', false],
  ['A member cannot rate a film twice unless the first rating was deleted.', false],
  ['Rating a film again replaces the rating.', false],
])('%s', (text, isOnce) => expect(isDoneOnce({ text, ...(/4\d\d/.test(text) ? { refusal: '409' } : {}) }, FILMS)).toBe(isOnce));

test.each<readonly [text: string, isOnce: boolean]>([
  ['The box already has a coin.', true],
  ['The box has a coin already.', true],
  ['The box already has a coin with this number.', false],
  ['The box already has a coin of this year.', false],
])('what is added to a thing: %s', async (text, isOnce) => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes/{id}/coins:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    post: { operationId: add-coin, responses: { '201': { description: Added. }, '409': { description: ${text} } } }
`);
  const [operation] = service.operations;
  expect(operation && doneOnceIn(service, operation, { thing: 'boxes', part: 'coins' }) !== undefined).toBe(isOnce);
});
