// Tests that octavo conform finds errors that do not name what is wrong with a body, where the document says in which member they do.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Said {
  readonly general?: string;
  readonly response?: string;
  readonly member?: string;
}

interface Domain {
  readonly things: string;
  readonly status: '400' | '422';
  readonly member: string;
  readonly says: Said;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'recipes',
    status: '422',
    member: 'causes',
    says: { response: 'The recipe is not as described. `causes` lists the fields that are wrong.' },
  },
  { things: 'boats', status: '400', member: 'flaws', says: { member: 'Where the body is wrong. Every 400 has it.' } },
  {
    things: 'plots',
    status: '422',
    member: 'hints',
    says: { general: 'Bodies are checked first: with a 422, `hints` points to each place.' },
  },
];

const NOT_SAID: readonly Said[] = [
  {},
  { member: 'What is wrong, if it can be told.' },
  { member: 'It comes with a 422 only.' },
  { response: '`causes` may name the fields that are wrong.' },
  { general: 'With a 404, `causes` names the thing, and which one was meant.' },
  { response: '`causes` names the author.' },
];

const list = (member: string, said: string): string =>
  `${member}: { type: array, description: ${JSON.stringify(said)}, items: { type: string } }`;

async function foundWith(
  { things, status, member, says }: Domain,
  named: readonly string[] | undefined,
  isDeep = false,
): Promise<readonly string[]> {
  const members = `message: { type: string }, ${list(member, says.member ?? 'More.')}`;
  const error = `{ type: object, required: [message], properties: { ${members} } }`;
  const whole = isDeep ? `{ type: object, required: [error], properties: { error: ${error} } }` : error;
  const thing =
    '{ type: object, additionalProperties: false, required: [title], properties: { title: { type: string, minLength: 2, maxLength: 9 } } }';
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Errors, version: '1', description: ${JSON.stringify(says.general ?? 'A service.')} }
paths:
  /${things}:
    post:
      operationId: addOne
      requestBody: { required: true, content: { application/json: { schema: ${thing}, example: { title: One } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: ${thing} } } }
        '${status}': { description: ${JSON.stringify(says.response ?? 'Wrong.')}, content: { application/json: { schema: ${whole} } } }
`);
  const judge = await createJudge(service);
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if ((await verdictOn(judge, request, text)).accepted)
      return new Response(text, { status: 201, headers: { 'content-type': 'application/json' } });
    const shown = { message: 'No.', ...(named === undefined ? {} : { [member]: named }) };
    return Response.json(isDeep ? { error: shown } : shown, { status: Number(status) });
  };
  const { findings } = await conformService(service, { target, random: 2, ...lookingFor('error-places') });
  return findings.map(({ message }) => message);
}

const withoutCase = (message: string): string => message.replace(/ for .* has nothing/, ' has nothing');

describeInTurns('$things', DOMAINS, (domain, test) => {
  test.each([false, true])('nothing is found where the place is named (inside of another object: %s)', async (isDeep) =>
    expect(await foundWith(domain, ['title'], isDeep)).toEqual([]),
  );

  test.each<readonly [says: string, named: readonly string[] | undefined]>([
    ['left out', undefined],
    ['empty', []],
  ])('it is found that the member is %s', async (_, named) => {
    const found = expect.stringContaining(`has nothing in \`${domain.member}\``);
    for (const isDeep of [false, true]) expect([...new Set((await foundWith(domain, named, isDeep)).map(withoutCase))]).toEqual([found]);
  });
});

test.each(NOT_SAID)('nothing is found where the document says %j', async (says) => {
  expect(await foundWith({ things: 'recipes', status: '422', member: 'causes', says }, undefined)).toEqual([]);
});
