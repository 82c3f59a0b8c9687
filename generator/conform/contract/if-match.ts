// Says which operations `If-Match` makes conditional (RFC 9110 section 13.1.1), and which members of a body name a version in its place.
import { plain } from '../../inference/names.ts';
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Parameter } from '../../model/service.ts';

const VERSIONS = /^(?:(?:lock|row|resource|object|record|entity|current|expected)?(?:version|revision)(?:number|id)?|rev|etag)$/;

/** Whether a name is one of versions: a thing has one at a time, and any other value is a wrong one. */
export function isVersion(name: string): boolean {
  return VERSIONS.test(plain(name));
}

/** The member of a body that names the version which a change is about; `undefined` where there is none that a request may set. */
export function versionMemberIn(schemas: readonly Schema[]): string | undefined {
  return [...propertiesOf(schemas)].find(([name, own]) => isVersion(name) && own.every(({ readOnly }) => readOnly !== true))?.[0];
}

/** The declared header. */
export function ifMatchOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match');
}

/** Whether a request without the header is refused: where it is required, or where 428 is declared (RFC 6585 section 3). */
export function needsIfMatch(operation: Operation): boolean {
  const header = ifMatchOf(operation);
  return header?.required === true || (header !== undefined && operation.responses.some(({ status }) => status === '428'));
}

/**
 * Whether an operation compares `If-Match`: where it declares the header. A change that declares 412 does too, unless its body has a member for the
 * version: then the 412 is about that member. A POST may make something new, which no ETag fits.
 */
export function takesIfMatch(operation: Operation): boolean {
  const { method, responses, body } = operation;
  if (ifMatchOf(operation) !== undefined) return true;
  if (!/^(?:PUT|PATCH|DELETE)$/.test(method) || !responses.some(({ status }) => status === '412')) return false;
  return versionMemberIn((body?.contents ?? []).flatMap(({ schema }) => schema ?? [])) === undefined;
}
