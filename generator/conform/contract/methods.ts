// Says which methods of requests change nothing.

/** Whether requests with the method change nothing (RFC 9110 section 9.2.1). */
export function isReading(method: string): boolean {
  return READING.has(method);
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
