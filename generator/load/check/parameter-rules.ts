// Rules of parameters and headers: where a parameter is, the styles allowed there, and `schema` or `content`.

import { closest } from '../../base/suggest.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import type { Version } from './grammar.ts';
import { isToken, nameFix } from './keys.ts';
import { useOneOf } from './phrases.ts';
import { report, type Walk } from './walk.ts';

/** OpenAPI 3.1.1, section 4.8.12.2 (Style Values). */
const styles31: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['matrix', 'label', 'simple']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form']],
]);

/** OpenAPI 3.2.0, sections 4.12.1 (Parameter Locations) and 4.12.3 (Style Values). */
const styles32: ReadonlyMap<string, readonly string[]> = new Map([...styles31, ['cookie', ['form', 'cookie']], ['querystring', []]]);

/** The values of `style` that a place allows; `undefined` where there is no such place. */
export function stylesOf(version: Version, where: Json | undefined): readonly string[] | undefined {
  return typeof where === 'string' ? stylesIn(version).get(where) : undefined;
}

/** For each `in`, the values of `style` that it allows. */
function stylesIn(version: Version): ReadonlyMap<string, readonly string[]> {
  return version === '3.2' ? styles32 : styles31;
}

/** The parameter is one of a path. */
export function requiredInPath(value: JsonObject, walk: Walk): void {
  if (own(value, 'required') === true) return;
  report(walk, {
    severity: 'warning',
    code: 'path-parameter-required',
    message: 'A path parameter must have `required: true`.',
    fix: 'Add `required: true`.',
  });
}

export function parameter(value: JsonObject, walk: Walk): void {
  checkSchemaOrContent(value, 'parameter', walk);
  const where = own(value, 'in');
  if (typeof where !== 'string') return;
  if (stylesOf(walk.version, where) === undefined) {
    unknownIn(where, walk);
    return;
  }
  if (where === 'path') requiredInPath(value, walk);
  if (where === 'querystring' && !Object.hasOwn(value, 'content')) {
    report(walk, {
      code: 'parameter-shape',
      message: 'A parameter with `in: querystring` needs `content`.',
      fix: 'Add `content` with one media type.',
    });
  }
  checkFieldName(own(value, 'name'), where, walk);
}

function unknownIn(where: string, walk: Walk): void {
  const known = [...stylesIn(walk.version).keys()];
  const meant = closest(where, known);
  // Swagger 2.0 has `in: body` and `in: formData`.
  const isBody = where === 'body' || where === 'formData';
  report(walk, {
    code: 'parameter-in',
    message: `\`in: ${where}\` is not a valid parameter location.`,
    fix: isBody ? 'Describe the body in `requestBody`.' : meant === undefined ? useOneOf(known) : `Did you mean \`${meant}\`?`,
    below: ['in'],
  });
}

export function header(value: JsonObject, walk: Walk): void {
  checkSchemaOrContent(value, 'header', walk);
}

/** OpenAPI 3.1.1, section 4.8.12.2: exactly one of `schema` and `content`, and `content` with exactly one media type. */
function checkSchemaOrContent(value: JsonObject, noun: 'parameter' | 'header', walk: Walk): void {
  const content = own(value, 'content');
  const hasSchema = Object.hasOwn(value, 'schema');
  if (content === undefined && !hasSchema) {
    report(walk, {
      code: 'parameter-shape',
      message: `The ${noun} has neither \`schema\` nor \`content\`.`,
      fix: Object.hasOwn(value, 'type') ? 'Move `type` and its related keywords under `schema`.' : 'Add `schema`.',
    });
  } else if (content !== undefined && hasSchema) {
    report(walk, {
      code: 'parameter-shape',
      message: `The ${noun} has both \`schema\` and \`content\`.`,
      fix: 'Remove one of the two.',
      below: ['content'],
      at: 'key',
    });
  } else if (isObject(content) && Object.keys(content).length !== 1) {
    report(walk, {
      code: 'parameter-shape',
      message: `\`content\` of a ${noun} must have exactly one media type.`,
      fix: 'Keep the media type that is sent.',
      below: ['content'],
    });
  }
}

/** Names of headers (RFC 9110, section 5.1) and of cookies (RFC 6265, section 4.1.1) are tokens. */
export function checkFieldName(name: Json | undefined, where: string, walk: Walk): void {
  if ((where !== 'header' && where !== 'cookie') || typeof name !== 'string' || isToken(name)) return;
  report(walk, {
    code: 'header-name',
    message: `${JSON.stringify(name)} is not a valid ${where} name (RFC 9110).`,
    fix: nameFix,
    below: ['name'],
  });
}
