// Tests that octavo conform looks for the things of one account in the lists of another one, also where a list alone shows them.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly says: string;
  /** What the things stand below, where they do. */
  readonly above?: string;
  readonly things: string;
  readonly member: string;
  /** What is done to one of them by its path. */
  readonly action?: string;
  /** Whether one of them is read by its path. */
  readonly isRead?: true;
}

const DOMAINS: readonly Domain[] = [
  { says: 'A school never sees what belongs to another school.', above: 'pupils', things: 'absences', member: 'reason', action: 'excuse' },
  { says: 'Each account sees only its own things.', things: 'remarks', member: 'text' },
  { says: 'What belongs to other companies is not found, and lists leave it out.', above: 'plants', things: 'readings', member: 'remark' },
  { says: 'Each account sees only its own things.', above: 'sites', things: 'machines', member: 'label', isRead: true },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const text = '{ type: string, minLength: 1, maxLength: 30 }';

function documentOf({ says, above, things, member, action, isRead }: Domain): string {
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const thing = `{ type: object, required: [id, ${member}], properties: { id: ${id}, ${member}: ${text} } }`;
  const person = json(`{ type: object, required: [id, name], properties: { id: ${id}, name: ${text} } }`);
  const refusals = `'401': { description: Who are you? }, '422': { description: Wrong. }`;
  const add = `
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [${member}], properties: { ${member}: ${text} } }`)} }
      responses: { '201': { description: Made., ${json(thing)} }, '404': { description: None. }, ${refusals} }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1', description: '${says}' }
security: [{ key: [] }]
paths:
  /${things}:
    get: { operationId: list, responses: { '200': { description: All., ${json(`{ type: array, items: ${thing} }`)} }, '401': { description: Who are you? } } }${
      above === undefined
        ? add
        : `
  /${above}:
    post: { operationId: addAbove, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: ${text} } }`)} }, responses: { '201': { description: Made., ${person} }, ${refusals} } }
  /${above}/{id}:
    ${parameters}
    get: { operationId: readAbove, responses: { '200': { description: It., ${person} }, '404': { description: None. }, '401': { description: Who are you? } } }
  /${above}/{id}/${things}:
    ${parameters}${add}`
    }${
      isRead === undefined
        ? ''
        : `
  /${things}/{id}:
    ${parameters}
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. }, '401': { description: Who are you? } } }`
    }${
      action === undefined
        ? ''
        : `
  /${things}/{id}/${action}:
    ${parameters}
    post: { operationId: act, responses: { '200': { description: Done., ${json(thing)} }, '404': { description: None. }, '401': { description: Who are you? } } }`
    }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean): Promise<readonly string[]> {
  const { above, things, member, action } = domain;
  const kept: { readonly owner: string; readonly kind: string; readonly shown: Members }[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'ours' && owner !== 'theirs') return refused(401);
    const [, kind = '', key, below] = new URL(request.url).pathname.split('/');
    const own = kept.filter((one) => one.owner === owner);
    const one = own.find((each) => each.kind === kind && each.shown.id === Number(key));
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET' && key === undefined)
      return Response.json((isFaulty ? kept : own).filter((each) => each.kind === kind).map(({ shown }) => shown));
    if (request.method === 'GET' || (action !== undefined && below === action)) return Response.json(one?.shown);
    const name = kind === above && below === undefined ? 'name' : member;
    const { [name]: value } = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (typeof value !== 'string' || value === '' || [...value].length > 30) return refused(422);
    kept.push({ owner, kind: below ?? kind, shown: { id: kept.length + 1, [name]: value } });
    return Response.json(kept.at(-1)?.shown, { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    credentials: { given: { key: 'ours' }, other: { key: 'theirs' } },
    random: 0,
    ...lookingFor('other-account'),
  });
  return findings.map(({ operation, message }) => `${operation.id}: ${message} ${things}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where lists leave out what others have', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('it is found that a list has what others have', async () => {
    expect(await foundWith(domain, true)).toEqual([
      expect.stringMatching(/^list: The list of the second account has what the first one has made/),
    ]);
  });
});
