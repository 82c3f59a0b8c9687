// Refuses requests with invalid fields, and lists the fields in the answer.

import type { ErrorReport, FieldError } from '@octavo/interfaces/f-instalments';
import { type RefusalError, refuse } from '@octavo/runtime';

/** A request with fields that are valid by the document, and that the service cannot accept all the same. */
export class InvalidFields extends Error {
  override readonly name = 'InvalidFields';
  readonly report: ErrorReport & { readonly errors: FieldError[] };

  constructor(errors: FieldError[]) {
    const message = `The request has ${errors.length} invalid field${errors.length === 1 ? '' : 's'}.`;
    super(message);
    this.report = { error_code: 'invalid_request', message, errors };
  }
}

/** @param field its path in the request, the names separated by dots */
export function invalidField(field: string, message: string, value?: unknown, error_code = 'invalid_value'): InvalidFields {
  return new InvalidFields([{ field, error_code, message, ...(value === undefined ? {} : { value }) }]);
}

export function notFound(kind: string, id: string): RefusalError {
  return refuse(404, { code: 'not_found', detail: `The ${kind} ${id} does not exist.` });
}
