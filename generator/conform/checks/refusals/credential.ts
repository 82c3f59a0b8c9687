// `refuses-credential`: without a credential or with a wrong one, an operation that needs one answers 401 or 403, or what `x-errors` says instead.
import type { ErrorTemplate } from '../../../model/service.ts';
import type { Check } from '../../contract/check.ts';

export const refusesCredential: Check = {
  id: 'refuses-credential',
  summary: 'a missing or wrong credential is refused with 401 or 403, and one without the scopes with 403',
  on: true,
  look({ case: { intent, says, location, operation }, response }, { service, hasSucceeded }) {
    if (intent.kind !== 'invalid' || response === undefined) return undefined;
    const isScope = intent.by === 'scope';
    if (!isScope && !intent.by.startsWith('credential-')) return undefined;
    const { status } = response;
    if (status >= 500 || status === 403 || (!isScope && status === 401)) return [];
    // Another refusal gives nothing away where a request with the credential is refused too.
    if (status >= 400 && !hasSucceeded(operation)) return [];
    // A 404 hides that the resource exists.
    if (status === 404 || [...(operation.errors ?? []), ...service.errors].some((one) => answers(one, status, isScope))) return [];
    return [
      {
        message: `A request ${says} is answered with ${status}.`,
        expected: isScope ? 'the status 403' : 'the status 401 or 403',
        location,
      },
    ];
  },
};

/** Whether `x-errors` gives a status to requests without scopes, or with a credential that is missing or wrong. */
function answers({ status, when }: ErrorTemplate, given: number, isScope: boolean): boolean {
  if (status !== String(given) || when === undefined) return false;
  return isScope
    ? when.kind?.includes('forbidden') === true
    : when.credential !== undefined || when.kind?.includes('unauthorized') === true;
}
