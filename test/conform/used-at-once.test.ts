// Tests that octavo conform sends two requests at once that use up the same thing: a voucher, the last place, the last copy.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly sources: string;
  /** The member that says how much there is of a source, and how much the example has. */
  readonly size: string;
  readonly example: number;
  /** How much one user takes at most, and its path and member that names the source. */
  readonly takes: number;
  readonly users: string;
  readonly names: string | undefined;
  readonly own: string;
}

const DOMAINS: readonly Domain[] = [
  { sources: 'vouchers', size: 'amount', example: 5000, takes: 900, users: '/orders', names: 'voucher_id', own: 'table' },
  { sources: 'classes', size: 'capacity', example: 12, takes: 1, users: '/classes/{classId}/enrolments', names: undefined, own: 'pupil' },
  { sources: 'titles', size: 'copies', example: 1, takes: 1, users: '/loans', names: 'titleId', own: 'reader' },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ sources, size, example, users, names, own }: Domain): string {
  const about = names === undefined ? '' : `${names}: { type: integer, minimum: 1, maximum: 99999 }, `;
  const required = names === undefined ? own : `${names}, ${own}`;
  const classId = '{ name: classId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }';
  const path = names === undefined ? `parameters: [${classId}]\n    ` : '';
  const user = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const text = '{ type: string, minLength: 1, maxLength: 30 }';
  return `openapi: 3.1.0
info: { title: Use, version: '1' }
paths:
  /${sources}:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label, ${size}], properties: { label: ${text}, ${size}: { type: integer, minimum: 1, maximum: 9000 } } }, example: { label: One, ${size}: ${example} } } } }
      responses: { '201': { description: Made., ${content(`{ type: object, required: [id], properties: { id: { type: integer }, ${size}: { type: integer } } }`)} }, '422': { description: Wrong. } }
  /${sources}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { responses: { '200': { description: It., ${content(`{ type: object, required: [id], properties: { id: { type: integer }, ${size}: { type: integer } } }`)} }, '404': { description: None. } } }
  ${users}:
    ${path}post:
      requestBody: { required: true, ${content(`{ type: object, required: [${required}], properties: { ${about}${own}: ${text} } }`)} }
      responses: { '201': { description: Made., ${content(user)} }, '404': { description: None. }, '409': { description: Nothing is left. }, '422': { description: Wrong. } }
  ${users}/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }${names === undefined ? `, ${classId}` : ''}]
    get: { responses: { '200': { description: It., ${content(user)} }, '404': { description: None. } } }
`;
}

/** Messages of a run on a service that looks at what is left before or after it waits for something else. */
async function found(domain: Domain, isLate: boolean): Promise<readonly string[]> {
  const { sources, size, takes, names } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { readonly id: number; left: number; readonly shown: object }[] = [];
  let users = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, kind, id, below, inner] = pathname.split('/');
    const user = names === undefined ? inner : id;
    if (request.method === 'GET' && (kind !== sources || below !== undefined))
      return Number(user) <= users ? Response.json({ id: Number(user) }) : status(404);
    if (request.method === 'GET') {
      const one = kept[Number(id) - 1];
      return one === undefined ? status(404) : Response.json(one.shown);
    }
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const sent: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (kind === sources && below === undefined) {
      const made = { id: kept.length + 1, left: Number(sent[size]), shown: { ...sent, id: kept.length + 1 } };
      kept.push(made);
      return Response.json(made.shown, { status: 201 });
    }
    const source = kept[Number(names === undefined ? id : sent[names]) - 1];
    if (source === undefined) return status(names === undefined ? 404 : 422);
    if (source.left <= 0) return status(409);
    if (isLate) await wait(3);
    source.left -= Math.min(takes, isLate ? takes : source.left);
    return Response.json({ id: ++users }, { status: 201 });
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('create-at-once') });
  return findings.map(({ message }) => message);
}

describeInTurns('$sources', DOMAINS, (domain, test) => {
  test('nothing is found where one of two gets the rest', async () => expect(await found(domain, false)).toEqual([]));

  test('it is found that two get the same rest', async () => {
    expect(await found(domain, true)).toEqual([
      expect.stringMatching(/^Two requests at once that use up the same of .* the second is refused with 409/),
    ]);
  });
});
