// Says which methods of requests change nothing, and which may be sent twice.

/** Whether requests with the method change nothing (RFC 9110 section 9.2.1). */
export function isReading(method: string): boolean {
  return READING.has(method);
}

/** Whether a request with the method means the same when it is sent twice (RFC 9110 section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return isReading(method) || method === 'PUT' || method === 'DELETE';
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
