// Checks the keys of maps: paths, statuses, media types, methods, header names, component names.
import type { KeyKind } from './shapes.ts';
import type { Fault } from './walk.ts';

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 6838, section 4.2, with the wildcards of OpenAPI's media type ranges; parameters as in RFC 9110, section 5.6.6. */
const mediaType =
  /^(?:\*|[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126})\/(?:\*|[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}|\*\+[A-Za-z0-9]+)(?:[ \t]*;[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[\t !#-[\]-~]|\\[\t -~])*"))*$/;

export function isToken(text: string): boolean {
  return token.test(text);
}

/** The fix for a name of a header or cookie. */
export const nameFix = "Use only letters, digits, `-` and ``!#$%&'*+.^_`|~``.";

/** `undefined` for a valid key. Most maps allow any text. */
export function keyFault(kind: KeyKind, key: string): Fault | undefined {
  const name = JSON.stringify(key);
  const error = (code: string, message: string, fix: string): Fault => ({ code, message: `${name} ${message}`, fix });
  switch (kind) {
    case 'text':
    case 'expression':
      return undefined;
    case 'component':
      if (/^[a-zA-Z0-9._-]+$/.test(key)) return undefined;
      return {
        code: 'component-name',
        severity: 'warning',
        message: `The component name ${name} has characters that OpenAPI does not allow.`,
        fix: 'Use only letters, digits, `.`, `-` and `_`.',
      };
    case 'path':
      if (key.startsWith('/')) return undefined;
      return { code: 'path-slash', message: `The path ${name} must begin with \`/\`.`, fix: `Write \`/${key}\`.` };
    case 'status':
      if (/^(?:[1-5](?:[0-9]{2}|XX)|default)$/.test(key)) return undefined;
      return error('status-code', 'is not a valid response status.', 'Use a code such as `200`, a range such as `4XX`, or `default`.');
    case 'media':
      if (mediaType.test(key)) return undefined;
      return error(
        'media-type',
        'is not a valid media type (RFC 6838).',
        'Write a type and a subtype, as in `application/json` or `image/*`.',
      );
    case 'header':
      if (token.test(key)) return undefined;
      return error('header-name', 'is not a valid header name (RFC 9110).', nameFix);
    case 'method':
      if (token.test(key)) return undefined;
      return error('method-name', 'is not a valid HTTP method (RFC 9110).', 'Write the method as it is sent, such as `COPY`.');
  }
}
