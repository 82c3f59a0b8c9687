// Checks that `a-identity.yaml` satisfies each statement about A, with changes to the document that must fail the check.
import { expect } from 'vitest';
import { fieldOf, follow, operationAt, operations, parameterOf, responseOf, securityOf } from '../specs/document.ts';
import type { Check } from './check.ts';
import * as edit from './edits.ts';

const userInfo = ['GET', '/oauth2/v2/userinfo'] as const;
const alias = ['GET', '/userinfo/v2/me'] as const;
const tokenInfo = ['POST', '/oauth2/v2/tokeninfo'] as const;

export const identity: Record<string, Check> = {
  A1: {
    holds(document) {
      const { schema } = responseOf(document, operationAt(document, ...userInfo), '200');
      expect(fieldOf(document, schema, 'email')).toMatchObject({ type: 'string', format: 'email' });
      expect(fieldOf(document, schema, 'verified_email').type).toBe('boolean');
      expect(fieldOf(document, schema, 'name').type).toBe('string');
      expect(fieldOf(document, schema, 'picture')).toMatchObject({ type: 'string', format: 'uri' });
      const tag = new RegExp(fieldOf(document, schema, 'locale').pattern ?? '', 'u');
      for (const locale of ['en', 'pt-PT', 'zh-Hant-TW', 'de-CH-1996']) expect(locale).toMatch(tag);
      for (const locale of ['', 'pt_PT', 'pt-', 'p', 'english please']) expect(locale).not.toMatch(tag);
    },
    breaks: {
      'verified_email is a string': edit.schemaWith('UserInfo.verified_email', { type: 'string' }),
      'locale is any text': edit.withoutKeyword('UserInfo.locale', 'pattern'),
      'picture is missing': edit.withoutField('UserInfo.picture'),
    },
  },
  A2: {
    holds(document) {
      const place = operationAt(document, ...tokenInfo);
      expect(parameterOf(place, 'query', 'access_token').schema.type).toBe('string');
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'audience').type).toBe('string');
      expect(fieldOf(document, schema, 'scope').type).toBe('string');
      expect(fieldOf(document, schema, 'expires_in')).toMatchObject({ type: 'integer', minimum: 0 });
    },
    breaks: {
      'the token has another name': edit.parameterWith(tokenInfo, 'query', 'access_token', { name: 'token' }),
      'the expiry is missing': edit.withoutField('TokenInfo.expires_in'),
    },
  },
  A4: {
    holds(document) {
      const what = (at: readonly [string, string]) => {
        const { operation, parameters } = operationAt(document, ...at);
        return { parameters, security: operation.security, body: operation.requestBody, responses: operation.responses };
      };
      expect(what(alias)).toEqual(what(userInfo));
    },
    breaks: {
      'the alias lacks a parameter': (document) => operationAt(document, ...alias).operation.parameters?.pop(),
      'the alias requires less': (document) => operationAt(document, ...alias).operation.security?.pop(),
      'the alias is missing': edit.withoutPath('/userinfo/v2/me'),
    },
  },
  A5: {
    holds(document) {
      expect(document.components.securitySchemes.oauth2?.type).toBe('oauth2');
      for (const [method, path] of [userInfo, alias]) {
        const place = operationAt(document, method, path);
        const alternatives = securityOf(document, place);
        expect(alternatives).toContainEqual({ oauth2: ['userinfo.profile'] });
        expect(alternatives).toContainEqual({ oauth2: ['userinfo.email'] });
        expect(alternatives).not.toContainEqual({});
        const { schema, examples } = responseOf(document, place, '200');
        expect(follow(document, schema).required ?? []).not.toContain('email');
        expect(examples.profileOnly?.value).not.toHaveProperty('email');
        expect(examples.emailOnly?.value).toHaveProperty('email');
      }
    },
    breaks: {
      'both scopes are required': edit.operationWith(userInfo, { security: [{ oauth2: ['userinfo.profile', 'userinfo.email'] }] }),
      'no credential is required': (document) => operationAt(document, ...alias).operation.security?.push({}),
      'the email claim is required': edit.schemaWith('UserInfo', { required: ['email'] }),
    },
  },
  A6: {
    holds(document) {
      expect(securityOf(document, operationAt(document, ...tokenInfo))).toEqual([]);
    },
    breaks: {
      'a bearer token is required': edit.operationWith(tokenInfo, { security: [{ oauth2: [] }] }),
    },
  },
  A9: {
    holds(document) {
      const places = operations(document).map((place) => `${place.method} ${place.path}`);
      expect(places.sort()).toEqual([userInfo, alias, tokenInfo].map((at) => at.join(' ')).sort());
      expect(document.info.description).toContain('{auth_url}');
      const flow = document.components.securitySchemes.oauth2?.flows?.authorizationCode;
      const hosts = document.servers.map((server) => new URL(server.url).host);
      expect(hosts).not.toContain(new URL(flow?.tokenUrl ?? '').host);
      expect(hosts).not.toContain(new URL(flow?.authorizationUrl ?? '').host);
    },
    breaks: {
      'tokens are minted here': edit.copied('/oauth2/v2/tokeninfo', '/oauth2/v2/token'),
      'tokens are minted at the same address': (document) => {
        const flow = document.components.securitySchemes.oauth2?.flows?.authorizationCode;
        if (flow !== undefined) flow.tokenUrl = `${document.servers[0]?.url}/token`;
      },
    },
  },
  A10: {
    holds(document) {
      for (const { path, operation } of operations(document)) {
        expect(path).toMatch(/\/v2\//);
        expect(Object.keys(operation.responses)).not.toContain('429');
        expect(JSON.stringify(operation)).not.toMatch(/RateLimit/i);
      }
      expect(document.servers.map((server) => new URL(server.url).pathname)).toEqual(['/']);
      expect(document.info.description).toMatch(/no quota is published/i);
    },
    breaks: {
      'the version is in the server address': edit.documentWith({ servers: [{ url: 'https://identity.example.com/v2' }] }),
      'there is a quota': (document) => {
        operationAt(document, ...userInfo).operation.responses['429'] = { description: 'Too many requests.' };
      },
    },
  },
};
