// Tests that octavo conform finds values that are there twice and references to nothing where the document forbids them, in a small service of teams.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const made = (name: string): string =>
  `responses: { '201': { description: Made., ${json(name)} }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const found = (name: string): string =>
  `responses: { '200': { description: Found., ${json(name)} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:
  /teams:
    post: { operationId: addTeam, description: 'A slug that another team has, whatever the case, is a 409.', ${body('NewTeam')}, ${made('Team')} }
  /teams/{id}:
    parameters: [${id}]
    get: { operationId: readTeam, ${found('Team')} }
    patch: { operationId: changeTeam, ${body('TeamPatch')}, ${found('Team')} }
    delete: { operationId: removeTeam, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /tasks:
    post: { operationId: addTask, description: An unknown team is a 422., ${body('NewTask')}, ${made('Task')} }
  /tasks/{id}:
    parameters: [${id}]
    get: { operationId: readTask, ${found('Task')} }
components:
  schemas:
    NewTeam:
      type: object
      required: [slug]
      properties: { slug: { type: string, pattern: '^[a-zA-Z]{3,30}$' }, motto: { type: string, minLength: 3, maxLength: 9 } }
    TeamPatch: { type: object, minProperties: 1, properties: { slug: { type: string, pattern: '^[a-zA-Z]{3,30}$' } } }
    Team: { type: object, required: [id, slug], properties: { id: { type: integer }, slug: { type: string } } }
    NewTask:
      type: object
      required: [title, team]
      properties:
        title: { type: string, minLength: 1, maxLength: 9 }
        team: { type: object, required: [id], properties: { id: { type: integer, minimum: 1, maximum: 999999999 } } }
        watcher_team_ids: { type: array, maxItems: 3, items: { type: integer, minimum: 1, maximum: 999999999 } }
    Task: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
`);

interface Faults {
  readonly createsTwice?: boolean;
  readonly createsByCase?: boolean;
  readonly renames?: boolean;
  readonly keepsRefused?: boolean;
  readonly anyTeam?: boolean;
  readonly anyWatcher?: boolean;
  readonly deletedTeam?: boolean;
}

function teams(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, string>();
  const gone = new Set<number>();
  const reserved = new Set<string>();
  const tasks = new Map<number, string>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const isTaken = (slug: string, isExact: boolean, self?: number): boolean =>
    [...kept].some(([id, one]) => id !== self && (isExact ? one === slug : one.toLowerCase() === slug.toLowerCase()));
  return async (request) => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const given = request.method[0] === 'P' ? await request.json().catch(() => undefined) : undefined;
    const one = Number(key);
    if (kind === 'tasks') {
      if (request.method === 'GET') return tasks.has(one) ? Response.json({ id: one, title: tasks.get(one) }) : none(404);
      const knows = (team: number): boolean => kept.has(team) || (faults.deletedTeam === true && gone.has(team));
      const { title, team, watcher_team_ids: watchers = [] } = given ?? {};
      if (typeof title !== 'string' || !Number.isInteger(team?.id) || !Array.isArray(watchers)) return none(422);
      if (!knows(team.id) && faults.anyTeam !== true) return none(422);
      if (!watchers.every(knows) && faults.anyWatcher !== true) return none(422);
      tasks.set(++last, title);
      return Response.json({ id: last, title }, { status: 201 });
    }
    const slug = given?.slug;
    if (given !== undefined && !/^[a-zA-Z]{3,30}$/.test(String(slug))) return none(422);
    if (request.method === 'POST') {
      if (given.motto !== undefined && (typeof given.motto !== 'string' || given.motto.length < 3 || given.motto.length > 9)) {
        if (faults.keepsRefused === true) reserved.add(slug);
        return none(422);
      }
      if (reserved.has(slug) || (faults.createsTwice !== true && isTaken(slug, faults.createsByCase === true))) return none(409);
      kept.set(++last, slug);
      return Response.json({ id: last, slug }, { status: 201 });
    }
    if (!kept.has(one)) return none(404);
    if (request.method === 'DELETE') {
      kept.delete(one);
      gone.add(one);
      return none(204);
    }
    if (request.method === 'PATCH') {
      if (isTaken(slug, false, one) && faults.renames !== true) return none(409);
      kept.set(one, slug);
    }
    return Response.json({ id: one, slug: kept.get(one) });
  };
}

const CHECKS = ['unique-values', 'unknown-reference'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a create with a slug that is taken',
        { createsTwice: true },
        [/^unique-values: Two things have "\w+" as `slug` after addTeam, and .*“A slug/],
      ],
      ['a create with a slug in another case', { createsByCase: true }, [/^unique-values: Two things have .* after addTeam/]],
      ['a change to a slug that is taken', { renames: true }, [/^unique-values: Two things have .* after changeTeam/]],
      [
        'a refused create that takes its slug',
        { keepsRefused: true },
        [/^unique-values: A create that was refused with 422 has taken its `slug`\.$/],
      ],
      [
        'a task of an unknown team',
        { anyTeam: true },
        [
          /^unknown-reference: addTask is answered with 201 although `team\.id` names \d+, which was never given, and .*“An unknown team is a 422\.”$/,
        ],
      ],
      [
        'a task with an unknown watcher',
        { anyWatcher: true },
        [/^unknown-reference: .* `watcher_team_ids\.0` names \d+, which was never given/],
      ],
      ['a task of a deleted team', { deletedTeam: true }, [/^unknown-reference: .* `team\.id` names \d+, which was deleted/]],
    ],
    4,
  ),
)('%s', async (_, faults, expected) => {
  const { findings, operations } = await conformService(service, { target: teams(faults), most: 8, random: 0, ...lookingFor(...CHECKS) });
  const shown = findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
