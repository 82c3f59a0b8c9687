// Changes of two documents, each with the lines of the project in `project/` that it concerns.

import type { EditedDocument, Tree } from './versions.ts';

export interface Edited extends EditedDocument {
  /** The change in words. */
  readonly what: string;
  /** A part of each line that is concerned, which no other line of its file has: `people.ts`, then the text. */
  readonly places: readonly (readonly [file: string, text: string])[];
}

export const schema = (document: Tree, name: string): Tree => document.components.schemas[name];
const property = (document: Tree, name: string, key: string): Tree => schema(document, name).properties[key];
export const operation = (document: Tree, path: string, method: string): Tree => document.paths[path][method];
const query = (name: string, required: boolean) => ({
  name,
  in: 'query',
  required,
  'x-basis': 'designed',
  description: 'New.',
  schema: { type: 'string' },
  example: 'a',
});

function remove(document: Tree, name: string, key: string): void {
  const { properties, required } = schema(document, name);
  delete properties[key];
  if (required !== undefined) schema(document, name).required = required.filter((one: string) => one !== key);
}

export const CHANGES: readonly Edited[] = [
  {
    document: 'h-email',
    what: 'a property of a response goes away',
    edit: (document) => remove(document, 'LikelyEmail', 'score'),
    places: [['people.ts', 'function foundIn({ email, score']],
  },
  {
    document: 'h-email',
    what: 'a property of a response changes its type',
    edit: (document) => Object.assign(property(document, 'LikelyEmail', 'position'), { type: 'integer' }),
    places: [['people.ts', 'function foundIn({ email, score']],
  },
  {
    document: 'h-email',
    what: 'a parameter becomes required',
    edit: (document) => {
      const limit = operation(document, '/email-finder', 'get').parameters.find(({ name }: Tree) => name === 'max_duration');
      limit.required = true;
    },
    places: [
      ['people.ts', 'return { query: { company, full_name'],
      ['people.ts', 'unwrap(await client.findEmail(inputFor(person))'],
    ],
  },
  {
    document: 'h-email',
    what: 'a required parameter is new',
    edit: (document) => operation(document, '/email-verifier', 'get').parameters.push(query('reason', true)),
    places: [['people.ts', 'await client.verifyEmail(']],
  },
  {
    document: 'h-email',
    what: 'an optional parameter is new',
    edit: (document) => operation(document, '/email-verifier', 'get').parameters.push(query('reason', false)),
    places: [],
  },
  {
    document: 'h-email',
    what: 'an operation goes away',
    edit: (document) => {
      delete document.paths['/email-verifier'];
      delete document['x-errors'];
    },
    places: [['people.ts', 'await client.verifyEmail(']],
  },
  {
    document: 'h-email',
    what: 'an operation that the project does not call goes away',
    edit: (document) => delete document.paths['/account'],
    places: [],
  },
  {
    document: 'h-email',
    what: 'an operation is deprecated',
    edit: (document) => Object.assign(operation(document, '/domain-search', 'get'), { deprecated: true }),
    places: [['people.ts', 'await client.searchDomain(']],
  },
  {
    document: 'h-email',
    what: 'a property becomes optional',
    edit: (document) => {
      const all = schema(document, 'DomainSearch');
      all.required = all.required.filter((one: string) => one !== 'emails');
    },
    places: [['people.ts', 'of data.emails)']],
  },
  {
    document: 'f-instalments',
    what: 'a property of a request becomes required',
    edit: (document) => schema(document, 'NewRefund').required.push('merchant_reference'),
    places: [['checkout.ts', 'const refund: NewRefund =']],
  },
  {
    document: 'f-instalments',
    what: 'a required property of a request is new',
    edit: (document) => {
      schema(document, 'PaymentDetails').properties.till = { type: 'string', description: 'The till.' };
      schema(document, 'PaymentDetails').required.push('till');
    },
    places: [['checkout.ts', 'payment: {']],
  },
  {
    document: 'f-instalments',
    what: 'a required property of a response is new, which handlers build',
    edit: (document) => {
      schema(document, 'Refund').properties.till = { type: 'string', description: 'The till.' };
      schema(document, 'Refund').required.push('till');
    },
    places: [['handlers.ts', 'const refund: Refund =']],
  },
  {
    document: 'f-instalments',
    what: 'a property of a request goes away, which handlers read',
    edit: (document) => remove(document, 'NewRefund', 'comment'),
    places: [['handlers.ts', 'comment: body.comment']],
  },
  {
    document: 'f-instalments',
    what: 'a property of a request goes away, which callers write',
    edit: (document) => remove(document, 'NewRefund', 'reason'),
    places: [['checkout.ts', 'const refund: NewRefund =']],
  },
  {
    document: 'f-instalments',
    what: 'a property of a response is renamed',
    edit: (document) => {
      const { properties, required } = schema(document, 'Payment');
      properties.total = properties.purchase_amount;
      delete properties.purchase_amount;
      schema(document, 'Payment').required = required.map((one: string) => (one === 'purchase_amount' ? 'total' : one));
    },
    places: [
      ['checkout.ts', 'purchase_amount: amount }'],
      ['checkout.ts', 'payment.purchase_amount} cents'],
    ],
  },
  {
    document: 'f-instalments',
    what: 'an enumeration of responses has a new value',
    edit: (document) => schema(document, 'PaymentState').enum.push('frozen'),
    places: [['checkout.ts', 'switch (payment.state)']],
  },
  {
    document: 'f-instalments',
    what: 'an enumeration loses a value',
    edit: (document) => {
      const state = schema(document, 'PaymentState');
      state.enum = state.enum.filter((one: string) => one !== 'stopped');
    },
    places: [['checkout.ts', "case 'stopped':"]],
  },
  {
    document: 'f-instalments',
    what: 'a header of a request goes away',
    edit: (document) => {
      const create = operation(document, '/payments', 'post');
      create.parameters = create.parameters.filter(
        ({ $ref = '', name }: Tree) => !$ref.endsWith('IdempotencyKey') && name !== 'Idempotency-Key',
      );
    },
    places: [['checkout.ts', "'Idempotency-Key': 'k-1'"]],
  },
  {
    document: 'f-instalments',
    what: 'a status goes away',
    edit: (document) => delete operation(document, '/refunds', 'post').responses['409'],
    places: [
      ['checkout.ts', 'result.status === 409'],
      ['handlers.ts', 'status: 409'],
    ],
  },
  {
    document: 'f-instalments',
    what: 'a handler answers with a status that goes away',
    edit: (document) => delete operation(document, '/payments/{id}/cancel', 'put').responses['404'],
    places: [['handlers.ts', 'return { status: 404']],
  },
  {
    document: 'f-instalments',
    what: 'an operation that is called and handled goes away',
    edit: (document) => delete document.paths['/refunds'],
    places: [
      ['checkout.ts', 'client.refunds.create('],
      ['handlers.ts', 'type CreateRefundInput,'],
      ['handlers.ts', 'export function refundOf('],
      ['handlers.ts', 'createRefund: (input)'],
    ],
  },
  {
    document: 'f-instalments',
    what: 'a property that the project does not use goes away',
    edit: (document) => remove(document, 'Payment', 'customer_fee'),
    places: [],
  },
];
