// Tests that what an action makes of another thing, with a path of its own, has sequences too: an order that a checkout has made of a cart.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { allResourcesOf } from '../../generator/inference/resources.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly first: string;
  readonly action: string;
  readonly things: string;
  readonly id: string;
  readonly end: string;
  readonly states: readonly [open: string, ended: string];
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    first: 'quotes',
    action: 'accept',
    things: 'contracts',
    id: 'contractId',
    end: 'terminate',
    states: ['running', 'terminated'],
    says: 'Only while the contract is `running` (409).',
  },
  {
    first: 'reservations',
    action: 'check-in',
    things: 'stays',
    id: 'stay_id',
    end: 'check-out',
    states: ['present', 'left'],
    says: 'A stay that is `left` cannot be checked out (409).',
  },
  {
    first: 'enquiries',
    action: 'convert',
    things: 'tickets',
    id: 'ticketId',
    end: 'close',
    states: ['open', 'closed'],
    says: 'A 409 if the ticket is closed already.',
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ first, action, things, id, end, states, says }: Domain): string {
  const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
  const made = content("{ $ref: '#/components/schemas/Made' }");
  const one = content(`{ type: object, required: [id, label], properties: { id: ${ID}, label: { type: string } } }`);
  return `openapi: 3.1.0
info: { title: Made, version: '1' }
paths:
  /${first}:
    post:
      operationId: add
      requestBody: { required: true, ${content('{ type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '201': { description: Added., ${one} }, '422': { description: Wrong. } }
  /${first}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    get: { operationId: readFirst, responses: { '200': { description: It., ${one} }, '404': { description: None. } } }
  /${first}/{id}/${action}:
    parameters: [{ name: id, in: path, required: true, schema: ${ID} }]
    post: { operationId: make, responses: { '201': { description: Made., ${made} }, '404': { description: None. }, '409': { description: Made before. } } }
  /${things}/{${id}}:
    parameters: [{ name: ${id}, in: path, required: true, schema: ${ID} }]
    get: { operationId: readMade, responses: { '200': { description: It., ${made} }, '404': { description: None. } } }
  /${things}/{${id}}/${end}:
    parameters: [{ name: ${id}, in: path, required: true, schema: ${ID} }]
    post:
      operationId: end
      description: ${JSON.stringify(says)}
      responses: { '200': { description: It., ${made} }, '404': { description: None. }, '409': { description: Conflict. } }
components:
  schemas:
    Made: { type: object, required: [id, state], properties: { id: ${ID}, state: { type: string, enum: [${states.join(', ')}] }, of: { type: integer } } }
`;
}

async function foundWith(domain: Domain, mayEndTwice: boolean): Promise<readonly string[]> {
  const { first, things, states } = domain;
  const labels: string[] = [];
  const kept: { id: number; state: string; of: number }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, kind, id, action] = new URL(request.url).pathname.split('/');
    if (kind === first && id === undefined) {
      const body = await request.json().catch(() => ({}));
      if (typeof body?.label !== 'string' || body.label === '') return status(422);
      return Response.json({ id: labels.push(body.label), label: body.label }, { status: 201 });
    }
    const of = Number(id);
    if (kind === first && labels[of - 1] === undefined) return status(404);
    if (kind === first && action === undefined) return Response.json({ id: of, label: labels[of - 1] });
    if (kind === first) {
      if (kept.some((one) => one.of === of)) return status(409);
      const made = { id: kept.length + 1, state: states[0], of };
      kept.push(made);
      return Response.json(made, { status: 201 });
    }
    const one = kind === things ? kept[of - 1] : undefined;
    if (one === undefined) return status(404);
    if (action !== undefined && one.state === states[1] && !mayEndTwice) return status(409);
    if (action !== undefined) one.state = states[1];
    return Response.json(one);
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    ...{ most: 1, random: 0 },
    ...lookingFor('state-rules'),
  });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('they are made of other things', async () => {
    const service = await serviceFrom(documentOf(domain));
    expect(allResourcesOf(service, edgesOf(service)).map(({ name, create }) => `${name} by ${create.id}`)).toEqual([
      `${domain.first} by add`,
      `${domain.things} by make`,
    ]);
  });

  test('what may be done in their states is tried', async () => {
    expect(await foundWith(domain, false)).toEqual([]);
    expect(await foundWith(domain, true)).toEqual(['state-rules: end']);
  });
});
