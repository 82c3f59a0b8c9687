// Texts for response headers whose form HTTP gives, where the document says no more of them than that they are texts.
import type { JsonValue } from '../../model/schema/schema.ts';

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';

/** By lower-case names. A link to the resource itself leads clients that follow pages nowhere. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['date', DATE],
  ['etag', '"a1"'],
  ['expires', DATE],
  ['last-modified', DATE],
  ['link', '</>; rel="self"'],
  ['retry-after', '120'],
]);

/** The schema that examples of a header are sampled from: as it is, or the one text that has the form. */
export function inForm(name: string, data: JsonValue): JsonValue {
  const text = TEXTS.get(name.toLowerCase());
  return text === undefined || !isAnyText(data) ? data : { ...data, enum: [text] };
}

/** Whether nothing is said but that the value is a text. */
function isAnyText(data: JsonValue): data is { readonly type: JsonValue } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  const { type, ...others } = data as { readonly [keyword: string]: JsonValue };
  return Object.keys(others).length === 0 && Array.isArray(type) && type.includes('string');
}
