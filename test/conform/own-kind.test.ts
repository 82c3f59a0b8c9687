// Tests of things that name others of their own kind: how deep they go, what is below itself, and what is deleted above others. In three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly member: string;
  readonly levels: number;
  readonly status: 409 | 422;
  readonly create: string;
  readonly change: string;
  readonly remove: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'folders',
    member: 'parent_folder_id',
    levels: 3,
    status: 422,
    create: 'Folders go three levels deep at most, otherwise the answer is 422.',
    change: 'A folder cannot be moved into itself or into one of its own subfolders (422).',
    remove: 'Refused with 409 while other folders are in it.',
  },
  {
    things: 'tasks',
    member: 'parentTask',
    levels: 2,
    status: 409,
    create: 'A subtask cannot have subtasks of its own; that is a 409.',
    change: 'A task must not be its own parent, nor may tasks form a circle: both give 409.',
    remove: 'A task that has child tasks cannot be deleted (409).',
  },
  {
    things: 'departments',
    member: 'parent',
    levels: 2,
    status: 422,
    create: 'The parent must itself be at the top level, or else 422 is returned.',
    change: 'A department that would be below itself is refused with 422. Circular structures are refused in the same way.',
    remove: 'Departments with sub-departments are not deleted: 409.',
  },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, member, status, create, change, remove }: Domain, isPlain: boolean): string {
  const own = `name: { type: string, minLength: 1, maxLength: 20 }, ${member}: { type: [integer, 'null'], minimum: 1, maximum: 99999 }`;
  const shown = json(`{ type: object, required: [id, name], properties: { id: ${id}, ${own} } }`);
  const said = (text: string): string => (isPlain ? '' : `description: "${text}", `);
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      ${isPlain ? '' : `description: "${create}"`}
      requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, required: [name], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${shown} }, '${status}': { description: It does not fit. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch:
      ${isPlain ? '' : `description: "${change}"`}
      operationId: change
      requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, minProperties: 1, properties: { ${own} } }`)} }
      responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '${status}': { description: It does not fit. } }
    delete: { ${said(remove)}operationId: remove, responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: Not now. } } }
`.replace(/^ {6}\n/m, '');
}

type Members = Readonly<Record<string, unknown>>;
type Mistake = 'deep' | 'one more' | 'itself' | 'circle' | 'delete' | 'unchanged';

async function foundWith(domain: Domain, mistakes: readonly Mistake[], isPlain = false): Promise<readonly string[]> {
  const { member, levels, status } = domain;
  const kept: (Members | undefined)[] = [];
  const has = (mistake: Mistake): boolean => mistakes.includes(mistake);
  const refused = (code: number): Response => new Response(null, { status: code });
  /** What is above a thing, itself too: a service that lets a circle in has no end of it. */
  const upFrom = (key: unknown): readonly unknown[] => {
    const all = [key];
    while (all.length < 30 && kept[Number(all.at(-1)) - 1]?.[member] != null) all.push(kept[Number(all.at(-1)) - 1]?.[member]);
    return all;
  };
  const most = has('deep') ? 99 : levels + (has('one more') ? 1 : 0);
  const target = async (request: Request): Promise<Response> => {
    const key = Number(new URL(request.url).pathname.split('/')[2] ?? Number.NaN);
    const one = kept[key - 1];
    if (!Number.isNaN(key) && one === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(one);
    if (request.method === 'DELETE') {
      if (!has('delete') && kept.some((other) => other?.[member] === key)) return refused(409);
      kept[key - 1] = undefined;
      return refused(204);
    }
    const {
      name = one?.name,
      [member]: parent = one?.[member] ?? null,
      ...others
    } = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (typeof name !== 'string' || name === '' || [...name].length > 20 || Object.keys(others).length > 0) return refused(422);
    if (parent !== null && kept[Number(parent) - 1] === undefined) return refused(status);
    const depth = parent === null ? 0 : upFrom(parent).length;
    if (one === undefined) {
      if (depth + 1 > most) return refused(status);
      kept.push({ id: kept.length + 1, name, [member]: parent });
      return Response.json(kept.at(-1), { status: 201 });
    }
    if (parent === key ? !has('itself') : upFrom(parent).includes(key) && !has('circle')) return refused(status);
    kept[key - 1] = { ...one, name, ...(has('unchanged') ? {} : { [member]: parent }) };
    return Response.json(kept[key - 1]);
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, isPlain)), {
    target,
    random: 0,
    ...lookingFor('stated-rules', 'delete-in-use'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found without a mistake', async () => expect(await foundWith(domain, [])).toEqual([]));
  test('nothing is found where a change leaves the parent as it was', async () =>
    expect(await foundWith(domain, ['unchanged', 'itself'])).toEqual([]));
  test('nothing is found where the document says nothing', async () => {
    expect(await foundWith(domain, ['deep', 'itself', 'circle', 'delete'], true)).toEqual([]);
  });

  test.each<readonly [says: string, mistake: Mistake, finding: RegExp]>([
    ['they go as deep as they like', 'deep', /^stated-rules: add succeeds .* below/],
    ['they go a level too deep', 'one more', /^stated-rules: add succeeds .* below/],
    ['a thing is below itself', 'itself', /^stated-rules: change .* itself/],
    ['two things are below each other', 'circle', /^stated-rules: change .* below it/],
    ['what others are in is deleted', 'delete', /^delete-in-use: /],
  ])('it is found that %s', async (_, mistake, finding) => {
    expect(await foundWith(domain, [mistake])).toEqual([expect.stringMatching(finding)]);
  });
});
