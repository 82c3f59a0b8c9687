// Tests that octavo conform finds a second thing where one other thing may have one at most: reviews that name a booking, and receipts below it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, '404': { description: None. } }`;

const documentWith = (reviews: string, receipts: string): string => `openapi: 3.1.0
info: { title: Bookings, version: '1' }
paths:
  /bookings:
    post: { operationId: book, responses: { '201': { description: Made., ${json('Booking')} } } }
  /bookings/{id}:
    parameters: [${id('id')}]
    get: { operationId: getBooking, ${found('Booking')} }
  /bookings/{id}/receipts:
    parameters: [${id('id')}]
    post: { operationId: addReceipt, responses: { '201': { description: Made., ${json('Booking')} }, '409': { description: ${JSON.stringify(receipts)} } } }
  /bookings/{id}/receipts/{receiptId}:
    parameters: [${id('id')}, ${id('receiptId')}]
    get: { operationId: getReceipt, ${found('Booking')} }
  /reviews:
    post:
      operationId: review
      requestBody: { required: true, ${json('NewReview')} }
      responses: { '201': { description: Made., ${json('Review')} }, '409': { description: ${JSON.stringify(reviews)} }, '422': { description: Wrong. } }
  /reviews/{id}:
    parameters: [${id('id')}]
    get: { operationId: getReview, ${found('Review')} }
components:
  schemas:
    Booking: { type: object, required: [id], properties: { id: { type: integer } } }
    NewReview: { type: object, required: [bookingId, stars], properties: { bookingId: { type: integer, minimum: 1, maximum: 999999999 }, stars: { type: integer, minimum: 1, maximum: 5 } } }
    Review: { type: object, required: [id, bookingId, stars], properties: { id: { type: integer }, bookingId: { type: integer }, stars: { type: integer } } }
`;

function bookings(most: number): (request: Request) => Promise<Response> {
  const kept = new Map<string, object>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, , parent] = pathname.split('/');
    if (request.method === 'GET') return kept.has(pathname) ? Response.json(kept.get(pathname)) : status(404);
    const { bookingId, stars } =
      pathname === '/reviews' ? await request.json().catch(() => ({})) : { bookingId: undefined, stars: undefined };
    if (pathname === '/reviews' && (!kept.has(`/bookings/${bookingId}`) || !(stars >= 1 && stars <= 5))) return status(422);
    if (parent !== undefined && !kept.has(`/bookings/${parent}`)) return status(404);
    const beside = [...kept].filter(([at, one]) =>
      pathname === '/reviews'
        ? at.startsWith('/reviews/') && 'bookingId' in one && one.bookingId === bookingId
        : parent !== undefined && at.startsWith(`${pathname}/`),
    );
    if (beside.length >= most) return status(409);
    const one = { id: ++last, ...(bookingId === undefined ? {} : { bookingId, stars }) };
    kept.set(`${pathname}/${one.id}`, one);
    return Response.json(one, { status: 201 });
  };
}

async function foundIn(reviews: string, receipts: string, most: number): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(documentWith(reviews, receipts)), {
    target: bookings(most),
    ...{ most: 1, random: 0 },
    ...lookingFor('unique-values', 'most-things'),
  });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

test.each(
  sampleOf(
    [
      'The booking has a review already.',
      'The booking already has a review.',
      'A booking has at most one review.',
      'There is one review per booking.',
      'A review for this booking already exists.',
      'A second review of a booking is refused.',
    ],
    4,
  ),
)('%s', async (text) => {
  const isFound = !text.startsWith('A second');
  expect(await foundIn(text, 'Refused.', 1)).toEqual([]);
  expect(await foundIn(text, 'Refused.', 9)).toEqual(isFound ? ['unique-values: review'] : []);
});

test.each(['The booking has a receipt already.', 'The booking already has a receipt.'])('below it: %s', async (text) => {
  expect(await foundIn('Refused.', text, 1)).toEqual([]);
  expect(await foundIn('Refused.', text, 9)).toEqual(['most-things: addReceipt']);
});

test.each(['The booking already has an open review.', 'The booking already has a review of the day.', 'Somebody has a review already.'])(
  'nothing is judged by: %s',
  async (text) => expect(await foundIn(text, text, 9)).toEqual([]),
);
