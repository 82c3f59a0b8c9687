// Rules of single OpenAPI objects that the table of `grammar.ts` can't say: fields that need or exclude each other, and words of a closed set.
import type { RuleContext } from './check.ts';
import type { JsonObject } from './description.ts';
import type { ObjectName } from './grammar.ts';
import { isToken } from './keys.ts';
import { nearest } from './nearest.ts';
import { isObject, own } from './pointer.ts';

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

  Server(value, { report }) {
    const url = own(value, 'url');
    if (typeof url !== 'string') return;
    const variables = own(value, 'variables');
    const names = [...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
    for (const name of names) {
      if (!isObject(variables) || !Object.hasOwn(variables, name)) {
        report(
          'error',
          'server-variable',
          `The server's URL has \`{${name}}\`, and no variable of that name is declared.`,
          `Declare it under \`variables\`, with a \`default\`.`,
          ['url'],
        );
      }
    }
    for (const text of serverTexts(url, variables)) {
      const fault = serverFault(text);
      if (fault === undefined) continue;
      report('error', fault.code, fault.message, fault.fix, ['url']);
      return;
    }
  },

  ServerVariable(value, { report }) {
    const values = own(value, 'enum');
    const fallback = own(value, 'default');
    if (!Array.isArray(values)) return;
    if (values.length === 0)
      report('error', 'server-variable', '`enum` of a server variable is empty.', 'List the allowed values, or leave `enum` out.', [
        'enum',
      ]);
    else if (typeof fallback === 'string' && !values.includes(fallback)) {
      report('error', 'server-variable', `The default ${JSON.stringify(fallback)} is not among the allowed values.`, 'Use one of `enum`.', [
        'default',
      ]);
    }
  },

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
    if ((place === 'header' || place === 'cookie') && typeof name === 'string' && !isToken(name)) {
      report(
        'error',
        'header-name',
        `${JSON.stringify(name)} is not a ${place} name (RFC 9110).`,
        "Use letters, digits and `-`, or others of ``!#$%&'*+.^_`|~``.",
        ['name'],
      );
    }
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
    if (type === 'apiKey' && typeof name === 'string' && (place === 'header' || place === 'cookie') && !isToken(name)) {
      report(
        'error',
        'header-name',
        `${JSON.stringify(name)} is not a ${place} name (RFC 9110).`,
        "Use letters, digits and `-`, or others of ``!#$%&'*+.^_`|~``.",
        ['name'],
      );
    }
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

  Schema(value, { version, report }) {
    const type = own(value, 'type');
    const types = typeof type === 'string' ? [type] : Array.isArray(type) && version !== '3.0' ? type : [];
    types.forEach((name, index) => {
      if (typeof name !== 'string' || (schemaTypes.includes(name) && (name !== 'null' || version !== '3.0'))) return;
      const meant = typeWords[name] ?? nearest(name, schemaTypes);
      report(
        'error',
        'schema-type',
        `\`${name}\` is not a type of OpenAPI ${version}.`,
        name === 'null'
          ? 'Write `nullable: true` beside the type.'
          : meant === undefined
            ? `Use one of ${list(schemaTypes)}.`
            : `Did you mean \`${meant}\`?`,
        Array.isArray(type) ? ['type', index] : ['type'],
      );
    });
    if (version === '3.0') return;
    if (Array.isArray(type) && (type.length === 0 || new Set(type).size < type.length)) {
      report(
        'error',
        'schema-type',
        type.length === 0 ? '`type` is an empty list.' : '`type` names a type twice.',
        'Name each type once.',
        ['type'],
      );
    }
    const id = own(value, '$id');
    if (typeof id === 'string' && /#./.test(id)) {
      report('error', 'schema-id', `The \`$id\` ${JSON.stringify(id)} has a fragment.`, 'Remove it, and use `$anchor`.', ['$id']);
    }
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = own(value, key);
      if (typeof anchor === 'string' && !/^[A-Za-z_][-A-Za-z0-9._]*$/.test(anchor)) {
        report(
          'error',
          'schema-anchor',
          `${JSON.stringify(anchor)} is not an anchor.`,
          'Begin with a letter or `_`, and use letters, digits, `-`, `_` and `.`.',
          [key],
        );
      }
    }
    const dialect = own(value, '$schema');
    if (typeof dialect === 'string' && !knownDialects.test(dialect)) {
      report(
        'warning',
        'dialect-unknown',
        `The schema says it is written in ${JSON.stringify(dialect)}; it is read as JSON Schema 2020-12.`,
        'Rewrite what differs, and remove `$schema`.',
        ['$schema'],
      );
    }
  },
};

const knownDialects = /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w.-]+)#?$/;

const schemaTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const typeWords: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  bool: 'boolean',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  text: 'string',
  str: 'string',
  date: 'string',
  file: 'string',
  list: 'array',
  map: 'object',
  dict: 'object',
});

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

/** The URL as it stands for the defaults, and for every value of a variable that it begins with. */
function serverTexts(url: string, variables: unknown): string[] {
  const defaults = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const fallback = isObject(variables) ? variableField(variables, name, 'default') : undefined;
    return typeof fallback === 'string' ? fallback : whole;
  });
  const leading = /^\{([^{}]*)\}/.exec(url);
  const values = leading !== null && isObject(variables) ? variableField(variables, leading[1] ?? '', 'enum') : undefined;
  if (leading === null || !Array.isArray(values)) return [defaults];
  return [defaults, ...values.map((value) => String(value) + url.slice(leading[0].length))];
}

function variableField(variables: JsonObject, name: string, field: string) {
  const variable = own(variables, name);
  return isObject(variable) ? own(variable, field) : undefined;
}

function serverFault(url: string): { code: string; message: string; fix: string } | undefined {
  // A URL parser drops tabs and line breaks, so that `java\nscript:` would be a scheme.
  if (/\p{Cc}/u.test(url)) return { code: 'server-url', message: 'The server URL has a control character.', fix: 'Remove it.' };
  const scheme = /^\s*([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1];
  // `host:8080/v1` has no scheme, though it looks as if it had.
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    return {
      code: 'server-scheme',
      message: `The server URL has the scheme \`${scheme}:\`.`,
      fix: /^\s*[\w.-]+:\d/.test(url) ? `Write \`https://${url.trim()}\`.` : 'Use `https:` or `http:`, or a path such as `/v1`.',
    };
  }
  if (/^\s*(?:https?:)?[\\/]{2}[^/\\?#]*@/i.test(url)) {
    return {
      code: 'server-credentials',
      message: 'The server URL carries a user name or password.',
      fix: 'Remove it, and declare a security scheme.',
    };
  }
  return undefined;
}

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
