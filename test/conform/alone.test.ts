// Tests that octavo conform tries what sentences say of things that no path names: in three domains.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

type Members = Readonly<Record<string, unknown>>;
type Run = (isFaulty: boolean, isSaid?: boolean) => Promise<readonly string[]>;

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const body = (schema: string): string => `requestBody: { required: true, ${json(schema)} }`;
const refused = (status: number): Response => new Response(null, { status });
const sentBy = async (request: Request): Promise<Members> => ((await request.json().catch(() => undefined)) ?? {}) as Members;
const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;

function things(name: string): string {
  const schema = 'name: { type: string, minLength: 1, maxLength: 20 }';
  const shown = json(`{ type: object, required: [id, name], properties: { id: ${id}, ${schema} } }`);
  return `
  /${name}:
    post: { operationId: add-${name}, ${body(`{ type: object, required: [name], properties: { ${schema} } }`)}, responses: { '201': { description: Made., ${shown} }, '422': { description: Wrong. } } }
  /${name}/{id}:
    ${parameters}
    get: { operationId: read-${name}, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }`;
}

async function messagesOf(
  paths: string,
  target: (request: Request) => Promise<Response>,
  checks: readonly string[],
): Promise<readonly string[]> {
  const text = `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:${paths}\n`;
  const { findings } = await conformService(await serviceFrom(text), { target, random: 0, ...lookingFor(...checks) });
  return findings.map(({ check, operation, message }) => `${check}: ${operation.id}: ${message}`);
}

/** What a create alone makes: nothing reads, lists or deletes it. */
const passes: Run = (isFaulty, isSaid = true) => {
  const days = "first: { type: string, format: date, example: '2041-05-03' }, last: { type: string, format: date, example: '2041-05-09' }";
  const paths = `${things('members')}
  /members/{id}/passes:
    ${parameters}
    post:
      operationId: addPass
      description: A pass begins before it ends.${isSaid ? ' Passes of a member do not share a day (409).' : ''}
      ${body(`{ type: object, required: [first, last], properties: { ${days} } }`)}
      responses: { '201': { description: Made., ${json(`{ type: object, required: [id], properties: { id: ${id}, ${days} } }`)} }, '404': { description: None. }, '409': { description: Not so. }, '422': { description: Wrong. } }`;
  const members: Members[] = [];
  const made: Members[] = [];
  const target = async (request: Request): Promise<Response> => {
    const [, , key, below] = new URL(request.url).pathname.split('/');
    const one = key === undefined ? undefined : members[Number(key) - 1];
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(one);
    const sent = await sentBy(request);
    if (below === undefined) {
      if (typeof sent.name !== 'string' || sent.name === '' || [...sent.name].length > 20) return refused(422);
      members.push({ id: members.length + 1, name: sent.name });
      return Response.json(members.at(-1), { status: 201 });
    }
    const { first, last } = sent;
    const isDay = (value: unknown): value is string =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    if (!isDay(first) || !isDay(last) || last < first) return refused(422);
    const isTaken = made.some(
      (pass) => pass.of === key && (isFaulty ? String(pass.last) > first : String(pass.last) >= first) && String(pass.first) <= last,
    );
    if (isSaid && isTaken) return refused(409);
    made.push({ id: made.length + 1, first, last, of: key });
    return Response.json(made.at(-1), { status: 201 });
  };
  return messagesOf(paths, target, ['no-overlap']);
};

/** What a PUT makes under a name that the caller chooses: only a list shows it, and other bodies name it. */
const depots: Run = (isFaulty, isSaid = true) => {
  const code = "{ type: string, pattern: '^[A-Z]{4}[0-9]{2}$', example: ABCD12 }";
  const own = 'title: { type: string, minLength: 1, maxLength: 20 }';
  const depot = `{ type: object, required: [code, title], properties: { code: ${code}, ${own} } }`;
  const crate = `depot: ${code}, weight: { type: integer, minimum: 1, maximum: 90 }`;
  const shown = json(`{ type: object, required: [id], properties: { id: ${id}, ${crate} } }`);
  const paths = `
  /depots:
    get: { operationId: listDepots, responses: { '200': { description: All., ${json(`{ type: array, items: ${depot} }`)} } } }
  /depots/{code}:
    parameters: [{ name: code, in: path, required: true, schema: ${code} }]
    put: { operationId: putDepot, ${body(`{ type: object, required: [title], properties: { ${own} } }`)}, responses: { '200': { description: Replaced., ${json(depot)} }, '201': { description: Made., ${json(depot)} }, '422': { description: Wrong. } } }
  /crates:
    post:
      operationId: addCrate
      description: Registers a crate.${isSaid ? ' The depot must exist (422).' : ''}
      ${body(`{ type: object, required: [depot, weight], properties: { ${crate} } }`)}
      responses: { '201': { description: Made., ${shown} }, '422': { description: Wrong. } }
  /crates/{id}:
    ${parameters}
    get: { operationId: readCrate, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }`;
  const known = new Map<string, Members>();
  const crates: Members[] = [];
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key = ''] = new URL(request.url).pathname.split('/');
    if (kind === 'depots' && request.method === 'GET') return Response.json([...known.values()]);
    if (request.method === 'GET') return crates[Number(key) - 1] === undefined ? refused(404) : Response.json(crates[Number(key) - 1]);
    const sent = await sentBy(request);
    if (kind === 'depots') {
      if (!/^[A-Z]{4}\d\d$/.test(key) || typeof sent.title !== 'string' || sent.title === '' || [...sent.title].length > 20)
        return refused(422);
      const status = known.has(key) ? 200 : 201;
      known.set(key, { code: key, title: sent.title });
      return Response.json(known.get(key), { status });
    }
    const isKnown = typeof sent.depot === 'string' && (isFaulty || !isSaid ? /^[A-Z]{4}\d\d$/.test(sent.depot) : known.has(sent.depot));
    if (!isKnown || !Number.isInteger(sent.weight) || Number(sent.weight) < 1 || Number(sent.weight) > 90) return refused(422);
    crates.push({ id: crates.length + 1, depot: sent.depot, weight: sent.weight });
    return Response.json(crates.at(-1), { status: 201 });
  };
  return messagesOf(paths, target, ['unknown-reference']);
};

/** What a create makes below another thing, and a list alone shows. */
const labels: Run = (isFaulty, isSaid = true) => {
  const own = 'text: { type: string, minLength: 1, maxLength: 30 }, rank: { type: integer, minimum: 1, maximum: 9 }';
  const label = `{ type: object, required: [id, text], properties: { id: ${id}, ${own} } }`;
  const paths = `${things('boards')}
  /boards/{id}/labels:
    ${parameters}
    get: { operationId: listLabels, responses: { '200': { description: All., ${json(`{ type: array, items: ${label} }`)} }, '404': { description: None. } } }
    post:
      operationId: addLabel
      description: Adds a label.${isSaid ? ' No two labels of a board have the same text; a second one is a 409.' : ''}
      ${body(`{ type: object, required: [text, rank], properties: { ${own} } }`)}
      responses: { '201': { description: Made., ${json(label)} }, '404': { description: None. }, '409': { description: Not so. }, '422': { description: Wrong. } }`;
  const boards: { readonly id: number; readonly name: string; readonly labels: Members[] }[] = [];
  const target = async (request: Request): Promise<Response> => {
    const [, , key, below] = new URL(request.url).pathname.split('/');
    const board = key === undefined ? undefined : boards[Number(key) - 1];
    if (key !== undefined && board === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(below === undefined ? { id: board?.id, name: board?.name } : board?.labels);
    const sent = await sentBy(request);
    if (board === undefined) {
      if (typeof sent.name !== 'string' || sent.name === '' || [...sent.name].length > 20) return refused(422);
      boards.push({ id: boards.length + 1, name: sent.name, labels: [] });
      return Response.json({ id: boards.length, name: sent.name }, { status: 201 });
    }
    const { text, rank } = sent;
    if (typeof text !== 'string' || text === '' || [...text].length > 30) return refused(422);
    if (!Number.isInteger(rank) || Number(rank) < 1 || Number(rank) > 9) return refused(422);
    if (isSaid && !isFaulty && board.labels.some((one) => one.text === text)) return refused(409);
    board.labels.push({ id: board.labels.length + 1, text, rank });
    return Response.json(board.labels.at(-1), { status: 201 });
  };
  return messagesOf(paths, target, ['unique-values']);
};

describe.each<readonly [says: string, run: Run, finding: RegExp]>([
  ['passes that share a day', passes, /^no-overlap: addPass: /],
  ['crates of a depot that is not there', depots, /^unknown-reference: addCrate: /],
  ['labels with the same text', labels, /^unique-values: addLabel: /],
])('%s', (_, run, finding) => {
  test('are found', async () => expect(await run(true)).toEqual([expect.stringMatching(finding)]));
  test('are none where they are refused', async () => expect(await run(false)).toEqual([]));
  test('are none where the document says nothing', async () => expect(await run(true, false)).toEqual([]));
});
