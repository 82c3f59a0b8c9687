// The target of a request (RFC 9112 section 3.2): path and query, as they were sent.

/** Path and query of an absolute URL, as written. */
export function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = url.indexOf('#', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Scheme and authority of an absolute URL, as written. */
export function originOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start === -1 ? url : url.slice(0, start);
}

/** Path and query of a target, at the first `?`: a query may contain further ones (RFC 3986 section 3.4). `''` where there is no query. */
export function splitTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
