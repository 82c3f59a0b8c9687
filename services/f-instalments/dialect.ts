// What clients send that the document does not describe: an empty list in the place of a body without fields.

import { type FetchHandler, intercept, withBody } from '@octavo/runtime';

const EMPTY_LIST = '[]';

/** The older paths of operations that can do without a body. The declared paths refuse a list, as the document says. */
const OLDER_PATHS = /^\/v1\/payments\/[^/?]+\/(?:send-sms|charge-first-installment|refunds?)(?:\?|$)/;

/** As much as the server reads. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Older clients in PHP write an array without fields as a list. No operation takes a list, so an empty one stands for no body. */
export function withDialect(server: FetchHandler): FetchHandler {
  return intercept(server, async (request, next) => {
    if (request.method !== 'POST' || !OLDER_PATHS.test(request.target)) return next(request);
    const sent = await request.bytes(MAX_BODY_BYTES).catch(() => undefined);
    return next(new TextDecoder().decode(sent) === EMPTY_LIST ? withBody(request, undefined) : request);
  });
}
