// Checks that `b-microblog.yaml` and `b-microblog-v1.yaml` satisfy each statement about B, with changes that must fail the check.
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
  responseOf,
  type Schema,
  securityOf,
} from '../specs/document.ts';
import type { Check, Documents } from './check.ts';
import * as edit from './edits.ts';

const CURRENT = 'b-microblog';
const LEGACY = 'b-microblog-v1';
const FORM = 'application/x-www-form-urlencoded';

const createPost = ['POST', '/2/tweets'] as const;
const searchRecent = ['GET', '/2/tweets/search/recent'] as const;
const searchAll = ['GET', '/2/tweets/search/all'] as const;
const stream = ['GET', '/2/tweets/search/stream'] as const;
const listRules = ['GET', '/2/tweets/search/stream/rules'] as const;
const changeRules = ['POST', '/2/tweets/search/stream/rules'] as const;
const countRules = ['GET', '/2/tweets/search/stream/rules/counts'] as const;
const getUser = ['GET', '/2/users/{id}'] as const;

const updateProfile = ['POST', '/account/update_profile.json'] as const;
const rateLimits = ['GET', '/application/rate_limit_status.json'] as const;
const settings = ['GET', '/account/settings.json'] as const;
const changeSettings = ['POST', '/account/settings.json'] as const;
const deliveryDevice = ['POST', '/account/update_delivery_device.json'] as const;
const block = ['POST', '/blocks/create.json'] as const;
const blockedUsers = ['GET', '/blocks/list.json'] as const;

/** Public operations: the description itself, which contains no user data. */
const OPEN = '/2/openapi.json';
/** Counts of a user's own posts. They exist because the specification states the number of operations; each description explains it. */
const COUNTED = ['/2/insights/28hr', '/2/insights/historical'];

export const microblog: Record<string, Check> = {
  B1: {
    document: CURRENT,
    holds(document) {
      const places = operations(document);
      expect(places.length).toBe(109);
      for (const { path } of places) expect(path).toMatch(/^\/2\//);
      for (const { url } of document.servers) expect(new URL(url).pathname).toBe('/');
    },
    breaks: {
      'an operation is missing': edit.withoutPath('/2/notes'),
      'an operation is at another path': edit.moved('/2/notes', '/notes'),
      'the version is in the server address': edit.documentWith({ servers: [{ url: 'https://microblog.example.com/2' }] }),
    },
  },
  B2: {
    document: LEGACY,
    holds(document, all) {
      expect(operations(document).length).toBe(83);
      for (const { path } of operations(document)) {
        expect(path).not.toMatch(/^\/2\//);
        expect(path).toMatch(/\.json$/);
      }
      const others = Object.entries(all).flatMap(([id, other]) => (id === LEGACY ? [] : addressesOf(other)));
      for (const address of addressesOf(document)) expect(others).not.toContain(address);
      expect(addressesOf(document)).toEqual([expect.stringMatching(/^https:\/\/[^/]+\/1\.1$/)]);
    },
    breaks: {
      'an operation is missing': edit.withoutPath('/help/tos.json'),
      'a path is one of version 2': edit.moved('/users/show.json', '/2/users/me.json'),
      'it has no own address': (document, all) => {
        document.servers = current(all).servers;
      },
    },
  },
  B3: {
    document: LEGACY,
    holds(document) {
      const places = operations(document);
      expect([...new Set(places.map(({ method }) => method))].sort()).toEqual(['GET', 'POST']);
      for (const place of places) {
        const types = typesOf(document, place);
        if (place.method === 'GET') expect(types).toEqual([]);
        else expect(types).toContain(FORM);
        for (const type of types) expect([FORM, 'multipart/form-data']).toContain(type);
        // All input of a POST is in its form, except path parameters.
        const where = place.method === 'GET' ? ['path', 'query'] : ['path'];
        for (const parameter of place.parameters) expect(where).toContain(parameter.in);
      }
    },
    breaks: {
      'a post is sent as JSON': (document) => {
        const { requestBody } = operationAt(document, 'POST', '/statuses/update.json').operation;
        const media = requestBody?.content[FORM];
        if (requestBody !== undefined && media !== undefined) requestBody.content = { 'application/json': media };
      },
      'a POST has its fields in the query': (document) => {
        const { parameters } = operationAt(document, 'GET', '/users/show.json').operation;
        if (parameters !== undefined) operationAt(document, 'POST', '/users/report_spam.json').operation.parameters = parameters;
      },
      'a POST has no form': (document) => {
        delete operationAt(document, 'POST', '/saved_searches/destroy/{id}.json').operation.requestBody;
      },
    },
  },
  B4: {
    document: LEGACY,
    holds(document, all) {
      expect(Object.keys(document.components.securitySchemes ?? {})).toEqual([]);
      for (const place of operations(document)) expect(securityOf(document, place)).toEqual([]);

      const second = current(all);
      const { bearer, oauth2, ...others } = second.components.securitySchemes;
      expect(others).toEqual({});
      expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer', description: expect.stringMatching(/app-only/) });
      expect(oauth2).toMatchObject({ type: 'oauth2', description: expect.stringMatching(/PKCE/) });
      expect(Object.keys(oauth2?.flows ?? {})).toEqual(['authorizationCode']);
      const scopes = Object.keys(oauth2?.flows?.authorizationCode?.scopes ?? {});
      for (const place of operations(second)) {
        const alternatives = securityOf(second, place);
        expect(alternatives.length > 0).toBe(place.path !== OPEN);
        for (const alternative of alternatives) {
          expect(['bearer', 'oauth2']).toContain(Object.keys(alternative).join());
          for (const scope of alternative.oauth2 ?? []) expect(scopes).toContain(scope);
        }
      }
    },
    breaks: {
      'an operation of version 1.1 requires a token': edit.operationWith(updateProfile, { security: [{ oauth2: ['users.read'] }] }),
      'version 1.1 declares a scheme': (document, all) => {
        document.components.securitySchemes = current(all).components.securitySchemes;
      },
      'an operation of version 2 requires no credential': (_, all) => {
        operationAt(current(all), ...getUser).operation.security?.push({});
      },
      'version 2 has a third security scheme': (_, all) => {
        current(all).components.securitySchemes.key = { type: 'apiKey', in: 'query', name: 'key' };
      },
      'tokens come without a code': (_, all) => {
        const flows = current(all).components.securitySchemes.oauth2?.flows;
        if (flows?.authorizationCode !== undefined) flows.clientCredentials = flows.authorizationCode;
      },
    },
  },
  B5: {
    document: CURRENT,
    holds(document) {
      const place = operationAt(document, ...createPost);
      expect(place.operation['x-basis']).toBe('stated');
      const { schema, examples } = bodyOf(document, place);
      expect(fieldOf(document, schema, 'text').type).toBe('string');
      // A post in a thread replies to the previous one; a single post replies to none.
      expect(fieldOf(document, schema, 'reply').required).toEqual(['in_reply_to_tweet_id']);
      expect(follow(document, schema).required ?? []).not.toContain('reply');
      expect(Object.values(examples).map(({ value }) => Object.hasOwn(value as object, 'reply'))).toEqual(
        expect.arrayContaining([true, false]),
      );
      expect(fieldOf(document, responseOf(document, place, '201').schema, 'data').required).toEqual(expect.arrayContaining(['id', 'text']));
    },
    breaks: {
      'a post cannot reply': edit.withoutField('NewPost.reply'),
      'every post replies': edit.schemaWith('NewPost', { required: ['reply'] }),
      'nothing is published': edit.withoutResponse(createPost, '201'),
    },
  },
  B6: {
    document: CURRENT,
    holds(document) {
      const place = operationAt(document, ...searchRecent);
      expect(place.operation['x-basis']).toBe('stated');
      expect(place.operation.description).toMatch(/last seven days/);
      findsPosts(document, place);
    },
    breaks: {
      'there is no query': edit.parameterWith(searchRecent, 'query', 'query', { name: 'q' }),
      'it searches posts of all times': edit.operationWith(searchRecent, { description: 'Lists the posts that match a query.' }),
    },
  },
  B7: {
    document: CURRENT,
    holds(document) {
      const place = operationAt(document, ...searchAll);
      expect(place.operation['x-basis']).toBe('stated');
      expect(place.operation.description).toMatch(/any time/);
      for (const name of ['start_time', 'end_time']) {
        const { required, schema } = parameterOf(place, 'query', name);
        expect(required ?? false).toBe(false);
        expect(follow(document, schema)).toMatchObject({ type: 'string', format: 'date-time' });
      }
      findsPosts(document, place);
    },
    breaks: {
      'it has no start time': edit.parameterWith(searchAll, 'query', 'start_time', { name: 'since' }),
      'the end time is a date': edit.parameterWith(searchAll, 'query', 'end_time', { schema: { type: 'string', format: 'date' } }),
    },
  },
  B8: {
    document: CURRENT,
    holds(document) {
      const { operation } = operationAt(document, ...searchAll);
      expect(operation.description).toMatch(/academic-research or pro access/);
      expect(Object.keys(operation.responses)).toContain('403');
      expect(operationAt(document, ...searchRecent).operation.description).not.toMatch(/academic-research/);
    },
    breaks: {
      'anybody may search': edit.operationWith(searchAll, { description: 'Lists the posts of any time that match a query.' }),
      'no access level is rejected': edit.withoutResponse(searchAll, '403'),
    },
  },
  B9: {
    document: CURRENT,
    holds(document) {
      const place = operationAt(document, ...stream);
      const line = responseOf(document, place, '200');
      expect(line).toMatchObject({ 'x-stream': { format: 'ndjson', keepAliveSeconds: 20 } });
      fieldOf(document, line.schema, 'data');
      expect(fieldOf(document, line.schema, 'matching_rules.[]').required).toEqual(['id']);
      expect(operations(document).filter((other) => other.path === stream[1]).length).toBe(1);
    },
    breaks: {
      'the response is not a stream': (document) => {
        delete responseOf(document, operationAt(document, ...stream), '200')['x-stream'];
      },
      'it does not say which rules match': edit.withoutField('MatchedPost.matching_rules'),
    },
  },
  B10: {
    document: CURRENT,
    holds(document) {
      fieldOf(document, responseOf(document, operationAt(document, ...listRules), '200').schema, 'data.[].value');
      const place = operationAt(document, ...changeRules);
      const changes = follow(document, bodyOf(document, place).schema).oneOf ?? [];
      expect(changes.flatMap((change) => follow(document, change).required ?? []).sort()).toEqual(['add', 'delete']);
      expect(place.operation.description).toMatch(/25 of them at a time at basic access and up to 1,000 at pro access/);
      // No app may have more rules than the highest access level allows, and an operation tells the app's limit.
      expect(parameterOf(operationAt(document, ...listRules), 'query', 'max_results').schema.maximum).toBe(1000);
      expect(
        fieldOf(document, responseOf(document, operationAt(document, ...countRules), '200').schema, 'data.cap_per_client_app'),
      ).toMatchObject({ type: 'integer', description: expect.stringMatching(/25 at basic, 1,000 at pro/) });
    },
    breaks: {
      'basic access may have more': (document) => {
        const { operation } = operationAt(document, ...changeRules);
        operation.description = operation.description.replace('25', '50');
      },
      'rules cannot be deleted': (document) => document.components.schemas.RuleChange?.oneOf?.pop(),
      'there may be more rules': (document) => {
        parameterOf(operationAt(document, ...listRules), 'query', 'max_results').schema.maximum = 5000;
      },
    },
  },
  B11: {
    document: CURRENT,
    holds(document) {
      const place = operationAt(document, ...getUser);
      expect(place.operation['x-basis']).toBe('stated');
      expect(parameterOf(place, 'path', 'id').required).toBe(true);
      const user = fieldOf(document, responseOf(document, place, '200').schema, 'data');
      expect(user.type).toBe('object');
      expect(user.required).toEqual(expect.arrayContaining(['id', 'name', 'username']));
    },
    breaks: {
      'several are read': (document) => {
        const { properties } = document.components.schemas.UserResponse ?? {};
        if (properties?.data !== undefined) properties.data = { type: 'array', items: properties.data };
      },
      'the user is in the query': edit.parameterWith(getUser, 'path', 'id', { in: 'query' }),
    },
  },
  B12: {
    document: CURRENT,
    holds(document) {
      const message = operationAt(document, 'POST', '/2/dm_conversations/with/{participant_id}/messages');
      expect(fieldOf(document, bodyOf(document, message).schema, 'text').type).toBe('string');
      const read = ['/2/lists/{id}', '/2/communities/{id}', '/2/spaces/{id}'];
      for (const path of read) {
        const place = operationAt(document, 'GET', path);
        expect(parameterOf(place, 'path', 'id').required).toBe(true);
        expect(fieldOf(document, responseOf(document, place, '200').schema, 'data').required).toContain('id');
      }
    },
    breaks: {
      'messages can only be read': edit.withoutPath('/2/dm_conversations/with/{participant_id}/messages'),
      'communities can only be searched': edit.withoutPath('/2/communities/{id}'),
      'a Space has no identifier': edit.schemaWith('Space', { required: [] }),
    },
  },
  B13: {
    document: LEGACY,
    holds(document) {
      const place = operationAt(document, ...updateProfile);
      expect(place.operation['x-basis']).toBe('stated');
      expect(place.operation.operationId).toBe('updateProfile');
      const { schema } = bodyOf(document, place, FORM);
      for (const field of ['name', 'url', 'location', 'description']) expect(fieldOf(document, schema, field).type).toBe('string');
      expect(follow(document, schema).required ?? []).toEqual([]);
      const user = responseOf(document, place, '200').schema;
      expect(follow(document, user).required).toEqual(expect.arrayContaining(['name', 'url', 'location', 'description']));
    },
    breaks: {
      'the description cannot be changed': edit.withoutField('ProfileChange.description'),
      'all fields are required': edit.schemaWith('ProfileChange', { required: ['name', 'url'] }),
      'it is a PUT': edit.withMethod(updateProfile, 'put'),
    },
  },
  B14: {
    document: LEGACY,
    holds(document) {
      const place = operationAt(document, ...rateLimits);
      expect(place.operation['x-basis']).toBe('stated');
      const { schema } = responseOf(document, place, '200');
      expect(follow(document, schema).required).toContain('resources');
      const family = fieldOf(document, schema, 'resources').additionalProperties;
      const limit = typeof family === 'object' ? family.additionalProperties : undefined;
      if (typeof limit !== 'object') throw new Error('no limit of an operation');
      expect(follow(document, limit).required).toEqual(expect.arrayContaining(['limit', 'remaining', 'reset']));
      expect(fieldOf(document, limit, 'remaining')).toMatchObject({ type: 'integer', minimum: 0 });
    },
    breaks: {
      'the remaining requests are missing': edit.withoutField('RateLimit.remaining'),
      'the remaining requests are optional': edit.schemaWith('RateLimit', { required: ['limit'] }),
      'it has another path': edit.moved(rateLimits[1], '/application/limits.json'),
    },
  },
  B15: {
    document: LEGACY,
    holds(document) {
      expect(fieldOf(document, responseOf(document, operationAt(document, ...settings), '200').schema, 'sleep_time').type).toBe('object');
      const change = bodyOf(document, operationAt(document, ...changeSettings), FORM).schema;
      expect(fieldOf(document, change, 'time_zone').type).toBe('string');
      const device = bodyOf(document, operationAt(document, ...deliveryDevice), FORM).schema;
      expect(follow(document, device).required).toContain('device');
      expect(fieldOf(document, device, 'device').enum).toEqual(['sms', 'none']);
      const whom = bodyOf(document, operationAt(document, ...block), FORM).schema;
      expect(follow(document, whom).anyOf).toEqual([{ required: ['user_id'] }, { required: ['screen_name'] }]);
      expect(fieldOf(document, responseOf(document, operationAt(document, ...blockedUsers), '200').schema, 'users').type).toBe('array');
    },
    breaks: {
      'settings can only be read': edit.withoutOperation(settings),
      'a device of another kind': edit.withValue('DeliveryDeviceChange.device', 'email'),
      'the blocked user is not named': edit.withoutKeyword('BlockChoice', 'anyOf'),
      'blocked users are not listed': edit.withoutPath(blockedUsers[1]),
    },
  },
  B16: {
    document: CURRENT,
    holds(document, all) {
      for (const other of Object.values(all)) expect(other.info.description).toMatch(/out of scope/i);
      const places = Object.values(all).flatMap((other) => operations(other));
      const outside = /\b(ads?|advert\w*|campaigns?|analytics|audiences?|dashboards?|insights?|payments?|checkouts?|invoices?)\b/i;
      const found = places.filter(({ path, operation }) =>
        outside.test(`${path.replaceAll('_', ' ')} ${operation.tags} ${operation.summary}`),
      );
      expect(found.map(({ path }) => path).sort()).toEqual(COUNTED);
      for (const path of COUNTED) {
        const { operation } = operationAt(document, 'GET', path);
        expect(operation['x-basis']).toBe('public');
        expect(operation.description).toMatch(/out of scope/);
        expect(operation.description).toMatch(/specification states 109 operations/);
      }
    },
    breaks: {
      'campaigns are managed': edit.copied('/2/notes', '/2/campaigns'),
      'version 1.1 has a dashboard': (_, all) => {
        const legacy = all[LEGACY];
        if (legacy !== undefined) legacy.paths['/analytics/dashboard.json'] = legacy.paths['/help/tos.json'] ?? {};
      },
      'an exception has no explanation': edit.operationWith(['GET', '/2/insights/28hr'], {
        description: "Counts how often the user's posts were seen.",
      }),
      'an exception is marked as stated': edit.operationWith(['GET', '/2/insights/historical'], { 'x-basis': 'stated' }),
    },
  },
};

function addressesOf(document: Document): string[] {
  return document.servers.map(({ url }) => url);
}

/** Media types of an operation's request body. */
function typesOf(document: Document, { operation: { requestBody } }: Place): string[] {
  return requestBody === undefined ? [] : Object.keys(follow(document, requestBody).content);
}

/** The document of version 2, for a statement about both versions. */
function current(all: Documents): Document {
  const document = all[CURRENT];
  if (document === undefined) throw new Error(`there is no document ${CURRENT}`);
  return document;
}

/** Checks that the operation requires a query and returns a page of posts. */
function findsPosts(document: Document, place: Place): void {
  expect(parameterOf(place, 'query', 'query')).toMatchObject({ required: true, schema: { type: 'string' } });
  const posts: Schema = fieldOf(document, responseOf(document, place, '200').schema, 'data');
  expect(posts.type).toBe('array');
  expect(fieldOf(document, posts, '[]').required).toEqual(expect.arrayContaining(['id', 'text']));
}
