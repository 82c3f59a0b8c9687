// What the search shows first, for queries that people type: words, misspelt words, questions, names, fields and paths, over this repository's
// documents.
import { expect, test } from 'vitest';
import { searchScript } from '../../generator/docs/search/search-index.ts';
import { createFinder } from '../../portal/shell/find.ts';
import { services, statements } from './support.ts';

const script = searchScript(services, statements);
const find = await createFinder(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)));

/** The first result as `GET /path`, `webhook name`, `schema Name.field` or `statement H4`; of documents with the same path, the first. */
function first(query: string): string {
  const [found] = find(query);
  if (found === undefined) return 'nothing';
  const { entry, field } = found;
  if (entry.kind === 'operation') return `${entry.method} ${entry.path}`;
  return `${entry.kind} ${entry.name}${field === undefined ? '' : `.${field}`}`;
}

test.each([
  // What to do.
  ['create webhook subscription', 'POST /api/v2/webhook_subscriptions'],
  ['delete webhook subscription', 'DELETE /api/v2/webhook_subscriptions/{webhook_uuid}'],
  ['create payment', 'POST /payments'],
  ['capture payment', 'POST /payments/{id}/capture'],
  ['cancel booking', 'webhook inviteeCreated'],
  ['cancel scheduled event', 'POST /api/v2/scheduled_events/{uuid}/cancellation'],
  ['refund', 'POST /refunds'],
  ['verify email', 'GET /email-verifier'],
  ['upload media', 'POST /2/media/upload'],
  ['create post', 'POST /statuses/update.json'],
  ['send sms', 'POST /v1/sms/send'],
  ['list event types', 'GET /api/v2/event_types'],
  ['trigger several events', 'POST /apps/{app_id}/batch_events'],
  ['terminate connections', 'POST /apps/{app_id}/users/{user_id}/terminate_connections'],
  ['how do I find the email of a person?', 'GET /email-finder'],
  // What there is.
  ['rate limit', 'GET /application/rate_limit_status.json'],
  ['presence channel', 'GET /apps/{app_id}/channels/{channel_name}'],
  ['oauth token', 'POST /oauth2/v2/tokeninfo'],
  ['pagination token', 'GET /2/users/{id}/bookmarks/folders'],
  ['webhook signature', 'webhook channelEvents'],
  ['H4', 'statement H4'],
  // Misspelt.
  ['webhok', 'POST /webhooks'],
  ['paymnt', 'GET /payments'],
  ['verfy emial', 'GET /email-verifier'],
  // Schemas and fields, and a plain word that is the name of a schema too.
  ['LikelyEmail', 'schema LikelyEmail'],
  ['bookingstatus', 'schema BookingStatus'],
  ['Refund', 'schema Refund'],
  ['linkedin_url', 'schema LikelyEmail.linkedin_url'],
  ['next_token', 'schema PageMeta.next_token'],
  ['user_id', 'schema UserChoice.user_id'],
  // Paths and names of operations.
  ['/email-finder', 'GET /email-finder'],
  ['/v2/email-verifier', 'GET /email-verifier'],
  ['/emails/find', 'GET /email-finder'],
  ['/event_types', 'GET /api/v2/event_types'],
  ['post /event_types', 'GET /api/v2/event_types'],
  ['GET /2/users/me', 'GET /2/users/me'],
  ['POST /webhook_subscriptions', 'POST /api/v2/webhook_subscriptions'],
  ['findEmail', 'GET /email-finder'],
  ['availability', 'nothing'],
])('%j shows %s first', (query, wanted) => {
  expect(first(query)).toBe(wanted);
});
