// `refuses-invalid`: a request that breaks one declared constraint is refused with 4xx.
import type { Check } from '../../contract/check.ts';
import { isMissingHeader } from './missing-header.ts';

/**
 * Kinds of faults that checks of their own judge, and what is there twice. Names in an object should be unique, and readers that take the last one do
 * what many do (RFC 8259 section 4); no standard says what a parameter means that is there twice.
 */
const HAVE_CHECKS = /^(?:credential-|scope$|media-type$|duplicate-)/;

export const refusesInvalid: Check = {
  id: 'refuses-invalid',
  summary: 'a request that breaks one declared constraint is refused with a status from 400 to 499',
  on: true,
  look({ case: one, response }) {
    const { intent, says, location } = one;
    if (intent.kind !== 'invalid' || response === undefined || HAVE_CHECKS.test(intent.by) || isMissingHeader(one)) return undefined;
    // `no-server-error` reports 5xx.
    if (response.status >= 400) return [];
    return [
      { message: `An invalid request is accepted with ${response.status} (${says}).`, expected: 'a status from 400 to 499', location },
    ];
  },
};
