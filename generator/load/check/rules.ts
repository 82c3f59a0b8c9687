// Rules of single OpenAPI objects that the grammar cannot express: fields that need or exclude each other, and words of a closed set.
import { own } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import { header, parameter } from './parameter-rules.ts';
import { standardOf } from './phrases.ts';
import { collectRequirement } from './schema-references.ts';
import { knownDialects, schema } from './schema-rules.ts';
import { oauthFlows, securityScheme } from './security-rules.ts';
import { server, serverVariable } from './server-rules.ts';
import { pointerOf, type Rule, report } from './walk.ts';

export const rules: Partial<Record<ObjectName, Rule>> = {
  OpenAPI(value, walk) {
    const needsPaths = walk.version < '3.1';
    const parts = needsPaths ? ['paths'] : ['paths', 'webhooks', 'components'];
    if (!parts.some((key) => Object.hasOwn(value, key))) {
      report(walk, {
        severity: 'warning',
        code: 'missing-field',
        message: needsPaths
          ? 'The document lacks the required field `paths`.'
          : 'The document has none of `paths`, `webhooks` and `components`.',
        fix: needsPaths ? 'Add `paths`.' : 'Add one of them.',
      });
    }
    const dialect = own(value, 'jsonSchemaDialect');
    if (typeof dialect === 'string' && !knownDialects.test(dialect)) {
      report(walk, {
        severity: 'warning',
        code: 'dialect-unknown',
        message: `Unknown JSON Schema dialect ${JSON.stringify(dialect)}; the schemas are read as JSON Schema 2020-12.`,
        fix: 'Rewrite keywords that differ, and remove `jsonSchemaDialect`.',
        below: ['jsonSchemaDialect'],
      });
    }
  },

  Server: server,
  ServerVariable: serverVariable,

  PathItem(value, walk) {
    walk.collector.addDeclaring(value, walk.source, pointerOf(walk));
  },

  Operation(value, walk) {
    walk.collector.addDeclaring(value, walk.source, pointerOf(walk));
    if (walk.version >= '3.1' || Object.hasOwn(value, 'responses')) return;
    report(walk, {
      severity: 'warning',
      code: 'responses-missing',
      message: `The operation lacks \`responses\`, which ${standardOf(walk.version)} requires.`,
      fix: 'Add `responses`, with at least the successful response.',
    });
  },

  Parameter: parameter,
  Header: header,

  Responses(value, walk) {
    if (Object.keys(value).some((key) => !key.startsWith('x-'))) return;
    report(walk, {
      severity: 'warning',
      code: 'responses-empty',
      message: '`responses` is empty.',
      fix: 'Describe at least the successful response.',
    });
  },

  Response(value, walk) {
    if (walk.version === '3.2' || Object.hasOwn(value, 'description')) return;
    report(walk, {
      severity: 'warning',
      code: 'missing-field',
      message: 'The response lacks the required field `description`.',
      fix: 'Add `description`.',
    });
  },

  Example(value, walk) {
    if (!Object.hasOwn(value, 'value') || !Object.hasOwn(value, 'externalValue')) return;
    report(walk, {
      severity: 'warning',
      code: 'fields-exclude',
      message: 'The example has both `value` and `externalValue`.',
      fix: 'Remove one of the two.',
    });
  },

  Link(value, walk) {
    if (!Object.hasOwn(value, 'operationRef') || !Object.hasOwn(value, 'operationId')) return;
    report(walk, {
      severity: 'warning',
      code: 'fields-exclude',
      message: 'The link has both `operationRef` and `operationId`.',
      fix: 'Remove one of the two.',
    });
  },

  SecurityScheme: securityScheme,
  SecurityRequirement: (value, walk) => collectRequirement(walk, value),
  OAuthFlows: oauthFlows,
  Schema: schema,
};
