// Tests that cases reach the value that they change: a thing that an earlier case has used up is replaced, and a version in the body is the present
// one.
import { expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Parcels of a club, version: '1', description: A number that others have is a 409. }
paths:
  /shelves:
    post:
      operationId: addShelf
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewShelf' } } } }
      responses: { '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }, '400': { description: Wrong. } }
  /parcels:
    post:
      operationId: addParcel
      description: A shelf that is full is a 409.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewParcel' } } } }
      responses: { '201': { $ref: '#/components/responses/Parcel' }, '400': { description: Wrong. }, '409': { description: The shelf is full. }, '422': { description: There is no such shelf. } }
  /parcels/{parcelId}:
    parameters: [{ $ref: '#/components/parameters/ParcelId' }]
    get:
      operationId: readParcel
      responses: { '200': { $ref: '#/components/responses/Parcel' }, '404': { description: Unknown. } }
    patch:
      operationId: changeParcel
      description: Only a parcel that waits can be changed. With another version, it is a 409.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Change' } } } }
      responses: { '200': { $ref: '#/components/responses/Parcel' }, '400': { description: Wrong. }, '404': { description: Unknown. }, '409': { description: Its state or version forbids it. } }
  /parcels/{parcelId}/handOver:
    parameters: [{ $ref: '#/components/parameters/ParcelId' }]
    post:
      operationId: handOver
      description: Only a parcel that waits can be handed over.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [to], properties: { to: { type: string, minLength: 2, maxLength: 30 } } } } } }
      responses: { '200': { $ref: '#/components/responses/Parcel' }, '400': { description: Wrong. }, '404': { description: Unknown. }, '409': { description: It does not wait. } }
  /parcels/{parcelId}/complain:
    parameters: [{ $ref: '#/components/parameters/ParcelId' }]
    post:
      operationId: complain
      description: Only a parcel that was handed over can be complained of.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [reason], properties: { reason: { type: string, minLength: 3, maxLength: 40 } } } } } }
      responses: { '200': { $ref: '#/components/responses/Parcel' }, '400': { description: Wrong. }, '404': { description: Unknown. }, '409': { description: It was not handed over. } }
components:
  parameters:
    ParcelId: { name: parcelId, in: path, required: true, schema: { type: string, format: uuid } }
  responses:
    Parcel: { description: The parcel., content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
  schemas:
    NewShelf: { type: object, required: [room], properties: { room: { type: integer, minimum: 1, maximum: 200 } } }
    Shelf: { type: object, required: [shelfId, room], properties: { shelfId: { type: string, format: uuid }, room: { type: integer } } }
    NewParcel:
      type: object
      required: [shelfId]
      properties: { shelfId: { type: string, format: uuid }, note: { type: string, maxLength: 20 } }
    Change:
      type: object
      minProperties: 1
      additionalProperties: false
      properties:
        version: { type: integer, minimum: 1 }
        note: { type: string, maxLength: 20 }
        address: { type: object, minProperties: 1, additionalProperties: false, properties: { street: { type: string, minLength: 1, maxLength: 20 }, town: { type: string, minLength: 1 } } }
    Parcel:
      type: object
      required: [parcelId, shelfId, state, version]
      properties: { parcelId: { type: string, format: uuid }, shelfId: { type: string, format: uuid }, state: { type: string, enum: [waiting, handedOver, complained] }, version: { type: integer }, note: { type: string } }
`);

type Fault = 'note' | 'street' | 'to' | 'reason';

interface Parcel {
  parcelId: string;
  shelfId: string;
  state: string;
  version: number;
  note?: string;
}

/** What a member must be, unless the fault of its name is on. */
const FORMS: Readonly<Record<Fault, (text: string) => boolean>> = {
  note: (text) => [...text].length <= 20,
  street: (text) => text !== '' && [...text].length <= 20,
  to: (text) => [...text].length >= 2 && [...text].length <= 30,
  reason: (text) => [...text].length >= 3 && [...text].length <= 40,
};

/** A club that keeps parcels. It looks at the form of a body first, then for the thing, then at its state. */
function club(fault?: Fault): Handler {
  const shelves = new Map<string, { room: number; count: number }>();
  const parcels = new Map<string, Parcel>();
  const refused = (status: number): Response => new Response(null, { status });
  const isText = (name: Fault, value: unknown): boolean =>
    fault === name ? value !== undefined : typeof value === 'string' && FORMS[name](value);
  const isForm = (body: Record<string, unknown>, required: readonly Fault[], optional: readonly Fault[]): boolean =>
    required.every((name) => isText(name, body[name])) && optional.every((name) => body[name] === undefined || isText(name, body[name]));
  const isChange = ({ version, note, address, ...rest }: Record<string, unknown>): boolean => {
    const { street, town, ...others } = (address ?? { town: 'x' }) as Record<string, unknown>;
    const isAddress = typeof address === 'object' || address === undefined;
    const isTown = town === undefined || (typeof town === 'string' && town !== '');
    const has = [version, note, address].some((one) => one !== undefined) && (street !== undefined || town !== undefined);
    const isVersion = version === undefined || (Number.isInteger(version) && Number(version) >= 1);
    const isNothingElse = Object.keys({ ...rest, ...others }).length === 0;
    return (
      isAddress &&
      !Array.isArray(address) &&
      address !== null &&
      isTown &&
      has &&
      isVersion &&
      isNothingElse &&
      isForm({ note, street }, [], ['note', 'street'])
    );
  };
  return async (request) => {
    const [, kind, id = '', action] = new URL(request.url).pathname.split('/');
    let body: Record<string, unknown> = {};
    if (request.method !== 'GET') {
      const read: unknown =
        request.headers.get('content-type')?.startsWith('application/json') === true
          ? await request.json().catch(() => undefined)
          : undefined;
      if (typeof read !== 'object' || read === null || Array.isArray(read)) return refused(400);
      body = read as Record<string, unknown>;
    }
    if (kind === 'shelves') {
      const { room } = body;
      if (!Number.isInteger(room) || Number(room) < 1 || Number(room) > 200) return refused(400);
      const shelfId = crypto.randomUUID();
      shelves.set(shelfId, { room: Number(room), count: 0 });
      return Response.json({ shelfId, room }, { status: 201 });
    }
    if (id === '') {
      if (typeof body.shelfId !== 'string' || !/^[0-9a-f-]{36}$/i.test(body.shelfId) || !isForm(body, [], ['note'])) return refused(400);
      const shelf = shelves.get(body.shelfId);
      if (shelf === undefined) return refused(422);
      if (shelf.count >= shelf.room) return refused(409);
      shelf.count++;
      const parcel: Parcel = { parcelId: crypto.randomUUID(), shelfId: body.shelfId, state: 'waiting', version: 1 };
      if (body.note !== undefined) parcel.note = String(body.note);
      parcels.set(parcel.parcelId, parcel);
      return Response.json(parcel, { status: 201 });
    }
    const isRight =
      request.method === 'GET' || (action === undefined ? isChange(body) : isForm(body, action === 'handOver' ? ['to'] : ['reason'], []));
    if (!isRight) return refused(400);
    const parcel = parcels.get(id);
    if (parcel === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(parcel);
    if (parcel.state !== (action === 'complain' ? 'handedOver' : 'waiting')) return refused(409);
    if (action === undefined && body.version !== undefined && body.version !== parcel.version) return refused(409);
    if (action === undefined && body.note !== undefined) parcel.note = String(body.note);
    parcel.version++;
    if (action !== undefined) parcel.state = action === 'complain' ? 'complained' : 'handedOver';
    return Response.json(parcel);
  };
}

function conform(fault?: Fault, chosen: ConformSettings['checks'] = {}): Promise<ConformReport> {
  return conformService(service, {
    target: club(fault),
    random: 2,
    most: 120,
    checks: { 'refuses-method': false, 'unknown-path': false, 'head-like-get': false, ...chosen },
  });
}

test('each constraint is tried on a thing that takes it', async () => {
  const report = await conform();
  expect(report.findings.map(({ check, operation, message }) => [check, operation.id, message])).toEqual([]);
  const untried = report.constraints?.untried.filter(({ at, reason }) => at.startsWith('/body') && reason.startsWith('no request')) ?? [];
  expect(untried.map(({ operation, at, keyword }) => [operation.id, at, keyword])).toEqual([]);
});

test.each(
  sampleOf<readonly [fault: Fault, operation: string]>(
    [
      ['note', 'changeParcel'],
      ['street', 'changeParcel'],
      ['to', 'handOver'],
      ['reason', 'complain'],
    ],
    1,
  ),
)('a %s that is too long is found where the service takes it', async (fault, operation) => {
  const { findings } = await conform(fault, lookingFor('refuses-invalid').checks);
  expect(findings.filter((one) => one.operation.id === operation).map(({ check }) => check)).toContain('refuses-invalid');
});
