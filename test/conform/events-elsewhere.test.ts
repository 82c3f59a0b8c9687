// Tests that octavo conform finds what becomes of other things wrongly once a thing comes into a state, where the tags of a document say so, in a
// small service of gardens whose beds are shown inside of them alone.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { withInside } from '../../generator/inference/inner/shown.ts';
import { elsewhereIn, eventsIn, valueSaidIn } from '../../generator/inference/prose/index.ts';
import { allResourcesOf } from '../../generator/inference/resources.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const none = "'404': { description: None. }, '409': { description: Not now. }, '422': { description: Invalid. }";
const made = (name: string): string => `responses: { '201': { description: Made., ${json(name)} }, ${none} }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, ${none} }`;
const id = '{ name: id, in: path, required: true, schema: { type: string, minLength: 2, maxLength: 12 } }';
const name = '{ type: string, minLength: 1, maxLength: 20, pattern: "^[a-z]+$" }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Gardens, version: '1' }
tags:
  - { name: gardens, description: A garden is planned first. }
  - { name: beds, description: 'Whenever a garden is closed, by whatever route, its beds that are still \`sown\` turn into \`cleared\`.' }
paths:
  /gardens:
    post: { operationId: addGarden, tags: [gardens], requestBody: { required: true, ${json('NewGarden')} }, ${made('Garden')} }
  /gardens/{id}:
    parameters: [${id}]
    get: { operationId: readGarden, tags: [gardens], ${found('Garden')} }
    patch: { operationId: changeGarden, tags: [gardens], requestBody: { required: true, ${json('GardenChange')} }, ${found('Garden')} }
  /gardens/{id}/beds:
    parameters: [${id}]
    post: { operationId: addBed, tags: [beds], description: Works in an open garden., requestBody: { required: true, ${json('NewBed')} }, ${made('Bed')} }
  /beds/{id}/water:
    parameters: [${id}]
    post: { operationId: waterBed, tags: [beds], ${found('Bed')} }
components:
  schemas:
    NewGarden: { type: object, additionalProperties: false, required: [name], properties: { name: ${name} } }
    GardenChange: { type: object, additionalProperties: false, properties: { name: ${name}, state: { type: string, enum: [open, closed] } } }
    Garden:
      type: object
      required: [id, name, state, beds]
      properties: { id: { type: string }, name: { type: string }, state: { enum: [planned, open, closed] }, beds: { type: array, items: { $ref: '#/components/schemas/Bed' } } }
    NewBed: { type: object, additionalProperties: false, required: [crop], properties: { crop: ${name} } }
    Bed: { type: object, required: [id, crop, state], properties: { id: { type: string }, crop: { type: string }, state: { enum: [sown, cleared] } } }
`);

interface Garden {
  readonly id: string;
  name: string;
  state: string;
  readonly beds: { readonly id: string; readonly crop: string; state: string }[];
}

function gardens(keepsBeds: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, Garden>();
  let last = 10;
  const status = (code: number): Response => new Response(null, { status: code });
  const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{1,20}$/.test(value);
  const only = (sent: Record<string, unknown>, ...names: readonly string[]): boolean =>
    Object.keys(sent).every((one) => names.includes(one));
  const change = (garden: Garden, sent: Record<string, unknown>): Response => {
    const { name: called = garden.name, state = garden.state } = sent;
    if (!only(sent, 'name', 'state') || !isName(called) || (sent.state !== undefined && state !== 'open' && state !== 'closed'))
      return status(422);
    if (garden.state === 'closed') return status(409);
    Object.assign(garden, { name: called, state });
    if (state === 'closed' && !keepsBeds) for (const bed of garden.beds) bed.state = 'cleared';
    return Response.json(garden);
  };
  const sow = (garden: Garden, sent: Record<string, unknown>): Response => {
    if (!only(sent, 'crop') || !isName(sent.crop)) return status(422);
    if (garden.state !== 'open') return Response.json({ title: `The garden is ${garden.state}.` }, { status: 409 });
    const bed = { id: `b${++last}`, crop: sent.crop, state: 'sown' };
    garden.beds.push(bed);
    return Response.json(bed, { status: 201 });
  };
  return async (request) => {
    const [, kind, key = '', action] = new URL(request.url).pathname.split('/');
    const read: unknown = request.method === 'GET' ? {} : await request.json().catch(() => undefined);
    const bed = [...all.values()].flatMap(({ beds }) => beds).find((one) => one.id === key);
    if (kind === 'beds') return bed === undefined ? status(404) : Response.json(bed);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return status(422);
    const sent: Record<string, unknown> = { ...read };
    if (key === '') {
      if (!only(sent, 'name') || !isName(sent.name)) return status(422);
      const garden: Garden = { id: `g${++last}`, name: sent.name, state: 'planned', beds: [] };
      all.set(garden.id, garden);
      return Response.json(garden, { status: 201 });
    }
    const garden = all.get(key);
    if (garden === undefined) return status(404);
    if (action === 'beds') return sow(garden, sent);
    return request.method === 'PATCH' ? change(garden, sent) : Response.json(garden);
  };
}

async function findings(keepsBeds: boolean): Promise<readonly string[]> {
  const target = gardens(keepsBeds);
  const report = await conformService(service, {
    target,
    random: 1,
    most: 20,
    allowWrites: true,
    ...lookingFor('effects-elsewhere', 'state-rules'),
  });
  return report.findings.map(({ check, message }) => `${check}: ${message}`);
}

describe('what becomes of other things once a thing comes into a state', () => {
  test('has no finding where it is as the document says', async () => {
    expect(await findings(false)).toEqual([]);
  });

  test('is found where they stay as they were', async () => {
    expect(await findings(true)).toEqual([
      'effects-elsewhere: `state` of beds is `sown` after what it belongs to in gardens has become `closed`, as before it.',
    ]);
  });
});

test('things that nothing reads or lists are shown inside of what they stand below', () => {
  const edges = edgesOf(service);
  const beds = withInside(service, edges, allResourcesOf(service, edges)).find((one) => one.name === 'beds');
  expect(beds?.inside).toMatchObject({ items: '/body/beds', id: '/id' });
  expect(beds?.inside?.operation.id).toBe('readGarden');
});

describe('sentences about all operations', () => {
  const kinds = [
    { name: 'parcels', states: ['packed', 'sent', 'returned'] },
    { name: 'bills', states: ['open', 'paid', 'void'] },
  ];
  const words = { nouns: ['orders', 'order'], states: ['new', 'cancelled', 'refunded', 'failed'], kinds };
  const read = (text: string, about?: string): readonly string[] =>
    eventsIn(text, { ...words, ...(about === undefined ? {} : { about }) }).map(
      ({ name: kind, to, from, states }) => `${states.join('/')}: ${kind} ${from.join('/')} to ${to}`,
    );

  test.each([
    ['When an order is cancelled, its open bills become void.', ['cancelled: bills open to void']],
    [
      'Whenever an order is cancelled or refunded, for whatever reason, all parcels of the order turn into returned, and an open bill becomes void.',
      ['cancelled/refunded: parcels  to returned', 'cancelled/refunded: bills open to void'],
    ],
    ['As soon as the order fails, its bills are void from then on.', ['failed: bills  to void']],
    ['All bills of the order become void once the order is refunded.', ['refunded: bills  to void']],
    ['When a parcel is cancelled, its bills become void.', []],
    ['When the order is not cancelled, its bills become void.', []],
    ['When an order is cancelled, its bills may become void.', []],
  ])('“%s”', (text, found) => {
    expect(read(text)).toEqual(found);
  });

  test('speak of the things of their tag, and of those of the sentence before', () => {
    expect(read('When the order is refunded, the packed ones turn into returned. When it fails, they turn into sent.', 'parcels')).toEqual([
      'refunded: parcels packed to returned',
      'failed: parcels packed to sent',
    ]);
    expect(read('When it fails, they turn into sent.', 'parcels')).toEqual([]);
  });

  test('say for which value of a request they hold', () => {
    expect(valueSaidIn('- **accepted**: the bill is `paid`.', ['accepted', 'declined'])).toBe('accepted');
    expect(valueSaidIn('With `declined` the bill becomes void.', ['accepted', 'declined'])).toBe('declined');
    expect(valueSaidIn('The bill is accepted by then: it is paid.', ['accepted', 'declined'])).toBeUndefined();
  });

  test('name what is done together with the thing, and what it returns to', () => {
    const found = (text: string): readonly string[] => elsewhereIn(text, kinds).map(({ name: kind, to }) => `${kind} to ${to}`);
    expect(found('All parcels of the order are returned together with it.')).toEqual(['parcels to returned']);
    expect(found('The parcel returns to packed, so that it can be sent again.')).toEqual(['parcels to packed']);
  });
});
