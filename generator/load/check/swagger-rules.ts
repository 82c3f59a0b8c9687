// Rules of the objects of Swagger 2.0 that the grammar cannot express. Spellings with one sensible meaning are rewritten, with a warning.
import { closest } from '../../base/suggest.ts';
import type { JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import { checkFieldName, requiredInPath } from './parameter-rules.ts';
import { useOneOf } from './phrases.ts';
import { rules } from './rules.ts';
import { simpleKeywords } from './swagger-grammar.ts';
import { respellType } from './type-spellings.ts';
import { pointerOf, type Rule, report, type Walk } from './walk.ts';

export const swaggerRules: Partial<Record<ObjectName, Rule>> = {
  ...rules,
  OpenAPI(value, walk) {
    rules.OpenAPI?.(value, walk);
    checkHost(value, walk);
    checkBasePath(value, walk);
    checkSchemes(value, walk);
  },
  Operation(value, walk) {
    rules.Operation?.(value, walk);
    checkSchemes(value, walk);
  },
  Parameter: parameter,
  Header(value, walk) {
    respellType(walk, value);
    if (!Object.hasOwn(value, 'type')) readAsText(value, 'header', walk);
    checkCollection(value, 'header', walk);
  },
  SecurityScheme: securityScheme,
  Schema(value, walk) {
    rules.Schema?.(value, walk);
    for (const key of NEWER_KEYWORDS) if (Object.hasOwn(value, key)) noteNewer(key, walk);
    if (isObject(own(value, 'discriminator'))) noteNewer('discriminator', walk);
  },
};

/** Keywords of OpenAPI 3.0 that are read in schemas as they are meant there. */
const NEWER_KEYWORDS = ['oneOf', 'anyOf', 'not', 'nullable', 'writeOnly', 'deprecated'];

function noteNewer(key: string, walk: Walk): void {
  walk.path.push(key);
  walk.collector.addNewer(key, { source: walk.source, pointer: pointerOf(walk), at: 'key' });
  walk.path.pop();
}

/** "It MUST be the host only and does not include the scheme nor sub-paths." */
function checkHost(value: JsonObject, walk: Walk): void {
  const written = own(value, 'host');
  if (typeof written !== 'string') return;
  const host = written
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/\/+$/, '');
  if (host === written) return;
  setOwn(value, 'host', host);
  report(walk, {
    severity: 'warning',
    code: 'swagger-host',
    message: `\`host\` is ${JSON.stringify(written)}; expected a host without a scheme. It is read as \`${host}\`.`,
    fix: `Write \`host: ${host}\`, and the scheme in \`schemes\`.`,
    below: ['host'],
  });
}

function checkBasePath(value: JsonObject, walk: Walk): void {
  const written = own(value, 'basePath');
  if (typeof written !== 'string' || written === '' || written.startsWith('/')) return;
  setOwn(value, 'basePath', `/${written}`);
  report(walk, {
    severity: 'warning',
    code: 'swagger-host',
    message: `\`basePath\` is ${JSON.stringify(written)}; expected a path that begins with \`/\`. It is read as \`/${written}\`.`,
    fix: `Write \`basePath: /${written}\`.`,
    below: ['basePath'],
  });
}

const SCHEMES = ['https', 'http', 'wss', 'ws'];

function checkSchemes(value: JsonObject, walk: Walk): void {
  const schemes = own(value, 'schemes');
  if (!Array.isArray(schemes)) return;
  for (const [index, scheme] of schemes.entries()) {
    if (typeof scheme !== 'string' || scheme === 'https' || scheme === 'http') continue;
    const isSocket = SCHEMES.includes(scheme);
    const meant = closest(scheme, SCHEMES);
    report(walk, {
      severity: 'warning',
      code: 'swagger-scheme',
      message: isSocket
        ? `\`schemes\` has \`${scheme}\`, for WebSockets, which Swagger 2.0 cannot describe. It is left out.`
        : `\`schemes\` has ${JSON.stringify(scheme)}, which is no scheme of Swagger 2.0. It is left out.`,
      fix: isSocket || meant === undefined ? 'Write `https` or `http`.' : `Did you mean \`${meant}\`?`,
      below: ['schemes', index],
    });
  }
}

const PLACES = ['path', 'query', 'header', 'body', 'formData'];

function parameter(value: JsonObject, walk: Walk): void {
  const where = own(value, 'in');
  if (typeof where !== 'string') return;
  if (!PLACES.includes(where)) {
    const meant = closest(where, PLACES);
    report(walk, {
      code: 'parameter-in',
      message: `\`in: ${where}\` is not a valid parameter location in Swagger 2.0.`,
      fix:
        where === 'cookie'
          ? 'Write the document in OpenAPI 3, which has cookies.'
          : meant === undefined
            ? useOneOf(PLACES)
            : `Did you mean \`${meant}\`?`,
      below: ['in'],
    });
    return;
  }
  if (where === 'body') {
    bodyParameter(value, walk);
    return;
  }
  respellType(walk, value);
  if (own(value, 'schema') !== undefined) simpleWithSchema(value, where, walk);
  else if (!Object.hasOwn(value, 'type')) readAsText(value, 'parameter', walk);
  if (where === 'path') requiredInPath(value, walk);
  if (own(value, 'type') === 'file' && where !== 'formData') {
    report(walk, {
      code: 'parameter-shape',
      message: `A parameter with \`in: ${where}\` has \`type: file\`, which only \`in: formData\` can have.`,
      fix: 'Write `in: formData`.',
      below: ['type'],
    });
  }
  checkCollection(value, where, walk);
  checkFieldName(own(value, 'name'), where, walk);
}

/** Without a `schema`, the keywords that the parameter has itself are that schema. */
function bodyParameter(value: JsonObject, walk: Walk): void {
  if (own(value, 'schema') !== undefined) return;
  const moved = simpleKeywords.filter((key) => Object.hasOwn(value, key));
  if (!moved.includes('type')) {
    report(walk, { code: 'parameter-shape', message: 'A parameter with `in: body` needs `schema`.', fix: 'Add `schema`.' });
    return;
  }
  report(walk, {
    severity: 'warning',
    code: 'parameter-shape',
    message: `A parameter with \`in: body\` has no \`schema\`. It is read as if ${listed(moved)} stood in \`schema\`.`,
    fix: `Move ${listed(moved)} under \`schema\`.`,
  });
}

function simpleWithSchema(value: JsonObject, where: string, walk: Walk): void {
  const isTyped = Object.hasOwn(value, 'type');
  report(walk, {
    severity: 'warning',
    code: 'parameter-shape',
    message: `A parameter with \`in: ${where}\` has \`schema\`, which only \`in: body\` can have. It is ${isTyped ? 'ignored' : "read as the parameter's own keywords"}.`,
    fix: isTyped ? 'Remove `schema`.' : 'Write `type` and its related keywords in the parameter itself.',
    below: ['schema'],
    at: 'key',
  });
  if (isTyped) delete (value as Record<string, unknown>).schema;
}

function readAsText(value: JsonObject, noun: 'header' | 'parameter', walk: Walk): void {
  if (!Object.hasOwn(value, 'enum')) setOwn(value, 'type', 'string');
  report(walk, {
    severity: 'warning',
    code: 'parameter-shape',
    message: `The ${noun} has no \`type\`. It is read as ${Object.hasOwn(value, 'enum') ? 'one of the values of `enum`' : 'a text'}.`,
    fix: 'Add `type: string`, or the type that it has.',
  });
}

const COLLECTIONS = ['csv', 'ssv', 'tsv', 'pipes', 'multi'];

/** OpenAPI 3 has no style for tabs, and outside of queries and forms none for spaces and pipes. */
function checkCollection(value: JsonObject, where: string, walk: Walk): void {
  const format = own(value, 'collectionFormat');
  if (typeof format !== 'string' || format === 'csv' || own(value, 'type') !== 'array') return;
  const hasStyles = where === 'query' || where === 'formData';
  const unknown = !COLLECTIONS.includes(format);
  const meant = closest(format, COLLECTIONS);
  if (!unknown && format !== 'tsv' && hasStyles) return;
  const place = where === 'header' ? 'a header' : `\`in: ${where}\``;
  report(walk, {
    code: 'swagger-collection',
    message: unknown
      ? `\`${format}\` is not a \`collectionFormat\` of Swagger 2.0.`
      : format === 'multi'
        ? `\`collectionFormat: multi\` repeats the name, which ${place} cannot do.`
        : `\`collectionFormat: ${format}\` is not supported${format === 'tsv' ? ': OpenAPI 3 has no style for lists with tabs' : ` for ${place}: OpenAPI 3 has no style for it there`}.`,
    fix: unknown
      ? meant === undefined
        ? useOneOf(COLLECTIONS)
        : `Did you mean \`${meant}\`?`
      : `Write ${hasStyles ? '`csv`, `ssv`, `pipes` or `multi`' : '`csv`'}, if the server reads it.`,
    below: ['collectionFormat'],
  });
}

/** The fields that each type of security scheme needs. */
const SCHEME_FIELDS: Readonly<Record<string, readonly string[]>> = { basic: [], apiKey: ['name', 'in'], oauth2: ['flow'] };
const FLOW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  application: ['tokenUrl'],
  accessCode: ['authorizationUrl', 'tokenUrl'],
};

function securityScheme(value: JsonObject, walk: Walk): void {
  const type = own(value, 'type');
  if (typeof type !== 'string') return;
  const isNewer = type === 'http' || type === 'openIdConnect' || (type === 'oauth2' && Object.hasOwn(value, 'flows'));
  if (isNewer) {
    noteNewer(type === 'oauth2' ? 'flows' : 'type', walk);
    rules.SecurityScheme?.(value, walk);
    return;
  }
  const needed = SCHEME_FIELDS[type];
  if (needed === undefined) {
    const known = Object.keys(SCHEME_FIELDS);
    const meant = closest(type, known);
    report(walk, {
      code: 'security-type',
      message: `\`${type}\` is not a valid security scheme type in Swagger 2.0.`,
      fix: meant === undefined ? useOneOf(known) : `Did you mean \`${meant}\`?`,
      below: ['type'],
    });
    return;
  }
  for (const key of needed) {
    if (Object.hasOwn(value, key)) continue;
    report(walk, { code: 'missing-field', message: `A security scheme with \`type: ${type}\` needs \`${key}\`.`, fix: `Add \`${key}\`.` });
  }
  if (type === 'apiKey') checkApiKey(value, walk);
  if (type === 'oauth2') checkFlow(value, walk);
}

function checkApiKey(value: JsonObject, walk: Walk): void {
  const where = own(value, 'in');
  if (typeof where !== 'string') return;
  if (where !== 'query' && where !== 'header') {
    report(walk, {
      code: 'parameter-in',
      message: `In Swagger 2.0, an API key cannot be sent in \`${where}\`.`,
      fix: 'Use `query` or `header`.',
      below: ['in'],
    });
  }
  checkFieldName(own(value, 'name'), where, walk);
}

function checkFlow(value: JsonObject, walk: Walk): void {
  const flow = own(value, 'flow');
  if (typeof flow !== 'string') return;
  const known = Object.keys(FLOW_FIELDS);
  if (!known.includes(flow)) {
    const meant = closest(flow, known);
    report(walk, {
      code: 'security-type',
      message: `\`${flow}\` is not a flow of Swagger 2.0.`,
      fix: FLOWS_OF_3[flow] ?? (meant === undefined ? useOneOf(known) : `Did you mean \`${meant}\`?`),
      below: ['flow'],
    });
    return;
  }
  for (const key of FLOW_FIELDS[flow] ?? []) {
    if (Object.hasOwn(value, key)) continue;
    report(walk, {
      severity: 'warning',
      code: 'missing-field',
      message: `The flow \`${flow}\` lacks the required field \`${key}\`.`,
      fix: `Add \`${key}\`.`,
    });
  }
}

const FLOWS_OF_3: Readonly<Record<string, string>> = {
  authorizationCode: 'Write `flow: accessCode`.',
  clientCredentials: 'Write `flow: application`.',
};

function listed(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}
