// Reads the parts of a bundled document that the mock needs: objects, references inside it, operations by method.
import type { Json, JsonObject } from '../load/description.ts';
import { isObject, valueAt } from '../load/pointer.ts';

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Longest chain of references to follow; a longer one is probably circular. */
const mostReferences = 20;

/** Follows `$ref`s inside the document; `{}` if they lead to no object. */
export function target(root: JsonObject, value: Json | undefined): JsonObject {
  let current: Json | undefined = value;
  for (let depth = 0; depth < mostReferences; depth += 1) {
    if (!isObject(current)) return {};
    if (typeof current.$ref !== 'string' || !current.$ref.startsWith('#/')) return current;
    current = valueAt(root, decoded(current.$ref.slice(1)));
  }
  return {};
}

/** A pointer in a URI fragment is percent-encoded (RFC 6901 §6). A `%` that encodes nothing stays. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The methods that Prism knows. */
export const prismMethods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** The operations of a path item by method, including `query` and `additionalOperations` of OpenAPI 3.2. */
export function methodsOf(item: JsonObject): [string, Json | undefined][] {
  const own = Object.entries(item).filter(([key]) => prismMethods.has(key) || key === 'query');
  return [...own, ...Object.entries(objectOf(item.additionalOperations))];
}

export function isVersion30(document: JsonObject): boolean {
  return typeof document.openapi === 'string' && document.openapi.startsWith('3.0');
}
