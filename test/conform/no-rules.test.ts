// Tests of sentences that sound like a rule of what a service does, and say something else: how a caller asks for it, or whose things are meant.
import { expect, test } from 'vitest';
import { sharingOf } from '../../generator/conform/callers/statements.ts';
import { effectsOf } from '../../generator/conform/sequences/machines/effects.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { resourcesOf } from '../../generator/inference/resources.ts';
import type { Service } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

function parcels(change: string, whole = ''): Promise<Service> {
  return serviceFrom(`openapi: 3.1.0
info: { title: Parcels, version: '1', description: ${JSON.stringify(whole)} }
security: [{ token: [] }]
paths:
  /parcels:
    post:
      operationId: addParcel
      requestBody: { required: true, ${json('NewParcel')} }
      responses: { '201': { description: Made., ${json('Parcel')} } }
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readParcel, responses: { '200': { description: Found., ${json('Parcel')} } } }
    patch:
      operationId: changeParcel
      description: ${JSON.stringify(change)}
      requestBody: { required: true, ${json('NewParcel')} }
      responses: { '200': { description: Changed., ${json('Parcel')} } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewParcel: { type: object, properties: { note: { type: [string, 'null'] }, label: { type: string }, street: { type: string } } }
    Parcel:
      type: object
      required: [id, note, label, street, courier, sent_at, scans]
      properties:
        { id: { type: string }, note: { type: [string, 'null'] }, label: { type: string }, street: { type: string }, courier: { type: [string, 'null'] }, sent_at: { type: [string, 'null'] }, scans: { type: integer } }
`);
}

async function effects(text: string): Promise<readonly string[]> {
  const service = await parcels(text);
  const [resource] = resourcesOf(service, edgesOf(service));
  const change = service.operations.find(({ id }) => id === 'changeParcel');
  if (resource?.read === undefined || change === undefined) throw new Error('The document has no parcels.');
  return effectsOf(change, resource.read).map(({ kind, member }) => `${kind} ${member}`);
}

test.each([
  '`note` is removed by `null`.',
  'The note is cleared with an empty text.',
  'Sets the label and the street.',
  'Blanks before and after the courier are removed.',
  'Line breaks in `courier` are removed.',
  'The spaces around the courier are cleared.',
])('no effect of a request: %s', async (text) => expect(await effects(text)).toEqual([]));

test.each([
  ['The courier is removed.', ['emptied courier']],
  ['Clears the courier, and `sent_at` stays.', ['emptied courier', 'kept sent_at']],
  ['The label stays.', ['kept label']],
  ['The number in `scans` goes up by one.', ['raised scans']],
])('an effect of each request: %s', async (text, found) => expect([...(await effects(text))].sort()).toEqual(found));

async function sharing(whole: string): Promise<readonly unknown[]> {
  const service = await parcels('', whole);
  return service.operations.filter(({ id }) => id !== 'addParcel').map((operation) => sharingOf(service, operation));
}

test.each([
  'Tokens of members may read everything, and write on their own behalf.',
  'A user sees all parcels, but changes only their own.',
  'Customers can view each other’s parcels, and edit only what is their own.',
])('who sees everything has no things apart, but changes: %s', async (whole) => expect(await sharing(whole)).toEqual([undefined, 'apart']));

test.each([
  'A customer sees only their own parcels.',
  'Members see all parcels of their own company.',
  'Every user reads all of their own parcels, and nobody else does.',
])('who sees their own has things apart: %s', async (whole) => expect(await sharing(whole)).toEqual(['apart', 'apart']));
