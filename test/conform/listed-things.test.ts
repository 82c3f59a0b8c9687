// Tests that operations are reached which take what only a list has: an offer of a cart, a hall of the house, and a booking that an action gives.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import type { Service } from '../../generator/model/service.ts';
import { sampleOf } from '../support/effort.ts';
import { serviceFrom } from './support.ts';

/** A house that sells seats. `member` is the name by which the body of a sale names an offer. */
function house(member: string, list: string): Promise<Service> {
  return serviceFrom(`openapi: 3.1.0
info: { title: A house, version: '1' }
paths:
  /carts:
    post:
      operationId: openCart
      responses: { '201': { description: Opened., content: { application/json: { schema: { $ref: '#/components/schemas/Cart' } } } } }
  /carts/{cartId}:
    parameters: [{ $ref: '#/components/parameters/CartId' }]
    get:
      operationId: readCart
      responses: { '200': { description: The cart., content: { application/json: { schema: { $ref: '#/components/schemas/Cart' } } } }, '404': { description: Unknown. } }
  /carts/{cartId}/offers:
    parameters: [{ $ref: '#/components/parameters/CartId' }]
    get:
      operationId: listOffers
      responses: { '200': { description: What can be had., content: { application/json: { schema: ${list} } } }, '404': { description: Unknown. } }
  /carts/{cartId}/accept:
    parameters: [{ $ref: '#/components/parameters/CartId' }]
    post:
      operationId: acceptOffer
      description: Takes an offer of the cart, and makes its status booked. The cart must be open, or else the answer is 409.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${member}], properties: { ${member}: { type: string, minLength: 1 } } } } } }
      responses: { '201': { description: Booked., content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }, '404': { description: Unknown. }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /bookings/{number}:
    get:
      operationId: readBooking
      parameters: [{ name: number, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The booking., content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }, '404': { description: Unknown. } }
  /halls:
    get:
      operationId: listHalls
      parameters: [{ name: code, in: query, schema: { type: string } }]
      responses: { '200': { description: The halls., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Hall' } } } } } }
  /halls/{hall}:
    get:
      operationId: readHall
      parameters: [{ name: hall, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The hall., content: { application/json: { schema: { $ref: '#/components/schemas/Hall' } } } }, '404': { description: Unknown. } }
    delete:
      operationId: closeHall
      parameters: [{ name: hall, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Closed. }, '404': { description: Unknown. } }
components:
  parameters:
    CartId: { name: cartId, in: path, required: true, schema: { type: string } }
  schemas:
    Cart: { type: object, required: [id, status], properties: { id: { type: string }, status: { type: string, enum: [open, booked] } } }
    Offer: { type: object, required: [id, price], properties: { id: { type: string }, price: { type: integer } } }
    Booking: { type: object, required: [number, cart], properties: { number: { type: string }, cart: { type: string } } }
    Hall: { type: object, required: [code], properties: { code: { type: string } } }
`);
}

/** Sells seats: each cart has an offer of its own, which is gone once it is taken. */
function sales(member: string, answer: (offers: readonly object[]) => unknown): Handler {
  const carts = new Map<string, string | undefined>();
  const bookings = new Map<string, object>();
  const halls = new Set(['gold', 'blue']);
  const refused = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id = '', action] = pathname.split('/');
    if (kind === 'carts' && request.method === 'POST' && id === '') {
      const cart = `c${carts.size}`;
      carts.set(cart, `offer-of-${cart}`);
      return Response.json({ id: cart, status: 'open' }, { status: 201 });
    }
    if (kind === 'bookings') return bookings.has(id) ? Response.json(bookings.get(id)) : refused(404);
    if (kind === 'halls' && request.method === 'DELETE') return refused(halls.delete(id) ? 204 : 404);
    const wanted = searchParams.get('code');
    const shown = [...halls].filter((code) => wanted === null || code === wanted);
    if (kind === 'halls')
      return id === '' ? Response.json(shown.map((code) => ({ code }))) : halls.has(id) ? Response.json({ code: id }) : refused(404);
    if (!carts.has(id)) return refused(404);
    if (action === undefined) return Response.json({ id, status: carts.get(id) === undefined ? 'booked' : 'open' });
    const offer = carts.get(id);
    if (action === 'offers') return Response.json(answer(offer === undefined ? [] : [{ id: offer, price: 900 }]));
    const body: unknown = await request.json().catch(() => undefined);
    const named = typeof body === 'object' && body !== null ? Object.entries(body).find(([name]) => name === member)?.[1] : undefined;
    if (typeof named !== 'string' || named === '') return refused(422);
    if (offer === undefined || named !== offer) return refused(409);
    carts.set(id, undefined);
    const number = `b${bookings.size}`;
    bookings.set(number, { number, cart: id });
    return Response.json(bookings.get(number), { status: 201 });
  };
}

const DATA = `{ type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Offer' } } } }`;
const PLAIN = `{ type: array, items: { $ref: '#/components/schemas/Offer' } }`;

test.each(
  sampleOf(
    [
      { member: 'offerId', list: PLAIN, answer: (offers: readonly object[]) => offers },
      { member: 'offer', list: DATA, answer: (offers: readonly object[]) => ({ data: offers }) },
      { member: 'chosen_offer_id', list: DATA, answer: (offers: readonly object[]) => ({ data: offers }) },
    ],
    1,
  ),
)('an offer that only a list has is taken as `$member`, and what comes of it is read', async ({ member, list, answer }) => {
  let steps = 0;
  const asked: string[] = [];
  const report = await conformService(await house(member, list), {
    target: sales(member, answer),
    allowWrites: true,
    random: 1,
    skip: ['closeHall'],
    onExchange({ case: one, response }) {
      if (one.id.startsWith('listHalls valid') && one.id.includes('source')) asked.push(one.request.target);
      if (one.id.startsWith('acceptOffer sequence') && response?.status === 201) steps++;
    },
  });
  expect(report.reached).toMatchObject({ succeeded: 7, of: 7 });
  expect(steps).toBeGreaterThan(0);
  // No filter with a value that is made up, which leaves nothing in a list.
  expect(new Set(asked)).toEqual(new Set(['/halls']));
});

test('what was there before a run is read, and not deleted', async () => {
  const service = await house('offer', PLAIN);
  const edges = edgesOf(service).map(({ producer, consumer, to }) => `${producer.id} ${consumer.id} ${to}`);
  expect(edges).toContain('listHalls readHall /path/hall');
  expect(edges).toContain('listOffers acceptOffer /body/offer');
  expect(edges).toContain('acceptOffer readBooking /path/number');
  expect(edges.filter((edge) => edge.includes('closeHall'))).toEqual([]);
});

test('a member with the name of what an operation makes, or of the list of another thing, is not taken from a list', async () => {
  const service = await house('cartId', PLAIN);
  const edges = edgesOf(service).filter(({ producer, to }) => producer.method === 'GET' && to.startsWith('/body/'));
  expect(edges).toEqual([]);
});
