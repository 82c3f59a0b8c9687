// A description → one plain document with inside references only, for readers that know no other files.
import type { Description, JsonObject } from './description.ts';

/** A document with only `#/…` references is handed out as it is: callers must not change it. */
export function bundle(description: Description): JsonObject {
  return description.root;
}
