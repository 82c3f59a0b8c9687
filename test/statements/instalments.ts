// Checks that `f-instalments.yaml` satisfies each statement about F, with changes to the document that must fail the check.
import { expect } from 'vitest';
import {
  bodyOf,
  type Document,
  fieldOf,
  follow,
  operationAt,
  operations,
  parameterOf,
  responseOf,
  type Schema,
  securityOf,
} from '../specs/document.ts';
import type { Check } from './check.ts';
import * as edit from './edits.ts';

const eligibility = ['POST', '/eligibility/purchases'] as const;
const payments = ['POST', '/payments'] as const;
const capture = ['POST', '/payments/{id}/capture'] as const;
const email = ['POST', '/payments/{id}/email'] as const;
const sms = ['POST', '/payments/{id}/sms'] as const;
const refunds = ['POST', '/refunds'] as const;
const balance = ['GET', '/balance-transactions'] as const;
const webhooks = ['POST', '/webhooks'] as const;
const events = ['GET', '/events'] as const;
const newOrder = ['POST', '/payments/{payment_id}/orders'] as const;
const orderStatus = ['POST', '/payments/{payment_id}/orders/status'] as const;
const shipment = ['POST', '/payments/{payment_id}/orders/shipment'] as const;
const newCustomer = ['POST', '/customers'] as const;
const customers = ['GET', '/customers'] as const;
const newExport = ['POST', '/data-exports'] as const;
const oneExport = ['GET', '/data-exports/{id}'] as const;

export const instalments: Record<string, Check> = {
  F1: {
    holds(document) {
      expect(operations(document)).toHaveLength(22);
      expect(new Set(operations(document).map(({ operation }) => operation.operationId)).size).toBe(22);
    },
    breaks: {
      'an operation is missing': edit.withoutPath(events[1]),
      'there is one operation more': (document) => {
        document.paths['/addresses'] = { post: operationAt(document, ...newCustomer).operation };
      },
    },
  },
  F2: {
    holds(document) {
      const place = operationAt(document, ...payments);
      const { schema, examples } = bodyOf(document, place);
      const payment = fieldOf(document, schema, 'payment');
      expect(payment.required).toEqual(expect.arrayContaining(['purchase_amount', 'installments_count']));
      expect(fieldOf(document, payment, 'purchase_amount')).toMatchObject({ type: 'integer', minimum: 5_000, maximum: 300_000 });
      expect(fieldOf(document, payment, 'cart.items').type).toBe('array');
      const count = fieldOf(document, payment, 'installments_count');
      for (const plan of [1, 2, 3, 4]) expect(allows(count, plan), `${plan} instalments`).toBe(true);
      expect(fieldOf(document, payment, 'deferred_days').type).toBe('integer');
      const asked = Object.values(examples).map(({ value }) => (value as { payment: Record<string, unknown> }).payment);
      expect(asked).toContainEqual(expect.objectContaining({ installments_count: 3 }));
      expect(asked).toContainEqual(expect.objectContaining({ installments_count: 1, deferred_days: 30 }));
      const answer = responseOf(document, place, '200').schema;
      expect(follow(document, answer).required).toContain('url');
      expect(fieldOf(document, answer, 'url')).toMatchObject({ type: 'string', format: 'uri' });
    },
    breaks: {
      'no plan is chosen': edit.schemaWith('PaymentDetails', { required: ['purchase_amount', 'return_url'] }),
      'there are no four instalments': edit.schemaWith('PaymentDetails.installments_count', { maximum: 3 }),
      'nothing can be deferred': edit.withoutField('PaymentDetails.deferred_days'),
      'there is no basket': edit.withoutField('PaymentDetails.cart'),
      'there is no redirect page': edit.withoutField('Payment.url'),
    },
  },
  F3: {
    holds(document) {
      const place = operationAt(document, ...eligibility);
      // The request has two forms, and the first is the usual one.
      const [check = {}, older = {}] = bodyOf(document, place).schema.anyOf ?? [];
      expect(follow(document, check).required).toContain('purchase_amount');
      expect(fieldOf(document, check, 'queries.[].installments_count').type).toBe('integer');
      expect(fieldOf(document, older, 'payment').required).toContain('purchase_amount');
      const [answer = {}, single = {}] = responseOf(document, place, '200').schema.oneOf ?? [];
      expect(answer.type).toBe('array');
      expect(follow(document, single)).toBe(fieldOf(document, answer, '[]'));
      expect(fieldOf(document, answer, '[]').required).toEqual(expect.arrayContaining(['eligible', 'installments_count']));
      expect(fieldOf(document, answer, '[].eligible').type).toBe('boolean');
    },
    breaks: {
      'it covers one plan only': (document) => {
        const { schema } = responseOf(document, operationAt(document, ...eligibility), '200');
        schema.oneOf = schema.oneOf?.slice(1) ?? [];
      },
      'it does not say whether a plan is eligible': edit.withoutField('Eligibility.eligible'),
      'no basket is given': edit.schemaWith('EligibilityCheck', { required: [] }),
    },
  },
  F4: {
    holds(document) {
      const place = operationAt(document, ...capture);
      expect(parameterOf(place, 'path', 'id')).toMatchObject({ required: true, schema: { type: 'string' } });
      expect(place.operation.description).toMatch(/authorised before/);
      expect(place.operation.requestBody?.required ?? false).toBe(false);
      expect(fieldOf(document, bodyOf(document, place).schema, 'amount').type).toBe('integer');
      const payment = responseOf(document, place, '200').schema;
      expect(fieldOf(document, payment, 'capture_method').enum).toContain('manual');
      responseOf(document, place, '400');
    },
    breaks: {
      'it is at another path': edit.moved(capture[1], '/captures'),
      'nothing can be captured by hand': edit.schemaWith('CaptureMethod', { enum: ['automatic'] }),
      'a second capture is allowed': edit.withoutResponse(capture, '400'),
    },
  },
  F5: {
    holds(document) {
      const place = operationAt(document, ...refunds);
      const { schema } = bodyOf(document, place);
      expect(follow(document, schema).required).toEqual(['payment_id']);
      expect(fieldOf(document, schema, 'payment_id').type).toBe('string');
      expect(fieldOf(document, schema, 'amount')).toMatchObject({ type: 'integer', minimum: 1 });
      expect(fieldOf(document, schema, 'reason').type).toContain('string');
      expect(place.operation.description).toMatch(/captured payment/);
      expect(responseOf(document, place, '400').examples).toHaveProperty('notCaptured');
    },
    breaks: {
      'a reason cannot be given': edit.withoutField('NewRefund.reason'),
      'no payment is named': edit.schemaWith('NewRefund', { required: ['amount'] }),
      'a payment that is not captured can be refunded': edit.withoutExample(refunds, '400', 'notCaptured'),
    },
  },
  F6: {
    holds(document) {
      const ways: { at: readonly [string, string]; field: string }[] = [
        { at: email, field: 'email' },
        { at: sms, field: 'phone' },
      ];
      for (const { at, field } of ways) {
        const place = operationAt(document, ...at);
        parameterOf(place, 'path', 'id');
        const { schema } = bodyOf(document, place);
        expect(follow(document, schema).required).toEqual([field]);
        expect(fieldOf(document, schema, field).type).toBe('string');
        expect(Object.keys(place.operation.responses)).toContain('200');
      }
    },
    breaks: {
      'nothing goes by SMS': edit.withoutPath(sms[1]),
      'the email has no address': (document) => {
        bodyOf(document, operationAt(document, ...email)).schema.required = [];
      },
    },
  },
  F7: {
    holds(document) {
      const place = operationAt(document, ...balance);
      for (const name of ['start', 'end']) expect(parameterOf(place, 'query', name).schema.type).toBe('integer');
      for (const name of ['start_date', 'end_date']) expect(parameterOf(place, 'query', name).schema).toMatchObject({ format: 'date' });
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'data.[]').required).toEqual(expect.arrayContaining(['amount', 'type', 'created']));
    },
    breaks: {
      'the range has no end': edit.parameterWith(balance, 'query', 'end', { name: 'until' }),
      'a transaction has no time': edit.schemaWith('BalanceTransaction', { required: ['id', 'amount', 'type'] }),
    },
  },
  F8: {
    holds(document) {
      const { schema } = bodyOf(document, operationAt(document, ...webhooks));
      expect(follow(document, schema).required).toContain('url');
      expect(fieldOf(document, schema, 'url')).toMatchObject({ type: 'string', format: 'uri' });
      const kinds = fieldOf(document, schema, 'events.[]').enum;
      const listed = fieldOf(document, responseOf(document, operationAt(document, ...events), '200').schema, 'data.[]');
      expect(Object.keys(listed.discriminator?.mapping ?? {})).toEqual(kinds);
      // Each kind of event has a webhook and an example.
      const delivered = operations(document, 'webhooks').map((place) => ({ place, body: bodyOf(document, place) }));
      expect(delivered.flatMap(({ body }) => fieldOf(document, body.schema, 'type').enum ?? [])).toEqual(kinds);
      const shown = delivered.flatMap(({ body }) => Object.values(body.examples).map(({ value }) => (value as { type: string }).type));
      expect(shown).toEqual(kinds);
      for (const { place } of delivered) expect(place.operation['x-webhook-signature']).toMatchObject({ scheme: 'hmac-hex' });
    },
    breaks: {
      'a listed kind of event is never delivered': edit.withValue('EventType', 'payment.disputed'),
      'events of orders are not delivered': (document) => {
        delete document.webhooks?.orderEvent;
      },
      'a kind of event has no example': (document) => {
        const place = operations(document, 'webhooks')[0];
        if (place !== undefined) delete bodyOf(document, place).examples.refunded;
      },
      'a webhook has no address': edit.withoutField('NewWebhook.url'),
      'events cannot be listed': edit.withoutPath(events[1]),
    },
  },
  F9: {
    holds(document) {
      const made = responseOf(document, operationAt(document, ...newCustomer), '200').schema;
      const listed = fieldOf(document, responseOf(document, operationAt(document, ...customers), '200').schema, 'data.[]');
      expect(listed).toEqual(follow(document, made));

      const orders = follow(document, responseOf(document, operationAt(document, ...newOrder), '200').schema);
      expect(orders.type).toBe('array');
      const order = fieldOf(document, orders, '[]');
      const status = operationAt(document, ...orderStatus);
      expect(follow(document, bodyOf(document, status).schema).required).toEqual(['status']);
      expect(fieldOf(document, bodyOf(document, status).schema, 'is_shipped').type).toContain('boolean');
      const parcel = operationAt(document, ...shipment);
      for (const place of [status, parcel]) expect(follow(document, responseOf(document, place, '200').schema)).toEqual(order);
      const required = partsOf(document, bodyOf(document, parcel).schema).flatMap((part) => part.required ?? []);
      expect(required).toEqual(['carrier', 'tracking_number']);

      const ordered = follow(document, responseOf(document, operationAt(document, ...newExport), '200').schema);
      expect(ordered).toEqual(follow(document, responseOf(document, operationAt(document, ...oneExport), '200').schema));
      expect(fieldOf(document, ordered, 'complete').type).toBe('boolean');
    },
    breaks: {
      'a shipment has no number': edit.schemaWith('Shipment', { required: ['carrier'] }),
      'an order has no shipment state': edit.withoutField('OrderStatus.is_shipped'),
      'customers cannot be listed': edit.withoutOperation(customers),
      'exports cannot be fetched': edit.withoutPath(oneExport[1]),
    },
  },
  F10: {
    holds(document) {
      const [[name, scheme], ...others] = Object.entries(document.components.securitySchemes) as [[string, object], ...unknown[]];
      expect(others).toEqual([]);
      expect(name).toMatch(/^\w+Auth$/);
      // An HTTP scheme, so credentials go into the `Authorization` header, after the scheme's name.
      expect(scheme).toMatchObject({ type: 'http', scheme: expect.stringMatching(/^\w+-Auth$/) });
      for (const place of operations(document)) expect(securityOf(document, place)).toEqual([{ [name]: [] }]);
    },
    breaks: {
      'it is a bearer token': edit.schemesWith('bearer'),
      'an operation requires no key': edit.operationWith(eligibility, { security: [] }),
      'the scheme has another name': (document) => {
        const { InstalmentsAuth: scheme } = document.components.securitySchemes;
        if (scheme !== undefined) document.components.securitySchemes = { key: scheme };
        document.security = [{ key: [] }];
      },
    },
  },
  F11: {
    holds(document) {
      expect(document.info.description).toMatch(/processing cards directly, keeping accounting ledgers, and issuing proofs of identity/i);
      for (const { path, operation } of operations(document)) {
        expect(`${path} ${operation.operationId} ${operation.tags.join(' ')}`).not.toMatch(/card|ledger|accounting|identit|kyc/i);
      }
      const fields = Object.values(document.components.schemas).flatMap((schema) => Object.keys(schema.properties ?? {}));
      for (const field of fields) expect(field).not.toMatch(/card_number|cvc|cvv|iban|passport/i);
    },
    breaks: {
      'cards are charged': (document) => {
        document.paths['/card-payments'] = { post: operationAt(document, ...capture).operation };
      },
      'a card number is requested': (document) => {
        const { properties } = document.components.schemas.PaymentDetails ?? {};
        if (properties !== undefined) properties.card_number = { type: 'string' };
      },
      'the description does not say what is out of scope': (document) => {
        document.info.description = document.info.description.replace('Out of scope', 'In scope').replace('ledgers', 'books');
      },
    },
  },
};

function allows({ minimum = 1, maximum = Number.POSITIVE_INFINITY, enum: values }: Schema, value: number): boolean {
  return value >= minimum && value <= maximum && (values?.includes(value) ?? true);
}

/** The schema and all schemas of its `allOf`, nested ones included. */
function partsOf(document: Document, schema: Schema): Schema[] {
  const whole = follow(document, schema);
  return [whole, ...(whole.allOf ?? []).flatMap((part) => partsOf(document, part))];
}
