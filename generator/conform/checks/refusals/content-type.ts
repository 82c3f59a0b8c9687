// `refuses-content-type`: a body of a media type that the operation does not declare is refused with 415 or 400.
import type { Check } from '../../contract/check.ts';

/** Beside 400 and 415: a service may look at the caller, at the thing and at conditions first. */
const RIGHT = new Set([400, 401, 403, 404, 410, 412, 415, 428, 429]);

export const refusesContentType: Check = {
  id: 'refuses-content-type',
  summary: 'a body of a media type that is not declared is refused with 415 or 400',
  on: true,
  look({ case: { intent, location }, response, sent }) {
    if (intent.kind !== 'invalid' || intent.by !== 'media-type' || response === undefined) return undefined;
    if (RIGHT.has(response.status) || response.status >= 500) return [];
    const type = sent.headers['content-type'] ?? 'no media type';
    return [
      {
        message: `A body of ${type}, which is not declared, is answered with ${response.status}.`,
        expected: 'the status 415 or 400',
        location,
      },
    ];
  },
};
