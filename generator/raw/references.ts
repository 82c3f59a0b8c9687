// Finds references in JSON text, and the pointers that they stand for.

/** References into the document itself; the first group is the JSON string. */
export const REFERENCE = /"\$ref":("#\/(?:paths|webhooks|components)\/(?:[^"\\]|\\.)*")/g;

/** The JSON pointer of `#/…`. A reference is a URI, so it may be percent-encoded. */
export function referredPointer(reference: unknown): string {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return '';
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}
