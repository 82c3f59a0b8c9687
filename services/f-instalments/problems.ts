// Makes the refusals of the service.

import { type RefusalError, type RefusedValue, refuse } from '@octavo/runtime';

/** Refuses a value in the way of the server. @param pointer `/body/amount`. @param detail the end of a sentence: `must be at most 40000` */
export function invalidField(pointer: string, detail: string): RefusalError {
  return refuse(400, { code: 'invalid_request', detail: 'A parameter or a field is invalid.', issues: [{ pointer, detail }] });
}

/** What each code says. The document has them under `x-refusals`. */
const DETAILS = {
  amount_too_high: 'The amount is too high.',
  plan_not_available: 'The plan is not available.',
  unknown_order: 'The payment has no such order.',
  order_not_named: 'The payment has several orders.',
  unknown_item: 'The list has no such item.',
  range_backwards: 'The range ends before it begins.',
} as const;

/** Refuses values that are valid by the document, and that the service cannot accept in this case. */
export function refusedValues(code: keyof typeof DETAILS, issues: readonly RefusedValue[]): RefusalError {
  return refuse(400, { code, detail: DETAILS[code], issues });
}

/** @param pointer `/body/amount`. @param detail the end of a sentence: `must be at most 40000` */
export function refusedValue(code: keyof typeof DETAILS, pointer: string, detail: string): RefusalError {
  return refusedValues(code, [{ pointer, detail }]);
}

export function notFound(kind: string, id: string): RefusalError {
  return refuse(404, { code: 'not_found', detail: `The ${kind} ${id} does not exist.` });
}
