// How many things of another one are open: a sentence elsewhere says which states are meant, or else what is over is not open, and the other
// states say nothing.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly owners: string;
  readonly things: string;
  readonly of: string;
  readonly counts: string;
  readonly says: string;
  readonly tag: string;
  /** The first one is that of a new thing. */
  readonly states: readonly string[];
  readonly open: readonly string[];
  /** A state that counts although it should not, and whether that is a finding. */
  readonly wrong: string;
  readonly isFound: boolean;
}

const DOMAINS: readonly Domain[] = [
  {
    owners: 'drivers',
    things: 'parcels',
    of: 'driverId',
    counts: 'openParcels',
    says: "How many of the driver's parcels are open.",
    tag: 'Parcels that are `loaded` or `onTheWay` are called open.',
    states: ['loaded', 'onTheWay', 'delivered'],
    open: ['loaded', 'onTheWay'],
    wrong: 'delivered',
    isFound: true,
  },
  {
    owners: 'tenants',
    things: 'repairs',
    of: 'tenant_id',
    counts: 'repairs_open',
    says: 'The number of open repairs of the tenant.',
    tag: 'What tenants ask for.',
    states: ['asked', 'planned', 'withdrawn'],
    open: ['asked'],
    wrong: 'withdrawn',
    isFound: true,
  },
  {
    owners: 'guides',
    things: 'tours',
    of: 'guideId',
    counts: 'openTours',
    says: 'The number of open tours of the guide.',
    tag: 'What guides lead.',
    states: ['asked', 'planned', 'led'],
    open: ['asked'],
    wrong: 'planned',
    isFound: false,
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const answers = (status: number, schema: string): string =>
  `responses: { '${status}': { description: It., ${json(schema)} }, '404': { description: None. }, '409': { description: No. }, '422': { description: Wrong. } }`;

function documentOf({ owners, things, of, counts, says, tag, states }: Domain): string {
  const own = `{ type: object, required: [id, name, ${counts}], properties: { id: { type: integer }, name: { type: string }, ${counts}: { type: integer, description: "${says}" } } }`;
  const one = `{ type: object, required: [id, ${of}, status], properties: { id: { type: integer }, ${of}: { type: integer }, status: { type: string, enum: [${states.join(', ')}] } } }`;
  const id = `parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]`;
  const body = (required: string, members: string): string =>
    `requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`)} }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
tags: [{ name: ${things}, description: '${tag}' }]
paths:
  /${owners}:
    post: { operationId: addOwner, ${body('name', 'name: { type: string, minLength: 1, maxLength: 20 }')}, ${answers(201, own)} }
  /${owners}/{id}:
    ${id}
    get: { operationId: readOwner, ${answers(200, own)} }
  /${things}:
    post: { operationId: addThing, tags: [${things}], ${body(of, `${of}: ${NUMBER}`)}, ${answers(201, one)} }
  /${things}/{id}:
    ${id}
    get: { operationId: readThing, tags: [${things}], ${answers(200, one)} }
    patch: { operationId: moveThing, tags: [${things}], ${body('status', `status: { type: string, enum: [${states.slice(1).join(', ')}] }`)}, ${answers(200, one)} }
`;
}

async function found(domain: Domain, isWrong: boolean): Promise<readonly string[]> {
  const { owners, of, counts, states, open, wrong } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const names: string[] = [];
  const things: { readonly id: number; readonly owner: number; status: string }[] = [];
  const none = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return none(422);
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const isCounted = ({ status }: { readonly status: string }): boolean => open.includes(status) || (isWrong && status === wrong);
    const owner = (id: number): object => ({
      id,
      name: names[id - 1],
      [counts]: things.filter((one) => one.owner === id && isCounted(one)).length,
    });
    if (kind === owners && key === undefined) return Response.json(owner(names.push(body.name)), { status: 201 });
    if (kind === owners) return names[Number(key) - 1] === undefined ? none(404) : Response.json(owner(Number(key)));
    const shown = ({ owner: whose, ...one }: (typeof things)[number]): object => ({ ...one, [of]: whose });
    if (key === undefined) {
      if (names[body[of] - 1] === undefined) return none(422);
      const made = { id: things.length + 1, owner: body[of], status: states[0] ?? '' };
      things.push(made);
      return Response.json(shown(made), { status: 201 });
    }
    const one = things[Number(key) - 1];
    if (one === undefined) return none(404);
    if (request.method === 'PATCH') one.status = body.status;
    return Response.json(shown(one));
  };
  const { findings } = await conformService(service, { target, random: 2, sequences: true, ...lookingFor('counts-of-others') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where the number is right', async () => expect(await found(domain, false)).toEqual([]));

  test('a state that counts although it should not', async () => {
    const says = expect.stringContaining(`readOwner: \`${domain.counts}\` is 1 after moveThing to ${domain.wrong}, not 0,`);
    expect(await found(domain, true)).toEqual(domain.isFound ? [says] : []);
  });
});
