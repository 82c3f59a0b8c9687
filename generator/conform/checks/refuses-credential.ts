// `refuses-credential`: without a credential or with a wrong one, an operation that needs one answers 401 or 403.
import type { Check } from '../contract/check.ts';

export const refusesCredential: Check = {
  id: 'refuses-credential',
  summary: 'a missing or wrong credential is refused with 401 or 403, and one without the scopes with 403',
  on: true,
  look({ case: { intent, says, location }, response }) {
    if (intent.kind !== 'invalid' || response === undefined) return undefined;
    const isScope = intent.by === 'scope';
    if (!isScope && !intent.by.startsWith('credential-')) return undefined;
    if (response.status >= 500 || response.status === 403 || (!isScope && response.status === 401)) return [];
    // 404 hides that there is something.
    if (response.status === 404) return [];
    return [
      {
        message: `A request ${says} is answered with ${response.status}.`,
        expected: isScope ? 'the status 403' : 'the status 401 or 403',
        location,
      },
    ];
  },
};
