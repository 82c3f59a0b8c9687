// Reports a value that does not have the shape of its field, with what to write instead.
import type { Json } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import { spanOf } from '../text/position.ts';
import { refNotAllowed } from './field-faults.ts';
import { type Shape, wanted } from './shapes.ts';
import { pointerOf, report, type Walk } from './walk.ts';
import { describe, label } from './words.ts';

export function wrongShape(walk: Walk, value: Json, shape: Shape): void {
  if (isObject(value) && typeof own(value, '$ref') === 'string') {
    walk.path.push('$ref');
    refNotAllowed(walk);
    walk.path.pop();
    return;
  }
  report(walk, {
    severity: walk.lenient ? 'warning' : 'error',
    code: 'wrong-type',
    message: `${label(walk.path)} is ${describe(value)}; ${wanted(shape)} is wanted.`,
    fix: keywordFix(value, walk.path.at(-1)) ?? scalarFix(walk, value, shape) ?? `Write ${wanted(shape)}.`,
  });
}

/** The fix for a mistake that is known of this keyword, such as one of another OpenAPI version. */
function keywordFix(value: Json, key: string | number | undefined): string | undefined {
  if (value === null) return 'Give it a value, or remove the key.';
  switch (key) {
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof value === 'boolean'
        ? `From OpenAPI 3.1 on, write the limit itself: \`${key}: 0\`.`
        : `OpenAPI 3.0 wants \`true\` beside \`${key === 'exclusiveMinimum' ? 'minimum' : 'maximum'}\`; or say \`openapi: 3.1.1\`.`;
    case 'type':
      return Array.isArray(value) ? 'OpenAPI 3.0 has one type and `nullable: true`; or say `openapi: 3.1.1`.' : undefined;
    case 'items':
      return Array.isArray(value) ? 'A list of schemas is `prefixItems` (JSON Schema 2020-12).' : undefined;
    case 'required':
      return typeof value === 'boolean' ? 'List the names of required properties in the schema that has them.' : undefined;
    default:
      return undefined;
  }
}

/** The fix for quotes that are missing or too many. */
function scalarFix(walk: Walk, value: Json, shape: Shape): string | undefined {
  if (shape.kind !== 'value') return undefined;
  if (typeof value === 'string') {
    const isNumber = value.trim() !== '' && shape.test(Number(value));
    return isNumber || value === 'true' || value === 'false' ? 'Write it without quotes.' : undefined;
  }
  if (!shape.test('') || typeof value === 'object') return undefined;
  const { start, end } = spanOf({ source: walk.source, pointer: pointerOf(walk) });
  const written = walk.source.text.slice(start, end);
  const key = walk.path.at(-1);
  return typeof key === 'string' ? `Quote it: \`${key}: "${written}"\`.` : `Quote it: \`"${written}"\`.`;
}

/** Reports a URL that must not become a link on a page. */
export function checkUrl(walk: Walk, url: string): void {
  const scheme = schemeOf(url);
  if (scheme === undefined || /^(?:https?|mailto)$/.test(scheme)) return;
  report(walk, {
    severity: 'error',
    code: 'url-scheme',
    message: `${label(walk.path)} has the scheme \`${scheme}:\`, and pages make a link of it.`,
    fix: 'Use `https:`.',
  });
}

/** The scheme as a browser reads it, which drops tabs, line breaks and leading control characters. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+/u, ''))?.[1]?.toLowerCase();
}
