// Tests that octavo conform reads among which things a value is unique and what frees it, and finds what keeps a value from those that may have it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { endingIn, isFreedIn, isScopedTo } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

test.each([
  ['A reference is taken while another order of the same client has it.', 'clients'],
  ['Each room number is unique within a hotel.', 'hotels'],
  ['One reference per broker, a second one is a 409.', 'brokers'],
  ['The slug is taken if another page on the same site has it.', 'sites'],
])('reads that values are unique among the things of one owner: %s', (text, owner) => {
  expect(isScopedTo(text, owner)).toBe(true);
});

test.each([
  ['A reference is taken while another order has it.', 'clients'],
  ['The client must have a unique name.', 'clients'],
])('reads no owner in: %s', (text, owner) => {
  expect(isScopedTo(text, owner)).toBe(false);
});

test('reads what frees a value', () => {
  expect(endingIn('Taken while another order has it that is not cancelled.', ['open', 'cancelled'])).toEqual(['cancelled']);
  expect(endingIn('A plate is taken while another car has it.', ['open', 'scrapped'])).toEqual([]);
  for (const text of [
    'Its plate is free again.',
    'Scrapping a car releases its plate.',
    'The plate can be used again.',
    'The id is never given again, whereas the plate is free from then on.',
  ])
    expect(isFreedIn(text, 'plate')).toBe(true);
  for (const text of ['Its plate is never free again.', 'The plate can be used again only if it was stolen.', 'Its plate stays.'])
    expect(isFreedIn(text, 'plate')).toBe(false);
});

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, '404': { description: None. } }`;
const made = (name: string): string =>
  `responses: { '201': { description: Made., ${json(name)} }, '409': { description: Refused. }, '422': { description: Invalid. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Garages, version: '1' }
paths:
  /garages:
    post: { operationId: addGarage, requestBody: { required: true, ${json('NewGarage')} }, ${made('Garage')} }
  /garages/{id}:
    parameters: [${id}]
    get: { operationId: readGarage, ${found('Garage')} }
  /cars:
    post:
      operationId: addCar
      description: A plate is taken while another car of the same garage has it that is not scrapped (409).
      requestBody: { required: true, ${json('NewCar')} }
      ${made('Car')}
  /cars/{id}:
    parameters: [${id}]
    get: { operationId: readCar, ${found('Car')} }
    delete: { operationId: deleteCar, description: 'The id is never given out again, whereas the plate is free from then on.', responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /cars/{id}/scrap:
    parameters: [${id}]
    post: { operationId: scrapCar, description: Its plate is free again., ${found('Car')} }
components:
  schemas:
    NewGarage: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Garage: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewCar:
      type: object
      required: [garageId, plate]
      properties: { garageId: { type: integer, minimum: 1, maximum: 999999999 }, plate: { type: string, minLength: 1, maxLength: 30 } }
    Car:
      type: object
      required: [id, garageId, plate, state]
      properties: { id: { type: integer }, garageId: { type: integer }, plate: { type: string }, state: { enum: [running, scrapped] } }
`);

type Fault = 'none' | 'of-all-garages' | 'keeps-plate' | 'keeps-plate-of-deleted';

function garages(fault: Fault): (request: Request) => Promise<Response> {
  const names = new Map<number, string>();
  const cars = new Map<number, { readonly garageId: number; readonly plate: string; state: string }>();
  const deleted: { readonly garageId: number; readonly plate: string; state: string }[] = [];
  let last = 0;
  return async (request) => {
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    const status = (code: number): Response => Response.json({}, { status: code });
    if (key === undefined && kind === 'garages') {
      if (typeof sent?.name !== 'string' || sent.name === '') return status(422);
      names.set(++last, sent.name);
      return Response.json({ id: last, name: sent.name }, { status: 201 });
    }
    if (key === undefined) {
      const { garageId, plate } = sent ?? {};
      if (!names.has(garageId) || typeof plate !== 'string' || plate === '' || plate.length > 30) return status(422);
      const isTaken = [...cars.values(), ...(fault === 'keeps-plate-of-deleted' ? deleted : [])].some(
        (one) =>
          one.plate === plate &&
          (one.garageId === garageId || fault === 'of-all-garages') &&
          (one.state !== 'scrapped' || fault === 'keeps-plate'),
      );
      if (isTaken) return status(409);
      cars.set(++last, { garageId, plate, state: 'running' });
      return Response.json({ id: last, ...cars.get(last) }, { status: 201 });
    }
    const name = names.get(Number(key));
    const car = cars.get(Number(key));
    if (kind === 'garages') return name === undefined ? status(404) : Response.json({ id: Number(key), name });
    if (car === undefined) return status(404);
    if (request.method === 'DELETE') {
      deleted.push(car);
      cars.delete(Number(key));
      return new Response(null, { status: 204 });
    }
    if (action === 'scrap') car.state = 'scrapped';
    return Response.json({ id: Number(key), ...car });
  };
}

test.each<[Fault, string | undefined]>([
  ['none', undefined],
  ['of-all-garages', 'addCar is refused with 409 for the `plate` of a thing of another of garages'],
  ['keeps-plate', 'addCar is refused with 409 for the `plate` of one after scrapCar'],
  ['keeps-plate-of-deleted', 'addCar is refused with 409 for the `plate` of one after deleteCar'],
])('gives a value that is free to another thing: %s', async (fault, message) => {
  const { findings } = await conformService(service, {
    target: garages(fault),
    random: 1,
    most: 20,
    allowWrites: true,
    ...lookingFor('unique-values'),
  });
  const messages = findings.map((one) => one.message).join('\n');
  if (message === undefined) expect(messages).toBe('');
  else expect(messages).toContain(message);
});
