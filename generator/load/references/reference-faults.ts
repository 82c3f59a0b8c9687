// The problems of references: targets that are missing or of the wrong kind, limits, and schemas with one identifier.
import { jsonText } from '../../base/exact.ts';
import type { Location, Problem } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import type { ObjectName, Version } from '../check/grammar.ts';
import { standardOf } from '../check/phrases.ts';
import { locationOf, type Reference } from '../check/reference.ts';
import { isObject, valueAt } from '../pointer.ts';
import { sectionFor, sectionOf, sectionPointer, wordsOf } from './components.ts';
import type { Document, Found, IdClash, Target } from './library.ts';

export function tooManyReferences(most: number, reference: Reference): Problem {
  return limit(
    'limit-references',
    `The description has more than ${most.toLocaleString('en-US')} references.`,
    'Split the description',
    'limits.references',
    locationOf(reference),
  );
}

export function tooManyBytes(most: number, location: Location): Problem {
  return limit(
    'limit-total-bytes',
    `The files of the description are longer than ${most.toLocaleString('en-US')} bytes in all.`,
    'Use fewer or shorter files',
    'limits.totalBytes',
    location,
  );
}

export function tooManySources(most: number, reference: Reference): Problem {
  return limit(
    'limit-sources',
    `The description has more than ${most.toLocaleString('en-US')} files.`,
    'Use fewer files',
    'limits.sources',
    locationOf(reference),
  );
}

export function tooDeep(most: number, reference: Reference): Problem {
  return limit(
    'limit-reference-depth',
    `Objects and arrays are nested more than ${most.toLocaleString('en-US')} levels deep, with references followed.`,
    'Nest fewer levels',
    'limits.referenceDepth',
    locationOf(reference),
  );
}

function limit(code: string, message: string, remedy: string, name: string, location: Location): Problem {
  const fix = `${remedy}, or raise \`${name}\` in the configuration.`;
  return { code, severity: 'error', message, fix, location };
}

/** A reference without a target. `document` is the one that it is written in. */
export function unresolved(reference: Reference, { code, message }: Extract<Found, { kind: 'fault' }>, document: Document): Problem {
  return {
    code,
    severity: 'error',
    message,
    fix: code === 'ref-invalid' ? 'Correct the reference.' : unresolvedFix(reference, document),
    location: locationOf(reference),
  };
}

function unresolvedFix({ ref, kind }: Reference, document: Document): string {
  if (ref.endsWith('#/')) return `Write \`${ref.slice(0, -1)}\` for the whole document; \`#/\` refers to a member whose name is empty.`;
  const section = sectionPointer(kind, document.version);
  const names = section === undefined ? undefined : valueAt(document.root, section);
  const name = /([^/#]+)$/.exec(ref)?.[1];
  const meant = isObject(names) && name !== undefined ? closest(name, Object.keys(names)) : undefined;
  return meant === undefined ? 'Correct the reference, or add what it refers to.' : `Did you mean \`#${section}/${meant}\`?`;
}

/** A target that is not an object, or is in the section of another kind of component. */
export function targetFault(reference: Reference, target: Target): Problem | undefined {
  const { kind, ref, version } = reference;
  const { value } = target;
  const location = locationOf(reference);
  const isSchema = typeof value === 'boolean' && kind === 'Schema' && version >= '3.1';
  if (!isObject(value) && !isSchema) {
    return wrongTarget(reference, target, nameOf(kind));
  }
  const section = sectionOf(target);
  const wanted = sectionFor(kind, target.document.version);
  if (section === undefined || wanted === undefined || section === wanted) return undefined;
  return {
    code: 'ref-wrong-kind',
    severity: 'error',
    message: `${JSON.stringify(ref)} refers to a component in \`${section}\`; expected ${nameOf(kind)}.`,
    fix: `Refer to a component in \`${wanted}\`.`,
    location,
  };
}

/** `expected`: what the reference must lead to, as in `an array`. */
export function wrongTarget(reference: Reference, { value }: Target, expected: string): Problem {
  const found = isObject(value) ? 'an object' : Array.isArray(value) ? 'an array' : `the value ${jsonText(value).slice(0, 40)}`;
  return {
    code: 'ref-target',
    severity: 'error',
    message: `${JSON.stringify(reference.ref)} refers to ${found}; expected ${expected}.`,
    fix: `Refer to ${expected}.`,
    location: locationOf(reference),
  };
}

/** `RequestBody` as `a request body`. */
function nameOf(kind: ObjectName): string {
  const words = wordsOf(kind);
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

export function idClash({ uri, document, pointer, first }: IdClash): Problem {
  return {
    code: 'schema-id-twice',
    severity: 'error',
    message: `Two schemas have the URI \`${uri}\`.`,
    fix: 'Change the `$id` or anchor of one of them.',
    location: { source: document.source, pointer },
    related: [{ message: 'first used here', location: { source: first.document.source, pointer: first.pointer } }],
  };
}

/** One warning for all references that stand where OpenAPI allows none. */
export function misplacedReferences(first: Location, others: readonly Location[]): Problem {
  const count = others.length === 0 ? 'here' : `here and in ${others.length} more ${others.length === 1 ? 'place' : 'places'}`;
  return {
    code: 'ref-not-allowed',
    severity: 'warning',
    message: `OpenAPI does not allow \`$ref\` ${count}; what it leads to is read in its place.`,
    fix: 'Write the content there, or bundle the document with `npx @redocly/cli bundle`.',
    location: first,
    ...(others.length === 0 ? {} : { related: others.slice(0, 3).map((location) => ({ message: 'also here', location })) }),
  };
}

/** One note for all Schema Objects of Swagger 2.0 or OpenAPI 3.0 with keywords beside a `$ref`; it shows the first and up to three others. */
export function ignoredSiblings(first: Location, others: readonly Location[], version: Version): Problem {
  const count = others.length === 0 ? '' : ` (here and in ${others.length} more ${others.length === 1 ? 'place' : 'places'})`;
  return {
    code: 'ref-siblings',
    severity: 'note',
    message: `${standardOf(version)} ignores fields beside \`$ref\`${count}.`,
    fix: `Write \`allOf: [{ $ref: … }]\` with the fields beside it${version === '2.0' ? '' : ', or change `openapi` to 3.1.1'}.`,
    location: first,
    ...(others.length === 0 ? {} : { related: others.slice(0, 3).map((location) => ({ message: 'also here', location })) }),
  };
}

/** One note for all uses of a keyword that came with OpenAPI 3.0 in documents of Swagger 2.0; it shows the first and up to three others. */
export function newerKeyword(key: string, [first, ...others]: readonly [Location, ...Location[]]): Problem {
  const count = others.length === 0 ? '' : ` (here and in ${others.length} more ${others.length === 1 ? 'place' : 'places'})`;
  return {
    code: 'swagger-newer',
    severity: 'note',
    message: `Swagger 2.0 does not have \`${key}\`${count}. It is read as in OpenAPI 3.0.`,
    fix: key === 'nullable' ? 'Write `x-nullable: true`, or write the document in OpenAPI 3.' : 'Write the document in OpenAPI 3.',
    location: first,
    ...(others.length === 0 ? {} : { related: others.slice(0, 3).map((location) => ({ message: 'also here', location })) }),
  };
}
