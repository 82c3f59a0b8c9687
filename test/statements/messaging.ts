// Checks that `g-messaging.yaml` and `g-messaging-marketing.yaml` satisfy each statement about G, with changes that must fail the check.
import { expect } from 'vitest';
import { bodyOf, type Document, fieldOf, follow, operationAt, operations, parameterOf, responseOf, securityOf } from '../specs/document.ts';
import type { Check, Documents } from './check.ts';
import * as edit from './edits.ts';

const main = 'g-messaging';
const marketing = 'g-messaging-marketing';

const contact = ['POST', '/v1/contact'] as const;
const search = ['GET', '/v1/contacts'] as const;
const bulk = ['POST', '/v1/contacts/bulk'] as const;
const removal = ['POST', '/v1/group/{groupId}/contacts/remove'] as const;
const activity = ['GET', '/v1/contact/{contactId}/activity'] as const;
const addition = ['POST', '/v1/group/{groupId}/contacts'] as const;
const event = ['POST', '/v1/event'] as const;
const broadcast = ['POST', '/v1/broadcast'] as const;

/** The resources that the specification names, by the tags of the main API. */
const resources = ['Contacts', 'Groups', 'Address books', 'Events', 'Orders', 'Account', 'Activity'];

/** The channels that the specification names: the tag, and the word for the channel on the wire. */
const channels = {
  Email: 'email',
  SMS: 'sms',
  'Mobile push': 'mobilepush',
  Viber: 'viber',
  Telegram: 'telegram',
  'App Inbox': 'appinbox',
};

export const messaging: Record<string, Check> = {
  G1: {
    document: marketing,
    holds(document, all) {
      expect(operations(mainOf(all)).length).toBe(100);
      expect(operations(document).length).toBe(12);
      for (const one of Object.values(all)) {
        for (const { path } of operations(one)) expect(path).toMatch(/^\/v1\//);
        expect(one.servers.length).toBe(1);
      }
      const addresses = Object.values(all).flatMap(({ servers }) => servers.map(({ url }) => url));
      expect(new Set(addresses).size).toBe(2);
    },
    breaks: {
      'an operation is missing': (_, all) => {
        delete mainOf(all).paths[event[1]];
      },
      'both APIs have the same address': (document, all) => {
        document.servers = mainOf(all).servers;
      },
      'a path has no version': (document) => {
        const { [activity[1]]: item, ...others } = document.paths;
        document.paths = { ...others, '/contact/{contactId}/activity': item ?? {} };
      },
    },
  },
  G2: {
    document: marketing,
    holds(document, all) {
      for (const one of [mainOf(all), document]) {
        const names = Object.entries(one.components.securitySchemes).filter(
          ([, { type, scheme }]) => type === 'http' && scheme === 'basic',
        );
        expect(names.length).toBe(1);
        for (const place of operations(one)) expect(securityOf(one, place)).toEqual([{ [names[0]?.[0] ?? '']: [] }]);
      }
      expect(Object.keys(document.components.securitySchemes)).toEqual(Object.keys(mainOf(all).components.securitySchemes));
    },
    breaks: {
      'the marketing API takes a token': edit.schemesWith('bearer'),
      'an operation requires no credential': (_, all) => {
        operationAt(mainOf(all), ...event).operation.security = [];
      },
      'the main API has a second security scheme': (_, all) => {
        mainOf(all).components.securitySchemes.apiKey = { type: 'apiKey', in: 'query', name: 'key' };
      },
    },
  },
  G3: {
    document: main,
    holds(document) {
      const place = operationAt(document, ...contact);
      expect(place.operation['x-basis']).toBe('stated');
      expect(`${place.operation.summary} ${place.operation.description}`).toMatch(/add.+update/is);
      expect(place.operation.requestBody?.required).toBe(true);
      const [details = {}, data = {}] = follow(document, bodyOf(document, place).schema).allOf ?? [];
      expect(data.required).toEqual(['channels']);
      const [channels = {}, single = {}] = fieldOf(document, data, 'channels').oneOf ?? [];
      expect(channels).toMatchObject({ type: 'array', minItems: 1 });
      expect(follow(document, single)).toBe(fieldOf(document, channels, '[]'));
      // With an identifier, a contact is updated; without, it is added.
      expect(fieldOf(document, details, 'id').type).toBe('integer');
      expect(follow(document, details).required ?? []).not.toContain('id');
      expect(follow(document, responseOf(document, place, '200').schema).required).toEqual(['id']);
    },
    breaks: {
      'the identifier of a contact is required': edit.schemaWith('ContactDetails', { required: ['id'] }),
      'it only adds': edit.operationWith(contact, { summary: 'Add a contact', description: 'Adds a contact.' }),
      'the response does not identify the contact': edit.withoutKeyword('SavedId', 'required'),
    },
  },
  G4: {
    document: marketing,
    holds(document) {
      const place = operationAt(document, ...addition);
      expect(place.operation['x-basis']).toBe('stated');
      expect(parameterOf(place, 'path', 'groupId')).toMatchObject({ required: true, schema: { type: 'integer' } });
      expect(place.operation.requestBody?.required).toBe(true);
      const body = follow(document, bodyOf(document, place).schema);
      expect(body.type).toBe('array');
      expect(follow(document, body.items ?? {}).type).toBe('integer');
    },
    breaks: {
      'the group is in the query': edit.parameterWith(addition, 'path', 'groupId', { in: 'query' }),
      'the contacts are optional': (document) => {
        const { requestBody } = operationAt(document, ...addition).operation;
        if (requestBody !== undefined) requestBody.required = false;
      },
    },
  },
  G5: {
    document: marketing,
    holds(document) {
      const place = operationAt(document, ...activity);
      expect(place.operation['x-basis']).toBe('stated');
      expect(parameterOf(place, 'path', 'contactId')).toMatchObject({ required: true, schema: { type: 'integer' } });
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'activities').type).toBe('array');
      expect(Object.keys(fieldOf(document, schema, 'activities.[]').properties ?? {})).not.toEqual([]);
    },
    breaks: {
      'the activities are missing': (document) => {
        const schema = follow(document, responseOf(document, operationAt(document, ...activity), '200').schema);
        delete schema.properties?.activities;
      },
      'it is a POST': edit.withMethod(activity, 'post'),
    },
  },
  G6: {
    document: main,
    holds(document) {
      const tagged = operations(document).filter(({ operation }) => operation['x-statements'].includes('G6'));
      for (const tag of resources) {
        expect(
          tagged.some(({ operation }) => operation.tags.includes(tag)),
          tag,
        ).toBe(true);
      }
      fieldOf(document, bodyOf(document, operationAt(document, ...removal)).schema, 'contactIds.[]');
      expect(fieldOf(document, bodyOf(document, operationAt(document, ...bulk)).schema, 'contacts').maxItems).toBe(3000);
      operationAt(document, 'DELETE', '/v1/contact/{contactId}');
      for (const name of ['email', 'sms', 'firstname', 'lastname']) parameterOf(operationAt(document, ...search), 'query', name);
      const campaign = follow(document, responseOf(document, operationAt(document, ...activity), '200').schema).items ?? {};
      expect(fieldOf(document, campaign, 'broadcastId').type).toBe('integer');
      expect(fieldOf(document, campaign, 'activityStatus').enum).toEqual(expect.arrayContaining(['SENT', 'DELIVERED', 'READ', 'CLICKED']));
    },
    breaks: {
      'contacts stay in their groups': edit.withoutPath(removal[1]),
      'contacts cannot be deleted': edit.withoutOperation(['DELETE', '/v1/contact/{contactId}']),
      'there is no address book': edit.withoutPath('/v1/addressbooks'),
      'activity does not name its campaign': edit.withoutField('Activity.broadcastId'),
    },
  },
  G7: {
    document: main,
    holds(document) {
      const kinds = document.components.schemas.MediaType?.enum ?? [];
      for (const [tag, kind] of Object.entries(channels)) {
        expect(kinds).toContain(kind);
        const own = operations(document).filter(({ operation }) => operation.tags.includes(tag));
        const creates = own.filter(({ method, path }) => method === 'POST' && path.endsWith('/message'));
        expect(creates.length, tag).toBe(1);
        for (const { operation } of own) expect(operation['x-statements']).toContain('G7');
      }
      // A draft on any channel is sent to named recipients or to groups.
      const sending = bodyOf(document, operationAt(document, 'POST', '/v1/message/send')).schema;
      expect(follow(document, sending).required).toEqual(expect.arrayContaining(['id', 'recipients']));
      const plan = bodyOf(document, operationAt(document, ...broadcast)).schema;
      expect(follow(document, plan).required).toEqual(expect.arrayContaining(['messageId', 'groupIds']));
      const time = new RegExp(fieldOf(document, plan, 'startDate').pattern ?? '', 'u');
      for (const given of ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00+01:00', '2026-11-20T09:00:00']) expect(given).toMatch(time);
      for (const given of ['2026-11-20', '2026-13-20T09:00:00Z', '2026-11-20 09:00:00']) expect(given).not.toMatch(time);
    },
    breaks: {
      'Telegram is not a channel': (document) => {
        const kinds = document.components.schemas.MediaType;
        if (kinds !== undefined) kinds.enum = kinds.enum?.filter((kind) => kind !== 'telegram') ?? [];
      },
      'nothing can be put into the App Inbox': edit.withoutPath('/v1/app-inbox/message'),
      'a broadcast needs no groups': edit.schemaWith('NewBroadcast', { required: ['messageId'] }),
    },
  },
  G8: {
    document: main,
    holds(document) {
      const place = operationAt(document, ...event);
      expect(place.operation.requestBody?.required).toBe(true);
      const body = follow(document, bodyOf(document, place).schema);
      expect(body.required).toEqual(expect.arrayContaining(['eventTypeKey', 'keyValue']));
      expect(fieldOf(document, body, 'eventTypeKey').type).toBe('string');
      expect(fieldOf(document, body, 'params').type).toBe('array');
      expect(fieldOf(document, body, 'params.[]').required).toEqual(['name']);
    },
    breaks: {
      'the type of the event is missing': edit.schemaWith('NewEvent', { required: ['keyValue'] }),
      'events are only read': edit.withMethod(event, 'get'),
    },
  },
  G9: {
    document: main,
    holds(document) {
      expect(document.info.description).toMatch(/out of scope.+payments.+tools for developers.+templates.+hosting for deliverability/is);
      for (const { path } of operations(document)) {
        expect(path).not.toMatch(/payment|invoice|checkout|template|design|debug|sandbox|sdk|dkim|smtp|dedicated-ip|mail-?server/i);
      }
    },
    breaks: {
      'payments are processed': edit.copied(contact[1], '/v1/payments'),
      'templates are designed': edit.copied('/v1/email/message', '/v1/email/template'),
      'its limits are not described': edit.descriptionWith(/\*\*Out of scope.*/s, ''),
    },
  },
};

function mainOf(all: Documents): Document {
  const document = all[main];
  if (document === undefined) throw new Error(`there is no document ${main}`);
  return document;
}
