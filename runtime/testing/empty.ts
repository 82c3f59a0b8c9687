// Removes from an input what is not sent: empty lists and objects.
import type { Operation } from '../contract/operation.ts';
import { getOwn, setOwn } from '../contract/own.ts';

/** The media type of an input's body. */
export function sentType({ body }: Operation, input: unknown): string {
  const contentType = getOwn(input, 'contentType') ?? Object.keys(body?.contents ?? {})[0];
  return typeof contentType === 'string' ? contentType : '';
}

/**
 * Removes what is not sent: empty lists and objects (RFC 6570 section 2.3), in parameters and forms, and an object of parameters that has only
 * such members.
 */
export function withoutEmpty(operation: Operation, input: unknown): unknown {
  const kind = operation.body?.contents[sentType(operation, input)]?.kind;
  const parts = {};
  for (const [name, part] of Object.entries(input as object)) {
    const isForm = name === 'body' && (kind === 'form' || kind === 'multipart');
    if (name === 'contentType' || (name === 'body' && !isForm)) setOwn(parts, name, part);
    else if (name === 'body') setOwn(parts, name, withoutEmptyMembers(part));
    else if (name === 'querystring' && !isEmpty(part)) setOwn(parts, name, part);
    else if (!isEmpty(withoutEmptyMembers(part))) setOwn(parts, name, withoutEmptyMembers(part));
  }
  return parts;
}

function withoutEmptyMembers(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const kept = {};
  for (const [key, member] of Object.entries(part)) if (!isEmpty(member)) setOwn(kept, key, member);
  return kept;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Blob) && Object.keys(value).length === 0;
}
