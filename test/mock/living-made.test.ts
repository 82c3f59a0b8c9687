// Tests that a living mock keeps what an action makes of another thing: an order of a cart, which has a path, a list and actions of its own.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');
const reply = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => reply(`{ $ref: '#/components/schemas/${name}' }`);

interface Domain {
  readonly kinds: readonly [first: string, made: string];
  /** The paths of the action, and of what is done to the new thing. */
  readonly action: string;
  readonly end: string;
  readonly id: 'integer' | 'string';
  /** The text of the action, and members of the two things beside those that all have. */
  readonly says: string;
  readonly members: readonly [first: string, made: string];
  /** What is sent to make the first thing, and to the action. */
  readonly first: Record<string, unknown>;
  readonly sent: Record<string, unknown>;
  /** What the new thing has, and the first one afterwards. */
  readonly made: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly ended: string;
}

const DOMAINS: readonly Domain[] = [
  {
    kinds: ['quotes', 'contracts'],
    action: '/quotes/{quoteId}/accept',
    end: '/contracts/{contractId}/terminate',
    id: 'integer',
    says: 'The quote is `accepted`, and the contract is `running`. A quote is accepted once (409).',
    members: [
      'phase: { type: string, enum: [open, accepted] }, fee: { type: integer }, contractId: { type: [integer, "null"] }',
      'phase: { type: string, enum: [signed, running, terminated] }, fee: { type: integer }, signer: { type: string }, quoteId: { type: integer }',
    ],
    first: { label: 'Roof', fee: 700 },
    sent: { signer: 'Ines Duarte' },
    made: { label: 'Roof', fee: 700, signer: 'Ines Duarte', phase: 'running', quoteId: 'FIRST' },
    after: { phase: 'accepted', contractId: 'MADE' },
    ended: 'terminated',
  },
  {
    kinds: ['reservations', 'stays'],
    action: '/reservations/{id}/check-in',
    end: '/stays/{stay_id}/cancel',
    id: 'string',
    says: 'A guest can check in once for each reservation (409).',
    members: [
      'guests: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }',
      'guests: { type: array, items: { type: object, required: [name, bed_no], properties: { name: { type: string }, bed_no: { type: integer } } } }, reservation_id: { type: string }, state: { type: string, enum: [present, cancelled] }',
    ],
    first: { label: 'Alp', guests: [{ name: 'Ann' }, { name: 'Bo' }] },
    sent: {},
    made: {
      ...{ label: 'Alp', state: 'present', reservation_id: 'FIRST' },
      guests: [
        { name: 'Ann', bed_no: 1 },
        { name: 'Bo', bed_no: 2 },
      ],
    },
    after: { label: 'Alp' },
    ended: 'cancelled',
  },
  {
    kinds: ['enquiries', 'tickets'],
    action: '/enquiries/{enquiry}:convert',
    end: '/tickets/{ticketId}/close',
    id: 'string',
    says: 'Makes a ticket of it. The enquiry becomes `converted`.',
    members: [
      'status: { type: string, enum: [fresh, converted, dropped] }',
      'status: { type: string, enum: [open, closed] }, enquiry: { type: object, required: [id], properties: { id: { type: string }, label: { type: string } } }',
    ],
    first: { label: 'Printer' },
    sent: {},
    made: { label: 'Printer', status: 'open', enquiry: { id: 'FIRST', label: 'Printer' } },
    after: { status: 'converted' },
    ended: 'closed',
  },
];

function documentOf({ kinds: [first, made], action, end, id, says, members }: Domain): string {
  const one = `{ type: ${id} }`;
  const inPath = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: ${one} }]`;
  const [, old = ''] = /\{(\w+)\}/.exec(action) ?? [];
  const [, own = ''] = /\{(\w+)\}/.exec(end) ?? [];
  const none = "'404': { description: None. }";
  const state = members[1].includes('phase') ? 'phase' : members[1].includes('state') ? 'state' : 'status';
  return `openapi: 3.1.0
info: { title: Made, version: '1' }
security: []
paths:
  /${first}:
    post: { operationId: add, requestBody: { required: true, ${ref('FirstNew')} }, responses: { '201': { description: Added., ${ref('First')} } } }
  /${first}/{${old}}:
    ${inPath(old)}
    get: { operationId: readFirst, responses: { '200': { description: It., ${ref('First')} }, ${none} } }
    delete: { operationId: dropFirst, responses: { '204': { description: Gone. }, ${none} } }
  ${action}:
    ${inPath(old)}
    post:
      operationId: make
      description: ${JSON.stringify(says)}
      requestBody: { ${reply('{ type: object, properties: { signer: { type: string } } }')} }
      responses: { '201': { description: Made., ${ref('Made')} }, ${none}, '409': { description: Conflict. } }
  /${made}:
    get:
      operationId: listMade
      parameters: [{ name: ${state}, in: query, schema: { type: string } }]
      responses: { '200': { description: All., ${reply("{ type: array, items: { $ref: '#/components/schemas/Made' } }")} } }
  /${made}/{${own}}:
    ${inPath(own)}
    get: { operationId: readMade, responses: { '200': { description: It., ${ref('Made')} }, ${none} } }
    patch: { operationId: changeMade, requestBody: { required: true, ${reply('{ type: object, properties: { label: { type: string } } }').replace('json', 'merge-patch+json')} }, responses: { '200': { description: It., ${ref('Made')} }, ${none} } }
    delete: { operationId: dropMade, responses: { '204': { description: Gone. }, ${none} } }
  ${end}:
    ${inPath(own)}
    post: { operationId: end, responses: { '200': { description: It., ${ref('Made')} }, ${none}, '409': { description: Conflict. } } }
components:
  schemas:
    FirstNew: { type: object, required: [label], properties: { label: { type: string }, fee: { type: integer }, guests: { type: array, items: { type: object, properties: { name: { type: string } } } } } }
    First: { type: object, required: [id, label], properties: { id: ${one}, label: { type: string }, ${members[0]} } }
    Made: { type: object, required: [id, label], properties: { id: ${one}, label: { type: string }, ${members[1]} } }
`;
}

async function read(text: string) {
  const description = await load('made.yaml', { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return description;
}

/** With identifiers in the place of the words that stand for them. */
function filled(value: unknown, ids: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'string' && one in ids ? ids[one] : one));
}

describe.each(DOMAINS)('$kinds.1', (domain) => {
  const [first, made] = domain.kinds;
  const at = (template: string, id: unknown): string => template.replace(/\{\w+\}/, String(id));

  test('are found, with what they are made of', async () => {
    const all = explainSource(await read(documentOf(domain)));
    const does = Object.fromEntries(all.map((one) => [`${one.method} ${one.path}`, one.does]));
    const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word.replace(/ies$/, 'y').replace(/s$/, '')}`;
    expect(does[`POST ${domain.action}`]).toBe(`makes ${article(made)} of ${article(first)}`);
    expect(does[`POST ${domain.end}`]).toBe(`sets ${article(made)} to \`${domain.ended}\``);
  });

  test('are read, listed, changed, ended and deleted', async () => {
    const ask = await living(await read(documentOf(domain)));
    const { body: old } = await ask('POST', `/${first}`, domain.first);
    const answer = await ask('POST', at(domain.action, old.id), domain.sent);
    const ids = { FIRST: old.id, MADE: answer.body.id };
    expect(answer).toMatchObject({ status: 201, isLiving: true, body: filled(domain.made, ids) });
    const own = `/${made}/${answer.body.id}`;
    expect(await ask('GET', own)).toMatchObject({ status: 200, isLiving: true, body: answer.body });
    expect((await ask('GET', `/${first}/${old.id}`)).body).toMatchObject(filled(domain.after, ids) as object);
    expect((await ask('POST', at(domain.action, old.id), domain.sent)).status).toBe(409);
    expect((await ask('GET', `/${made}`)).body).toEqual([answer.body]);
    expect((await ask('PATCH', own, { label: 'Other' })).body).toMatchObject({ label: 'Other' });
    const ended = await ask('POST', at(domain.end, answer.body.id));
    expect(Object.values(ended.body)).toContain(domain.ended);
    expect((await ask('GET', own)).body).toEqual(ended.body);
    // What was made of a thing stays when that is deleted.
    expect((await ask('DELETE', `/${first}/${old.id}`)).status).toBe(204);
    expect((await ask('GET', own)).status).toBe(200);
    expect((await ask('DELETE', own)).status).toBe(204);
    expect((await ask('GET', own)).status).toBe(404);
    expect((await ask('GET', `/${made}`)).body).toEqual([]);
  });

  test('are not made of what is not there', async () => {
    const ask = await living(await read(documentOf(domain)));
    expect((await ask('POST', at(domain.action, domain.id === 'integer' ? 77 : 'none'), domain.sent)).status).toBe(404);
  });
});

const KEPT: readonly (readonly [below: string, of: string, item: string, sent: Record<string, unknown>])[] = [
  ['films', 'reviews', 'stars: { type: integer }, film_id: { type: string }', { stars: 4 }],
  ['machines', 'readings', 'litres: { type: number }', { litres: 2.5 }],
  ['employees', 'absences', 'reason: { type: string }, employeeId: { type: string }', { reason: 'Leave' }],
];

describe.each(KEPT)('%s with %s that have no path', (below, of, item, sent) => {
  test('are kept and listed, below each thing its own', async () => {
    const inPath = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
    const ask = await living(
      await read(`openapi: 3.1.0
info: { title: Kept, version: '1' }
security: []
paths:
  /${below}:
    post: { operationId: add, responses: { '201': { description: It., ${ref('Whole')} } } }
  /${below}/{id}:
    ${inPath}
    get: { operationId: read, responses: { '200': { description: It., ${ref('Whole')} }, '404': { description: None. } } }
  /${below}/{id}/${of}:
    ${inPath}
    get: { operationId: list, responses: { '200': { description: All., ${reply("{ type: array, items: { $ref: '#/components/schemas/Item' } }")} } } }
    post: { operationId: put, requestBody: { ${reply(`{ type: object, properties: { ${item} } }`)} }, responses: { '201': { description: It., ${ref('Item')} }, '404': { description: None. } } }
components:
  schemas:
    Whole: { type: object, required: [id], properties: { id: { type: string } } }
    Item: { type: object, required: [id], properties: { id: { type: string }, ${item} } }
`),
    );
    const [one, other] = [(await ask('POST', `/${below}`)).body.id, (await ask('POST', `/${below}`)).body.id];
    const made = await ask('POST', `/${below}/${one}/${of}`, sent);
    const named = /(\w+(?:_id|Id))\b/.exec(item)?.[1];
    expect(made).toMatchObject({ status: 201, isLiving: true, body: { ...sent, ...(named === undefined ? {} : { [named]: one }) } });
    expect((await ask('GET', `/${below}/${one}/${of}`)).body).toEqual([made.body]);
    expect((await ask('GET', `/${below}/${other}/${of}`)).body).toEqual([]);
    expect((await ask('POST', `/${below}/none/${of}`, sent)).status).toBe(404);
  });
});
