// Turns a bundled document into what the mock needs: the copy for Prism, the base paths, and the operations.
import type { JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { convert } from './convert.ts';
import { type ErrorTemplates, readErrorTemplates } from './error-templates.ts';
import { type BeyondPrism, beyondPrism } from './prism-limits.ts';
import { isVersion30, methodsOf, objectOf, prismMethods, target } from './reading.ts';
import { serverPaths } from './servers.ts';
import { type StreamFormats, streamFormats } from './streams/formats.ts';

/** One document, ready for Prism. */
export interface PreparedDocument {
  /** File name without its ending: `h-email`. */
  readonly id: string;
  readonly document: JsonObject;
  readonly errors: ErrorTemplates;
  readonly streams: StreamFormats;
  /**
   * Paths of the first server of the document, and of the first servers of paths and operations: `/v2`, or `''`, without a final slash, the
   * longest first. A request's path begins with one of them.
   */
  readonly basePaths: readonly string[];
  /** The path of the document's first server: the end of a client's base URL. */
  readonly basePath: string;
  /** `GET /domain-search`, in document order. */
  readonly operations: readonly string[];
  /** Operations that Prism cannot serve. */
  readonly beyondPrism: readonly BeyondPrism[];
  /** Why Prism does not load the document, as the end of a sentence; absent where it does. */
  readonly withoutPrism?: string;
  /** Whether Prism has yet to load the document. */
  readonly isLoading?: boolean;
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Prepares a document for the mock. The copy has only what Prism reads: no extensions, no keywords of json-schema-faker, no callbacks. From
 * OpenAPI 3.1 it has a `jsonSchemaDialect`, without which Prism would assume draft-07.
 *
 * @param bundled a document whose references all stay inside it
 * @param errors the bodies of refusals; default: those that the document writes
 */
export function prepare(id: string, bundled: JsonObject, errors: ErrorTemplates = readErrorTemplates(bundled)): PreparedDocument {
  const converted = objectOf(convert('document', bundled, bundled));
  const copy = {
    ...converted,
    paths: withoutUnreached(objectOf(converted.paths)),
    ...(isVersion30(bundled) ? {} : { jsonSchemaDialect: dialect }),
  };
  const servers = serverPaths(bundled);
  const operations: string[] = [];
  for (const [path, value] of Object.entries(objectOf(bundled.paths))) {
    for (const [method, operation] of methodsOf(target(bundled, value))) {
      if (isObject(operation)) operations.push(`${method.toUpperCase()} ${path}`);
    }
  }
  return {
    id,
    document: copy,
    errors,
    streams: streamFormats(bundled),
    basePath: servers[0] ?? '',
    basePaths: servers.toSorted((a, b) => b.length - a.length),
    operations,
    beyondPrism: beyondPrism(bundled),
  };
}

/**
 * The paths without operations that a server never reaches, since an earlier path matches the same requests: `/c/{num}` after `/c/{id}`. Prism would
 * answer with the later one.
 */
function withoutUnreached(paths: JsonObject): JsonObject {
  const met = new Set<string>();
  const reached = Object.entries(paths).map(([path, item]) => {
    const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const kept = Object.entries(objectOf(item)).filter(([key]) => {
      const operation = `${key} ${shape}`;
      const isReached = !prismMethods.has(key) || !met.has(operation);
      met.add(operation);
      return isReached;
    });
    return [path, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(reached);
}
