// Reads the templates of `x-errors` for the mock: the bodies in which a service says that it refused a request.
import type { Json, JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { methodsOf, objectOf, target } from './reading.ts';

/** Plain data, because it is sent to the process of Prism. */
export interface ErrorTemplates {
  /** Templates of the document, by status, range or `default`. */
  readonly document: JsonObject;
  /** Templates of operations, by method and path: `GET /email-finder`. */
  readonly operations: Readonly<Record<string, JsonObject>>;
}

export function errorTemplates(document: JsonObject): ErrorTemplates {
  const operations: Record<string, JsonObject> = {};
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    for (const [method, operation] of methodsOf(target(document, item))) {
      if (isObject(operation) && isObject(operation['x-errors'])) operations[`${method.toUpperCase()} ${path}`] = operation['x-errors'];
    }
  }
  return { document: objectOf(document['x-errors']), operations };
}

export interface ErrorTemplate {
  readonly contentType: string;
  readonly body: Json;
}

/** The most specific template for a status: `401`, then `4XX`, then `default`; those of the operation come before those of the document. */
export function templateFor({ document, operations }: ErrorTemplates, operation: string, status: number): ErrorTemplate | undefined {
  for (const templates of [operations[operation], document]) {
    for (const key of [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT']) {
      const [, found] = Object.entries(templates ?? {}).find(([name]) => name.toUpperCase() === key) ?? [];
      if (!isObject(found) || found.body === undefined) continue;
      return { contentType: typeof found.contentType === 'string' ? found.contentType : 'application/json', body: found.body };
    }
  }
  return undefined;
}
