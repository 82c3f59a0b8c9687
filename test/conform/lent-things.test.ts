// Tests that octavo conform reaches what is behind the rules of a lending library: its members have so much credit, a tool is lent to one at a
// time, and the days of a loan bind those of its actions, as only the texts of members say.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const making = (path: string, kind: string): string => `
  /${path}:
    post:
      operationId: add${kind}
      requestBody: { required: true, ${json(kind)} }
      responses: { '201': { description: Made., ${json(kind)} }, '409': { description: Refused. }, '422': { description: Invalid. } }
  /${path}/{id}:
    parameters: [${id}]
    get: { operationId: get${kind}, responses: { '200': { description: Found., ${json(kind)} }, '404': { description: None. } } }`;
const acting = (action: string, description: string): string => `
  /loans/{id}/${action}:
    parameters: [${id}]
    post:
      operationId: ${action}
      description: ${description}
      requestBody: { required: true, ${json(action)} }
      responses: { '200': { description: Done., ${json('Loan')} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Lending, version: '1' }
paths:${making('members', 'Member')}${making('tools', 'Tool')}${making('loans', 'Loan')}${acting('pickUp', 'Only a loan that is `booked` is picked up, and its tool must not be lent.')}${acting('giveBack', 'Only a loan that is `lent` is returned.')}
components:
  schemas:
    Id: { type: integer, minimum: 1, readOnly: true }
    Member:
      type: object
      required: [id, name, credit]
      properties: { id: { $ref: '#/components/schemas/Id' }, name: { type: string, minLength: 1 }, credit: { type: integer, minimum: 0, maximum: 1000000 } }
      example: { name: Ada, credit: 500 }
    Tool:
      type: object
      required: [id, price]
      properties: { id: { $ref: '#/components/schemas/Id' }, price: { type: integer, minimum: 1, maximum: 1000000 } }
      example: { price: 100 }
    Loan:
      type: object
      required: [id, memberId, toolId, from, until, state]
      properties:
        id: { $ref: '#/components/schemas/Id' }
        memberId: { type: integer, minimum: 1 }
        toolId: { type: integer, minimum: 1 }
        from: { type: string, format: date }
        until: { type: string, format: date, description: Not before \`from\`. }
        purpose: { type: string, minLength: 1, maxLength: 30 }
        state: { type: string, enum: [booked, lent, returned], readOnly: true }
      example: { memberId: 1, toolId: 1, from: '2040-05-01', until: '2040-05-03', purpose: A fence }
    pickUp:
      type: object
      required: ['on', by]
      properties:
        'on': { type: string, format: date, description: A day of the period. Other days are refused with 409. }
        by: { type: string, minLength: 1, maxLength: 30 }
      example: { 'on': '2040-07-01', by: Ada }
    giveBack:
      type: object
      required: [wear]
      properties: { wear: { type: integer, minimum: 1, maximum: 10 } }
`);
const judge = await createJudge(service);

type Thing = Readonly<Record<string, unknown>>;
type Fault = 'purpose' | 'by' | 'wear';

/** A library that takes a value beyond its limit at one place. */
function library(fault?: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<string, Thing>();
  const refused = (message: string): Response => Response.json({ message }, { status: 409 });
  const none = (status: number): Response => new Response(null, { status });
  const put = (kind: string, thing: Thing, status: number): Response => {
    kept.set(`${kind} ${thing.id}`, thing);
    return Response.json(thing, { status });
  };
  const lend = (loan: Thing): Response => {
    const [member, tool] = [kept.get(`members ${loan.memberId}`), kept.get(`tools ${loan.toolId}`)];
    if (member === undefined || tool === undefined || String(loan.until) < String(loan.from)) return none(422);
    const left = Number(member.credit) - Number(tool.price);
    if (left < 0) return refused('There is not enough credit.');
    kept.set(`members ${member.id}`, { ...member, credit: left });
    return put('loans', { ...loan, state: 'booked' }, 201);
  };
  const act = (loan: Thing, action: string, { on }: Thing): Response => {
    const tool = kept.get(`tools ${loan.toolId}`) ?? {};
    if (action === 'giveBack' && loan.state !== 'lent') return refused(`The loan is ${loan.state}.`);
    if (action === 'giveBack') return put('loans', { ...loan, state: 'returned' }, 200);
    if (loan.state !== 'booked') return refused(`The loan is ${loan.state}.`);
    if (String(on) < String(loan.from) || String(on) > String(loan.until)) return refused('The day is not in the period.');
    if (tool.isLent === true) return refused('The tool is with another member.');
    kept.set(`tools ${tool.id}`, { ...tool, isLent: true });
    return put('loans', { ...loan, state: 'lent' }, 200);
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, kind = '', key, action] = pathname.split('/');
    const text = await request.text();
    const body: unknown = await new Response(text).json().catch(() => undefined);
    // The value at the place of the fault is not looked at.
    const known = { purpose: 'x', by: 'x', wear: 1 };
    const looked =
      fault !== undefined && typeof body === 'object' && body !== null && fault in body
        ? JSON.stringify({ ...body, [fault]: known[fault] })
        : text;
    const verdict = await verdictOn(judge, request, looked);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    const found = kept.get(`${kind} ${key}`);
    if (key !== undefined && found === undefined) return none(404);
    if (found !== undefined) return action === undefined ? Response.json(found) : act(found, action, body as Thing);
    const thing = { ...(body as Thing), id: kept.size + 1 };
    return kind === 'loans' ? lend(thing) : put(kind, thing, 201);
  };
}

const conform = (fault?: Fault) =>
  conformService(service, { target: library(fault), random: 2, sequences: false, ...lookingFor('refuses-invalid'), most: 120 });

test('all operations of the library are reached', async () => {
  const { findings, reached } = await conform();
  expect([findings.map(({ message }) => message), reached]).toMatchObject([[], { succeeded: 8, of: 8 }]);
});

test.each(
  sampleOf<readonly [fault: Fault, operation: string]>(
    [
      ['purpose', 'addLoan'],
      ['by', 'pickUp'],
      ['wear', 'giveBack'],
    ],
    1,
  ),
)('a wrong %s is found where only new things are not refused before', async (fault, operation) => {
  const { findings } = await conform(fault);
  expect(new Set(findings.map((one) => one.operation.id))).toEqual(new Set([operation]));
});
