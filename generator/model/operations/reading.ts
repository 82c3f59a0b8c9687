// Says what kind of calls an operation has: those that read, and those that open a stream.
import type { Operation } from '../service.ts';

/** The methods that change nothing at the server (RFC 9110 section 9.2.1; `QUERY` too). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Whether a call changes nothing, so that it may be repeated at any time: by its method, or since its list has pages. */
export function isReading({ method, pagination }: Operation): boolean {
  return SAFE.has(method) || pagination !== undefined;
}

/** Whether a successful response is a stream. */
export function isStreaming({ responses }: Operation): boolean {
  return responses.some(
    ({ status, contents }) => status.startsWith('2') && contents.some((one) => one.stream !== undefined || one.streamed === true),
  );
}
