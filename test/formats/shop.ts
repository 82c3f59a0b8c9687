// A document with formats in every place, and the program that holds them as Temporal, brands and types of its own.
import { type HeldOptions, shortForms } from '../../generator/emit/held/forms.ts';

const at = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const span = { type: 'string', format: 'duration' };
const id = { type: 'string', format: 'uuid' };
const total = { type: 'string', format: 'decimal', maxLength: 12, pattern: '^-?[0-9]+([.][0-9]+)?$' };
const rate = { type: 'number', format: 'decimal', minimum: 0 };
const opens = { type: 'string', format: 'time-local' };
const local = { type: 'string', format: 'date-time-local' };
const count = { type: 'integer', format: 'int64' };
const values = { at, day, span, id, total, rate, opens, local, count };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (schema: object) => ({ type: 'array', items: schema });
const query = (name: string, schema: object) => ({ in: 'query', name, schema });
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const taken = { 204: { description: 'Taken.' } };

export const DOCUMENT = {
  openapi: '3.2.0',
  paths: {
    '/orders/{id}/{day}/{total}': {
      put: {
        operationId: 'putOrder',
        parameters: [
          { in: 'path', name: 'id', required: true, schema: id },
          { in: 'path', name: 'day', required: true, schema: day },
          { in: 'path', name: 'total', required: true, schema: total },
          query('since', at),
          query('until', { ...at, default: '2026-01-01T00:00:00.5+01:00' }),
          query('totals', many(total)),
          { ...query('filter', { type: 'object', properties: { total, day } }), style: 'deepObject' },
          { in: 'header', name: 'X-Rate', schema: rate },
          { in: 'cookie', name: 'seen', schema: opens },
        ],
        requestBody: body(ref('Order')),
        responses: {
          200: {
            description: 'The order.',
            headers: { 'X-Span': { required: true, schema: span }, 'X-Total': { schema: total } },
            content: { 'application/json': { schema: ref('Order') } },
          },
        },
      },
    },
    '/form': {
      post: {
        operationId: 'postForm',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'object', properties: values } },
            'multipart/form-data': { schema: { type: 'object', properties: values } },
          },
        },
        responses: taken,
      },
    },
    '/prices': {
      get: {
        operationId: 'readPrices',
        responses: {
          200: {
            description: 'Prices.',
            content: { 'application/x-ndjson': { itemSchema: { type: 'object', required: ['total', 'at'], properties: { total, at } } } },
          },
        },
      },
    },
  },
  webhooks: {
    paid: { post: { operationId: 'paid', requestBody: body(ref('Order')), responses: taken } },
  },
  components: {
    schemas: {
      Uuid: id,
      Amount: total,
      Order: {
        allOf: [
          { type: 'object', required: ['id', 'total'], properties: { id: ref('Uuid'), total: ref('Amount'), parts: many(ref('Order')) } },
          // The same property again, as schemas that inherit have it.
          {
            type: 'object',
            properties: {
              ...values,
              none: { ...total, type: ['string', 'null'] },
              maybe: { anyOf: [total, { type: 'null' }] },
              either: { anyOf: [total, { type: 'object', required: ['a'], properties: { a: at } }] },
              dayOrTime: { oneOf: [day, at] },
              byName: { type: 'object', additionalProperties: day },
              pair: { type: 'array', prefixItems: [at, total], items: false },
              paid: {
                oneOf: [ref('Card'), ref('Cash')],
                discriminator: { propertyName: 'kind', mapping: { card: 'Card', cash: 'Cash' } },
              },
              fixed: { type: 'string', format: 'date', enum: ['2026-01-01', '2026-07-01'] },
              number: { ...total, type: ['string', 'number'], pattern: undefined },
              unlike: { type: ['string', 'boolean'], format: 'decimal' },
            },
          },
        ],
      },
      Card: { type: 'object', required: ['kind', 'until'], properties: { kind: { const: 'card' }, until: day } },
      Cash: { type: 'object', required: ['kind', 'given'], properties: { kind: { const: 'cash' }, given: total } },
    },
  },
};

const POLYFILL = 'temporal-polyfill';

export const FORMS: HeldOptions = {
  ...shortForms({ int64: 'bigint' }),
  'date-time': { kind: 'temporal', type: 'Instant', from: POLYFILL },
  date: { kind: 'temporal', type: 'PlainDate', from: POLYFILL },
  duration: { kind: 'temporal', type: 'Duration', from: POLYFILL },
  'time-local': { kind: 'temporal', type: 'PlainTime', from: POLYFILL },
  'date-time-local': { kind: 'temporal', type: 'PlainDateTime', from: POLYFILL },
  uuid: { kind: 'brand', brand: 'Uuid' },
  decimal: { kind: 'own', type: 'Decimal', from: './decimal.ts', module: './decimal.ts', read: 'readDecimal', write: 'writeDecimal' },
};

/** A type of the user's own: hundredths, exactly. */
export const DECIMAL = `
export class Decimal {
  readonly cents: bigint;
  constructor(cents: bigint) {
    this.cents = cents;
  }
}
export function readDecimal(wire: string | number): Decimal {
  const [, sign = '', whole = '', part = ''] = /^(-?)([0-9]+)(?:[.]([0-9]{1,2}))?$/.exec(String(wire)) ?? [];
  if (whole === '') throw new RangeError('not an amount with cents: ' + wire);
  return new Decimal(BigInt(sign + whole + part.padEnd(2, '0')));
}
export function writeDecimal(value: Decimal, kind: 'string'): string;
export function writeDecimal(value: Decimal, kind: 'number'): number;
export function writeDecimal(value: Decimal, kind: 'string' | 'number'): string | number;
export function writeDecimal(value: Decimal, kind: 'string' | 'number'): string | number {
  if (!(value instanceof Decimal)) throw new TypeError('no Decimal');
  const digits = String(value.cents).padStart(3, '0');
  const text = digits.slice(0, -2) + '.' + digits.slice(-2);
  return kind === 'number' ? Number(text) : text;
}
`;
