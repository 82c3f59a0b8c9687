// `accepts-valid`: a request that the document allows is not refused as invalid.
import type { Check } from '../contract/check.ts';
import type { Answered } from '../contract/exchange.ts';
import { declaresSuccess } from './success.ts';

/** Statuses that blame the form of the request (RFC 9110 section 15.5), and not its credential or the state of the service. */
const BLAMES = new Set([400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431, 501]);

/** Services need not read a longer path with its query, nor a longer head: request lines of 8,000 bytes are what RFC 9112 section 3 recommends. */
const LONG = 7900;

/** Statuses that may blame a value for a rule that the document has in prose. A run that can send further requests decides by contrast. */
const BLAMES_VALUES = new Set([400, 413, 422]);

/** Whether a valid request is refused with a status that blames its form, and not as the document says. */
function isRefused({ case: { operation }, response, reading, sent }: Answered): boolean {
  // A document that declares only failures leaves nothing else to answer.
  if (!BLAMES.has(response.status) || reading.isRefusal === true || !declaresSuccess(operation)) return false;
  // `no-server-error` reports a 501 that the operation does not declare.
  if (response.status === 501 && reading.declared?.status !== '501') return false;
  return !(response.status === 414 && sent.target.length > LONG) && !(response.status === 431 && headOf(sent) > LONG);
}

function headOf({ target, headers }: Answered['sent']): number {
  return Object.entries(headers).reduce((length, [name, value]) => length + name.length + value.length, target.length);
}

/** Whether a valid request is refused for a value that it has, as it seems. */
export function isRefusedForm(exchange: Answered): boolean {
  return exchange.case.intent.kind === 'valid' && BLAMES_VALUES.has(exchange.response.status) && isRefused(exchange);
}

export const acceptsValid: Check = {
  id: 'accepts-valid',
  summary: 'a request that the document allows is not refused as invalid',
  on: true,
  look(exchange) {
    const { intent, says } = exchange.case;
    if (intent.kind !== 'valid' || exchange.response === undefined) return undefined;
    // What a client has sent cannot be sent again with another part.
    const isContrasted = intent.by !== 'observed' && isRefusedForm(exchange);
    if (isContrasted || !isRefused(exchange)) return [];
    return [{ message: `A valid request is refused with ${exchange.response.status} (${says}).`, expected: 'a status from 200 to 299' }];
  },
};
