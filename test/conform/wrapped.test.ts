// Bodies in envelopes: what is known of the members of a thing holds for those in `data.attributes`, `data` and `ticket` as at the top.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { bodyPlaceOf } from '../../generator/inference/bodies.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

type Members = Readonly<Record<string, unknown>>;

/** How a document writes the members of a thing, and how a service reads and shows them. */
interface Design {
  readonly place: string;
  readonly schema: (members: string) => string;
  readonly read: (body: Members) => Members;
  readonly show: (id: string, members: Members) => unknown;
}

const object = (members: string, required = ''): string => `{ type: object${required}, properties: { ${members} } }`;
const of = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const ID = 'id: { type: string, minLength: 4, readOnly: true }';

const DESIGNS: Readonly<Record<string, Design>> = {
  'at the top': {
    place: '/body',
    schema: (members) => object(`${ID}, ${members}`),
    read: (body) => body,
    show: (id, members) => ({ id, ...members }),
  },
  'in data': {
    place: '/body/data',
    schema: (members) => object(`data: ${object(`${ID}, ${members}`)}`, ', required: [data]'),
    read: ({ data }) => of(data),
    show: (id, members) => ({ data: { id, ...members } }),
  },
  'by the name of the thing': {
    place: '/body/ticket',
    schema: (members) => object(`ticket: ${object(`${ID}, ${members}`)}`, ', required: [ticket]'),
    read: ({ ticket }) => of(ticket),
    show: (id, members) => ({ ticket: { id, ...members } }),
  },
  'in attributes': {
    place: '/body/data/attributes',
    schema: (members) =>
      object(
        `data: ${object(`type: { type: string, enum: [tickets] }, ${ID}, attributes: ${object(members)}`, ', required: [type, attributes]')}`,
        ', required: [data]',
      ),
    read: ({ data }) => of(of(data).attributes),
    show: (id, attributes) => ({ data: { type: 'tickets', id, attributes } }),
  },
};

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

const documentOf = ({ schema }: Design): string => {
  const ticket = json(
    schema(
      'code: { type: string, minLength: 2 }, note: { type: string }, state: { type: string, enum: [open, used, void], readOnly: true }',
    ),
  );
  const change = json(schema('note: { type: string }'));
  const at = (path: string): string =>
    `\n  ${path}:\n    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 4 } }]`;
  return `openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    post:
      operationId: addTicket
      description: A code that another ticket has is a 409.
      requestBody: { required: true, ${ticket} }
      responses: { '201': { description: Made., ${ticket} }, '409': { description: Taken. }, '422': { description: Wrong. } }${at('/tickets/{id}')}
    get: { operationId: readTicket, responses: { '200': { description: It., ${ticket} }, '404': { description: None. } } }
    patch:
      operationId: changeTicket
      description: A void ticket is a 409.
      requestBody: { required: true, ${change} }
      responses: { '200': { description: It., ${ticket} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }${at('/tickets/{id}/void')}
    post:
      operationId: voidTicket
      description: Only a ticket that is open can be voided.
      responses: { '200': { description: It., ${ticket} }, '404': { description: None. }, '409': { description: Not now. } }
`;
};

type Fault = 'none' | 'voided twice' | 'changed when void' | 'code twice';

function tickets({ read, show }: Design, fault: Fault): Handler {
  const made = new Map<string, Members>();
  const refused = (status: number): Response => Response.json({ error: 'No.' }, { status });
  return async (request) => {
    const [, , id, part] = new URL(request.url).pathname.split('/');
    const sent = /^P/.test(request.method) ? read(of(await request.json().catch(() => ({})))) : {};
    const shown = (own: string, members: Members, status = 200): Response => {
      made.set(own, members);
      return Response.json(show(own, members), { status });
    };
    const isTaken = id === undefined && [...made.values()].some(({ code }) => code !== undefined && code === sent.code);
    if (sent.code !== undefined && (typeof sent.code !== 'string' || sent.code.length < 2)) return refused(422);
    if (isTaken && fault !== 'code twice') return refused(409);
    if (id === undefined) return shown(`ticket${made.size}`, { code: sent.code, note: sent.note, state: 'open' }, 201);
    const one = made.get(id);
    if (one === undefined) return refused(404);
    if (part === 'void') return one.state === 'open' || fault === 'voided twice' ? shown(id, { ...one, state: 'void' }) : refused(409);
    if (request.method !== 'PATCH') return shown(id, one);
    if (one.state === 'void' && fault !== 'changed when void') return refused(409);
    return shown(id, { ...one, ...(sent.note === undefined ? {} : { note: sent.note }) });
  };
}

const CHECKS = ['state-rules', 'unique-values'];

describe.each(
  sampleOf(
    Object.entries(DESIGNS).map(([name, design]) => ({ name, design })),
    2,
  ),
)('members $name', ({ design }) => {
  test.each<readonly [fault: Fault, found: readonly string[]]>([
    ['none', []],
    ['voided twice', ['state-rules@voidTicket']],
    ['changed when void', ['state-rules@changeTicket']],
    ['code twice', ['unique-values@addTicket']],
  ])('%s', async (fault, found) => {
    const service = await serviceFrom(documentOf(design));
    const settings = { target: tickets(design, fault), most: 1, random: 0, ...lookingFor(...CHECKS) };
    const { findings } = await conformService(service, settings);
    const shown = findings.flatMap(({ check, operation }) => (CHECKS.includes(check) ? [`${check}@${operation.id}`] : []));
    expect(shown).toEqual(found);
  });

  test('are found in the body of each operation', async () => {
    const { operations } = await serviceFrom(documentOf(design));
    const places = operations.filter(({ body }) => body !== undefined).map(bodyPlaceOf);
    expect(places).toEqual([design.place, design.place]);
  });
});

test.each([
  ['an object that is a member', object(`address: ${object('city: { type: string }')}`)],
  ['attributes beside other members', object(`name: { type: string }, attributes: ${object('colour: { type: string }')}`)],
  ['a list of things', object('data: { type: array, items: { type: object, properties: { code: { type: string } } } }')],
])('no envelope: %s', async (_, schema) => {
  const { operations } = await serviceFrom(`openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    post: { operationId: addTicket, requestBody: { required: true, ${json(schema)} }, responses: { '201': { description: Made. } } }
`);
  expect(operations.map(bodyPlaceOf)).toEqual(['/body']);
});
