// Steps whose needs a table names: an exhibition opens once two rooms are booked, and closes once each of its loans was returned.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { stepNeedsIn, wantedIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
const made = (schema: string): string =>
  `{ '201': { description: Made., ${json(schema)} }, '400': { description: Wrong. }, '404': { description: None. } }`;
const read = (schema: string): string => `{ '200': { description: It., ${json(schema)} }, '404': { description: None. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Exhibitions, version: '1' }
tags:
  - name: Exhibitions
    description: |
      An exhibition goes through these states:

      | From      | To       | Needs                                                   |
      |-----------|----------|---------------------------------------------------------|
      | \`planned\` | \`open\`   | at least two rooms, else 409                            |
      | \`open\`    | \`closed\` | every loan of the exhibition has a receipt (409 otherwise) |
paths:
  /exhibitions:
    post: { operationId: addExhibition, tags: [Exhibitions], requestBody: { required: true, ${json('NewExhibition')} }, responses: ${made('Exhibition')} }
  /exhibitions/{id}:
    ${ID}
    get: { operationId: readExhibition, tags: [Exhibitions], responses: ${read('Exhibition')} }
  /exhibitions/{id}/state:
    ${ID}
    put:
      operationId: moveExhibition
      tags: [Exhibitions]
      requestBody: { required: true, ${json('Move')} }
      responses: { '200': { description: Moved., ${json('Exhibition')} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not now. } }
  /exhibitions/{id}/rooms:
    ${ID}
    post: { operationId: addRoom, requestBody: { required: true, ${json('NewPart')} }, responses: ${made('Room')} }
  /rooms/{id}:
    ${ID}
    get: { operationId: readRoom, responses: ${read('Room')} }
  /exhibitions/{id}/loans:
    ${ID}
    post: { operationId: addLoan, requestBody: { required: true, ${json('NewPart')} }, responses: ${made('Loan')} }
  /loans/{id}:
    ${ID}
    get: { operationId: readLoan, responses: ${read('Loan')} }
  /loans/{id}/receipt:
    ${ID}
    put: { operationId: giveReceipt, requestBody: { required: true, ${json('NewPart')} }, responses: { '200': { description: Given., ${json('Loan')} }, '400': { description: Wrong. }, '404': { description: None. } } }
components:
  schemas:
    Name: { type: string, minLength: 1, maxLength: 30 }
    State: { type: string, enum: [planned, open, closed] }
    NewExhibition: { type: object, additionalProperties: false, required: [title], properties: { title: { $ref: '#/components/schemas/Name' } } }
    Exhibition: { type: object, required: [id, title, state], properties: { id: { type: integer }, title: { type: string }, state: { $ref: '#/components/schemas/State' } } }
    Move: { type: object, additionalProperties: false, required: [to], properties: { to: { $ref: '#/components/schemas/State' } } }
    NewPart: { type: object, additionalProperties: false, required: [name], properties: { name: { $ref: '#/components/schemas/Name' } } }
    Room: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Loan: { type: object, required: [id, name, receipt], properties: { id: { type: integer }, name: { type: string }, receipt: { type: [string, 'null'] } } }
`);

type Fault = 'opens-with-one-room' | 'closes-without-receipts';
interface Exhibition {
  readonly id: number;
  readonly title: unknown;
  state: string;
}
interface Part {
  readonly of: Exhibition;
  readonly shown: { readonly id: number; readonly name: unknown; receipt?: unknown };
}

async function messagesOf(fault?: Fault): Promise<readonly string[]> {
  const judge = await createJudge(service);
  const all: Exhibition[] = [];
  const parts: Record<string, Part[]> = { rooms: [], loans: [] };
  const mayMove = (one: Exhibition, to: unknown): boolean => {
    const own = (kind: string): readonly Part[] => (parts[kind] ?? []).filter(({ of }) => of === one);
    if (one.state === 'planned' && to === 'open') return own('rooms').length >= (fault === 'opens-with-one-room' ? 1 : 2);
    if (one.state !== 'open' || to !== 'closed') return false;
    return fault === 'closes-without-receipts' || own('loans').every(({ shown }) => shown.receipt !== null);
  };
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return new Response(null, { status: 400 });
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind = '', id, below] = new URL(request.url).pathname.split('/');
    if (kind !== 'exhibitions') {
      const part = parts[kind]?.[Number(id) - 1];
      if (part === undefined) return new Response(null, { status: 404 });
      if (below !== undefined) part.shown.receipt = body.name;
      return Response.json(part.shown);
    }
    if (id === undefined)
      return Response.json(all[all.push({ id: all.length + 1, title: body.title, state: 'planned' }) - 1], { status: 201 });
    const one = all[Number(id) - 1];
    if (one === undefined) return new Response(null, { status: 404 });
    const kept = below === undefined ? undefined : parts[below];
    if (below !== undefined && kept !== undefined) {
      kept.push({ of: one, shown: { id: kept.length + 1, name: body.name, ...(below === 'loans' ? { receipt: null } : {}) } });
      return Response.json(kept.at(-1)?.shown, { status: 201 });
    }
    if (below !== undefined && !mayMove(one, body.to)) return new Response(null, { status: 409 });
    if (below !== undefined) one.state = body.to;
    return Response.json(one);
  };
  const { findings } = await conformService(service, { target, random: 2, sequences: true, ...lookingFor('state-rules') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describe('steps with needs', () => {
  test('have no finding where each need is met', async () => expect(await messagesOf()).toEqual([]));

  test.each<[Fault, RegExp]>([
    ['opens-with-one-room', /^moveExhibition: .* from `planned` to `open` without what .* “at least two rooms, else 409”$/],
    [
      'closes-without-receipts',
      /^moveExhibition: .* from `open` to `closed` without what .* “every loan of the exhibition has a receipt \(409 otherwise\)”$/,
    ],
  ])('are found: %s', async (fault, message) => expect(await messagesOf(fault)).toEqual([expect.stringMatching(message)]));
});

describe('needs of a table', () => {
  const table = (...rows: readonly string[]): string => ['| Now | Next | Possible when |', '|---|---|---|', ...rows].join('\n');
  test('are those of one step', () => {
    expect(
      stepNeedsIn(table('| draft | sent | a line |', '| sent, paid | closed | nothing is open |', '| draft | void | |'), [
        'draft',
        'sent',
        'paid',
        'closed',
        'void',
      ]),
    ).toEqual([{ from: 'draft', to: 'sent', text: 'a line' }]);
  });

  test.each([
    ['an offer of the job that was accepted', { states: ['accepted'], members: [] }],
    ['all of its offers are accepted or declined', undefined],
    ['every offer has a signature', { states: [], members: ['signature'] }],
    ['at least three offers, else 409', { states: [], members: [], least: 3 }],
    ['no offer that is open', undefined],
    ['an offer, or the consent of the owner', undefined],
  ])('say what other things have to be like: %s', (text, wanted) => {
    expect(wantedIn(text, 'offers', { states: ['open', 'accepted', 'declined'], members: ['id', 'signature'] })).toEqual(wanted);
  });
});
