// `refuses-missing-header`: a request without a required header is refused with 4xx.

import type { Case } from '../../contract/case.ts';
import type { Check } from '../../contract/check.ts';

export const refusesMissingHeader: Check = {
  id: 'refuses-missing-header',
  summary: 'a request without a required header is refused with a status from 400 to 499',
  on: true,
  look({ case: one, response }) {
    if (response === undefined || !isMissingHeader(one)) return undefined;
    if (response.status >= 400) return [];
    const message = `A request without the required header ${one.at?.slice('/header/'.length)} is accepted with ${response.status}.`;
    return [{ message, expected: 'a status from 400 to 499', location: one.location }];
  },
};

/** `/header/If-Match`, required, is not there. */
export function isMissingHeader({ intent, at }: Case): boolean {
  return intent.kind === 'invalid' && intent.by === 'required' && /^\/header(?:\/[^/]*)?$/.test(at ?? '');
}
