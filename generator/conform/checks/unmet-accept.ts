// `unmet-accept`: where `Accept` allows no media type of the operation, the answer is 406, or a response as it is declared (RFC 9110 section 12.4.1).
import type { Check } from '../contract/check.ts';
import { isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'unmet-accept';

/** Statuses that blame another part of a request which is valid but for `Accept`. */
const BLAMES = new Set([400, 405, 411, 413, 414, 415, 417, 422, 431]);

/** Statuses that a body which was sent before may get for what it has made then: the same name, or the same time. */
const OF_BODY = new Set([400, 422]);

export const unmetAccept: Check = {
  id: ID,
  summary: 'where `Accept` cannot be met, the answer is 406 or has a declared media type',
  on: true,
  probes(base) {
    const successes = base.operation.responses.filter(({ status }) => /^2/.test(status));
    if (!successes.some(({ contents }) => contents.length > 0)) return [];
    const accept = 'application/x-octavo-undeclared';
    return [probeOf(base, { check: ID, name: accept, says: `with \`Accept: ${accept}\``, request: { headers: { accept } } })];
  },
  look(exchange) {
    const { response, reading } = exchange;
    if (response === undefined || !isProbeOf(ID, exchange)) return undefined;
    const expected = 'the status 406, or a response with a declared media type';
    // A request that has not succeeded before may be refused for another reason.
    const { isGrounded, request } = exchange.case;
    const isBlamed = BLAMES.has(response.status) && !(request.body !== undefined && OF_BODY.has(response.status));
    if (isBlamed && isGrounded === true)
      return [{ message: `A request with an \`Accept\` that cannot be met is answered with ${response.status}.`, expected }];
    if (!isSuccess(response.status)) return [];
    return reading.faults
      .filter(({ about }) => about === 'media-type')
      .map(({ message, location }) => ({ message: `The answer to an \`Accept\` that cannot be met: ${message}`, expected, location }));
  },
};
