// Which version of OpenAPI a document is written in.
import { jsonText } from '../base/exact.ts';
import type { Problems, Source } from '../base/problem.ts';
import type { Version } from './check/grammar.ts';
import { describe } from './check/phrases.ts';
import type { Json } from './description.ts';
import { isObject, joinPointer, own } from './pointer.ts';

/** The version of a document of OpenAPI 3.0, 3.1 or 3.2; `undefined` for anything else. */
export function versionOf(root: Json): Version | undefined {
  const text = isObject(root) ? own(root, 'openapi') : undefined;
  // Other values are not converted: an object of the document may have a `toString` that is not a function.
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const match = /^3\.[012](?:\.|$)/.exec(String(text));
  return match === null ? undefined : (match[0].slice(0, 3) as Version);
}

/** The version of an entry document, that of Swagger included; `undefined`, and a problem, where it has none. */
export function entryVersion(source: Source, root: Json, problems: Problems): Version | undefined {
  const fail = (code: string, message: string, fix: string, pointer = ''): undefined => {
    problems.add({ code, severity: 'error', message, fix, location: { source, pointer } });
  };
  if (!isObject(root)) {
    return fail(
      'document-shape',
      `The document is ${describe(root)}; expected an OpenAPI object.`,
      'Begin the document with `openapi: 3.1.1`.',
    );
  }
  const written = own(root, 'openapi');
  const swagger = own(root, 'swagger');
  if (written === undefined && swagger !== undefined) {
    // YAML reads 2.0 without quotes as a number; the grammar requires a string.
    if (swagger === 2 || (typeof swagger === 'string' && /^2\.0(?:\.\d+)?$/.test(swagger.trim()))) return '2.0';
    return fail(
      'version-unknown',
      `Unsupported Swagger version ${jsonText(swagger)}; expected 2.0.`,
      'Write `swagger: "2.0"`, or convert the document to OpenAPI 3.',
      '/swagger',
    );
  }
  const disguised = Object.keys(root).find((key) => /[^\x20-\x7e]/.test(key) && key.replaceAll(/[^\x21-\x7e]/g, '') === 'openapi');
  if (written === undefined && disguised !== undefined) {
    return fail(
      'version-missing',
      'The name of the field `openapi` has invisible characters.',
      'Write the line again by hand.',
      joinPointer('', disguised),
    );
  }
  if (written === undefined)
    return fail('version-missing', 'The document has no `openapi` field.', 'Begin the document with `openapi: 3.1.1`.');
  const version = versionOf(root);
  if (version === undefined) {
    return fail(
      'version-unknown',
      `Unsupported OpenAPI version ${jsonText(written)}; expected 3.0, 3.1 or 3.2.`,
      /^2(?:\.0)?$/.test(String(typeof written === 'object' ? '' : written)) ? 'Write `swagger: "2.0"`.' : 'Write `openapi: 3.1.1`.',
      '/openapi',
    );
  }
  // A version that is a number is reported by the grammar, which requires a string.
  if (typeof written === 'string' && !/^3\.[0-2]\.\d+(?:-.+)?$/.test(written)) {
    problems.add({
      code: 'version-incomplete',
      severity: 'warning',
      message: `\`openapi: ${written}\` has no patch number.`,
      fix: `Write \`openapi: ${version}.0\`.`,
      location: { source, pointer: '/openapi' },
    });
  }
  return version;
}
