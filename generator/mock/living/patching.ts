// Applies a JSON Patch (RFC 6902) to a thing: as a whole, or not at all.
import { isDeepStrictEqual } from 'node:util';
import { JSONPatchError, type JSONValue, jsonpatch, type OpObject } from 'json-p3';
import { opened } from '../../inference/lists/within.ts';
import type { Operation } from '../../model/service.ts';
import { shownBy } from './making.ts';
import { refuse } from './refusing.ts';
import type { Call, Living, Setting } from './setting.ts';
import { closed } from './showing.ts';
import type { Thing } from './world.ts';

type Members = Thing['value'];

export function isJsonPatch({ headers, input }: Call): boolean {
  return Array.isArray(input.body) && /^application\/json-patch\+json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** The members after the patch, or the refusal of one that does not fit. */
export function patched(
  setting: Setting,
  operation: Operation,
  { kind, value }: Thing,
  { input }: Call,
): { readonly value: Members } | { readonly refusal: Living } {
  // A patch names the places of what is shown.
  const before = closed(kind, value);
  const after = structuredClone(before);
  try {
    // The errors of what is no patch say so.
    jsonpatch.apply(input.body as OpObject[], after as JSONValue);
  } catch (error) {
    if (!(error instanceof JSONPatchError)) throw error;
    return { refusal: refuse(setting, operation, [409, 422, 400], `The patch does not fit: ${error.message}.`) };
  }
  const { schema } = shownBy(kind);
  if (schema !== undefined && setting.tools.allows(schema, before) && !setting.tools.allows(schema, after))
    return { refusal: refuse(setting, operation, [422, 400, 409], 'After the patch, it is no longer what the document allows.') };
  return { value: opened(kind.within?.member, after) };
}

/** The members that a patch has changed. */
export function changedMembers(before: Members, after: Members): Members {
  return Object.fromEntries(Object.entries(after).filter(([member, value]) => !isDeepStrictEqual(value, before[member])));
}
