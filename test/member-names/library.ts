// A document whose properties have names of every kind in every place, and the program that holds them in camelCase.

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (schema: object) => ({ type: 'array', items: schema });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const json = (schema: object) => ({ 'application/json': { schema } });
const body = (schema: object) => ({ required: true, content: json(schema) });
const query = (name: string, schema: object) => ({ in: 'query', name, schema });
const taken = { 204: { description: 'Taken.' } };

export const DOCUMENT = {
  openapi: '3.2.0',
  paths: {
    '/books/{book_id}': {
      put: {
        operationId: 'putBook',
        parameters: [
          { in: 'path', name: 'book_id', required: true, schema: text },
          query('sort_by', text),
          { ...query('filter', object({ page_count: { type: 'integer' }, 'shelf-mark': text })), style: 'deepObject' },
        ],
        requestBody: body(ref('Book')),
        responses: {
          200: {
            description: 'The book.',
            headers: { 'X-Shelf-Mark': { schema: text } },
            content: json(ref('Book')),
            links: { SameAuthor: { operationId: 'listBooks', parameters: { book_id: '$response.body#/main_author/full_name' } } },
          },
          400: { description: 'Not understood.', content: json(ref('Fault')) },
          409: { description: 'Taken already.', content: json(ref('Fault')) },
        },
        callbacks: {
          printed: {
            '{$request.body#/callback_url}': { post: { operationId: 'bookPrinted', requestBody: body(ref('Event')), responses: taken } },
          },
        },
      },
      get: {
        operationId: 'listBooks',
        parameters: [{ in: 'path', name: 'book_id', required: true, schema: text }, query('cursor', text)],
        'x-pagination': { style: 'cursor', cursor: 'query.cursor', next: '/page_info/next_cursor', items: '/book_list' },
        responses: {
          200: {
            description: 'A page.',
            content: json(
              object({ book_list: many(ref('Book')), page_info: object({ next_cursor: text }) }, { required: ['book_list', 'page_info'] }),
            ),
          },
        },
      },
    },
    '/forms': {
      post: {
        operationId: 'postForm',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: object({ first_name: text, page_counts: many({ type: 'integer' }) }) },
            'multipart/form-data': { schema: object({ first_name: text, book_facts: ref('Book') }) },
          },
        },
        responses: taken,
      },
    },
    '/events': {
      get: {
        operationId: 'readEvents',
        responses: { 200: { description: 'Events.', content: { 'application/x-ndjson': { itemSchema: ref('Event') } } } },
      },
      post: {
        operationId: 'sendEvents',
        requestBody: { required: true, content: { 'application/x-ndjson': { itemSchema: ref('Event') } } },
        responses: taken,
      },
    },
  },
  webhooks: {
    book_sold: { post: { operationId: 'bookSold', requestBody: body(ref('Event')), responses: taken } },
  },
  components: {
    schemas: {
      Named: object({ full_name: text, 'e-mail': { ...text, description: 'Where to write to.' } }, { required: ['full_name'] }),
      Author: { allOf: [ref('Named'), object({ BirthYear: { type: 'integer' }, full_name: { minLength: 1 } })] },
      Book: {
        allOf: [
          object({ book_id: { ...text, readOnly: true }, is_new: { type: 'boolean' } }),
          object(
            {
              main_author: ref('Author'),
              other_authors: many(ref('Author')),
              by_shelf_mark: object({}, { additionalProperties: ref('Author') }),
              notes_by_page: object({ last_page: text }, { additionalProperties: object({ noted_at: { ...text, format: 'date-time' } }) }),
              HTTPStatus: { type: 'integer' },
              'x.y-z': text,
              line_1: text,
              '@type': text,
              _links: object({ self_url: text }),
              title_text: { ...text, 'x-octavo-name': 'title' },
              printed_at: { ...text, format: 'date-time' },
              first_pair: { type: 'array', prefixItems: [object({ a_b: text }), text], items: object({ c_d: text }) },
              prefixed: object({}, { patternProperties: { '^x_': object({ e_f: text }) } }),
              paid_by: {
                oneOf: [ref('CardPayment'), ref('CashPayment')],
                discriminator: { propertyName: 'payment_kind', mapping: { card: 'CardPayment', cash: 'CashPayment' } },
              },
              text_or_part: { anyOf: [text, object({ part_no: { type: 'integer' } }, { required: ['part_no'] })] },
              sub_books: many(ref('Book')),
              kept_animal: ref('Animal'),
              callback_url: text,
            },
            { required: ['main_author'] },
          ),
        ],
      },
      CardPayment: object(
        { payment_kind: { const: 'card' }, paid_until: { ...text, format: 'date-time' } },
        { required: ['payment_kind'] },
      ),
      CashPayment: object({ payment_kind: { const: 'cash' }, money_given: { type: 'number' } }, { required: ['payment_kind'] }),
      Animal: object(
        { animal_kind: text, legs_count: { type: 'integer' } },
        { required: ['animal_kind'], discriminator: { propertyName: 'animal_kind', mapping: { cat: 'Cat' } } },
      ),
      Cat: { allOf: [ref('Animal'), object({ claw_length: { type: 'number' } })] },
      Event: object({ event_id: text, happened_at: { ...text, format: 'date-time' }, about_book: ref('Book') }, { required: ['event_id'] }),
      Occasion: { allOf: [ref('Event')] },
      Fault: object({ error_code: text, error_details: many(object({ field_name: text })) }, { required: ['error_code'] }),
    },
  },
};

/** What an application writes. */
export const USER = `
import type { Animal, Book, Event, Fault, PutBookInput, PutBookResult } from './index.ts';
export const cat: Animal = { animalKind: 'cat', legsCount: 4, clawLength: 2.5 };
export const book: Book = {
  bookId: 'b1', isNew: true, mainAuthor: { fullName: 'Ada', 'eMail': 'a@b.c', birthYear: 1815 }, otherAuthors: [{ fullName: 'Bo' }],
  byShelfMark: { shelf_mark_1: { fullName: 'Cy' } }, notesByPage: {}, httpStatus: 200, xYZ: 'z', line1: 'l', '@type': 't',
  _links: { selfUrl: 'u' }, title: 'T', firstPair: [{ aB: 'x' }, 'y', { cD: 'z' }], prefixed: { x_one: { eF: 'g' } },
  paidBy: { paymentKind: 'cash', moneyGiven: 2 }, textOrPart: { partNo: 3 }, subBooks: [{ mainAuthor: { fullName: 'Di' } }], keptAnimal: cat, callbackUrl: 'https://example.com/printed',
};
export const input: PutBookInput = { path: { book_id: 'b1' }, query: { sort_by: 's', filter: { pageCount: 3, shelfMark: 'm' } }, body: { ...book } };
export const result: PutBookResult = { status: 200, body: book, headers: {} };
export const fault: Fault = { errorCode: 'x', errorDetails: [{ fieldName: 'f' }] };
export const event: Event = { eventId: 'e1', aboutBook: book };
export function paid(given: Book): number | undefined {
  return given.paidBy?.paymentKind === 'cash' ? given.paidBy.moneyGiven : undefined;
}
// @ts-expect-error a name of the wire
export const wrong: Fault = { error_code: 'x' };
`;

/** The book of the program, as it is sent. */
export const WIRE_BOOK = {
  book_id: 'b1',
  is_new: true,
  main_author: { full_name: 'Ada', 'e-mail': 'a@b.c', BirthYear: 1815 },
  other_authors: [{ full_name: 'Bo' }],
  by_shelf_mark: { shelf_mark_1: { full_name: 'Cy' } },
  notes_by_page: {},
  HTTPStatus: 200,
  'x.y-z': 'z',
  line_1: 'l',
  '@type': 't',
  _links: { self_url: 'u' },
  title_text: 'T',
  first_pair: [{ a_b: 'x' }, 'y', { c_d: 'z' }],
  prefixed: { x_one: { e_f: 'g' } },
  paid_by: { payment_kind: 'cash', money_given: 2 },
  text_or_part: { part_no: 3 },
  sub_books: [{ main_author: { full_name: 'Di' } }],
  kept_animal: { animal_kind: 'cat', legs_count: 4, claw_length: 2.5 },
  callback_url: 'https://example.com/printed',
};
