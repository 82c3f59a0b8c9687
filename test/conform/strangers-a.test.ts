// Services of people who had never read how the tester reads: rooms and desks, digital goods, parts, print jobs. They do what their documents say, in
// prose that has many words of rules and few rules. octavo conform has no finding for them, and reaches their operations.
import { describe, expect, test } from 'vitest';
import { unknownParameters } from '../../generator/conform/checks/refusals/stated.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { runOf, type Stranger } from './strangers/answering.ts';
import { downloads, CREDENTIALS as SHOP } from './strangers/downloads.ts';
import { CREDENTIALS as EDITORS, parts } from './strangers/parts.ts';
import { printing } from './strangers/printing.ts';
import { CREDENTIALS as COMPANIES, workspace } from './strangers/workspace.ts';
import { lookingFor, serviceFrom } from './support.ts';

const STRANGERS: readonly Stranger[] = [
  { name: 'parts', start: parts, credentials: EDITORS, unreached: [] },
  { name: 'workspace', start: workspace, credentials: COMPANIES, unreached: [] },
  { name: 'downloads', start: downloads, credentials: SHOP, unreached: [] },
  { name: 'printing', start: printing, credentials: {}, unreached: ['jobCancel'] },
];

test.each(sampleOf(STRANGERS, 1))('the service of $name is right, and is reached', async (stranger) => {
  expect(await runOf(stranger)).toEqual({ findings: [], missed: [] });
});

describe('other parameters than before are not unknown ones', () => {
  test.each([
    'A key that was used with other parameters is a `409`.',
    'A transfer that comes again with other parameters is rejected.',
    'Ask for the forecast without any other parameters; stations that are closed are ignored.',
    'If the second scan has other parameters than the first one, the answer is a 409.',
    'A sample with any other parameters of its run is a 409.',
  ])('%s', (description) => expect(unknownParameters({ description })).toBeUndefined());

  test.each([
    ['Any other parameter is ignored.', 'ignored'],
    ['Only these filters are known: other query parameters are refused.', 'refused'],
    ['A request with any other parameter is a 400.', 'refused'],
    ['Requests with unknown parameters get a 400.', 'refused'],
    ['Parameters that are not described are ignored.', 'ignored'],
  ])('%s', (description, want) => expect(unknownParameters({ description })).toBe(want));
});

describe('what a delete leaves readable', () => {
  const deposit = (text: string): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: Wrong. } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: show, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: Wrong. }, '404': { description: None. } } }
    delete: { operationId: take, description: ${JSON.stringify(text)}, responses: { '204': { description: Done. }, '400': { description: Wrong. }, '404': { description: None. } } }
components: { schemas: { Thing: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } } }
`;

  /** Keeps what is deleted, with what `mark` adds to it. */
  async function checksOf(text: string, mark: object): Promise<readonly string[]> {
    const things = new Map<number, object>();
    const target: Handler = async (request) => {
      const id = Number(new URL(request.url).pathname.split('/')[2] ?? Number.NaN);
      const type = { 'content-type': 'application/json' };
      const thing = things.get(id);
      if (request.method === 'POST') {
        const made = { ...((await request.json()) as object), id: things.size + 1 };
        things.set(made.id, made);
        return Response.json(made, { status: 201 });
      }
      if (thing === undefined) return new Response(null, { status: 404 });
      if (request.method !== 'DELETE') return new Response(request.method === 'HEAD' ? null : JSON.stringify(thing), { headers: type });
      things.set(id, { ...thing, ...mark });
      return new Response(null, { status: 204 });
    };
    const only = { only: ['/things', '/things/{id}'], most: 5, random: 0, sequences: true, ...lookingFor('read-after-delete') };
    const { findings } = await conformService(await serviceFrom(deposit(text)), { target, ...only });
    return findings.map(({ check }) => check).filter((check) => check === 'read-after-delete');
  }

  test.each([
    ['Withdraws the coin.', { withdrawnAt: '2026-01-01T00:00:00Z' }],
    ['Takes the boat out of service.', { inService: false }],
    ['Ends the lease.', { phase: 'ended' }],
    ['The old label stays readable.', {}],
    ['Afterwards the letter can still be fetched by its number.', {}],
    ['Closes it. Closed accounts remain visible to everybody.', {}],
  ])('%s %j', async (text, mark) => expect(await checksOf(text, mark)).toEqual([]));

  test.each([
    ['Takes it away.', { changes: 2, updatedAt: '2026-01-01T00:00:00Z' }],
    ['The coin cannot be seen any longer; its pictures stay readable.', {}],
    ['Nothing of it remains visible, not even to you.', {}],
  ])('%s %j is a fault', async (text, mark) => expect(await checksOf(text, mark)).toEqual(['read-after-delete']));
});
