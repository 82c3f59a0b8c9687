// `error-status`: the status that an error says in its body is the one that it has (RFC 9457 section 3.1.2).
import { essenceOf } from '@octavo/runtime/conformance';
import type { Check } from '../contract/check.ts';
import { textOf } from './text.ts';

export const errorStatus: Check = {
  id: 'error-status',
  summary: 'the member `status` of an error in `application/problem+json` is the status of the response',
  on: true,
  judgesProbes: true,
  look({ case: { operation }, response, sent }) {
    if (response === undefined || response.status < 400 || sent.method === 'HEAD' || response.cut !== undefined) return undefined;
    if (essenceOf(response.headers.get('content-type') ?? '') !== 'application/problem+json') return undefined;
    const said = statusIn(textOf(response));
    if (said === undefined || said === response.status) return [];
    const message = `The error ${response.status} says \`"status": ${said}\` in its body.`;
    const expected = 'the status of the response in `status` (RFC 9457 section 3.1.2)';
    return [{ message, expected, location: operation.location }];
  },
};

/** The number under `status`; `undefined` where there is none. */
function statusIn(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const status: unknown = typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
    return typeof status === 'number' ? status : undefined;
  } catch {
    return undefined;
  }
}
