// The renames and the other changes that are made to the documents of the project, one at a time.
import {
  addRequired,
  addValue,
  deprecate,
  type Edit,
  makeRequired,
  removeOperation,
  removeParameter,
  removeProperty,
  removeStatus,
  removeValue,
  renameOperation,
  renameParameter,
  renameProperty,
  renameSchema,
  renameScheme,
  renameTag,
  renameValue,
  retype,
} from './edits.ts';
import type { DocumentId } from './project.ts';

export interface Case {
  /** The name of its file, without the ending. */
  readonly document: string;
  readonly what: string;
  readonly edit: Edit;
}

type Lines = readonly (readonly [file: string, part: string])[];

/** Lines that the change concerns although the compiler does not blame them, found by reading the project: the file, and a part of the line. */
export interface Change extends Case {
  /** Those where a type of the generated code leads to the part that changes. */
  readonly also: Lines;
  /** Those that name it in a value without such a type: what a test expects, a body or an address as text. */
  readonly untyped: Lines;
}

const [EVENTS, INSTALMENTS, EMAIL]: readonly [DocumentId, DocumentId, DocumentId] = ['d-events', 'f-instalments', 'h-email'];

export const rename = (document: string, kind: string, from: string, to: string, edit: Edit): Case => ({
  document,
  what: `${kind} \`${from}\` → \`${to}\``,
  edit,
});

export const RENAMES: readonly Case[] = [
  rename(EVENTS, 'operation', 'triggerEvent', 'sendEvent', renameOperation('triggerEvent', 'sendEvent')),
  rename(EVENTS, 'operation', 'getChannel', 'channel', renameOperation('getChannel', 'channel')),
  rename(INSTALMENTS, 'operation', 'createPayment', 'openPayment', renameOperation('createPayment', 'openPayment')),
  rename(EMAIL, 'operation', 'verifyEmail', 'checkAddress', renameOperation('verifyEmail', 'checkAddress')),
  rename(INSTALMENTS, 'schema', 'Payment', 'Purchase', renameSchema('Payment', 'Purchase')),
  rename(INSTALMENTS, 'schema', 'CustomerDetails', 'Person', renameSchema('CustomerDetails', 'Person')),
  rename(EMAIL, 'schema', 'Source', 'WebPage', renameSchema('Source', 'WebPage')),
  rename(INSTALMENTS, 'property', 'Payment.purchase_amount', 'amount', renameProperty('Payment', 'purchase_amount', 'amount')),
  rename(
    INSTALMENTS,
    'property',
    'Refund.merchant_reference',
    'own_reference',
    renameProperty('Refund', 'merchant_reference', 'own_reference'),
  ),
  rename(EVENTS, 'property', 'EventTrigger.socket_id', 'except', renameProperty('EventTrigger', 'socket_id', 'except')),
  rename(EVENTS, 'property', 'EventBatch.batch', 'all', renameProperty('EventBatch', 'batch', 'all')),
  rename(EMAIL, 'property', 'LikelyEmail.score', 'points', renameProperty('LikelyEmail', 'score', 'points')),
  rename(EMAIL, 'property', 'Source.extracted_on', 'found-on', renameProperty('Source', 'extracted_on', 'found-on')),
  rename(EMAIL, 'parameter', 'findEmail max_duration', 'seconds', renameParameter('findEmail', 'max_duration', 'seconds')),
  rename(INSTALMENTS, 'parameter', 'listPayments customer_email', 'email', renameParameter('listPayments', 'customer_email', 'email')),
  rename(EVENTS, 'parameter', 'listChannels filter_by_prefix', 'prefix', renameParameter('listChannels', 'filter_by_prefix', 'prefix')),
  rename(INSTALMENTS, 'value', 'PaymentState in_progress', 'running', renameValue('PaymentState', 'in_progress', 'running')),
  rename(EMAIL, 'value', 'VerificationStatus accept_all', 'any', renameValue('VerificationStatus', 'accept_all', 'any')),
  rename(INSTALMENTS, 'tag', 'Payments', 'Purchases', renameTag('Payments', 'Purchases')),
  rename(EVENTS, 'security scheme', 'signedQuery', 'signature', renameScheme('signedQuery', 'signature')),
];

const change = (document: string, what: string, edit: Edit, also: Lines = [], untyped: Lines = []): Change => {
  const [services, tests] = [`services/${document}`, `test/services/${document}`];
  const full = (lines: Lines): Lines =>
    lines.map(([file, part]) => [`${/\.test\.ts$|^sequences|^rounds/.test(file) ? tests : services}/${file}`, part]);
  return { document, what, edit, also: full(also), untyped: full(untyped) };
};

export const CHANGES: readonly Change[] = [
  change(
    INSTALMENTS,
    'property of a response goes away: `Payment.kind`',
    removeProperty('Payment', 'kind'),
    [],
    [
      ['aliases.test.ts', "kind: 'P3X' });"],
      ['aliases.test.ts', "kind: 'P1X_D+15'"],
    ],
  ),
  change(INSTALMENTS, 'property of a request goes away: `NewRefund.reason`', removeProperty('NewRefund', 'reason')),
  change(
    EMAIL,
    'property of a response goes away: `LikelyEmail.company`',
    removeProperty('LikelyEmail', 'company'),
    [],
    [['service.test.ts', "score: 96, first_name: 'Marta', company"]],
  ),
  change(EVENTS, 'property of a request goes away: `BatchedEvent.socket_id`', removeProperty('BatchedEvent', 'socket_id')),
  change(
    INSTALMENTS,
    'property of a response changes its type: `Instalment.due_date`',
    retype('Instalment', 'due_date', 'string'),
    [],
    [
      ['examples.test.ts', 'readonly due_date: number'],
      ['examples.test.ts', "const begin = 'created' in plan"],
      ['examples.test.ts', 'one.due_date)).toEqual(dates)'],
    ],
  ),
  change(
    EMAIL,
    'property of a response changes its type: `LikelyEmail.score`',
    retype('LikelyEmail', 'score', 'string'),
    [],
    [
      ['service.test.ts', 'score: 96,'],
      ['service.test.ts', 'score: 80,'],
      ['service.test.ts', 'score: null,'],
    ],
  ),
  change(
    EVENTS,
    'property of a request changes its type: `EventTrigger.data`',
    retype('EventTrigger', 'data', 'integer'),
    [
      ['handlers/events.ts', 'const { name, data, socket_id } = body;'],
      ['operations.test.ts', "const goal = { name: 'goal'"],
      ['rounds.ts', "channel: 'match-crash', data: String(number) }"],
    ],
    [
      ['operations.test.ts', "trigger({ data: 'é'.repeat(5120) })"],
      ['operations.test.ts', 'trigger({ data: `${'],
      ['operations.test.ts', "data: 'x'.repeat(3_000_000)"],
      ['operations.test.ts', '"name":"a","data":"b"'],
    ],
  ),
  change(INSTALMENTS, 'new required property of a response: `Refund`', addRequired('Refund', 'till')),
  change(EMAIL, 'new required property of a response: `EmailRecord`', addRequired('EmailRecord', 'till')),
  change(EVENTS, 'new required property of a request: `EventTrigger`', addRequired('EventTrigger', 'till')),
  change(INSTALMENTS, 'property of a response becomes required: `Instalment`', makeRequired('Instalment', 'original_purchase_amount')),
  change(
    INSTALMENTS,
    'value goes away: `PaymentState` paid',
    removeValue('PaymentState', 'paid'),
    [],
    [
      ['service.test.ts', "expect((await read(id)).state).toBe('paid')"],
      ['service.test.ts', "body: { state: 'paid' } });"],
      ['service.test.ts', "expect((await read(ARMCHAIR)).state).toBe('paid')"],
      ['aliases.test.ts', "{ id: BOOKCASE, state: 'paid' }"],
      ['sequences/sequences.test.ts', 'const reached = '],
    ],
  ),
  change(
    EMAIL,
    'new value: `VerificationStatus`',
    addValue('VerificationStatus', 'frozen'),
    [],
    [['rules/credits.ts', 'const CHARGED_STATUSES']],
  ),
  change(EVENTS, 'operation goes away: `listChannelUsers`', removeOperation('listChannelUsers')),
  change(
    INSTALMENTS,
    'operation goes away: `cancelPayment`',
    removeOperation('cancelPayment'),
    [['handlers/payments.ts', 'const cancelled = ({ path }: CancelPaymentInput']],
    [['rules/states.ts', "operation: 'cancelPayment'"]],
  ),
  change(
    EMAIL,
    'parameter goes away: `findEmail` `max_duration`',
    removeParameter('findEmail', 'max_duration'),
    [
      ['finder.ts', 'type FinderQuery'],
      ['finder.ts', 'query.max_duration'],
      ['service.test.ts', 'max_duration: seconds'],
    ],
    [['bad-input.test.ts', 'max_duration=2']],
  ),
  change(EVENTS, 'parameter goes away: `listChannels` `info`', removeParameter('listChannels', 'info'), [
    ['operations.test.ts', "query: { info: ['subscription_count' as const] }"],
  ]),
  change(INSTALMENTS, 'operation is deprecated: `createRefund`', deprecate('createRefund'), [
    ['handlers/refunds.ts', 'async createRefund('],
    ['service.test.ts', 'client.createRefund({ body: { payment_id: BOOKCASE, amount } })'],
    ['service.test.ts', 'client.createRefund({ body: { payment_id: ARMCHAIR, ...'],
    ['service.test.ts', 'expect(await client.createRefund('],
    ['service.test.ts', 'await other.createRefund('],
    ['repeated.test.ts', 'client.createRefund('],
    ['processes.test.ts', 'client.createRefund('],
    ['killed.test.ts', 'client.createRefund('],
    ['sequences/play.ts', '.createRefund('],
  ]),
  change(
    EMAIL,
    'response goes away: `verifyEmail` 222',
    removeStatus('verifyEmail', '222'),
    [],
    [
      ['service.test.ts', '      222,'],
      ['service.test.ts', "errors: [{ id: 'verification_failed', code: 222"],
      ['actions.test.ts', "outcome('fails')).toBe(222)"],
    ],
  ),
  change(INSTALMENTS, 'property that the project does not use goes away: `Cart.discounts`', removeProperty('Cart', 'discounts')),
];
