// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import { at, type Change, property } from '../limits.ts';
import type { OpenApi, Parameter, Schema } from '../schemas.ts';

/** The parameter of an operation, or a shared one. */
function parameter(document: OpenApi, name: string, path?: string): Schema {
  const own = path === undefined ? undefined : document.paths[path]?.get?.parameters?.find((one) => one.name === name);
  const found = own ?? (document.components.parameters as Record<string, Parameter>)[name];
  if (found === undefined) throw new Error(`There is no parameter ${name}.`);
  return found.schema;
}

const set =
  (component: string, name: string, keywords: Schema): Change =>
  (document) =>
    Object.assign(property(document, component, name), keywords);

const drop =
  (component: string, name: string, keyword: string): Change =>
  (document) =>
    delete property(document, component, name)[keyword];

/** Changes that the faults of this kind make in a copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'ticket-subject-one-too-long': set('NewTicket', 'subject', { maxLength: 151 }),
  'ticket-subject-refuses-longest': set('TicketPatch', 'subject', { maxLength: 149 }),
  'ticket-subject-blank': drop('NewTicket', 'subject', 'pattern'),
  'ticket-priority-any-case': set('NewTicket', 'priority', { enum: undefined, pattern: '^([Ll][Oo][Ww]|normal|[Hh][Ii][Gg][Hh]|urgent)$' }),
  'ticket-channel-default-email': set('NewTicket', 'channel', { default: 'email' }),
  'ticket-tags-eleven': set('NewTicket', 'tags', { maxItems: 11 }),
  'ticket-tags-twice': drop('NewTicket', 'tags', 'uniqueItems'),
  'ticket-tag-with-space': (document) => Object.assign(at(document, 'Tag'), { pattern: '^[a-z0-9 -]+$' }),
  'ticket-custom-field-object': (document) => (at(document, 'CustomValue').oneOf as Schema[]).push({ type: 'object' }),
  'ticket-custom-field-any-name': drop('NewTicket', 'custom_fields', 'propertyNames'),
  'ticket-due-without-offset': set('NewTicket', 'due_at', { format: undefined, pattern: '^20..-..-..T..:..:..(Z|[+-]..:..|)$' }),
  'ticket-due-last-century': drop('NewTicket', 'due_at', 'pattern'),
  'ticket-patch-empty': (document) => delete at(document, 'TicketPatch').minProperties,
  'ticket-patch-unknown-member': (document) => delete at(document, 'TicketPatch').additionalProperties,
  'ticket-id-any-prefix': (document) => Object.assign(parameter(document, 'TicketId'), { pattern: '^[a-z]{3}_[0-9a-z]{10}$' }),
  'tickets-limit-zero': (document) => Object.assign(parameter(document, 'limit', '/tickets'), { minimum: 0 }),
  'tickets-limit-hundred-and-one': (document) => Object.assign(parameter(document, 'limit', '/tickets'), { maximum: 101 }),
  'tickets-status-any': (document) => Object.assign(parameter(document, 'status', '/tickets'), { items: { type: 'string' } }),
  'tickets-default-ten': (document) => Object.assign(parameter(document, 'limit', '/tickets'), { default: 10 }),
  'bulk-ids-twice': drop('BulkUpdate', 'ids', 'uniqueItems'),
  'bulk-ids-fifty-one': set('BulkUpdate', 'ids', { maxItems: 51 }),
  'search-one-letter': (document) => Object.assign(parameter(document, 'q', '/search'), { minLength: 1 }),
  'comment-empty': set('NewComment', 'body', { minLength: 0 }),
  'comment-refuses-longest': set('CommentEdit', 'body', { maxLength: 3999 }),
  'comment-visibility-any': drop('NewComment', 'visibility', 'enum'),
  'time-any-step': drop('NewTimeEntry', 'hours', 'multipleOf'),
  'time-zero': set('NewTimeEntry', 'hours', { exclusiveMinimum: undefined, minimum: 0 }),
  'time-refuses-whole-day': set('NewTimeEntry', 'hours', { maximum: 23.75 }),
  'time-any-day': set('NewTimeEntry', 'worked_on', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'attachment-caption-too-long': set('NewAttachment', 'caption', { maxLength: 101 }),
  'customer-email-any': drop('CustomerFields', 'email', 'format'),
  'customer-credit-three-decimals': set('CustomerFields', 'credit_limit', { pattern: '^(0|[1-9][0-9]{0,7})\\.[0-9]{2,}$' }),
  'customer-phones-six': set('CustomerFields', 'phones', { maxItems: 6 }),
  'customer-name-number': set('CustomerFields', 'name', { type: ['string', 'number'] }),
  'customer-consent-text': set('CustomerFields', 'marketing_consent', { type: undefined, enum: [true, false, 'true', 'false'] }),
  'customer-response-seventy-three': set('Contract', 'response_hours', { maximum: 73 }),
  'customer-import-twenty-one': set('CustomerImport', 'customers', { maxItems: 21 }),
  'customers-page-size-fifty-one': (document) => Object.assign(parameter(document, 'PageSize'), { maximum: 51 }),
  'customers-page-zero': (document) => Object.assign(parameter(document, 'PageNumber'), { minimum: 0 }),
  'address-country-lower-case': set('AddressFields', 'country', { pattern: '^[A-Za-z]{2}$' }),
  'address-code-one-letter': set('AddressFields', 'postal_code', { minLength: 1 }),
  'address-extra-member': (document) => delete at(document, 'AddressFields').additionalProperties,
  'article-slug-upper-case': (document) => Object.assign(parameter(document, 'Slug'), { pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' }),
  'article-without-title': (document) => Object.assign(at(document, 'ArticleFields'), { required: ['body', 'locale'] }),
  'article-position-fraction': set('ArticleFields', 'position', { type: 'number' }),
  'article-boost-one': set('ArticleFields', 'boost', { exclusiveMaximum: undefined, maximum: 1 }),
  'article-labels-nine': set('ArticleFields', 'labels', { maxItems: 9 }),
  'articles-offset-negative': (document) => Object.assign(parameter(document, 'Offset'), { minimum: -10 }),
  'agent-handle-two-letters': set('Agent', 'handle', { minLength: 2 }),
  'agent-password-refuses-longest': set('Agent', 'password', { maxLength: 63 }),
  'agent-email-null': set('AgentPatch', 'email', { type: ['string', 'null'] }),
  'webhook-plain-address': drop('HttpDelivery', 'url', 'pattern'),
  'webhook-events-none': set('NewWebhook', 'events', { minItems: 0 }),
  'webhook-header-any-name': drop('HttpDelivery', 'headers', 'propertyNames'),
  'webhook-mail-twice': drop('MailDelivery', 'to', 'uniqueItems'),
  'webhook-without-address': (document) => Object.assign(at(document, 'HttpDelivery'), { required: ['via'] }),
  'key-role-any': drop('NewKey', 'role', 'enum'),
  'idempotency-key-short': (document) => {
    const header = document.paths['/tickets']?.post?.parameters?.find(({ name }) => name === 'Idempotency-Key');
    Object.assign(header?.schema ?? {}, { minLength: 1 });
  },
  'api-version-any': (document) => delete parameter(document, 'ApiVersion').enum,
};
