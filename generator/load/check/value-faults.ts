// Reports a value that does not have the shape of its field, with what to write instead.
import type { Json } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import { spanOf } from '../text/position.ts';
import { refNotAllowed } from './field-faults.ts';
import { describe, label } from './phrases.ts';
import { type Shape, wanted } from './shapes.ts';
import { pointerOf, report, type Walk } from './walk.ts';

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
    message: `${label(walk.path)} is ${describe(value)}; expected ${wanted(shape)}.`,
    fix: keywordFix(walk, value) ?? scalarFix(walk, value, shape) ?? `Write ${wanted(shape)}.`,
  });
}

/** The fix for a well-known mistake with this keyword, such as the form that another OpenAPI version has. */
function keywordFix({ path, version }: Walk, value: Json): string | undefined {
  if (value === null) return 'Write a value, or remove the key.';
  const key = path.at(-1);
  switch (key) {
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      if (typeof value === 'boolean' && version !== '3.0') return `From OpenAPI 3.1 on, write the limit itself, as in \`${key}: 0\`.`;
      if ((typeof value === 'number' || typeof value === 'bigint') && version === '3.0') {
        const limit = key === 'exclusiveMinimum' ? 'minimum' : 'maximum';
        return `Write \`${limit}: ${value}\` and \`${key}: true\`, or change \`openapi\` to 3.1.1.`;
      }
      return undefined;
    case 'type':
      return Array.isArray(value) ? 'Write one type and, for null, `nullable: true`; or change `openapi` to 3.1.1.' : undefined;
    case 'items':
      return Array.isArray(value) && version !== '3.0' ? 'Use `prefixItems` for an array of schemas.' : undefined;
    case 'required':
      return typeof value === 'boolean' ? 'List required properties in `required` of the schema that has the properties.' : undefined;
    default:
      return undefined;
  }
}

/** The fix for quotes that are missing or too many. */
function scalarFix(walk: Walk, value: Json, shape: Shape): string | undefined {
  if (shape.kind !== 'value') return undefined;
  if (typeof value === 'string') {
    const isNumber = value.trim() !== '' && shape.test(Number(value));
    return isNumber || value === 'true' || value === 'false' ? 'Remove the quotes.' : undefined;
  }
  if (!shape.test('') || typeof value === 'object') return undefined;
  const { start, end } = spanOf({ source: walk.source, pointer: pointerOf(walk) });
  const written = walk.source.text.slice(start, end);
  const key = walk.path.at(-1);
  return typeof key === 'string' ? `Put it in quotes: \`${key}: "${written}"\`.` : `Put it in quotes: \`"${written}"\`.`;
}

/** Reports a URL that must not become a link on a page. */
export function checkUrl(walk: Walk, url: string): void {
  const scheme = schemeOf(url);
  if (scheme === undefined || /^(?:https?|mailto)$/.test(scheme)) return;
  report(walk, {
    severity: 'error',
    code: 'url-scheme',
    message: `${label(walk.path)} has the scheme \`${scheme}:\`, which is unsafe in a link.`,
    fix: 'Use `https:`.',
  });
}

/** The scheme as a browser reads it, which drops tabs, line breaks and leading control characters. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+/u, ''))?.[1]?.toLowerCase();
}
