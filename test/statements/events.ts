// Checks that `d-events.yaml` satisfies each statement about D, with changes to the document that must fail the check.
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

const events = ['POST', '/apps/{app_id}/events'] as const;
const batch = ['POST', '/apps/{app_id}/batch_events'] as const;
const channels = ['GET', '/apps/{app_id}/channels'] as const;
const channel = ['GET', '/apps/{app_id}/channels/{channel_name}'] as const;
const users = ['GET', '/apps/{app_id}/channels/{channel_name}/users'] as const;
const terminate = ['POST', '/apps/{app_id}/users/{user_id}/terminate_connections'] as const;

export const eventChannels: Record<string, Check> = {
  D1: {
    holds(document) {
      const places = operations(document);
      expect(places.length).toBe(6);
      for (const place of places) {
        expect(place.path).toMatch(/^\/apps\/\{app_id\}\//);
        expect(parameterOf(place, 'path', 'app_id')).toMatchObject({ required: true, schema: { type: 'string' } });
      }
      for (const server of document.servers) {
        expect(new URL(server.url.replaceAll(/[{}]/g, '')).host).toContain('cluster');
        expect(server.url).toContain('{cluster}');
        expect(server.variables?.cluster?.default).toMatch(/^[a-z0-9-]+$/);
      }
      expect(document.servers).not.toEqual([]);
    },
    breaks: {
      'the host is fixed': edit.documentWith({ servers: [{ url: 'https://events.example.com' }] }),
      'an operation is missing': edit.withoutPath(users[1]),
      'the app is not in the path': edit.moved(channels[1], '/channels'),
    },
  },
  D2: {
    holds(document) {
      const one = follow(document, bodyOf(document, operationAt(document, ...events)).schema);
      expect(one.required).toEqual(expect.arrayContaining(['name', 'data']));
      expect(one.oneOf).toEqual(expect.arrayContaining([{ required: ['channel'] }, { required: ['channels'] }]));
      expect(fieldOf(document, one, 'name')).toMatchObject({ type: 'string', maxLength: 200 });
      expect(fieldOf(document, one, 'data').type).toBe('string');
      expect(fieldOf(document, one, 'channel').type).toBe('string');
      expect(fieldOf(document, one, 'channels')).toMatchObject({ type: 'array', minItems: 1, maxItems: 100 });
      expect(fieldOf(document, one, 'channels.[]').type).toBe('string');

      const several = follow(document, bodyOf(document, operationAt(document, ...batch)).schema);
      expect(several.required).toEqual(['batch']);
      expect(fieldOf(document, several, 'batch')).toMatchObject({ type: 'array', maxItems: 10 });
      expect(fieldOf(document, several, 'batch.[]').required).toEqual(expect.arrayContaining(['name', 'channel', 'data']));
    },
    breaks: {
      'an event needs no channel': edit.withoutKeyword('EventTrigger', 'oneOf'),
      'a batch is one event': edit.schemaWith('EventBatch.batch', { maxItems: 1 }),
      'an event of a batch has no channel': edit.schemaWith('BatchedEvent', { required: ['name', 'data'] }),
    },
  },
  D3: {
    holds(document) {
      const list = responseOf(document, operationAt(document, ...channels), '200').schema;
      expect(follow(document, list).required).toEqual(['channels']);
      const byName = fieldOf(document, list, 'channels');
      expect(byName.type).toBe('object');
      expect(follow(document, byName.additionalProperties as Schema).type).toBe('object');

      const place = operationAt(document, ...channel);
      expect(follow(document, parameterOf(place, 'path', 'channel_name').schema)).toMatchObject({ type: 'string', maxLength: 164 });
      const one = responseOf(document, place, '200').schema;
      expect(follow(document, one).required).toContain('occupied');
      expect(fieldOf(document, one, 'occupied').type).toBe('boolean');
    },
    breaks: {
      'the list is a list of names': edit.schemaWith('ChannelList.channels', { type: 'array' }),
      'a channel does not say whether it is occupied': edit.withoutField('Channel.occupied'),
    },
  },
  D4: {
    holds(document) {
      const place = operationAt(document, ...users);
      parameterOf(place, 'path', 'channel_name');
      expect(place.operation.description).toMatch(/presence channel/);
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'users').type).toBe('array');
      expect(fieldOf(document, schema, 'users.[]').required).toEqual(['id']);
      expect(fieldOf(document, schema, 'users.[].id').type).toBe('string');
      expect(Object.keys(place.operation.responses)).toContain('400');
    },
    breaks: {
      'users have no identifier': edit.withoutField('UserList.users.[].id'),
      'other channels have users too': edit.operationWith(users, { description: 'Lists the users of a channel.' }),
    },
  },
  D5: {
    holds(document) {
      const place = operationAt(document, ...terminate);
      expect(parameterOf(place, 'path', 'user_id')).toMatchObject({ required: true, schema: { type: 'string', maxLength: 128 } });
      expect(place.operation.requestBody?.required ?? false).toBe(false);
      expect(Object.keys(place.operation.responses)).toContain('200');
    },
    breaks: {
      'it is a DELETE': edit.withMethod(terminate, 'delete'),
      'the user is in the query': edit.parameterWith(terminate, 'path', 'user_id', { in: 'query' }),
    },
  },
  D6: {
    holds(document) {
      const [name, scheme] = schemes(document).find(([, { name }]) => name === 'auth_signature') ?? [];
      expect(scheme).toMatchObject({ type: 'apiKey', in: 'query', 'x-signature': { parameters: { key: 'auth_key' } } });
      for (const place of operations(document)) expect(securityOf(document, place)).toEqual([{ [name ?? '']: [] }]);
    },
    breaks: {
      'the signature is in a header': (document) => {
        for (const [, scheme] of schemes(document)) scheme.in = 'header';
      },
      'an operation needs no signature': edit.operationWith(channels, { security: [] }),
      'the key is not sent': (document) => {
        for (const [, scheme] of schemes(document)) delete scheme['x-signature']?.parameters.key;
      },
    },
  },
};

function schemes(document: Document) {
  return Object.entries(document.components.securitySchemes);
}
