// `conditional-requests`: an `ETag` that the service has given works in `If-None-Match`, and `If-Match` protects where 412 is declared (RFC 9110
// section 13).
import type { Check, CheckContext, Fault } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { takesIfMatch } from '../contract/if-match.ts';
import { isLeading, isProbeOf, isSuccess, probeOf } from './probe.ts';

export const CONDITIONAL_REQUESTS = 'conditional-requests';

const UNKNOWN_TAG = '"octavo-no-such-tag"';

export const conditionalRequests: Check = {
  id: CONDITIONAL_REQUESTS,
  summary: 'a given `ETag` works in `If-None-Match` (304), and a wrong `If-Match` is refused where 412 is declared',
  on: true,
  probes(base) {
    const { operation } = base;
    if (!operation.responses.some(({ status }) => status === '412') || !takesIfMatch(operation)) return [];
    const says = `with \`If-Match: ${UNKNOWN_TAG}\``;
    return [probeOf(base, { check: CONDITIONAL_REQUESTS, name: 'if-match', says, request: { headers: { 'if-match': UNKNOWN_TAG } } })];
  },
  follow(exchange: Answered, _context: CheckContext) {
    const { case: one, response } = exchange;
    const tag = response.headers.get('etag');
    if (tag === null || response.status !== 200 || one.request.method !== 'GET' || !isLeading(exchange)) return [];
    const says = 'with the `ETag` of the response in `If-None-Match`';
    return [
      probeOf(one, { check: CONDITIONAL_REQUESTS, name: `if-none-match ${one.id}`, says, request: { headers: { 'if-none-match': tag } } }),
    ];
  },
  look(exchange) {
    const { response, after } = exchange;
    if (response === undefined || !isProbeOf(CONDITIONAL_REQUESTS, exchange)) return undefined;
    if (response.status >= 500) return [];
    return after === undefined ? ofWrongMatch(exchange) : ofSameTag(exchange, after);
  },
};

function ofWrongMatch({ response }: Exchange): Fault[] {
  if (response === undefined || !isSuccess(response.status)) return [];
  return [{ message: `A wrong \`If-Match\` is answered with ${response.status}.`, expected: 'the status 412' }];
}

function ofSameTag({ response }: Exchange, after: Exchange): Fault[] {
  const tag = after.response?.headers.get('etag');
  if (response === undefined || tag === null || tag === undefined) return [];
  const expected = `the status 304 with \`ETag: ${tag}\`, without a body`;
  if (response.status !== 304) {
    const now = response.headers.get('etag');
    // Another client may have changed the resource since.
    if (isSuccess(response.status) && now !== null && now !== tag) return [];
    return [{ message: `\`If-None-Match\` with the \`ETag\` of the response is answered with ${response.status}.`, expected }];
  }
  if (response.body.length > 0) return [{ message: 'The response 304 has a body.', expected }];
  return [];
}
