// `accepts-valid`: a request that the document allows is not refused as invalid.
import type { Check } from '../contract/check.ts';
import { declaresSuccess } from './success.ts';

/** Statuses that blame the form of the request (RFC 9110 section 15.5), and not its credential or the state of the service. */
const BLAMES = new Set([400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431, 501]);

/** Services need not read longer paths with queries: request lines of 8,000 bytes are what RFC 9112 section 3 recommends. */
const LONG = 7900;

export const acceptsValid: Check = {
  id: 'accepts-valid',
  summary: 'a request that the document allows is not refused as invalid',
  on: true,
  look({ case: { intent, says, operation }, response, reading, sent }) {
    if (intent.kind !== 'valid' || response === undefined) return undefined;
    // A document that declares only failures leaves nothing else to answer.
    if (!BLAMES.has(response.status) || reading.isRefusal === true || !declaresSuccess(operation)) return [];
    // `no-server-error` reports a 501 that the operation does not declare.
    if (response.status === 501 && reading.declared?.status !== '501') return [];
    if (response.status === 414 && sent.target.length > LONG) return [];
    return [{ message: `A valid request is refused with ${response.status} (${says}).`, expected: 'a status from 200 to 299' }];
  },
};
