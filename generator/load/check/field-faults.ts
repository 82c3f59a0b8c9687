// Reports fields that an object lacks, should not have, or has in the wrong place.
import { closest } from '../../base/suggest.ts';
import type { Version } from './grammar.ts';
import { label, standardOf } from './phrases.ts';
import type { Row } from './shapes.ts';
import { fixForNewer } from './swagger-newer.ts';
import { report, type Walk } from './walk.ts';

export function missingField(walk: Walk, key: string, row: Row): void {
  report(walk, {
    severity: walk.lenient || row.fields.get(key)?.lenient ? 'warning' : 'error',
    code: 'missing-field',
    message: `${label(walk.path, row.name)} lacks the required field \`${key}\`.`,
    fix: `Add \`${key}\`.`,
    at: 'key',
  });
}

/** Reports a field that the object does not have. Unknown keywords of JSON Schema are annotations, unless they look like a mistake. */
export function unknownField(walk: Walk, key: string, row: Row): void {
  const isKeyword = row.name === 'Schema' && walk.version >= '3.1';
  if (isKeyword && warnedByModel.has(key)) return;
  const fix = walk.version === '2.0' ? fixForNewer(row.name, key) : undefined;
  if (fix !== undefined) {
    newerField(walk, key, fix);
    return;
  }
  const versions = row.otherVersions.get(key);
  if (versions !== undefined) fieldOfOtherVersion(walk, key, versions);
  else if (isKeyword) unknownKeyword(walk, key, row);
  else {
    const meant = closest(key, row.fields.keys());
    report(walk, {
      severity: 'warning',
      code: 'unknown-field',
      message: `${label(walk.path, row.name)} has the field \`${key}\`, which ${standardOf(walk.version)} does not define.`,
      fix: meant === undefined ? 'Remove it, or begin its name with `x-`.' : `Did you mean \`${meant}\`?`,
      below: [key],
      at: 'key',
    });
  }
}

/**
 * A field of OpenAPI 3 in a document of Swagger 2.0. Without it, the document would say something else, so its author has to decide; see `faults.ts`.
 */
function newerField(walk: Walk, key: string, fix: string): void {
  report(walk, {
    severity: 'warning',
    code: 'swagger-mixed',
    message: `${label(walk.path, 'OpenAPI')} has \`${key}\` of OpenAPI 3, which Swagger 2.0 does not have.`,
    fix,
    below: [key],
    at: 'key',
  });
}

/** `versions`: `since 3.1` or `until 3.0`. */
function fieldOfOtherVersion(walk: Walk, key: string, versions: string): void {
  const [word, version] = versions.split(' ');
  const isNewer = word === 'since';
  report(walk, {
    severity: 'warning',
    code: 'not-in-version',
    message: `\`${key}\` ${isNewer ? 'was added in' : 'was removed after'} OpenAPI ${version} and is ignored in ${walk.version}.`,
    fix: isNewer ? `${changeTo(walk.version, `${version} or later`)}, or remove \`${key}\`.` : 'Remove it.',
    below: [key],
    at: 'key',
  });
}

/** How to have another version: a document of Swagger 2.0 has to be written anew. */
function changeTo(from: Version, to: string): string {
  return from === '2.0' ? `Write the document in OpenAPI ${to}` : `Change \`openapi\` to ${to}`;
}

/** JSON Schema Core, section 6.5: unknown keywords are annotations. */
function unknownKeyword(walk: Walk, key: string, row: Row): void {
  const replacement = replacedKeywords.get(key);
  if (replacement !== undefined) {
    report(walk, {
      severity: 'warning',
      code: 'keyword-replaced',
      message: `\`${key}\` is not a keyword of JSON Schema 2020-12 and is ignored.`,
      fix: `Use \`${replacement}\`.`,
      below: [key],
      at: 'key',
    });
    return;
  }
  const meant = key.length > 3 ? closest(key, row.fields.keys()) : undefined;
  if (meant === undefined) return;
  report(walk, {
    severity: 'warning',
    code: 'unknown-field',
    message: `\`${key}\` is not a keyword of JSON Schema and is ignored.`,
    fix: `Did you mean \`${meant}\`?`,
    below: [key],
    at: 'key',
  });
}

/** Keywords of other dialects that the model translates, and warns of there. */
const warnedByModel = new Set(['nullable', 'dependencies', 'additionalItems', '$recursiveRef']);

/** Keywords of older drafts, and the keyword of JSON Schema 2020-12 that replaced each. */
const replacedKeywords = new Map([
  ['$recursiveAnchor', '$dynamicAnchor'],
  ['divisibleBy', 'multipleOf'],
  ['extends', 'allOf'],
  ['disallow', 'not'],
]);
