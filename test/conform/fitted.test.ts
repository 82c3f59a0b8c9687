// Actions that want a day of the thing itself, and a number by what it has: the tester finds both, comes into each state, and judges there.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const action = (name: string, body: string, text: string): string => `
  /hires/{id}/${name}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 4 } }]
    post:
      operationId: ${name}Hire
      description: ${JSON.stringify(text)}
      requestBody: { required: true, ${json(body)} }
      responses: { '200': { description: The hire., ${json('Hire')} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Hires, version: '1' }
paths:
  /sheds:
    post:
      operationId: addShed
      requestBody: { required: true, ${json('NewShed')} }
      responses: { '201': { description: Made., ${json('Shed')} }, '422': { description: Wrong. } }
  /sheds/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 4 } }]
    get: { operationId: readShed, responses: { '200': { description: The shed., ${json('Shed')} }, '404': { description: None. } } }
  /sheds/{id}/shut:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 4 } }]
    post: { operationId: shutShed, responses: { '200': { description: The shed., ${json('Shed')} }, '404': { description: None. } } }
  /hires:
    post:
      operationId: addHire
      requestBody: { required: true, ${json('NewHire')} }
      responses: { '201': { description: Made., ${json('Hire')} }, '422': { description: Wrong. } }
  /hires/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 4 } }]
    get: { operationId: readHire, responses: { '200': { description: The hire., ${json('Hire')} }, '404': { description: None. } } }
${action('fetch', 'Fetch', 'The hire must be `booked` and its shed `free`. It is `out` afterwards.')}
${action('cancel', 'Cancel', 'Only a hire that is `booked` can be cancelled. It can be cancelled again, which changes nothing.')}
components:
  schemas:
    NewShed: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Shed:
      type: object
      required: [id, state]
      properties: { id: { type: string, minLength: 4 }, state: { type: string, enum: [free, shut] } }
    NewHire:
      type: object
      required: [shedId, from, until, price]
      properties:
        shedId: { type: string, minLength: 4 }
        from: { type: string, format: date }
        until: { type: string, format: date }
        price: { type: integer, minimum: 100, maximum: 900 }
    Hire:
      type: object
      required: [id, from, until, price, state]
      properties:
        id: { type: string, minLength: 4 }
        from: { type: string, format: date }
        until: { type: string, format: date }
        price: { type: integer }
        state: { type: string, enum: [booked, out, cancelled] }
    Fetch:
      type: object
      required: [day, paid]
      properties: { day: { type: string, format: date }, paid: { type: integer, minimum: 0, maximum: 5000 } }
    Cancel: { type: object, properties: { reason: { type: string } } }
`);

interface Hire {
  readonly id: string;
  readonly shedId: string;
  readonly from: string;
  readonly until: string;
  readonly price: number;
  readonly state: string;
}

/**
 * Hires that are fetched on one of their days, by who pays twice the price at least. `cancels`: the states in which a hire can be cancelled;
 * `fetches`: those of its shed in which it can be fetched.
 */
function hires(cancels: readonly string[], fetches: readonly string[]): Handler {
  const made = new Map<string, Hire>();
  const sheds = new Map<string, string>();
  const refused = (status: number): Response => Response.json({ error: 'No.' }, { status });
  const shown = (one: Hire, status = 200): Response => {
    made.set(one.id, one);
    return Response.json(one, { status });
  };
  return async (request) => {
    const [, kind, id, part] = new URL(request.url).pathname.split('/');
    const body = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    if (kind === 'sheds') {
      if (id === undefined && typeof body?.name !== 'string') return refused(422);
      if (id !== undefined && !sheds.has(id)) return refused(404);
      const own = id ?? `shed${sheds.size}`;
      sheds.set(own, part === 'shut' ? 'shut' : (sheds.get(own) ?? 'free'));
      return Response.json({ id: own, state: sheds.get(own) }, { status: id === undefined ? 201 : 200 });
    }
    if (id === undefined) {
      if (!(body?.from <= body?.until) || !Number.isInteger(body.price) || !sheds.has(body.shedId)) return refused(422);
      const { shedId, from, until, price } = body;
      return shown({ id: `hire${made.size}`, shedId, from, until, price, state: 'booked' }, 201);
    }
    const one = made.get(id);
    if (one === undefined) return refused(404);
    if (part === 'fetch') {
      const isFit = one.from <= body.day && body.day <= one.until && body.paid >= 2 * one.price;
      return one.state === 'booked' && isFit && fetches.includes(sheds.get(one.shedId) ?? '')
        ? shown({ ...one, state: 'out' })
        : refused(409);
    }
    if (part !== 'cancel') return shown(one);
    return cancels.includes(one.state) ? shown({ ...one, state: 'cancelled' }) : refused(409);
  };
}

test.each<readonly [says: string, cancels: readonly string[], fetches: readonly string[], found: readonly unknown[]]>([
  ['a service without a fault', ['booked', 'cancelled'], ['free'], []],
  [
    'a hire that is fetched from a shed that is shut',
    ['booked', 'cancelled'],
    ['free', 'shut'],
    [expect.stringMatching(/^fetchHire is answered with 200 where `state` is `shut`, in which the document says that it is refused\.$/)],
  ],
  [
    'a cancel of what is out',
    ['booked', 'cancelled', 'out'],
    ['free'],
    [expect.stringMatching(/^cancelHire is answered with 200 where `state` is `out`, in which the document says that it is refused\.$/)],
  ],
])('%s', async (_, cancels, fetches, found) => {
  const settings = { most: 1, random: 0, ...lookingFor('state-rules') };
  const { findings } = await conformService(service, { target: hires(cancels, fetches), ...settings });
  expect(findings.flatMap(({ check, message }) => (check === 'state-rules' ? [message] : []))).toEqual(found);
});
