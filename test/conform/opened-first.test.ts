// A section has room for so many guests, and its dinner has to be opened before anybody can come: a new one is opened before it is filled.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const TEXT = '{ type: string, minLength: 1, maxLength: 30 }';
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const open = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;
const DINNER = open('id, name, state', 'id: { type: integer }, name: { type: string }, state: { type: string, enum: [planned, open] }');
const SECTION = open('id, seats', 'id: { type: integer }, seats: { type: integer }');
const GUEST = open(
  'id, section_id, name, state',
  'id: { type: integer }, section_id: { type: integer }, name: { type: string }, state: { type: string, enum: [coming, cancelled] }',
);

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Dinners, version: '1' }
paths:
  /dinners:
    post:
      operationId: addDinner
      requestBody: { required: true, ${json(closed('name', `name: ${TEXT}`))} }
      responses: { '201': { description: Planned., ${json(DINNER)} }, '400': { description: Wrong. } }
  /dinners/{id}:
    ${ID}
    get: { operationId: readDinner, responses: { '200': { description: It., ${json(DINNER)} }, '404': { description: None. } } }
  /dinners/{id}/open:
    ${ID}
    post: { operationId: openDinner, responses: { '200': { description: Open., ${json(DINNER)} }, '404': { description: None. } } }
  /dinners/{id}/sections:
    ${ID}
    post:
      operationId: addSection
      requestBody: { required: true, ${json(closed('seats', 'seats: { type: integer, minimum: 1, maximum: 40, example: 20 }'))} }
      responses: { '201': { description: Made., ${json(SECTION)} }, '400': { description: Wrong. }, '404': { description: None. } }
  /dinners/{id}/guests:
    ${ID}
    post:
      operationId: addGuest
      description: For sections of dinners that are open (409). A section without a free seat takes no more guests (409).
      requestBody: { required: true, ${json(closed('section_id, name', `section_id: ${NUMBER}, name: ${TEXT}`))} }
      responses: { '201': { description: Noted., ${json(GUEST)} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not possible. }, '422': { description: There is no such section. } }
  /guests/{id}:
    ${ID}
    get: { operationId: readGuest, responses: { '200': { description: It., ${json(GUEST)} }, '404': { description: None. } } }
    patch:
      operationId: changeGuest
      description: A guest who moves to another section of the dinner gives up their seat, which is free then.
      requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, minProperties: 1, properties: { section_id: ${NUMBER}, name: ${TEXT} } }`)} }
      responses: { '200': { description: Changed., ${json(GUEST)} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not possible. }, '422': { description: There is no such section. } }
  /guests/{id}/cancel:
    ${ID}
    post:
      operationId: cancelGuest
      description: The guest stays at home, and their seat is free again.
      responses: { '200': { description: Cancelled., ${json(GUEST)} }, '404': { description: None. } }
`);
const judge = await createJudge(service);

type DinnerFault = 'kept-by-cancelled' | 'kept-by-moved';

function dinners(fault?: DinnerFault): Handler {
  const all: { readonly id: number; readonly name: string; state: string }[] = [];
  const sections: { readonly dinner: number; readonly seats: number }[] = [];
  const guests: { readonly id: number; section_id: number; had: number[]; name: string; state: string }[] = [];
  const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
  const isFull = (section: number): boolean => {
    const isThere = (one: (typeof guests)[number]): boolean =>
      (one.section_id === section || (fault === 'kept-by-moved' && one.had.includes(section))) &&
      (one.state === 'coming' || fault === 'kept-by-cancelled');
    return guests.filter(isThere).length >= (sections[section - 1]?.seats ?? 0);
  };
  const shown = (at: number): object => {
    const { had: _, ...rest } = guests[at] ?? { had: [] };
    return rest;
  };
  return async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return refuse(400, 'Wrong.');
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind, id, below] = new URL(request.url).pathname.split('/');
    if (kind === 'dinners' && id === undefined) all.push({ id: all.length + 1, name: body.name, state: 'planned' });
    if (kind === 'dinners') {
      const dinner = all[id === undefined ? all.length - 1 : Number(id) - 1];
      if (dinner === undefined) return refuse(404, 'None.');
      if (below === 'sections')
        return Response.json({ id: sections.push({ dinner: dinner.id, seats: body.seats }), seats: body.seats }, { status: 201 });
      if (below === 'guests') {
        const section = sections[body.section_id - 1];
        if (section?.dinner !== dinner.id) return refuse(422, 'There is no such section.');
        if (dinner.state !== 'open') return refuse(409, 'The dinner is not open.');
        if (isFull(body.section_id)) return refuse(409, 'No seat is left.');
        guests.push({ id: guests.length + 1, ...body, state: 'coming', had: [] });
        return Response.json(shown(guests.length - 1), { status: 201 });
      }
      if (below === 'open') dinner.state = 'open';
      return Response.json(dinner, { status: id === undefined ? 201 : 200 });
    }
    const guest = guests[Number(id) - 1];
    if (guest === undefined) return refuse(404, 'None.');
    if (below === 'cancel') guest.state = 'cancelled';
    if (body.section_id !== undefined && body.section_id !== guest.section_id) {
      if (sections[body.section_id - 1]?.dinner !== sections[guest.section_id - 1]?.dinner) return refuse(422, 'There is no such section.');
      if (isFull(body.section_id)) return refuse(409, 'No seat is left.');
      guest.had.push(guest.section_id);
      guest.section_id = body.section_id;
    }
    guest.name = body.name ?? guest.name;
    return Response.json(shown(guest.id - 1));
  };
}

test.each<readonly [fault: DinnerFault | undefined, found: readonly string[]]>([
  [undefined, []],
  ['kept-by-cancelled', ['addGuest: addGuest is refused with 409 after cancelGuest, as it was before it.']],
  ['kept-by-moved', ['addGuest: addGuest is refused with 409 after changeGuest to another of sections, as it was before it.']],
])('a seat that is %s', async (fault, found) => {
  const { findings } = await conformService(service, { target: dinners(fault), random: 2, sequences: true, ...lookingFor('capacity') });
  expect(findings.map(({ operation, message }) => `${operation.id}: ${message}`)).toEqual(found);
});
