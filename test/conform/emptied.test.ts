// What names a thing names nothing once it is gone, where a document says so: four domains in other words, with services that forget it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { emptiedIn, isEmptyOnceGone } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly named: string;
  readonly things: string;
  readonly member: string;
  readonly isList?: boolean;
  /** What the delete says. */
  readonly says: string;
  /** What the member says. */
  readonly describes?: string;
}

const DOMAINS: readonly Domain[] = [
  { named: 'authors', things: 'books', member: 'author_id', says: 'Books that the author wrote stay, and have no author from then on.' },
  { named: 'teams', things: 'players', member: 'teamId', says: 'Players are kept; the `teamId` of its players becomes `null`.' },
  { named: 'topics', things: 'articles', member: 'topic_ids', isList: true, says: 'When it is deleted, it is removed from all articles.' },
  { named: 'songs', things: 'mixes', member: 'song_ids', isList: true, says: 'The song no longer appears in mixes.' },
  { named: 'owners', things: 'boats', member: 'owner_id', says: 'Deletes an owner.', describes: 'Null once the owner was removed.' },
];

function documentOf({ named, things, member, isList = false, says, describes = '' }: Domain): string {
  const id = "{ type: string, pattern: '^[a-z]{2}-[0-9]+$' }";
  const at = `[{ name: id, in: path, required: true, schema: ${id} }]`;
  const reference = isList
    ? `${member}: { type: array, maxItems: 3, items: ${id} }`
    : `${member}: { type: [string, 'null'], pattern: '^[a-z]{2}-[0-9]+$', description: '${describes}' }`;
  const shown = (own: string): string =>
    `content: { application/json: { schema: { type: object, required: [id, title], properties: { id: ${id}, title: { type: string }, ${own} } } } }`;
  const sent = (own: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 20 }, ${own} } } } } }`;
  const none = "'404': { description: None. }, '422': { description: Wrong. }";
  return `openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /${named}:
    post: { operationId: addOne, ${sent('rank: { type: integer }')}, responses: { '201': { description: Added., ${shown('rank: { type: integer }')} }, ${none} } }
  /${named}/{id}:
    parameters: ${at}
    get: { operationId: readOne, responses: { '200': { description: It., ${shown('rank: { type: integer }')} }, ${none} } }
    delete: { operationId: removeOne, description: '${says}', responses: { '204': { description: Gone. }, ${none} } }
  /${things}:
    post: { operationId: addThing, ${sent(reference)}, responses: { '201': { description: Added., ${shown(reference)} }, ${none} } }
  /${things}/{id}:
    parameters: ${at}
    get: { operationId: readThing, responses: { '200': { description: It., ${shown(reference)} }, ${none} } }
`;
}

type Removed = 'emptied' | 'kept' | 'removed too';

async function foundWith(domain: Domain, removed: Removed): Promise<readonly string[]> {
  const { named, things, member } = domain;
  const kinds: Record<string, Map<string, Record<string, unknown>>> = { [named]: new Map(), [things]: new Map() };
  let last = 0;
  const gone = (id: string): void => {
    for (const [key, one] of kinds[things] ?? []) {
      const value = one[member];
      const isNamed = Array.isArray(value) ? value.includes(id) : value === id;
      if (isNamed && removed === 'removed too') kinds[things]?.delete(key);
      if (isNamed && removed === 'emptied') one[member] = Array.isArray(value) ? value.filter((each) => each !== id) : null;
    }
  };
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', id] = new URL(request.url).pathname.split('/');
    const all = kinds[kind];
    if (all === undefined) return new Response(null, { status: 404 });
    if (id !== undefined) {
      const one = all.get(id);
      if (one === undefined) return new Response(null, { status: 404 });
      if (request.method === 'GET') return Response.json(one);
      all.delete(id);
      gone(id);
      return new Response(null, { status: 204 });
    }
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return new Response(null, { status: 422 });
    const { title, [member]: names = domain.isList === true ? [] : null, rank = 1 } = body as Record<string, unknown>;
    const ids = kind === things && names !== null ? [names].flat() : [];
    const isKnown = ids.every((one) => typeof one === 'string' && kinds[named]?.has(one) === true);
    if (typeof title !== 'string' || title === '' || title.length > 20 || !isKnown) return new Response(null, { status: 422 });
    const made = { id: `${kind.slice(0, 2)}-${++last}`, title, ...(kind === things ? { [member]: names } : { rank }) };
    all.set(made.id, made);
    return Response.json(made, { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    random: 0,
    ...lookingFor('effects-elsewhere'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('that name nothing afterwards are no finding', async () => expect(await foundWith(domain, 'emptied')).toEqual([]));

  test('that name what is gone are found', async () => {
    const found = new RegExp(`^effects-elsewhere: .${domain.member}. of ${domain.things} names .* after removeOne, as before it`);
    expect(await foundWith(domain, 'kept')).toEqual([expect.stringMatching(found)]);
  });
});

test('what goes with it is found only where the document says that it stays', async () => {
  const [stays, , silent] = DOMAINS as [Domain, Domain, Domain];
  expect(await foundWith(stays, 'removed too')).toEqual([expect.stringMatching(/is gone from books after removeOne/)]);
  expect(await foundWith(silent, 'removed too')).toEqual([]);
});

test.each<readonly [text: string, isRead: boolean]>([
  ['Its tasks lose their assignee.', true],
  ['Its tasks stay. They are unassigned.', true],
  ['Tasks of the assignee no longer have an assignee.', true],
  ['The `assignee_id` of its tasks is set to null.', true],
  ['Sets the assignee of all its tasks to `null`.', true],
  ['Removes the assignee from all tasks.', true],
  ['The open tasks of the assignee are left without an assignee.', true],
  ['Takes the assignee out of open tasks as well.', true],
  ['The assignee is no longer named in tasks.', true],
  ['Takes the assignee out of urgent tasks as well.', false],
  ['The assignee leaves tasks as they are.', false],
  ['Tasks stay, and keep their assignee.', false],
  ['If a task is closed, it has no assignee.', false],
  ['Some tasks have no assignee afterwards.', false],
  ['An assignee who has no tasks can be deleted.', false],
  ['The photo is removed from all tasks.', false],
])('“%s”', (text, isRead) => {
  expect(emptiedIn(text, { name: 'tasks', named: 'assignees', members: ['assignee_id'], states: ['open', 'done'] }) !== undefined).toBe(
    isRead,
  );
});

test.each<readonly [text: string, isRead: boolean]>([
  ['Null once the trainer was removed.', true],
  ['The author; `null` after the account has been deleted.', true],
  ['Never null, also if the author was deleted.', false],
  ['Null until the draft is deleted.', false],
  ['Null if there is none.', false],
])('the member “%s”', (text, isRead) => expect(isEmptyOnceGone(text)).toBe(isRead));
