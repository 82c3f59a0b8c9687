// `refuses-invalid`: a request that breaks one declared constraint is refused with 4xx.
import type { Check } from '../contract/check.ts';

export const refusesInvalid: Check = {
  id: 'refuses-invalid',
  summary: 'a request that breaks one declared constraint is refused with a status from 400 to 499',
  on: true,
  look({ case: { intent, says, location }, response }) {
    if (intent.kind !== 'invalid' || response === undefined) return [];
    // Checks of their own judge credentials. `no-server-error` reports 5xx.
    if (/^(?:credential-|scope$)/.test(intent.by) || response.status >= 400) return [];
    return [
      { message: `An invalid request is accepted with ${response.status} (${says}).`, expected: 'a status from 400 to 499', location },
    ];
  },
};
