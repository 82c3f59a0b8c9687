// Renames in two documents that the project of the tests of callers uses, one of each kind at least.
import { operation, schema } from '../callers/changes.ts';
import type { EditedDocument, Tree } from '../callers/versions.ts';

export interface Renamed extends EditedDocument {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** Lines of the project as they are afterwards. */
  readonly lines: readonly string[];
}

/** Gives a key another name, and keeps its place. */
function renameKey(object: Tree, from: string, to: string): void {
  const entries = Object.entries(object);
  for (const key of Object.keys(object)) delete object[key];
  for (const [key, value] of entries) object[key === from ? to : key] = value;
}

function renameProperty(document: Tree, name: string, from: string, to: string): void {
  renameKey(schema(document, name).properties, from, to);
  const { required } = schema(document, name);
  if (required !== undefined) schema(document, name).required = required.map((one: string) => (one === from ? to : one));
}

function renameSchema(document: Tree, from: string, to: string): void {
  renameKey(document.components.schemas, from, to);
  eachReference(document, (holder) => {
    if (holder.$ref === `#/components/schemas/${from}`) holder.$ref = `#/components/schemas/${to}`;
  });
}

function eachReference(value: Tree, visit: (holder: Tree) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.$ref === 'string') visit(value);
  for (const inner of Object.values(value)) eachReference(inner, visit);
}

/** Examples keep the old names, which no rename is about. */
function parameter(document: Tree, path: string, method: string, from: string): Tree {
  const list = operation(document, path, method).parameters ?? document.paths[path].parameters;
  const own = list.find(({ name }: Tree) => name === from);
  if (own !== undefined) return own;
  const index = list.findIndex(({ $ref = '' }: Tree) => document.components.parameters[$ref.split('/').at(-1)]?.name === from);
  list[index] = structuredClone(document.components.parameters[list[index].$ref.split('/').at(-1)]);
  return list[index];
}

const renameOperation = (path: string, method: string, to: string) => (document: Tree) => {
  operation(document, path, method).operationId = to;
};
const renameParameter = (path: string, method: string, from: string, to: string) => (document: Tree) => {
  parameter(document, path, method, from).name = to;
  delete document['x-errors'];
  delete operation(document, path, method)['x-any-of-parameters'];
};

export const RENAMES: readonly Renamed[] = [
  {
    document: 'h-email',
    kind: 'operation',
    from: 'findEmail',
    to: 'lookUp',
    edit: renameOperation('/email-finder', 'get', 'lookUp'),
    lines: [
      'createEmailClient, type EmailClient, type LookUpInput,',
      'function inputFor({ fullName, company }: Person): LookUpInput {',
      'unwrap(await client.lookUp(inputFor(person)), 200)',
      'await client.discovery.lookUp({ query',
    ],
  },
  {
    document: 'h-email',
    kind: 'operation',
    from: 'verifyEmail',
    to: 'check',
    edit: renameOperation('/email-verifier', 'get', 'check'),
    lines: ['await client.check({ query: { email } })'],
  },
  {
    document: 'h-email',
    kind: 'schema',
    from: 'LikelyEmail',
    to: 'Address',
    edit: (document) => renameSchema(document, 'LikelyEmail', 'Address'),
    lines: ['type FindEmailInput, type Address }', 'position: title }: Address): Found'],
  },
  {
    document: 'h-email',
    kind: 'property',
    from: 'score',
    to: 'points',
    edit: (document) => renameProperty(document, 'LikelyEmail', 'score', 'points'),
    lines: ['function foundIn({ email, points: score, position: title }'],
  },
  {
    document: 'h-email',
    kind: 'property',
    from: 'position',
    to: 'job',
    edit: (document) => renameProperty(document, 'LikelyEmail', 'position', 'job'),
    lines: ['function foundIn({ email, score, job: title }'],
  },
  {
    document: 'h-email',
    kind: 'property',
    from: 'emails',
    to: 'all-emails',
    edit: (document) => {
      renameProperty(document, 'DomainSearch', 'emails', 'all-emails');
      delete operation(document, '/domain-search', 'get')['x-order'];
    },
    lines: ["of data['all-emails'])"],
  },
  {
    document: 'h-email',
    kind: 'property',
    from: 'data',
    to: 'result',
    edit: (document) => renameProperty(document, 'EmailFinderResponse', 'data', 'result'),
    lines: ['const { result: data } = unwrap(await client.findEmail', 'foundIn(result.body.result)'],
  },
  {
    document: 'h-email',
    kind: 'parameter',
    from: 'full_name',
    to: 'whole_name',
    edit: renameParameter('/email-finder', 'get', 'full_name', 'whole_name'),
    lines: ['return { query: { company, whole_name: fullName } };', 'query: { company, whole_name: fullName, max_duration: 5 }'],
  },
  {
    document: 'h-email',
    kind: 'parameter',
    from: 'email',
    to: 'address',
    edit: renameParameter('/email-verifier', 'get', 'email', 'address'),
    lines: ['client.verifyEmail({ query: { address: email } })'],
  },
  {
    document: 'h-email',
    kind: 'security scheme',
    from: 'apiKey',
    to: 'accountKey',
    edit: (document) => {
      renameKey(document.components.securitySchemes, 'apiKey', 'accountKey');
      for (const requirement of document.security) if ('apiKey' in requirement) renameKey(requirement, 'apiKey', 'accountKey');
    },
    lines: ['credentials: { accountKey: key }'],
  },
  {
    document: 'f-instalments',
    kind: 'operation',
    from: 'createRefund',
    to: 'payBack',
    edit: renameOperation('/refunds', 'post', 'payBack'),
    lines: ['type PayBackInput,', '({ body }: PayBackInput): Refund', 'payBack: (input) =>'],
  },
  {
    document: 'f-instalments',
    kind: 'operation',
    from: 'cancelPayment',
    to: 'stop',
    edit: renameOperation('/payments/{id}/cancel', 'put', 'stop'),
    lines: ['await client.stop({ path: { id } })', 'stop({ path }) {'],
  },
  {
    document: 'f-instalments',
    kind: 'schema',
    from: 'NewRefund',
    to: 'RefundDraft',
    edit: (document) => renameSchema(document, 'NewRefund', 'RefundDraft'),
    lines: ['const refund: RefundDraft = {', 'type RefundDraft,'],
  },
  {
    document: 'f-instalments',
    kind: 'schema',
    from: 'PaymentState',
    to: 'Stage',
    edit: (document) => renameSchema(document, 'PaymentState', 'Stage'),
    lines: ['export function words(state: Stage): string {'],
  },
  {
    document: 'f-instalments',
    kind: 'property',
    from: 'purchase_amount',
    to: 'total',
    edit: (document) => renameProperty(document, 'Payment', 'purchase_amount', 'total'),
    lines: ['{ id, total: amount }: Payment', 'payment.total} cents'],
  },
  {
    document: 'f-instalments',
    kind: 'property',
    from: 'amount',
    to: 'sum',
    edit: (document) => renameProperty(document, 'NewRefund', 'amount', 'sum'),
    lines: ['{ payment_id: id, sum: amount, reason }', 'amount: body.sum ?? 0,'],
  },
  {
    document: 'f-instalments',
    kind: 'parameter',
    from: 'id',
    to: 'payment_id',
    edit: (document) => {
      renameKey(document.paths, '/payments/{id}/cancel', '/payments/{payment_id}/cancel');
      parameter(document, '/payments/{payment_id}/cancel', 'put', 'id').name = 'payment_id';
    },
    lines: ['client.cancelPayment({ path: { payment_id: id } })', 'path.payment_id}.'],
  },
  {
    document: 'f-instalments',
    kind: 'value',
    from: 'stopped',
    to: 'cancelled',
    edit: (document) => {
      const { enum: values } = schema(document, 'PaymentState');
      values.splice(values.indexOf('stopped'), 1, 'cancelled');
    },
    lines: ["case 'cancelled':"],
  },
  {
    document: 'f-instalments',
    kind: 'value',
    from: 'late_dunning',
    to: 'late',
    edit: (document) => {
      const { enum: values } = schema(document, 'PaymentState');
      values.splice(values.indexOf('late_dunning'), 1, 'late');
    },
    lines: ["state: ['paid', 'late']", "    case 'late':"],
  },
  {
    document: 'f-instalments',
    kind: 'value',
    from: 'in_progress',
    to: 'running',
    edit: (document) => {
      const { enum: values } = schema(document, 'PaymentState');
      values.splice(values.indexOf('in_progress'), 1, 'running');
    },
    lines: ["{ running: 'Runs as planned.'", "return state === 'running' ?"],
  },
  {
    document: 'f-instalments',
    kind: 'tag',
    from: 'Refunds',
    to: 'Money back',
    edit: (document) => {
      for (const item of Object.values<Tree>(document.paths))
        for (const one of Object.values<Tree>(item)) if (one.tags?.includes('Refunds')) one.tags = ['Money back'];
      for (const tag of document.tags) if (tag.name === 'Refunds') tag.name = 'Money back';
    },
    lines: ['await client.moneyBack.createRefund('],
  },
];
