// Reports a value that does not have the shape of its field, with what to write instead.
import type { Json, JsonObject } from '../description.ts';
import { describe, label } from './phrases.ts';
import { type Shape, wanted } from './shapes.ts';
import { report, type Walk } from './walk.ts';

export function wrongShape(walk: Walk, value: Json, shape: Shape): void {
  report(walk, {
    severity: walk.lenient ? 'warning' : 'error',
    code: 'wrong-type',
    message: `${label(walk.path)} is ${describe(value)}; expected ${wanted(shape)}.`,
    fix: keywordFix(walk, value) ?? `Write ${wanted(shape)}.`,
  });
}

/** The fix for a well-known mistake with this keyword, such as the form that another OpenAPI version has. */
function keywordFix({ path, version }: Walk, value: Json): string | undefined {
  if (value === null) return 'Write a value, or remove the key.';
  const isTuple = path.at(-1) === 'items' && Array.isArray(value) && version >= '3.1';
  return isTuple ? 'Use `prefixItems` for an array of schemas.' : undefined;
}

/** Reports a URL that must not become a link on a page. One that runs a script refuses the document; any other is removed. */
export function checkUrl(walk: Walk, holder: JsonObject, key: string): void {
  const scheme = schemeOf(String(holder[key]));
  if (scheme === undefined || /^(?:https?|mailto)$/.test(scheme)) return;
  const isScript = /^(?:javascript|vbscript|data|blob)$/.test(scheme);
  if (!isScript) delete (holder as Record<string, unknown>)[key];
  report(walk, {
    severity: isScript ? 'error' : 'warning',
    code: 'url-scheme',
    message: `${label(walk.path)} has the scheme \`${scheme}:\`, which is ${isScript ? 'unsafe in a link' : 'no link, so it is ignored'}.`,
    fix: 'Use `https:`.',
  });
}

/** The scheme as a browser reads it, which drops tabs, line breaks and leading control characters. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\t\r\n]/g, '').replace(/^[\p{Cc} ]+/u, ''))?.[1]?.toLowerCase();
}
