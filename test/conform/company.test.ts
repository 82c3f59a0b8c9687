// Tests that octavo conform finds operations that should go by the state of another thing, and go by none.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { companyIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

test.each<readonly [text: string, nouns: readonly string[], states: readonly string[], own: readonly string[], named: readonly string[]]>([
  [
    'We refuse with 409 to move a boat\n\n- to where it lies already;\n- while a repair of it is under way;\n- at night.',
    ['repair'],
    ['planned', 'under-way', 'done'],
    ['boat'],
    ['under-way'],
  ],
  [
    'Not possible (409) while it is a stop of a tour that is announced or running.',
    ['tour'],
    ['announced', 'running', 'over'],
    ['station', 'stops'],
    ['announced', 'running'],
  ],
  ['A reader with a loan that is overdue cannot be removed.', ['loan'], ['open', 'overdue', 'returned'], ['reader'], ['overdue']],
  ['It is neither in a draw that is open, nor in a bet that is paid (409).', ['bet'], ['open', 'paid', 'void'], ['ticket'], ['paid']],
  ['A reader with a loan that is overdue for ten days cannot be removed.', ['loan'], ['open', 'overdue', 'returned'], ['reader'], []],
  ['Refused unless its loan is returned.', ['loan'], ['open', 'overdue', 'returned'], ['reader'], []],
  ['Lists readers with a loan that is overdue.', ['loan'], ['open', 'overdue', 'returned'], ['reader'], []],
  ['While a loan is overdue and dear, the reader cannot be removed.', ['loan'], ['open', 'overdue', 'returned'], ['reader'], ['overdue']],
])('%s', (text, nouns, states, own, named) =>
  expect(companyIn(text, { nouns, states, own, isMaking: false, isChange: false }).flatMap((one) => one.states)).toEqual(named),
);

test.each<readonly [text: string, named: readonly string[]]>([
  ['A reader has one loan at a time: as long as the last one is not returned, the answer is 409.', ['returned']],
  ['A loan is refused with 409 while the previous one is overdue.', ['overdue']],
  ['No loan is given (409) while their other one is open.', ['open']],
  ['A loan is refused with 409 while the previous one is overdue for ten days.', []],
])('of a new thing beside one that is there: %s', (text, named) => {
  const words = { nouns: ['loan'], states: ['open', 'overdue', 'returned'], own: ['reader'], isMaking: true, isChange: false };
  expect(companyIn(text, words).flatMap((one) => one.states)).toEqual(named);
});

test.each<readonly [text: string, named: readonly string[]]>([
  ['A reader with a loan that is overdue cannot be barred (409).', []],
  ['A reader with a loan that is overdue cannot be renamed.', []],
  ['A reader with a loan that is overdue cannot be changed.', ['overdue']],
])('of a change of any member: %s', (text, named) => {
  const words = { nouns: ['loan'], states: ['open', 'overdue', 'returned'], own: ['reader'], isMaking: false, isChange: true };
  expect(companyIn(text, words).flatMap((one) => one.states)).toEqual(named);
});

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }';
const MACHINE = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';
const REPAIR =
  '{ type: object, required: [id, machineId, state], properties: { id: { type: integer }, machineId: { type: integer }, state: { type: string, enum: [asked, begun, finished] } } }';
const act = (name: string): string => `
  /repairs/{id}/${name}:
    parameters: [${ID}]
    post: { operationId: ${name}Repair, responses: { '200': { description: Done., ${json(REPAIR)} }, '404': { description: None. }, '409': { description: No. } } }`;

const HALL = `openapi: 3.1.0
info: { title: Hall, version: '1' }
paths:
  /machines:
    post:
      operationId: addMachine
      requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string, enum: [saw, drill] } } }')} }
      responses: { '201': { description: Made., ${json(MACHINE)} }, '422': { description: Invalid. } }
  /machines/{id}:
    parameters: [${ID}]
    get: { operationId: getMachine, responses: { '200': { description: It., ${json(MACHINE)} }, '404': { description: None. } } }
  /machines/{id}/lend:
    parameters: [${ID}]
    post:
      operationId: lendMachine
      description: Refused with 409 while a repair of the machine is begun.
      responses: { '200': { description: Lent., ${json(MACHINE)} }, '404': { description: None. }, '409': { description: No. } }
  /repairs:
    post:
      operationId: askRepair
      requestBody: { required: true, ${json('{ type: object, required: [machineId], properties: { machineId: { type: integer, minimum: 1, maximum: 999999 } } }')} }
      responses: { '201': { description: Made., ${json(REPAIR)} }, '422': { description: Invalid. } }
  /repairs/{id}:
    parameters: [${ID}]
    get: { operationId: getRepair, responses: { '200': { description: It., ${json(REPAIR)} }, '404': { description: None. } } }${act('begin')}${act('finish')}
`;

/** Machines that may be lent where no repair of theirs is in one of these states. */
function hall(binding: readonly string[]): Handler {
  const machines: string[] = [];
  const repairs: { readonly machineId: number; state: string }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const [, kind, part, action] = new URL(request.url).pathname.split('/');
    const id = Number(part);
    const body: Readonly<Record<string, unknown>> = part === undefined ? await request.json().catch(() => ({})) : {};
    if (kind === 'machines') {
      if (part === undefined && !['saw', 'drill'].includes(String(body?.name))) return status(422);
      if (part === undefined) return Response.json({ id: machines.push(String(body.name)), name: body.name }, { status: 201 });
      if (machines[id - 1] === undefined) return status(404);
      const isBound = repairs.some(({ machineId, state }) => machineId === id && binding.includes(state));
      return action === 'lend' && isBound ? status(409) : Response.json({ id, name: machines[id - 1] });
    }
    if (part === undefined) {
      if (typeof body?.machineId !== 'number' || machines[body.machineId - 1] === undefined) return status(422);
      const repair = { machineId: body.machineId, state: 'asked' };
      return Response.json({ id: repairs.push(repair), ...repair }, { status: 201 });
    }
    const repair = repairs[id - 1];
    if (repair === undefined) return status(404);
    if (action !== undefined && repair.state !== (action === 'begin' ? 'asked' : 'begun')) return status(409);
    if (action !== undefined) repair.state = action === 'begin' ? 'begun' : 'finished';
    return Response.json({ id, ...repair });
  };
}

test.each([
  [['begun'], []],
  [['asked', 'begun'], []],
  [[], ['lendMachine succeeds both where `state` is `begun` in repairs and where it is `asked`']],
])('a machine whose repairs bind it while they are %j', async (binding, findings) => {
  const report = await conformService(await serviceFrom(HALL), { target: hall(binding), most: 1, random: 0, ...lookingFor('state-rules') });
  expect(report.findings.map(({ message }) => message.split(', and the document')[0])).toEqual(findings);
});
