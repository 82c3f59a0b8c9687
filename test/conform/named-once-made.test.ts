// Tests that what a create refers to is left out no longer once there is something that it may name, and that a step gets the member that it wants.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string, example = ''): string => `content: { application/json: { schema: ${schema}${example} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const NICK = "{ type: string, pattern: '^[a-z][a-z0-9]{1,19}$' }";
const STATES = '{ type: string, enum: [planned, running, checked, closed, dropped] }';
const SHIFT = `{ type: object, required: [id, site, guard, state], properties: { id: ${ID}, site: ${ID}, guard: { type: [string, 'null'] }, state: ${STATES} } }`;
const SITE = `{ type: object, required: [id, name], properties: { id: ${ID}, name: { type: string } } }`;
const GUARD = `{ type: object, required: [nick, since], properties: { nick: ${NICK}, since: { type: string } } }`;
const at = (name: string, schema: string): string => `{ name: ${name}, in: path, required: true, schema: ${schema} }`;

const NIGHTS = `openapi: 3.1.0
info: { title: Nights, version: '1' }
paths:
  /sites:
    post:
      operationId: addSite
      requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '201': { description: Made., ${json(SITE)} }, '400': { description: Wrong. } }
  /sites/{site}:
    parameters: [${at('site', ID)}]
    get: { operationId: getSite, responses: { '200': { description: It., ${json(SITE)} }, '404': { description: None. } } }
  /sites/{site}/guards/{nick}:
    parameters: [${at('site', ID)}, ${at('nick', NICK)}]
    put:
      operationId: setGuard
      requestBody: { required: true, ${json('{ type: object, required: [since], properties: { since: { type: string, enum: [spring, autumn] } } }')} }
      responses: { '200': { description: It., ${json(GUARD)} }, '201': { description: Made., ${json(GUARD)} }, '400': { description: Wrong. }, '404': { description: None. } }
    delete: { operationId: dropGuard, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /sites/{site}/shifts:
    parameters: [${at('site', ID)}]
    post:
      operationId: planShift
      description: The guard must be one of the site (422 otherwise).
      requestBody:
        required: true
        ${json(`{ type: object, additionalProperties: false, required: [hours], properties: { hours: { type: integer, minimum: 1, maximum: 12 }, guard: { description: The nick of the guard who is on duty., pattern: '^[a-z][a-z0-9]{1,19}$', type: [string, 'null'] } } }`, ', example: { hours: 8, guard: lou }')}
      responses: { '201': { description: Made., ${json(SHIFT)} }, '400': { description: Wrong. }, '404': { description: None. }, '422': { description: No such guard. } }
  /shifts/{shift}:
    parameters: [${at('shift', ID)}]
    get: { operationId: getShift, responses: { '200': { description: It., ${json(SHIFT)} }, '404': { description: None. } } }
  /shifts/{shift}/steps:
    parameters: [${at('shift', ID)}]
    post:
      operationId: stepShift
      description: |
        Any other step is a 409:

        | from | to |
        |---|---|
        | \`planned\` | \`running\`, \`dropped\` |
        | \`running\` | \`checked\` |
        | \`checked\` | \`closed\` |
        | \`closed\`, \`dropped\` | \`planned\` |

        A shift without a guard cannot run (409). What is dropped needs a \`reason\` (400 without one).
      requestBody:
        required: true
        ${json(`{ type: object, additionalProperties: false, required: [to], properties: { to: ${STATES}, reason: { type: string, minLength: 3, maxLength: 30 }, note: { type: string, maxLength: 30 } } }`, ', example: { to: running, note: a quiet night }')}
      responses: { '200': { description: It., ${json(SHIFT)} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: No. } }
`;

const STEPS: Readonly<Record<string, readonly string[]>> = {
  planned: ['running', 'dropped'],
  running: ['checked'],
  checked: ['closed'],
  closed: ['planned'],
  dropped: ['planned'],
};

const service = await serviceFrom(NIGHTS);
const judge = await createJudge(service);

function nights(wrong?: readonly [from: string, to: string]): Handler {
  const sites: { id: number; name: string; guards: Map<string, string> }[] = [];
  const shifts: { id: number; site: number; guard: string | null; state: string }[] = [];
  const refused = (status: number, place: string, message: string): Response =>
    Response.json({ errors: [{ field: place, message }] }, { status });
  return async (request) => {
    const text = await request.text();
    const { pathname } = new URL(request.url);
    const [, kind, key, below, nick = ''] = pathname.split('/');
    if (!(await verdictOn(judge, request, text)).accepted) return refused(400, '', 'wrong');
    const body = text === '' ? {} : JSON.parse(text);
    const none = (): Response => new Response(null, { status: 404 });
    if (kind === 'sites' && key === undefined) {
      const site = { id: sites.length + 1, name: body.name, guards: new Map<string, string>() };
      sites.push(site);
      return Response.json({ id: site.id, name: site.name }, { status: 201 });
    }
    if (kind === 'sites') {
      const site = sites[Number(key) - 1];
      if (site === undefined) return none();
      if (below === undefined) return Response.json({ id: site.id, name: site.name });
      if (below === 'guards' && request.method === 'DELETE') return site.guards.delete(nick) ? new Response(null, { status: 204 }) : none();
      if (below === 'guards') {
        const isNew = !site.guards.has(nick);
        site.guards.set(nick, body.since);
        return Response.json({ nick, since: body.since }, { status: isNew ? 201 : 200 });
      }
      const guard = body.guard ?? null;
      if (guard !== null && !site.guards.has(guard)) return refused(422, 'guard', 'not of the site');
      shifts.push({ id: shifts.length + 1, site: site.id, guard, state: 'planned' });
      return Response.json(shifts.at(-1), { status: 201 });
    }
    const shift = shifts[Number(key) - 1];
    if (shift === undefined) return none();
    if (below === undefined) return Response.json(shift);
    if (body.to === 'dropped' && body.reason === undefined) return refused(400, 'reason', 'must be there');
    const isWrong = wrong !== undefined && shift.state === wrong[0] && body.to === wrong[1];
    if (!isWrong && STEPS[shift.state]?.includes(body.to) !== true) return refused(409, 'to', 'not from here');
    if (body.to === 'running' && shift.guard === null) return Response.json({ message: 'Who is on duty?' }, { status: 409 });
    shift.state = body.to;
    return Response.json(shift);
  };
}

test.each([undefined, ['running', 'closed'], ['checked', 'planned'], ['dropped', 'running']] as const)(
  'a wrong step: %s',
  async (wrong) => {
    const { findings } = await conformService(service, { target: nights(wrong), most: 4, random: 0, ...lookingFor('state-rules') });
    expect(findings.map(({ message }) => message)).toEqual(
      wrong === undefined
        ? []
        : [`stepShift has changed \`state\` from \`${wrong[0]}\` to \`${wrong[1]}\`, a step that the document says is refused.`],
    );
  },
);
