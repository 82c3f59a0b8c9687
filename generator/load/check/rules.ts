// Rules of single OpenAPI objects that the table of `grammar.ts` can't say: fields that need or exclude each other, and words of a closed set.

import type { Json, JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import type { RuleContext } from './check.ts';
import type { ObjectName } from './grammar.ts';
import { isToken } from './keys.ts';
import { nearest } from './nearest.ts';
import { knownDialects, schema } from './schema-rules.ts';
import { server, serverVariable } from './server-rules.ts';
import { list } from './words.ts';

type Rule = (value: JsonObject, context: RuleContext) => void;

export const rules: Partial<Record<ObjectName, Rule>> = {
  OpenAPI(value, { version, report }) {
    if (version === '3.0') {
      if (!Object.hasOwn(value, 'paths'))
        report('error', 'missing-field', 'The document has no `paths`, which OpenAPI requires.', 'Add `paths`.');
    } else if (!['paths', 'webhooks', 'components'].some((key) => Object.hasOwn(value, key))) {
      report('error', 'missing-field', 'The document has none of `paths`, `webhooks` and `components`.', 'Add one of them.');
    }
    const dialect = own(value, 'jsonSchemaDialect');
    if (typeof dialect === 'string' && !knownDialects.test(dialect)) {
      report(
        'error',
        'dialect-unknown',
        `The JSON Schema dialect ${JSON.stringify(dialect)} is not known.`,
        'Use JSON Schema 2020-12, or leave `jsonSchemaDialect` out.',
        ['jsonSchemaDialect'],
      );
    }
  },

  Server: server,
  ServerVariable: serverVariable,

  Operation(value, { version, report }) {
    if (version === '3.0' && !Object.hasOwn(value, 'responses')) {
      report('error', 'missing-field', 'The operation has no `responses`, which OpenAPI 3.0 requires.', 'Add `responses`.');
    }
  },

  Parameter(value, { version, report }) {
    const place = own(value, 'in');
    const name = own(value, 'name');
    oneOfSchemaAndContent(value, report);
    if (typeof place !== 'string') return;
    const styles = stylesOf(place, version);
    if (styles === undefined) {
      const places = version === '3.2' ? [...Object.keys(styleTable), 'querystring'] : Object.keys(styleTable);
      const swagger = place === 'body' || place === 'formData';
      const meant = nearest(place, places);
      report(
        'error',
        'parameter-in',
        `\`in: ${place}\` is not a place of a parameter.`,
        swagger
          ? 'Describe the body in `requestBody`.'
          : meant === undefined
            ? `Use one of ${list(places)}.`
            : `Did you mean \`${meant}\`?`,
        ['in'],
      );
      return;
    }
    const style = own(value, 'style');
    if (typeof style === 'string' && !styles.includes(style)) {
      report(
        'error',
        'parameter-style',
        `The style \`${style}\` is not one for \`in: ${place}\`.`,
        styles.length === 0 ? 'Remove `style`.' : `Use ${list(styles)}.`,
        ['style'],
      );
    }
    if (place === 'path' && own(value, 'required') !== true) {
      report('warning', 'path-parameter-required', 'A path parameter is always required.', 'Add `required: true`.');
    }
    if (place === 'querystring' && !Object.hasOwn(value, 'content')) {
      report('error', 'parameter-shape', 'A `querystring` parameter needs `content`.', 'Describe it under `content`, with its media type.');
    }
    checkFieldName(name, place, report);
  },

  Header(value, { report }) {
    oneOfSchemaAndContent(value, report);
    const style = own(value, 'style');
    if (typeof style === 'string' && style !== 'simple') {
      report('error', 'parameter-style', `The style \`${style}\` is not one for a header.`, 'Use `simple`, or leave `style` out.', [
        'style',
      ]);
    }
  },

  Responses(value, { report }) {
    if (!Object.keys(value).some((key) => !key.startsWith('x-'))) {
      report('warning', 'responses-empty', '`responses` has no response.', 'Describe at least the response of a successful call.');
    }
  },

  Response(value, { version, report }) {
    if (version !== '3.2' && !Object.hasOwn(value, 'description')) {
      report('warning', 'missing-field', 'The response has no `description`, which OpenAPI requires.', 'Add `description`.');
    }
  },

  Example(value, { report }) {
    if (Object.hasOwn(value, 'value') && Object.hasOwn(value, 'externalValue')) {
      report('warning', 'fields-exclude', 'The example has both `value` and `externalValue`.', 'Keep one of the two.');
    }
  },

  Link(value, { report }) {
    if (Object.hasOwn(value, 'operationRef') && Object.hasOwn(value, 'operationId')) {
      report('warning', 'fields-exclude', 'The link has both `operationRef` and `operationId`.', 'Keep one of the two.');
    }
  },

  SecurityScheme(value, { version, report }) {
    const type = own(value, 'type');
    if (typeof type !== 'string') return;
    const needed = schemeFields[type];
    if (needed === undefined || (type === 'mutualTLS' && version === '3.0')) {
      const meant = nearest(type, Object.keys(schemeFields));
      const fix =
        type === 'basic'
          ? 'Write `type: http` and `scheme: basic`.'
          : meant === undefined
            ? `Use one of ${list(Object.keys(schemeFields))}.`
            : `Did you mean \`${meant}\`?`;
      report('error', 'security-type', `\`${type}\` is not a type of security scheme.`, fix, ['type']);
      return;
    }
    for (const key of needed) {
      if (!Object.hasOwn(value, key))
        report('error', 'missing-field', `The security scheme of type \`${type}\` has no \`${key}\`.`, `Add \`${key}\`.`);
    }
    const place = own(value, 'in');
    if (type === 'apiKey' && typeof place === 'string' && !['query', 'header', 'cookie'].includes(place)) {
      report('error', 'parameter-in', `An API key can't be sent in \`${place}\`.`, 'Use `query`, `header` or `cookie`.', ['in']);
    }
    const name = own(value, 'name');
    if (type === 'apiKey') checkFieldName(name, place, report);
    const scheme = own(value, 'scheme');
    if (type === 'http' && typeof scheme === 'string' && !isToken(scheme)) {
      report(
        'error',
        'security-type',
        `${JSON.stringify(scheme)} is not a scheme of HTTP authentication.`,
        'Use `basic`, `bearer` or another name of the IANA registry.',
        ['scheme'],
      );
    }
  },

  OAuthFlows(value, { report }) {
    for (const [flow, needed] of Object.entries(flowFields)) {
      const fields = own(value, flow);
      if (!isObject(fields)) continue;
      for (const key of needed) {
        if (!Object.hasOwn(fields, key))
          report('warning', 'missing-field', `The flow \`${flow}\` has no \`${key}\`, which OpenAPI requires.`, `Add \`${key}\`.`, [flow]);
      }
    }
  },

  Schema: schema,
};

const schemeFields: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
});

const flowFields: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl'],
};

/** OpenAPI 3.1.1, section 4.8.12.2 (Style Values). */
const styleTable: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  path: ['matrix', 'label', 'simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
});

function stylesOf(place: string, version: string): readonly string[] | undefined {
  if (version === '3.2') {
    if (place === 'querystring') return [];
    if (place === 'cookie') return ['form', 'cookie'];
  }
  return styleTable[place];
}

function oneOfSchemaAndContent(value: JsonObject, report: RuleContext['report']): void {
  const content = own(value, 'content');
  const hasSchema = Object.hasOwn(value, 'schema');
  if (content === undefined && !hasSchema) {
    const swagger = Object.hasOwn(value, 'type');
    report(
      'error',
      'parameter-shape',
      'Neither `schema` nor `content` says what the value is.',
      swagger ? 'Move `type` and what belongs to it under `schema`.' : 'Add `schema`.',
    );
  } else if (content !== undefined && hasSchema) {
    report('error', 'parameter-shape', 'Both `schema` and `content` stand here.', 'Keep one of the two.', ['content'], 'key');
  } else if (isObject(content) && Object.keys(content).length !== 1) {
    report('error', 'parameter-shape', '`content` must have exactly one media type here.', 'Keep the one that is sent.', ['content']);
  }
}

/** Headers are named by tokens (RFC 9110 section 5.1), and so are cookies (RFC 6265 section 4.1.1). */
function checkFieldName(name: Json | undefined, place: Json | undefined, report: RuleContext['report']): void {
  if ((place !== 'header' && place !== 'cookie') || typeof name !== 'string' || isToken(name)) return;
  report(
    'error',
    'header-name',
    `${JSON.stringify(name)} is not a ${place} name (RFC 9110).`,
    "Use letters, digits and `-`, or others of ``!#$%&'*+.^_`|~``.",
    ['name'],
  );
}
