// Checks that `e-scheduling.yaml` satisfies each statement about E, with changes to the document that must fail the check.
import { expect } from 'vitest';
import {
  bodyOf,
  type Document,
  fieldOf,
  follow,
  operationAt,
  operations,
  type Place,
  parameterOf,
  type Requirement,
  responseOf,
  securityOf,
} from '../specs/document.ts';
import type { Check } from './check.ts';
import * as edit from './edits.ts';

const newLink = ['POST', '/api/v2/scheduling_links'] as const;
const events = ['GET', '/api/v2/scheduled_events'] as const;
const event = ['GET', '/api/v2/scheduled_events/{uuid}'] as const;
const cancellation = ['POST', '/api/v2/scheduled_events/{uuid}/cancellation'] as const;
const invitees = ['GET', '/api/v2/scheduled_events/{uuid}/invitees'] as const;
const subscriptions = ['POST', '/api/v2/webhook_subscriptions'] as const;
const eventTypes = ['GET', '/api/v2/event_types'] as const;
const memberships = ['GET', '/api/v2/organizations/{uuid}/memberships'] as const;
const invitations = ['GET', '/api/v2/organizations/{uuid}/invitations'] as const;
const forms = ['GET', '/api/v2/routing_forms'] as const;
const submissions = ['GET', '/api/v2/routing_forms/{uuid}/submissions'] as const;
const deletion = ['POST', '/api/v2/data_compliance/deletion/invitees'] as const;

const kinds = ['invitee.canceled', 'invitee.created', 'routing_form_submission.created'];

export const scheduling: Record<string, Check> = {
  E1: {
    holds(document) {
      const places = operations(document);
      expect(places.length).toBe(25);
      for (const place of places) expect(place.path).toMatch(/^\/api\/v2\/[a-z]/);
      for (const server of document.servers) expect(new URL(server.url).pathname).toBe('/');
      expect(document.servers).not.toEqual([]);
    },
    breaks: {
      'the version is in the address as well': edit.documentWith({ servers: [{ url: 'https://scheduling.example.com/api/v2' }] }),
      'an operation is missing': edit.withoutPath(deletion[1]),
      'a path has no version': edit.moved(eventTypes[1], '/event_types'),
    },
  },
  E2: {
    holds(document) {
      const place = operationAt(document, ...newLink);
      const { schema, examples } = bodyOf(document, place);
      expect(follow(document, schema).required).toEqual(['owner']);
      expect(fieldOf(document, schema, 'owner')).toMatchObject({ type: 'string', format: 'uri' });
      expect(fieldOf(document, schema, 'max_event_count')).toMatchObject({ type: 'integer', minimum: 1 });
      expect(fieldOf(document, schema, 'max_event_count').maximum).toBeUndefined();
      // One link is for an event type and a single booking, the other for a user and any number of bookings; each has its own page.
      const asked = Object.values(examples).map((example) => example.value as Link);
      expect(asked.map(({ owner, max_event_count }) => [/\/(users|event_types)\//.exec(owner)?.[1], max_event_count])).toEqual([
        ['event_types', 1],
        ['users', undefined],
      ]);
      const answer = responseOf(document, place, '201');
      expect(fieldOf(document, answer.schema, 'resource').required).toContain('booking_url');
      expect(fieldOf(document, answer.schema, 'resource.booking_url')).toMatchObject({ type: 'string', format: 'uri' });
      const given = Object.values(answer.examples).map((example) => (example.value as { resource: Link }).resource.booking_url);
      expect(new Set(given).size).toBe(asked.length);
    },
    breaks: {
      'the number is required': edit.schemaWith('NewSchedulingLink', { required: ['owner', 'max_event_count'] }),
      'there is no booking URL': edit.withoutField('SchedulingLink.booking_url'),
      'users have no links': (document) => {
        delete bodyOf(document, operationAt(document, ...newLink)).examples.anyNumber;
      },
    },
  },
  E3: {
    holds(document) {
      const place = operationAt(document, ...events);
      for (const name of ['min_start_time', 'max_start_time']) {
        expect(parameterOf(place, 'query', name).schema).toMatchObject({ type: 'string', format: 'date-time' });
      }
      expect(follow(document, parameterOf(place, 'query', 'status').schema).enum).toEqual(['active', 'canceled']);
      expect(parameterOf(place, 'query', 'invitee_email').schema).toMatchObject({ type: 'string', format: 'email' });
      isPaged(document, place);
    },
    breaks: {
      'it cannot be filtered by time': edit.parameterWith(events, 'query', 'min_start_time', { name: 'from' }),
      'the answer has no token of the next page': edit.withoutField('Pagination.next_page_token'),
      'any status may be requested': edit.withoutKeyword('BookingStatus', 'enum'),
    },
  },
  E4: {
    holds(document) {
      const place = operationAt(document, ...event);
      expect(parameterOf(place, 'path', 'uuid')).toMatchObject({ required: true, schema: { type: 'string' } });
      const { schema } = responseOf(document, place, '200');
      const resource = fieldOf(document, schema, 'resource');
      expect(resource.required).toEqual(expect.arrayContaining(['start_time', 'end_time', 'duration', 'location', 'status']));
      expect(fieldOf(document, resource, 'duration')).toMatchObject({ type: 'integer', minimum: 1 });
      for (const name of ['start_time', 'end_time']) {
        expect(fieldOf(document, resource, name)).toMatchObject({ type: 'string', format: 'date-time' });
      }
      const [location] = fieldOf(document, resource, 'location').anyOf ?? [];
      const kinds = follow(document, location ?? {});
      expect(kinds.discriminator?.propertyName).toBe('type');
      expect(kinds.oneOf?.length).toBe(Object.keys(kinds.discriminator?.mapping ?? {}).length);
      expect(kinds.oneOf?.length).toBeGreaterThan(1);
      expect(fieldOf(document, resource, 'status').enum).toEqual(['active', 'canceled']);
      expect(fieldOf(document, resource, 'cancellation').required).toEqual(['canceled_by', 'reason', 'canceler_type']);

      expect(invitees[1]).toBe(`${event[1]}/invitees`);
      isPaged(document, operationAt(document, ...invitees));
    },
    breaks: {
      'it has no end time': edit.withoutField('ScheduledEvent.end_time'),
      'it has no duration': edit.withoutField('ScheduledEvent.duration'),
      'it has no location': edit.withoutField('ScheduledEvent.location'),
      'a kind of location has no name': (document) => {
        delete document.components.schemas.EventLocation?.discriminator?.mapping.physical;
      },
      'invitees are not listed': edit.withoutPath(invitees[1]),
    },
  },
  E5: {
    holds(document) {
      const place = operationAt(document, ...cancellation);
      expect(fieldOf(document, bodyOf(document, place).schema, 'reason')).toMatchObject({ type: 'string', maxLength: 10_000 });
      expect(place.operation.description).toMatch(/invitees, who are notified/);
      expect(fieldOf(document, responseOf(document, place, '201').schema, 'resource.reason').type).toEqual(['string', 'null']);
      const told = document.webhooks?.['invitee.canceled'];
      expect(told).toBeDefined();
    },
    breaks: {
      'there is no reason': edit.withoutField('NewCancellation.reason'),
      'it is a DELETE': edit.withMethod(cancellation, 'delete'),
      'the description does not say who is notified': edit.operationWith(cancellation, { description: 'Cancels an event.' }),
    },
  },
  E6: {
    holds(document) {
      const schema = follow(document, bodyOf(document, operationAt(document, ...subscriptions)).schema);
      expect(schema.required).toEqual(expect.arrayContaining(['url', 'organization', 'scope', 'events']));
      for (const name of ['url', 'organization']) {
        expect(fieldOf(document, schema, name)).toMatchObject({ type: 'string', format: 'uri' });
      }
      expect(fieldOf(document, schema, 'scope').enum).toEqual(['organization', 'user']);
      expect(fieldOf(document, schema, 'events').type).toBe('array');
      expect([...(fieldOf(document, schema, 'events.[]').enum ?? [])].sort()).toEqual(kinds);
      // The subscribable events are exactly the described ones, and each payload names its event.
      const delivered = operations(document, 'webhooks');
      expect(delivered.map((place) => place.path).sort()).toEqual(kinds);
      for (const place of delivered) expect(fieldOf(document, bodyOf(document, place).schema, 'event').const).toBe(place.path);
    },
    breaks: {
      'a kind is not described': (document) => {
        delete document.webhooks?.['invitee.canceled'];
      },
      'a kind cannot be subscribed to': (document) => document.components.schemas.WebhookKind?.enum?.pop(),
      'the organization is optional': edit.schemaWith('NewWebhookSubscription', { required: ['url', 'events', 'scope'] }),
    },
  },
  E8: {
    holds(document) {
      const types = operationAt(document, ...eventTypes);
      isPaged(document, types);
      const type = fieldOf(document, responseOf(document, types, '200').schema, 'collection.[]');
      expect(fieldOf(document, type, 'duration').type).toBe('integer');

      const answers = operationAt(document, ...submissions);
      parameterOf(answers, 'path', 'uuid');
      isPaged(document, answers);
      const submission = fieldOf(document, responseOf(document, answers, '200').schema, 'collection.[]');
      expect(fieldOf(document, submission, 'questions_and_answers.[]').required).toContain('question');
    },
    breaks: {
      'event types are not listed': edit.withoutPath(eventTypes[1]),
      'a submission has no answers': edit.withoutField('RoutingFormSubmission.questions_and_answers'),
    },
  },
  E9: {
    holds(document) {
      const place = operationAt(document, ...deletion);
      const { schema } = bodyOf(document, place);
      expect(follow(document, schema).required).toEqual(['emails']);
      expect(fieldOf(document, schema, 'emails').type).toBe('array');
      expect(fieldOf(document, schema, 'emails.[]')).toMatchObject({ type: 'string', format: 'email' });
      expect(place.operation.description).toMatch(/removed .* for good/);
      expect(Object.keys(place.operation.responses)).toContain('202');
    },
    breaks: {
      'invitees are identified by number': edit.schemaWith('InviteeDataDeletion.emails.[]', { type: 'integer' }),
      'it can be undone': edit.operationWith(deletion, { description: 'Hides personal data.' }),
    },
  },
  E10: {
    holds(document) {
      const lists = [
        { list: memberships, shown: 'role' },
        { list: invitations, shown: 'status' },
        { list: forms, shown: 'questions' },
        { list: submissions, shown: 'questions_and_answers' },
      ];
      for (const { list, shown } of lists) {
        const [method, path] = list;
        const place = operationAt(document, method, path);
        isPaged(document, place);
        expect(fieldOf(document, responseOf(document, place, '200').schema, 'collection.[]').required).toContain(shown);
      }
    },
    breaks: {
      'members are not listed': edit.withoutPath(memberships[1]),
      'a form has no questions': edit.schemaWith('RoutingForm', { required: ['uri'] }),
    },
  },
  E11: {
    holds(document) {
      for (const place of operations(document)) {
        expect(securityOf(document, place).map((requirement) => kindOf(document, requirement))).toEqual(['http bearer', 'oauth2']);
      }
    },
    breaks: {
      'only personal tokens are accepted': (document) => {
        document.security = (document.security ?? []).slice(0, 1);
      },
      'both tokens are required': edit.documentWith({ security: [{ personalToken: [], oauth2: [] }] }),
      'event types require no credential': edit.operationWith(eventTypes, { security: [] }),
    },
  },
  E12: {
    holds(document) {
      expect(document['x-limits']).toEqual([{ per: 'token', limit: 180, seconds: 60 }]);
      expect(document.info.description).toMatch(/requests are counted for each OAuth token/i);
      for (const { operation } of operations(document)) {
        expect(Object.keys(operation.responses)).toContain('429');
        for (const [status, response] of Object.entries(operation.responses)) {
          const headers = follow(document, response).headers ?? {};
          for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining']) {
            const header = headers[name];
            const { required = false, schema } = header === undefined ? {} : follow(document, header);
            expect(schema?.type).toBe('integer');
            // A server may answer the other statuses before it has checked the limit.
            expect(required, status).toBe(!['400', '401', '500'].includes(status));
          }
        }
      }
    },
    breaks: {
      'there is no limit': (document) => {
        for (const { operation } of operations(document)) delete operation.responses['429'];
      },
      'a response does not report it': (document) => {
        delete operationAt(document, ...eventTypes).operation.responses['200']?.headers?.['X-RateLimit-Remaining'];
      },
      'a response may omit it': (document) => {
        const header = operationAt(document, ...eventTypes).operation.responses['200']?.headers?.['X-RateLimit-Limit'];
        if (header !== undefined) delete follow(document, header).required;
      },
      'it is a different number': edit.documentWith({ 'x-limits': [{ per: 'token', limit: 50, seconds: 60 }] }),
    },
  },
  E13: {
    holds(document) {
      for (const { path } of operations(document)) expect(path).not.toMatch(/conferenc|calendar|payment|charge/);
      for (const kind of Object.keys(document.webhooks ?? {})) expect(kind).not.toMatch(/conferenc|calendar|payment/);
      expect(document.info.description).toMatch(/out of scope.*video conferenc.*calendar.*payment/is);
    },
    breaks: {
      'payments are collected': edit.copied(subscriptions[1], '/api/v2/payments'),
      'nothing is said of it': edit.descriptionWith(/Out of scope/, 'Whatever'),
    },
  },
};

interface Link {
  owner: string;
  max_event_count?: number;
  booking_url: string;
}

/** Checks that a list is paginated with a token. */
function isPaged(document: Document, place: Place): void {
  expect(place.operation['x-pagination']).toMatchObject({ style: 'cursor', cursor: 'query.page_token', items: '/collection' });
  expect(parameterOf(place, 'query', 'page_token').schema.type).toBe('string');
  expect(parameterOf(place, 'query', 'count').schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  const { schema } = responseOf(document, place, '200');
  expect(follow(document, schema).required).toEqual(['collection', 'pagination']);
  expect(fieldOf(document, schema, 'collection').type).toBe('array');
  expect(fieldOf(document, schema, 'pagination.next_page_token').type).toEqual(['string', 'null']);
}

/** The kind of the security scheme that a requirement names, if it names exactly one. */
function kindOf(document: Document, requirement: Requirement): string {
  const names = Object.keys(requirement);
  const { type, scheme } = document.components.securitySchemes[names[0] ?? ''] ?? { type: 'none' };
  return names.length === 1 ? [type, scheme].filter(Boolean).join(' ') : names.join(' and ');
}
