// Tests that octavo conform does the same to two things at once that name one third thing, which takes one of them: a platform, a shelf, a table.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly action: string;
  readonly method: 'post' | 'put';
  /** The member that names what things share. */
  readonly names: string;
  readonly shared: string;
  /** The member that says how many it takes; where there is none, it takes one. */
  readonly size?: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'trains', action: 'stop', method: 'post', names: 'platformId', shared: 'platforms' },
  { things: 'parcels', action: 'storage', method: 'put', names: 'shelfId', shared: 'shelves', size: 'slots' },
  { things: 'guests', action: 'seating', method: 'post', names: 'tableId', shared: 'tables', size: 'seats' },
];

const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, action, method, names, shared, size }: Domain): string {
  const own = size === undefined ? '' : `, ${size}: { type: integer, minimum: 1, maximum: 60 }`;
  const needs = size === undefined ? '' : `, ${size}`;
  const example = size === undefined ? '{ label: One }' : `{ label: One, ${size}: 6 }`;
  const text = '{ type: string, minLength: 1, maxLength: 30 }';
  const kind = (members: string, required: string): string =>
    `{ type: object, required: [id, ${required}], properties: { id: ${ID}, ${members} } }`;
  const given = (members: string, required: string): string =>
    `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
  const paths = (name: string, members: string, required: string, shown: string): string => `
  /${name}:
    post:
      requestBody: { required: true, content: { application/json: { schema: ${given(members, required)}, example: ${shown} } } }
      responses: { '201': { description: Made., ${content(kind(members, required))} }, '422': { description: Wrong. } }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    get: { responses: { '200': { description: It., ${content(kind(members, required))} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Places, version: '1' }
paths:${paths(shared, `label: ${text}${own}`, `label${needs}`, example)}${paths(things, `name: ${text}`, 'name', '{ name: A }')}
  /${things}/{id}/${action}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    ${method}:
      requestBody: { required: true, ${content(given(`${names}: ${ID}`, names))} }
      responses: { '200': { description: Done., ${content(given(`${names}: ${ID}`, names))} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }
`;
}

/** `late`: it looks before it waits; `all`: each takes any number; `once`: what was done to a thing is not done to another one, whatever it names. */
type Manner = 'right' | 'late' | 'all' | 'once';

async function found(domain: Domain, manner: Manner): Promise<readonly string[]> {
  const { things, action, names, shared, size } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: Record<string, Record<string, unknown>[]> = { [things]: [], [shared]: [] };
  const places = new Map<number, number>();
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', id, part] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const sent = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const one = kept[kind]?.[Number(id) - 1];
    if (id === undefined && kept[kind] !== undefined) {
      const made = { ...sent, id: kept[kind].length + 1 };
      kept[kind].push(made);
      return Response.json(made, { status: 201 });
    }
    if (one === undefined) return status(404);
    if (part !== action) return part === undefined ? Response.json(one) : status(404);
    const at = Number(sent[names]);
    const place = kept[shared]?.[at - 1];
    if (place === undefined) return status(422);
    const others = [...places].filter(([thing, where]) => thing !== Number(id) && where === at).length;
    const isFull = others >= (size === undefined ? 1 : Number(place[size]));
    if (manner === 'once' ? places.size > 0 && !places.has(Number(id)) : manner !== 'all' && isFull) return status(409);
    if (manner === 'late') await wait(3);
    places.set(Number(id), at);
    return Response.json(sent);
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('create-at-once') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things and $shared', DOMAINS, (domain, test) => {
  test.each<Manner>(['right', 'all', 'once'])('nothing is found of a service that is %s', async (manner) =>
    expect(await found(domain, manner)).toEqual([]),
  );

  test('it is found that two of them come to the same place', async () => {
    expect(await found(domain, 'late')).toEqual([
      expect.stringMatching(
        /^Two requests at once that name the same `\w+` have both succeeded; one after the other, the second is refused with 409/,
      ),
    ]);
  });
});
