// The templates of `x-errors` for the mock, written or inferred: the bodies in which a service says that it refused a request.
import type { JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { type ErrorTemplate, errorTemplates } from '../model/error-rows.ts';
import type { Service } from '../model/service.ts';
import { methodsOf, objectOf, target } from './reading.ts';

/** Plain data, because it is sent to the process of Prism. */
export interface ErrorTemplates {
  readonly document: readonly ErrorTemplate[];
  /** Templates of operations, by method and path: `GET /email-finder`. */
  readonly operations: Readonly<Record<string, readonly ErrorTemplate[]>>;
}

/** The templates that a generated server has. */
export function templatesOf(service: Service): ErrorTemplates {
  const operations = service.operations.flatMap(({ method, path, errors }) =>
    errors === undefined ? [] : [[`${method} ${path}`, errors] as const],
  );
  return { document: service.errors, operations: Object.fromEntries(operations) };
}

/** The templates that a document has written. */
export function readErrorTemplates(document: JsonObject): ErrorTemplates {
  const operations: Record<string, readonly ErrorTemplate[]> = {};
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    for (const [method, operation] of methodsOf(target(document, item))) {
      const templates = isObject(operation) ? errorTemplates(operation['x-errors']) : [];
      if (templates.length > 0) operations[`${method.toUpperCase()} ${path}`] = templates;
    }
  }
  return { document: errorTemplates(document['x-errors']), operations };
}
