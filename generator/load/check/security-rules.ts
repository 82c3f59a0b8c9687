// Rules of security schemes: their types, and the fields that each type and each OAuth flow needs.

import { closest } from '../../base/suggest.ts';
import type { JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import { isToken } from './keys.ts';
import { checkFieldName } from './parameter-rules.ts';
import { useOneOf } from './phrases.ts';
import { report, type Walk } from './walk.ts';

/** OpenAPI 3.1.1, section 4.8.27.1: the types, and the fields that each requires. */
const schemeFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['apiKey', ['name', 'in']],
  ['http', ['scheme']],
  ['oauth2', ['flows']],
  ['openIdConnect', ['openIdConnectUrl']],
  ['mutualTLS', []],
]);

/** OpenAPI 3.2.0, section 4.29.1: the flows, and the fields that each requires. */
const flowFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['implicit', ['authorizationUrl']],
  ['password', ['tokenUrl']],
  ['clientCredentials', ['tokenUrl']],
  ['authorizationCode', ['authorizationUrl', 'tokenUrl']],
  ['deviceAuthorization', ['deviceAuthorizationUrl', 'tokenUrl']],
]);

export function securityScheme(value: JsonObject, walk: Walk): void {
  const type = own(value, 'type');
  if (typeof type !== 'string') return;
  const needed = schemeFields.get(type);
  if (needed === undefined || (type === 'mutualTLS' && walk.version === '3.0')) {
    unknownType(type, walk);
    return;
  }
  for (const key of needed) {
    if (Object.hasOwn(value, key)) continue;
    report(walk, {
      code: 'missing-field',
      message: `A security scheme with \`type: ${type}\` needs \`${key}\`.`,
      fix: `Add \`${key}\`.`,
    });
  }
  if (type === 'apiKey') checkApiKey(value, walk);
  if (type === 'http') checkHttpScheme(value, walk);
}

function unknownType(type: string, walk: Walk): void {
  const known = [...schemeFields.keys()];
  const meant = closest(type, known);
  report(walk, {
    code: 'security-type',
    message: `\`${type}\` is not a valid security scheme type.`,
    fix:
      type === 'basic' ? 'Write `type: http` and `scheme: basic`.' : meant === undefined ? useOneOf(known) : `Did you mean \`${meant}\`?`,
    below: ['type'],
  });
}

function checkApiKey(value: JsonObject, walk: Walk): void {
  const where = own(value, 'in');
  if (typeof where !== 'string') return;
  if (!['query', 'header', 'cookie'].includes(where)) {
    report(walk, {
      code: 'parameter-in',
      message: `An API key cannot be sent in \`${where}\`.`,
      fix: 'Use `query`, `header` or `cookie`.',
      below: ['in'],
    });
  }
  checkFieldName(own(value, 'name'), where, walk);
}

function checkHttpScheme(value: JsonObject, walk: Walk): void {
  const scheme = own(value, 'scheme');
  if (typeof scheme !== 'string' || isToken(scheme)) return;
  report(walk, {
    code: 'security-type',
    message: `${JSON.stringify(scheme)} is not a valid HTTP authentication scheme.`,
    fix: 'Use `basic`, `bearer` or another name from the IANA registry.',
    below: ['scheme'],
  });
}

export function oauthFlows(value: JsonObject, walk: Walk): void {
  for (const [flow, needed] of flowFields) {
    const fields = own(value, flow);
    if (!isObject(fields)) continue;
    for (const key of needed) {
      if (Object.hasOwn(fields, key)) continue;
      report(walk, {
        severity: 'warning',
        code: 'missing-field',
        message: `The flow \`${flow}\` lacks the required field \`${key}\`.`,
        fix: `Add \`${key}\`.`,
        below: [flow],
      });
    }
  }
}
