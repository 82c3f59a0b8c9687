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
 * such members. Also inside values whose members and items have names of their own on the wire: an empty item of a list would leave a gap.
 */
export function withoutEmpty(operation: Operation, input: unknown): unknown {
  const kind = operation.body?.contents[sentType(operation, input)]?.kind;
  const deep = new Set(
    operation.parameters?.flatMap(({ in: place, name, codec }) => (codec.style === 'deepObject' ? [`${place} ${name}`] : [])),
  );
  const parts = {};
  for (const [name, part] of Object.entries(input as object)) {
    const isForm = name === 'body' && (kind === 'form' || kind === 'multipart');
    if (name === 'contentType' || (name === 'body' && !isForm)) setOwn(parts, name, part);
    else if (name === 'body') setOwn(parts, name, kind === 'form' ? withoutEmptyInside(part) : withoutEmptyMembers(part));
    else if (name === 'querystring' && !isEmpty(part)) setOwn(parts, name, part);
    else {
      const kept = withoutEmptyMembers(part, (member) => deep.has(`${name} ${member}`));
      if (!isEmpty(kept)) setOwn(parts, name, kept);
    }
  }
  return parts;
}

function withoutEmptyMembers(part: unknown, isDeep = (_member: string): boolean => false): unknown {
  if (!isMembers(part)) return part;
  const kept = {};
  for (const [key, member] of Object.entries(part)) {
    const value = isDeep(key) ? withoutEmptyInside(member) : member;
    if (!isEmpty(value)) setOwn(kept, key, value);
  }
  return kept;
}

/** Without the empty lists and objects on all levels, and without what only these would fill. */
function withoutEmptyInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyInside).filter((item) => !isEmpty(item));
  return isMembers(value) ? withoutEmptyMembers(value, () => true) : value;
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Blob) && Object.keys(value).length === 0;
}
