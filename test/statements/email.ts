// Checks that `h-email.yaml` satisfies each statement about H, with changes to the document that must fail the check.
import { expect } from 'vitest';
import { fieldOf, follow, operationAt, operations, parameterOf, responseOf, securityOf } from '../specs/document.ts';
import type { Check } from './check.ts';
import * as edit from './edits.ts';

const search = ['GET', '/domain-search'] as const;
const finder = ['GET', '/email-finder'] as const;
const verifier = ['GET', '/email-verifier'] as const;
const account = ['GET', '/account'] as const;

export const email: Record<string, Check> = {
  H1: {
    holds(document) {
      const places = operations(document);
      expect(places.map((place) => place.method)).toEqual(['GET', 'GET', 'GET', 'GET']);
      expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'query', name: 'api_key' });
      for (const place of places) {
        const alternatives = securityOf(document, place);
        expect(alternatives[0]).toEqual({ apiKey: [] });
        expect(alternatives).not.toContainEqual({});
      }
      for (const server of document.servers) expect(new URL(server.url).pathname).toBe('/v2');
      expect(document.servers).not.toEqual([]);
    },
    breaks: {
      'the version is not in the address': edit.documentWith({ servers: [{ url: 'https://email.example.com' }] }),
      'the key is in a header only': edit.documentWith({ security: [{ apiKeyHeader: [] }] }),
      'the account needs no credential': edit.operationWith(account, { security: [{ apiKey: [] }, {}] }),
      'an operation is a POST': edit.withMethod(['GET', '/email-verifier'], 'post'),
    },
  },
  H2: {
    holds(document) {
      const place = operationAt(document, ...search);
      expect(parameterOf(place, 'query', 'domain').schema.type).toBe('string');
      expect(parameterOf(place, 'query', 'limit').schema).toMatchObject({ type: 'integer', maximum: 100 });
      expect(parameterOf(place, 'query', 'offset').schema).toMatchObject({ type: 'integer', minimum: 0 });
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'data.emails').maxItems).toBe(100);
      const record = fieldOf(document, schema, 'data.emails.[]');
      expect(fieldOf(document, record, 'value')).toMatchObject({ type: 'string', format: 'email' });
      expect(fieldOf(document, record, 'confidence')).toMatchObject({ type: 'integer', minimum: 0, maximum: 100 });
      expect(fieldOf(document, record, 'first_name').type).toContain('string');
      expect(fieldOf(document, record, 'last_name').type).toContain('string');
      const departments = fieldOf(document, record, 'department').anyOf?.map((schema) => follow(document, schema));
      expect(departments?.[0]?.enum?.length).toBeGreaterThan(1);
      expect(record.required).toEqual(expect.arrayContaining(['value', 'confidence', 'first_name', 'last_name', 'department']));
    },
    breaks: {
      'a page may have more results': (document) => {
        parameterOf(operationAt(document, ...search), 'query', 'limit').schema.maximum = 1000;
      },
      'confidence is missing': edit.withoutField('EmailRecord.confidence'),
      'there is no offset': edit.parameterWith(search, 'query', 'offset', { name: 'page' }),
    },
  },
  H3: {
    holds(document) {
      const place = operationAt(document, ...finder);
      for (const name of ['domain', 'first_name', 'last_name']) expect(parameterOf(place, 'query', name).schema.type).toBe('string');
      const { schema } = responseOf(document, place, '200');
      expect(fieldOf(document, schema, 'data.email')).toMatchObject({ type: ['string', 'null'], format: 'email' });
      expect(fieldOf(document, schema, 'data.score')).toMatchObject({ type: ['integer', 'null'], minimum: 0, maximum: 100 });
    },
    breaks: {
      'the last name has another parameter name': edit.parameterWith(finder, 'query', 'last_name', { name: 'surname' }),
      'the score has no bounds': edit.withoutKeyword('LikelyEmail.score', 'maximum'),
    },
  },
  H4: {
    holds(document) {
      const place = operationAt(document, ...verifier);
      expect(parameterOf(place, 'query', 'email')).toMatchObject({ required: true, schema: { type: 'string', format: 'email' } });
      const { schema, examples } = responseOf(document, place, '200');
      const outcomes = ['deliverable', 'risky', 'undeliverable'];
      expect([...(fieldOf(document, schema, 'data.result').enum ?? [])].sort()).toEqual(outcomes);
      // An example of status 200 shows each outcome; that of an accept-all domain is risky.
      const shown = Object.values(examples).map((example) => (example.value as Verification).data);
      expect(shown.map((data) => data.result).sort()).toEqual(outcomes);
      expect(shown.find((data) => data.accept_all)?.result).toBe('risky');
    },
    breaks: {
      'there is a fourth outcome': edit.withValue('Deliverability', 'unknown'),
      'undeliverable is not shown as a result': edit.withoutExample(verifier, '200', 'undeliverable'),
      'the address is optional': edit.parameterWith(verifier, 'query', 'email', { required: false }),
    },
  },
  H5: {
    holds(document) {
      const { schema } = responseOf(document, operationAt(document, ...account), '200');
      expect(fieldOf(document, schema, 'data').required).toEqual(expect.arrayContaining(['email', 'plan_name', 'requests']));
      expect(fieldOf(document, schema, 'data.requests').required).toContain('credits');
      expect(fieldOf(document, schema, 'data.requests.credits').required).toEqual(expect.arrayContaining(['used', 'available']));
      expect(fieldOf(document, schema, 'data.requests.credits.available')).toMatchObject({ type: 'integer', minimum: 0 });
    },
    breaks: {
      'the remaining credits are missing': edit.withoutField('UsageCounter.available'),
      'credits are optional': edit.schemaWith('Account.requests', { required: [] }),
    },
  },
  H6: {
    holds(document) {
      const paths = operations(document).map((place) => place.path);
      expect(paths.sort()).toEqual([search, finder, verifier, account].map(([, path]) => path).sort());
      expect(document.webhooks).toBeUndefined();
      expect(document.info.description).toMatch(/out of scope/i);
    },
    breaks: {
      'mail is sent': edit.copied('/account', '/messages'),
    },
  },
};

interface Verification {
  data: { result: string; accept_all: boolean };
}
