// Reports fields that an object lacks, should not have, or has in the wrong place.
import { closest } from '../../suggest.ts';
import { label } from './phrases.ts';
import type { Row } from './shapes.ts';
import { report, type Walk } from './walk.ts';

interface Placing {
  /** The objects that may have the extension. */
  readonly rows: readonly string[];
  readonly code: string;
  /** Where it is allowed, in words. */
  readonly where: string;
  readonly fix: string;
}

/** Extensions of ours that have an effect in few places. The names of the others may be those of other tools too. */
const PLACINGS: ReadonlyMap<string, Placing> = new Map([
  [
    'x-boolean-words',
    {
      rows: ['Schema', 'OpenAPI'],
      code: 'boolean-words-invalid',
      where: 'on a schema or at the root of the document',
      fix: 'Move it to the schema with `type: boolean`.',
    },
  ],
  [
    'x-scheme-words',
    { rows: ['SecurityScheme'], code: 'scheme-words-invalid', where: 'on a security scheme', fix: 'Move it to the scheme.' },
  ],
  ['x-lenient-type', { rows: ['Operation'], code: 'lenient-type-invalid', where: 'on an operation', fix: 'Move it to the operation.' }],
  ['x-comma', { rows: ['Parameter'], code: 'comma-invalid', where: 'on a parameter', fix: 'Move it to the parameter, beside `schema`.' }],
]);

/** Reports an extension of ours on an object where it would have no effect. */
export function misplacedExtension(walk: Walk, key: string, row: Row): void {
  const placing = PLACINGS.get(key);
  if (placing === undefined || placing.rows.includes(row.name)) return;
  report(walk, {
    severity: 'warning',
    code: placing.code,
    message: `\`${key}\` is allowed only ${placing.where}, so it is ignored.`,
    fix: placing.fix,
    below: [key],
    at: 'key',
  });
}

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
  const isKeyword = row.name === 'Schema' && walk.version !== '3.0';
  if (isKeyword && warnedByModel.has(key)) return;
  const versions = row.otherVersions.get(key);
  if (versions !== undefined) fieldOfOtherVersion(walk, key, versions);
  else if (isKeyword) unknownKeyword(walk, key, row);
  else {
    const meant = closest(key, row.fields.keys());
    report(walk, {
      severity: 'warning',
      code: 'unknown-field',
      message: `${label(walk.path, row.name)} has the field \`${key}\`, which OpenAPI ${walk.version} does not define.`,
      fix: meant === undefined ? 'Remove it, or begin its name with `x-`.' : `Did you mean \`${meant}\`?`,
      below: [key],
      at: 'key',
    });
  }
}

/** `versions`: `since 3.1` or `until 3.0`. */
function fieldOfOtherVersion(walk: Walk, key: string, versions: string): void {
  const [word, version] = versions.split(' ');
  const isNewer = word === 'since';
  report(walk, {
    severity: 'warning',
    code: 'not-in-version',
    message: `\`${key}\` ${isNewer ? 'was added in' : 'was removed after'} OpenAPI ${version} and is ignored in ${walk.version}.`,
    fix: isNewer ? `Change \`openapi\` to ${version} or later, or remove \`${key}\`.` : 'Remove it.',
    below: [key],
    at: 'key',
  });
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
