// A visit comes to its next state only where its member has a locker on its day: the locker is made for the same member and the same day, so that
// what can be done in that state is reached. To cancel it leads to another refusal, and no nearer to that state.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const DAY = '{ type: string, format: date }';
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const shown = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;
const MEMBER = shown('id, name', 'id: { type: integer }, name: { type: string }');
const VISIT = shown(
  'id, memberId, plannedFor, state',
  `id: { type: integer }, memberId: { type: integer }, plannedFor: ${DAY}, state: { type: string }`,
);
const LOCKER = shown('id, memberId, number', 'id: { type: integer }, memberId: { type: integer }, number: { type: integer }');
const TOWELS = shown('id, count', 'id: { type: integer }, count: { type: integer }');
const made = (id: string, body: string, answer: string, more: string): string =>
  `post: { operationId: ${id}, requestBody: { required: true, ${json(body)} }, responses: { '201': { description: Made., ${json(answer)} }, '400': { description: Wrong. }, '404': { description: None. }, ${more} } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Baths, version: '1' }
paths:
  /members:
    ${made('addMember', closed('name', 'name: { type: string, minLength: 1, maxLength: 30 }'), MEMBER, "'413': { description: Large. }")}
  /members/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]
    get: { operationId: readMember, responses: { '200': { description: It., ${json(MEMBER)} }, '404': { description: None. } } }
  /visits:
    ${made('planVisit', closed('memberId, plannedFor', `memberId: ${NUMBER}, plannedFor: ${DAY}`), VISIT, "'409': { description: Not possible. }")}
  /visits/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]
    get: { operationId: readVisit, responses: { '200': { description: It., ${json(VISIT)} }, '404': { description: None. } } }
    patch:
      operationId: moveVisit
      requestBody: { required: true, ${json(closed('state', 'state: { type: string, enum: [arrived, inside, left] }'))} }
      responses: { '200': { description: It., ${json(VISIT)} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not possible. } }
  /visits/{id}/cancel:
    parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]
    post: { operationId: cancelVisit, responses: { '200': { description: It., ${json(VISIT)} }, '404': { description: None. }, '409': { description: Not possible. } } }
  /visits/{id}/towels:
    parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]
    ${made('orderTowels', closed('count', 'count: { type: integer, minimum: 1, maximum: 9 }'), TOWELS, "'409': { description: Nobody is inside. }")}
  /days/{day}/lockers:
    parameters: [{ name: day, in: path, required: true, schema: ${DAY} }]
    ${made('takeLocker', closed('memberId, number', `memberId: ${NUMBER}, number: { type: integer, minimum: 1, maximum: 6 }`), LOCKER, "'409': { description: It is taken. }")}
`;

test('what goes with a thing is made for the same day and the same owner', async () => {
  const service = await serviceFrom(DOCUMENT);
  const judge = await createJudge(service);
  const members: string[] = [];
  const visits: { readonly id: number; readonly memberId: number; readonly plannedFor: string; state: string }[] = [];
  const lockers: { readonly memberId: number; readonly day: string; readonly number: number }[] = [];
  const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
  const NEXT: Readonly<Record<string, string>> = { planned: 'arrived', arrived: 'inside', inside: 'left' };
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return refuse(400, 'Wrong.');
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind, key = '', below] = new URL(request.url).pathname.split('/');
    const at = Number(key) - 1;
    if (kind === 'members') {
      if (key === '') return Response.json({ id: members.push(body.name), name: body.name }, { status: 201 });
      return members[at] === undefined ? refuse(404, 'None.') : Response.json({ id: at + 1, name: members[at] });
    }
    if (kind === 'days') {
      const { memberId, number } = body;
      if (members[memberId - 1] === undefined) return refuse(400, 'There is no such member.');
      const taken = lockers.filter(({ day }) => day === key);
      if (taken.some((one) => one.memberId === memberId)) return refuse(409, 'The member has one on that day.');
      if (taken.some((one) => one.number === number)) return refuse(409, 'It is given away.');
      return Response.json({ id: lockers.push({ memberId, day: key, number }), memberId, number }, { status: 201 });
    }
    if (key === '') {
      if (members[body.memberId - 1] === undefined) return refuse(400, 'There is no such member.');
      visits.push({ id: visits.length + 1, ...body, state: 'planned' });
      return Response.json(visits.at(-1), { status: 201 });
    }
    const visit = visits[at];
    if (visit === undefined) return refuse(404, 'None.');
    if (below === 'cancel' && visit.state === 'inside') return refuse(409, 'The visitor is inside.');
    if (below === 'cancel') visit.state = 'cancelled';
    if (below === 'cancel') return Response.json(visit);
    if (visit.state === 'cancelled' && request.method !== 'GET') return refuse(409, 'The visit is cancelled.');
    if (below === 'towels')
      return visit.state === 'inside'
        ? Response.json({ id: 1, count: body.count }, { status: 201 })
        : refuse(409, 'The visitor is not inside.');
    if (request.method === 'GET') return Response.json(visit);
    if (NEXT[visit.state] !== body.state) return refuse(409, 'The visit cannot come to this state.');
    const hasLocker = lockers.some(({ memberId, day }) => memberId === visit.memberId && day === visit.plannedFor);
    if (body.state === 'inside' && !hasLocker) return refuse(409, 'The member has no locker on that day.');
    visit.state = body.state;
    return Response.json(visit);
  };
  const { reached } = await conformService(service, { target, random: 2, sequences: false });
  expect(reached).toMatchObject({ succeeded: reached?.of });
});
