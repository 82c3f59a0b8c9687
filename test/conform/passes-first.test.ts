// A booking needs a pass of its member beside a place in the session: the next booking, of a member without one, is refused for that and not for
// want of a place, before a cancellation and after it.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const open = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;
const SESSION = open('id, seats', 'id: { type: integer }, seats: { type: integer }');
const MEMBER = open('id, name', 'id: { type: integer }, name: { type: string }');
const PASS = open('id, visits', 'id: { type: integer }, visits: { type: integer }');
const BOOKING = open(
  'id, session_id, member_id, state',
  'id: { type: integer }, session_id: { type: integer }, member_id: { type: integer }, state: { type: string, enum: [booked, cancelled] }',
);
const made = (id: string, body: string, shown: string): string =>
  `post: { operationId: ${id}, requestBody: { required: true, ${json(body)} }, responses: { '201': { description: Made., ${json(shown)} }, '400': { description: Wrong. }, '404': { description: None. } } }`;
const read = (id: string, shown: string): string =>
  `get: { operationId: ${id}, responses: { '200': { description: It., ${json(shown)} }, '404': { description: None. } } }`;

test('what is refused for another reason is no want of room', async () => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Sessions, version: '1' }
paths:
  /sessions:
    ${made('addSession', closed('seats', 'seats: { type: integer, minimum: 1, maximum: 40, example: 20 }'), SESSION)}
  /sessions/{id}:
    ${ID}
    ${read('readSession', SESSION)}
  /members:
    ${made('addMember', closed('name', 'name: { type: string, minLength: 1, maxLength: 30 }'), MEMBER)}
  /members/{id}:
    ${ID}
    ${read('readMember', MEMBER)}
  /members/{id}/passes:
    ${ID}
    ${made('addPass', closed('visits', 'visits: { type: integer, minimum: 1, maximum: 50, example: 10 }'), PASS)}
  /bookings:
    post:
      operationId: addBooking
      description: The member needs a pass (409), and the session a free seat (409).
      requestBody: { required: true, ${json(closed('session_id, member_id', `session_id: ${NUMBER}, member_id: ${NUMBER}`))} }
      responses: { '201': { description: Booked., ${json(BOOKING)} }, '400': { description: Wrong. }, '409': { description: Not possible. }, '422': { description: There is no such session or member. } }
  /bookings/{id}:
    ${ID}
    ${read('readBooking', BOOKING)}
  /bookings/{id}/cancel:
    ${ID}
    post: { operationId: cancelBooking, description: Its seat is free again., responses: { '200': { description: Cancelled., ${json(BOOKING)} }, '404': { description: None. } } }
`);
  const judge = await createJudge(service);
  const sessions: number[] = [];
  const members: { readonly name: string; passes: number }[] = [];
  const bookings: { readonly id: number; readonly session_id: number; readonly member_id: number; state: string }[] = [];
  const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return refuse(400, 'Wrong.');
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind, id, below] = new URL(request.url).pathname.split('/');
    const at = Number(id) - 1;
    const member = members[at];
    if (kind === 'sessions' && id === undefined)
      return Response.json({ id: sessions.push(body.seats), seats: body.seats }, { status: 201 });
    if (kind === 'sessions') return sessions[at] === undefined ? refuse(404, 'None.') : Response.json({ id: at + 1, seats: sessions[at] });
    if (kind === 'members' && id === undefined)
      return Response.json({ id: members.push({ name: body.name, passes: 0 }), name: body.name }, { status: 201 });
    if (kind === 'members') {
      if (member === undefined) return refuse(404, 'None.');
      if (below === undefined) return Response.json({ id: at + 1, name: member.name });
      return Response.json({ id: 100 * (at + 1) + ++member.passes, visits: body.visits }, { status: 201 });
    }
    if (id === undefined) {
      const [seats, of] = [sessions[body.session_id - 1], members[body.member_id - 1]];
      if (seats === undefined || of === undefined) return refuse(422, 'There is no such session or member.');
      if (of.passes === 0) return refuse(409, 'The member has no pass.');
      if (bookings.filter((one) => one.session_id === body.session_id && one.state === 'booked').length >= seats)
        return refuse(409, 'No seat is left.');
      bookings.push({ id: bookings.length + 1, ...body, state: 'booked' });
      return Response.json(bookings.at(-1), { status: 201 });
    }
    const booking = bookings[at];
    if (booking === undefined) return refuse(404, 'None.');
    if (below === 'cancel') booking.state = 'cancelled';
    return Response.json(booking);
  };
  const { findings } = await conformService(service, { target, random: 2, sequences: true, ...lookingFor('capacity') });
  expect(findings).toEqual([]);
  // One booking was made at least, so that there was something to cancel.
  expect(bookings.length).toBeGreaterThan(0);
});
