// Tests what octavo conform finds about deletes that other things keep back or go with, in a small service of guests, their stays, bills and notes.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const refusals = "'404': { description: None. }, '422': { description: Invalid. }";
const made = (name: string): string => `responses: { '201': { description: Made., ${json(name)} }, ${refusals} }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, ${refusals} }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const documentWith = (conflict: string, removing: string): string => `openapi: 3.1.0
info: { title: Guests, version: '1' }
paths:
  /guests:
    post: { operationId: addGuest, ${body('NewGuest')}, ${made('Guest')} }
  /guests/{id}:
    parameters: [${id}]
    get: { operationId: readGuest, ${found('Guest')} }
    delete:
      operationId: removeGuest
      description: ${JSON.stringify(removing)}
      responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: ${JSON.stringify(conflict)} } }
  /guests/{id}/lamps:
    parameters: [${id}]
    get: { operationId: listLamps, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Lamp' } } } } }, '404': { description: None. } } }
  /guests/{id}/lamps/{lamp}:
    parameters: [${id}, { name: lamp, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
    put: { operationId: putLamp, ${body('Lamp')}, responses: { '201': { description: Made., ${json('Lamp')} }, '200': { description: Kept., ${json('Lamp')} }, ${refusals} } }
    delete: { operationId: removeLamp, description: A lamp that is not there is a 404., responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /stays:
    post: { operationId: addStay, ${body('NewStay')}, ${made('Stay')} }
  /stays/{id}:
    parameters: [${id}]
    get: { operationId: readStay, ${found('Stay')} }
  /stays/{id}/check-in:
    parameters: [${id}]
    post: { operationId: checkIn, ${found('Stay')} }
  /bills:
    post: { operationId: addBill, ${body('NewBill')}, ${made('Bill')} }
  /bills/{id}:
    parameters: [${id}]
    get: { operationId: readBill, ${found('Bill')} }
  /notes:
    post: { operationId: addNote, ${body('NewStay')}, ${made('Note')} }
  /notes/{id}:
    parameters: [${id}]
    get: { operationId: readNote, ${found('Note')} }
components:
  schemas:
    Lamp: { type: object, properties: { lamp: { type: integer, readOnly: true }, lit: { type: boolean } } }
    NewGuest: { type: object, required: [name], properties: { name: { type: string, minLength: 2, maxLength: 20 } } }
    Guest: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewStay: { type: object, required: [guest_id], properties: { guest_id: { type: integer, minimum: 1, maximum: 999999999 } } }
    Stay: { type: object, required: [id, guest_id, status], properties: { id: { type: integer }, guest_id: { type: integer }, status: { type: string, enum: [booked, checkedIn, over] } } }
    Note: { type: object, required: [id, guest_id], properties: { id: { type: integer }, guest_id: { type: integer } } }
    NewBill: { type: object, required: [stay_id], properties: { stay_id: { type: integer, minimum: 1, maximum: 999999999 } } }
    Bill: { type: object, required: [id, stay_id, guest_id, status], properties: { id: { type: integer }, stay_id: { type: integer }, guest_id: { type: integer }, status: { type: string, enum: [open, paid] } } }
`;

interface Kept {
  readonly id: number;
  readonly guest_id?: number;
  readonly [name: string]: unknown;
}

interface Faults {
  readonly ignoresStays?: boolean;
  readonly ignoresCheckedIn?: boolean;
  readonly ignoresBills?: boolean;
  readonly keepsNotes?: boolean;
  readonly removesNoLamp?: boolean;
}

function guests(faults: Faults, isRefusing: (kind: string) => boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Kept>();
  const lamps = new Set<string>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const counts = ({ status: state }: Kept): boolean => state !== 'checkedIn' || faults.ignoresCheckedIn !== true;
  const has = (kind: string, guest: number): boolean =>
    [...kept].some(([key, one]) => key.startsWith(`${kind}/`) && one.guest_id === guest && counts(one));
  const add = (kind: string, more: object): Response => {
    const one: Kept = { id: ++last, ...more };
    kept.set(`${kind}/${one.id}`, one);
    return Response.json(one, { status: 201 });
  };
  const removed = (guest: number): Response => {
    if (isRefusing('stays') && has('stays', guest) && faults.ignoresStays !== true) return status(409);
    if (isRefusing('bills') && has('bills', guest) && faults.ignoresBills !== true) return status(409);
    kept.delete(`guests/${guest}`);
    if (faults.keepsNotes !== true) for (const [key, one] of kept) if (key.startsWith('notes/') && one.guest_id === guest) kept.delete(key);
    return status(204);
  };
  return async (request) => {
    const [, kind = '', part, below, lamp] = new URL(request.url).pathname.split('/');
    const given = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    const at = `${kind}/${part}`;
    if (part !== undefined && !kept.has(at)) return status(404);
    if (lamp !== undefined) {
      const isThere = lamps.has(`${part} ${lamp}`);
      if (request.method === 'PUT') lamps.add(`${part} ${lamp}`);
      else lamps.delete(`${part} ${lamp}`);
      if (request.method === 'PUT') return Response.json({ lamp: Number(lamp) }, { status: isThere ? 200 : 201 });
      return status(isThere || faults.removesNoLamp === true ? 204 : 404);
    }
    if (below === 'check-in') {
      const stay: Kept = { ...kept.get(at), id: Number(part), status: 'checkedIn' };
      kept.set(at, stay);
      return Response.json(stay);
    }
    if (below !== undefined)
      return Response.json([...lamps].filter((one) => one.startsWith(`${part} `)).map((one) => ({ lamp: Number(one.split(' ')[1]) })));
    if (part !== undefined) return request.method === 'DELETE' ? removed(Number(part)) : Response.json(kept.get(at));
    if (kind === 'guests') return typeof given.name === 'string' && given.name.length > 1 ? add(kind, { name: given.name }) : status(422);
    if (kind === 'bills') {
      const stay = kept.get(`stays/${given.stay_id}`);
      return stay === undefined ? status(422) : add(kind, { stay_id: stay.id, guest_id: stay.guest_id, status: 'open' });
    }
    if (!kept.has(`guests/${given.guest_id}`)) return status(422);
    return add(kind, { guest_id: given.guest_id, ...(kind === 'stays' ? { status: 'booked' } : {}) });
  };
}

const CHECKS = ['delete-in-use', 'read-below-deleted', 'delete-twice'];

async function foundIn(conflict: string, faults: Faults, removing = 'Its notes go with it.'): Promise<readonly string[]> {
  const isRefusing = (kind: string): boolean => conflict.includes(kind.slice(0, -1));
  const { findings } = await conformService(await serviceFrom(documentWith(conflict, removing)), {
    target: guests(faults, isRefusing),
    ...{ most: 1, random: 0 },
    ...lookingFor(...CHECKS),
  });
  return findings.map(({ check, message }) => `${check}: ${message.replace(/\d+/g, '#')}`);
}

const IN_USE = (operation: string): string =>
  `delete-in-use: # is deleted with #, although ${operation} has named it, for which the document refuses the delete.`;

const IN_STATE =
  'delete-in-use: # is deleted with #, although addStay has named it and what it has made is `checkedIn`, for which the document refuses the delete.';

test.each(
  sampleOf<readonly [conflict: string, faults: Faults, findings: readonly string[]]>(
    [
      ['The guest has a stay that is booked, or a bill that is not paid in full.', {}, []],
      ['The guest has a stay that is booked.', { ignoresStays: true }, [IN_USE('addStay')]],
      ['There are booked stays of the guest.', { ignoresStays: true }, [IN_USE('addStay')]],
      ['A bill of the guest is not paid.', { ignoresBills: true }, [IN_USE('addBill')]],
      ['The guest has a stay that is booked or checked in.', { ignoresCheckedIn: true }, [IN_STATE]],
      ['There are booked stays of the guest.', { ignoresCheckedIn: true }, []],
      ['A stay of the guest is over.', { ignoresStays: true }, []],
      ['The guest has an upcoming stay.', { ignoresStays: true }, []],
    ],
    3,
  ),
)('%s %o', async (conflict, faults, findings) => {
  expect(await foundIn(conflict, faults)).toEqual(findings);
});

test('what goes with a deleted thing is gone, and what the document does not name may stay', async () => {
  const left = ['read-below-deleted: What was created below # is answered with # after removeGuest.'];
  for (const text of ['Its notes go with it.', 'The notes of the guest are deleted too.', 'Removes a guest. This deletes all their notes.'])
    expect(await foundIn('Refused.', { keepsNotes: true }, text)).toEqual(left);
  expect(await foundIn('Refused.', { keepsNotes: true }, 'Its notes are kept.')).toEqual([]);
});

test('the delete of what is not there is refused where a sentence says so', async () => {
  expect(await foundIn('Refused.', { removesNoLamp: true })).toEqual([
    'delete-twice: The second delete is answered with #, and the document says: “A lamp that is not there is a #.”',
  ]);
});
