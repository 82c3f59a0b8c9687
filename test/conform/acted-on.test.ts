// Tests that octavo conform tries things that only a list shows: they have actions and states, and no path that reads one of them.
import { describe, expect, test } from 'vitest';
import { isOpenTo, sharingOf } from '../../generator/conform/callers/statements.ts';
import { conformService } from '../../generator/conform/index.ts';
import { elsewhereIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";
const answers = (status: number, name: string): string => `responses: { '${status}': { description: Done., ${json(name)} }, ${none} }`;
const parameter = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]`;

const document = (about = 'A tenant sees nothing of other tenants.'): string => `openapi: 3.1.0
info: { title: Garages, version: '1', description: '${about}' }
security: [{ key: [] }]
paths:
  /garages:
    post: { operationId: addGarage, ${body('NewGarage')}, ${answers(201, 'Garage')} }
  /garages/{garageId}:
    ${parameter('garageId')}
    get: { operationId: readGarage, ${answers(200, 'Garage')} }
  /garages/{garageId}/closing:
    ${parameter('garageId')}
    post: { operationId: closeGarage, description: Permits of the garage that are valid are revoked with it., ${answers(200, 'Garage')} }
  /garages/{garageId}/permits:
    ${parameter('garageId')}
    get: { operationId: listPermits, ${answers(200, 'Permits')} }
    post: { operationId: addPermit, description: Only an open garage takes permits (409)., ${body('NewPermit')}, ${answers(201, 'Permit')} }
  /permits/{permitId}/revocation:
    ${parameter('permitId')}
    post: { operationId: revokePermit, description: 'Takes a permit from \`valid\` to \`revoked\` (409 otherwise).', ${answers(200, 'Permit')} }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: key } }
  schemas:
    NewGarage: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Garage:
      { type: object, required: [id, name, state], properties: { id: { type: integer }, name: { type: string }, state: { enum: [open, closed] } } }
    NewPermit: { type: object, required: [plate], properties: { plate: { type: string, minLength: 1, maxLength: 9 } } }
    Permit:
      { type: object, required: [id, plate, state], properties: { id: { type: integer }, plate: { type: string }, state: { enum: [valid, revoked] } } }
    Permits: { type: object, required: [permits], properties: { permits: { type: array, items: { $ref: '#/components/schemas/Permit' } } } }
`;

const service = await serviceFrom(document());

type Fault = 'revoked twice' | 'permits stay' | 'permits of all';

interface Permit {
  readonly garage: number;
  readonly owner: string;
  readonly plate: string;
  state: 'valid' | 'revoked';
}

const status = (code: number): Response => new Response(null, { status: code });

function textOf(sent: unknown, name: string, most: number): string | undefined {
  const text = typeof sent === 'object' && sent !== null ? Object.entries(sent).find(([own]) => own === name)?.[1] : undefined;
  return typeof text === 'string' && text.length > 0 && [...text].length <= most ? text : undefined;
}

/** The service of the document, with a fault. */
function garages(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, { readonly owner: string; readonly name: string; state: 'open' | 'closed' }>();
  const permits = new Map<number, Permit>();
  let last = 0;
  const shown = (id: number): Response => {
    const { owner: _, ...garage } = all.get(id) ?? { owner: '' };
    return Response.json({ id, ...garage });
  };
  const revoke = (id: number, owner: string): Response => {
    const permit = permits.get(id);
    if (permit === undefined || (permit.owner !== owner && fault !== 'permits of all')) return status(404);
    if (permit.state === 'revoked' && fault !== 'revoked twice') return status(409);
    permit.state = 'revoked';
    return Response.json({ id, plate: permit.plate, state: permit.state });
  };
  const add = (garage: number, owner: string, sent: unknown): Response => {
    const plate = textOf(sent, 'plate', 9);
    if (plate === undefined) return status(422);
    if (all.get(garage)?.state !== 'open') return status(409);
    permits.set(++last, { garage, owner, plate, state: 'valid' });
    return Response.json({ id: last, plate, state: 'valid' }, { status: 201 });
  };
  const close = (id: number): Response => {
    const garage = all.get(id);
    if (garage !== undefined) garage.state = 'closed';
    for (const permit of permits.values()) if (permit.garage === id && fault !== 'permits stay') permit.state = 'revoked';
    return shown(id);
  };
  return async (request) => {
    const owner = request.headers.get('key') ?? '';
    if (!['one', 'two'].includes(owner)) return status(401);
    const [, kind, key, part] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const id = Number(key);
    if (kind === 'permits') return revoke(id, owner);
    if (key === undefined) {
      const name = textOf(sent, 'name', 20);
      if (name === undefined) return status(422);
      all.set(++last, { owner, name, state: 'open' });
      return Response.json({ id: last, name, state: 'open' }, { status: 201 });
    }
    if (all.get(id)?.owner !== owner) return status(404);
    if (part === 'closing') return close(id);
    if (part === undefined) return shown(id);
    if (request.method === 'POST') return add(id, owner, sent);
    const own = [...permits].filter(([, { garage }]) => garage === id);
    return Response.json({ permits: own.map(([no, { plate, state }]) => ({ id: no, plate, state })) });
  };
}

async function findings(fault?: Fault): Promise<readonly string[]> {
  const report = await conformService(service, {
    target: garages(fault),
    credentials: { given: { key: 'one' }, other: { key: 'two' } },
    random: 1,
    most: 20,
    allowWrites: true,
    ...lookingFor('effects-elsewhere', 'other-account', 'state-rules'),
  });
  return report.findings.map(({ check, operation }) => `${check} ${operation.id}`);
}

describe('things that only a list shows', () => {
  test('have no finding where they are as the document says', async () => {
    expect(await findings()).toEqual([]);
  });

  test.each(
    sampleOf<[fault: Fault, found: string]>(
      [
        ['revoked twice', 'state-rules revokePermit'],
        ['permits stay', 'effects-elsewhere listPermits'],
        ['permits of all', 'other-account revokePermit'],
      ],
      1,
    ),
  )('have a finding for the fault: %s', async (fault, found) => {
    expect(await findings(fault)).toEqual([found]);
  });
});

describe('sentences that begin with the things', () => {
  const kinds = [{ name: 'bookings', states: ['open', 'paid', 'dropped'] }];
  test.each([
    ['Bookings of the trip that are open are dropped with it, and cost nothing.', ['bookings open to dropped']],
    ['Open bookings are dropped.', ['bookings open to dropped']],
    ['Bookings on the trip become `dropped`.', ['bookings  to dropped']],
    ['Booking dropped.', []],
    ['Bookings of the trip that are open may be dropped.', []],
    ['If it rains, bookings of the trip are dropped.', []],
  ])('“%s”', (text, found) => {
    expect(elsewhereIn(text, kinds).map(({ name, to, from }) => `${name} ${from.join('/')} to ${to}`)).toEqual(found);
  });
});

describe('whose things an operation may name', () => {
  test.each([
    ['A branch knows nothing of other branches; only a permit may be handed over to any garage of the town.', true],
    ['Any garage can be named in a permit.', true],
    ['A permit may not name any garage of another branch.', false],
    ['A branch has any number of garages.', false],
  ])('“%s”: %s', async (about, isOpen) => {
    const { operations, ...rest } = await serviceFrom(document(about));
    const revoke = operations.find(({ id }) => id === 'revokePermit');
    expect(revoke && isOpenTo({ operations, ...rest }, revoke, 'garages', { to: '/body/garage', places: ['/body/garage'] })).toBe(isOpen);
  });

  test('of two places, the one whose word the sentence has', async () => {
    const { operations, ...rest } = await serviceFrom(document('A permit may be moved to any garage of the town.'));
    const [operation] = operations;
    const places = ['/body/fromGarage', '/body/toGarage'];
    const open = places.filter((to) => operation && isOpenTo({ operations, ...rest }, operation, 'garages', { to, places }));
    expect(open).toEqual(['/body/toGarage']);
  });
});

describe('whose things a caller sees', () => {
  test.each([
    ['A branch knows nothing of other branches.', 'apart'],
    ['Tenants never see each other: a garage or permit of another tenant is answered as if it was not there.', 'apart'],
    ['What belongs to others is not found.', 'apart'],
    ['Permits of another tenant do not exist.', 'apart'],
    ['Those of other tenants are treated as not existing.', 'apart'],
    ['Data of tenants are strictly apart: whatever belongs to another is answered with 404.', 'apart'],
    ['What is in other accounts is invisible: asking for it gives a 404.', 'apart'],
    ['What belongs to a closed garage gives a 404.', undefined],
    ['Whatever belongs to another tenant is answered as if it did not exist.', 'apart'],
    ['A permit of another colour is shown in grey.', undefined],
    ['Nothing is known of the weather.', undefined],
  ])('“%s” says %s', async (about, sharing) => {
    const { operations, ...rest } = await serviceFrom(document(about));
    const revoke = operations.find(({ id }) => id === 'revokePermit');
    expect(revoke && sharingOf({ operations, ...rest }, revoke)).toBe(sharing);
  });
});
