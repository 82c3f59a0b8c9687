// Tests that octavo conform looks at a part of a thing that has a path of its own, where the thing itself does not show what is added: a statement, a
// ledger, a level.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly size: string;
  readonly part: string;
  /** What the part shows: a number that falls, and the list of what was added. */
  readonly left: string;
  readonly list: string;
  readonly amount: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'grants', size: 'sum', part: 'statement', left: 'remaining', list: 'withdrawals', amount: 'euros' },
  { things: 'projects', size: 'budget', part: 'ledger', left: 'hoursLeft', list: 'bookings', amount: 'hours' },
  { things: 'tanks', size: 'litres', part: 'level', left: 'available', list: 'fillings', amount: 'volume' },
];

const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, size, part, left, list, amount }: Domain): string {
  const path = `parameters: [{ name: id, in: path, required: true, schema: ${ID} }]`;
  const number = '{ type: integer, minimum: 1, maximum: 500 }';
  const label = 'label: { type: string, minLength: 1, maxLength: 30 }';
  const thing = content(`{ type: object, required: [id, label], properties: { id: ${ID}, ${label} } }`);
  const item = `{ type: object, required: [${amount}], properties: { ${amount}: ${number}, note: { type: string, maxLength: 40 } } }`;
  const shown = content(
    `{ type: object, required: [${left}, ${list}], properties: { ${left}: { type: integer }, ${list}: { type: array, items: ${item} } } }`,
  );
  const body = (schema: string, example: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: ${schema}, example: ${example} } } }`;
  return `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /${things}:
    post:
      ${body(`{ type: object, required: [label, ${size}], properties: { ${label}, ${size}: ${number} } }`, `{ label: One, ${size}: 90 }`)}
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${path}
    get: { responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${things}/{id}/${part}:
    ${path}
    get: { operationId: readPart, responses: { '200': { description: All., ${shown} }, '404': { description: None. } } }
  /${things}/{id}/${list}:
    ${path}
    post:
      operationId: addOne
      ${body(item, `{ ${amount}: 7, note: First }`)}
      responses: { '201': { description: Added., ${content(item)} }, '404': { description: None. }, '409': { description: Not so much. }, '422': { description: Wrong. } }
`;
}

/** `racing`: it compares before it waits; `free`: it takes all; `nightly`: the part is brought up to date later; `lost`: it shows one alone. */
type Manner = 'right' | 'racing' | 'free' | 'nightly' | 'lost';

async function found(domain: Domain, manner: Manner): Promise<readonly string[]> {
  const { size, part, left, list, amount } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { readonly label: unknown; readonly size: number; readonly items: Record<string, unknown>[] }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, , id, inner] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const sent = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    if (id === undefined) {
      kept.push({ label: sent.label, size: Number(sent[size]), items: [] });
      return Response.json({ id: kept.length, label: sent.label }, { status: 201 });
    }
    const one = kept[Number(id) - 1];
    if (one === undefined) return status(404);
    const rest = one.items.reduce((sum, item) => sum - Number(item[amount]), one.size);
    if (request.method === 'GET' && inner === part) {
      const items = manner === 'nightly' ? [] : manner === 'lost' ? one.items.slice(-1) : one.items;
      return Response.json({ [left]: manner === 'nightly' ? one.size : rest, [list]: items });
    }
    if (request.method === 'GET') return Response.json({ id: Number(id), label: one.label });
    if (manner !== 'free' && Number(sent[amount]) > rest) return status(409);
    if (manner === 'racing') await wait(3);
    one.items.push(sent);
    return Response.json(sent, { status: 201 });
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('stated-again', 'inner-items', 'inner-sums') });
  return findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

describeInTurns('$part of $things', DOMAINS, (domain, test) => {
  test.each<Manner>(['right', 'free', 'nightly'])('nothing is found of a service that is %s', async (manner) =>
    expect(await found(domain, manner)).toEqual([]),
  );

  test('it is found that two at once get the same rest', async () => {
    expect(await found(domain, 'racing')).toEqual([
      expect.stringMatching(/^stated-again addOne: Two requests at once have both succeeded.* in one request is refused with 409/),
    ]);
  });

  test('it is found that an addition takes another one from the list', async () => {
    expect(await found(domain, 'lost')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^inner-items readPart: addOne has taken an item/)]),
    );
  });
});
