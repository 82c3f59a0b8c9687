// Says which operations `If-Match` makes conditional (RFC 9110 section 13.1.1).
import { versionMemberIn } from '../../inference/stated/versions.ts';
import type { Operation, Parameter } from '../../model/service.ts';

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
  if (!/^(?:PUT|PATCH|DELETE)$/.test(method) || !responses.some(({ status }) => status === '412') || isOfNoneMatch(operation)) return false;
  return versionMemberIn((body?.contents ?? []).flatMap(({ schema }) => schema ?? [])) === undefined;
}

/** Whether the 412 is that of `If-None-Match: *`, the one condition that an operation declares. */
function isOfNoneMatch({ parameters, description = '', responses }: Operation): boolean {
  const isDeclared = parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'if-none-match');
  return isDeclared && ![description, ...responses.map((one) => one.description)].some((text) => /\bIf-Match\b/i.test(text));
}
