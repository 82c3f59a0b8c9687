// An error that says its status says the right one, where its schema tells which member has it: three documents in other words.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { repeatsStatus } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

const DOMAINS = [
  { things: 'lamps', schema: 'statusCode: { type: integer }', error: (status: number) => ({ statusCode: status }) },
  {
    things: 'chairs',
    schema: 'code: { type: integer, description: The status of the response once more. }',
    error: (status: number) => ({ code: status }),
  },
  {
    things: 'carpets',
    schema: "error: { type: object, properties: { status: { type: string, description: 'The HTTP status code, as a text.' } } }",
    error: (status: number) => ({ error: { status: String(status) } }),
  },
] as const;

type Domain = (typeof DOMAINS)[number];

const documentOf = ({ things, schema }: Domain): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } } } } }
      responses:
        '201': { description: Added. }
        '422': { description: Wrong., content: { application/json: { schema: { type: object, properties: { ${schema} } } } } }
`;

async function foundWith(domain: Domain, said: number): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target: async (request) => {
      const body: unknown = await request.json().catch(() => undefined);
      const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;
      if (typeof name === 'string' && name.length <= 9) return new Response(null, { status: 201 });
      return Response.json(domain.error(said), { status: 422 });
    },
    random: 0,
    ...lookingFor('error-status'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('the status of the response is no finding', async () => expect(await foundWith(domain, 422)).toEqual([]));

  test('another one is found', async () => {
    expect(await foundWith(domain, 400)).toEqual([expect.stringMatching(/^error-status: The error 422 says .*: 400/)]);
  });
});

test('a number that is no status of an error is a code of another kind, unless the description says what it is', async () => {
  expect(await foundWith(DOMAINS[0], 1042)).toEqual([]);
  expect(await foundWith(DOMAINS[1], 1042)).toHaveLength(1);
});

test.each<readonly [name: string, description: string, how: string | undefined]>([
  ['statusCode', '', 'by name'],
  ['http_status', '', 'by name'],
  ['status', '', undefined],
  ['code', 'A code of our own.', undefined],
  ['code', 'The same as the status of the answer.', 'as said'],
  ['number', 'Repeats the status code.', 'as said'],
  ['statusCode', 'The status of the upstream service.', undefined],
  ['code', 'HTTP status of the last call.', undefined],
])('`%s`: “%s”', (name, description, how) => expect(repeatsStatus(name, description)).toBe(how));
