// What to write at a place that a change concerns.
import type { Change } from '../diff/index.ts';

const ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^(?:operation|webhook|callback)-removed$/, 'call something else, or remove this: the operation is gone'],
  [/^(?:operation|parameter|schema)-renamed$|^group-changed$/, 'write the new name'],
  [/^operation-left-out$/, 'call it without the generated client, until its fault is mended'],
  [/^(?:required-parameter-added|parameter-required)$/, 'pass the parameter'],
  [/^parameter-removed$/, 'leave the parameter out'],
  [/^choice-narrowed$/, 'pass one of the sets of parameters'],
  [/^(?:body-required|body-added)$/, 'pass a body'],
  [/^body-removed$/, 'leave the body out'],
  [/^property-removed$/, 'leave the property out'],
  [/^(?:required-property-added|property-required)$/, 'set the property'],
  [/^property-optional$/, 'expect that the property is absent'],
  [/^enum-narrowed$/, 'use one of the values that are left'],
  [/^enum-widened$/, 'handle the new value'],
  [/^type-/, 'write or read a value of the new type'],
  [/^response-added$/, 'handle the new status'],
  [/^response-removed$/, 'expect that this status no longer comes'],
  [/^security/, 'give another credential'],
  [/^server-/, 'check the address of the client'],
  [/^deprecated$/, 'plan to replace it'],
  [/^default-changed$/, 'check what a request without the value means now'],
  [/tightened$|narrowed$|^unique-items$/, 'keep to the new limit'],
];

/** `check that this still holds` where a change has no advice of its own. */
export function adviceOn({ code }: Change): string {
  return ADVICE.find(([codes]) => codes.test(code))?.[1] ?? 'check that this still holds';
}
