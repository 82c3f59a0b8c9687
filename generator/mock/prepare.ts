// Turns a bundled document into what the mock needs: the copy for Prism, the base paths, and the operations.
import type { JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { convert } from './convert.ts';
import { isVersion30, methodsOf, objectOf, prismMethods, target } from './reading.ts';
import { serverPaths } from './servers.ts';

/** One document, ready for Prism. */
export interface PreparedDocument {
  /** File name without its ending: `h-email`. */
  readonly id: string;
  readonly document: JsonObject;
  /**
   * Paths of the servers, without a final slash, the longest first: `/v2`, or `''`. The document's own come from its first server, those of
   * paths and operations from theirs. A request's path begins with one of them.
   */
  readonly basePaths: readonly string[];
  /** The one of the document's first server: what a client's base URL ends in. */
  readonly basePath: string;
  /** `GET /domain-search`, in document order. */
  readonly operations: readonly string[];
  /** Operations with a method that Prism does not know. */
  readonly left: readonly string[];
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The copy for Prism. Only what Prism reads is copied, so that extensions, `x-json-schema-faker`, faker's own keywords and callbacks never
 * reach it; 3.1 and later get `jsonSchemaDialect`, without which Prism takes them for draft-07.
 *
 * @param bundled a document whose references all stay inside it
 */
export function prepare(id: string, bundled: JsonObject): PreparedDocument {
  const copy = { ...objectOf(convert('document', bundled, bundled)), ...(isVersion30(bundled) ? {} : { jsonSchemaDialect: dialect }) };
  const servers = serverPaths(bundled);
  const operations: string[] = [];
  const left: string[] = [];
  for (const [path, value] of Object.entries(objectOf(bundled.paths))) {
    for (const [method, operation] of methodsOf(target(bundled, value))) {
      if (!isObject(operation)) continue;
      (prismMethods.has(method) ? operations : left).push(`${method.toUpperCase()} ${path}`);
    }
  }
  return { id, document: copy, basePath: servers[0] ?? '', basePaths: servers.toSorted((a, b) => b.length - a.length), operations, left };
}
