// `unknown-path`: a path that the document does not have is answered with 404.
import type { Check } from '../contract/check.ts';
import { methodsAt } from './paths.ts';
import { isProbeOf, pathItemOf, probeOf } from './probe.ts';

const ID = 'unknown-path';

const SEGMENT = '/octavo-unknown';

/** Paths with so many more segments are tried, since a template may match the first ones. */
const MOST_SEGMENTS = 4;

export const unknownPath: Check = {
  id: ID,
  summary: 'a path that the document does not have is answered with 404',
  on: true,
  probes(base, { service }) {
    const [path = ''] = base.request.target.split('?');
    const before = path.replace(/\/$/, '');
    for (let count = 1; count <= MOST_SEGMENTS; count++) {
      const target = before + SEGMENT.repeat(count);
      if (methodsAt(service, target).size > 0) continue;
      const says = 'to a path that the document does not have';
      return [probeOf(base, { check: ID, name: 'below', says, request: { target }, location: pathItemOf(base.operation) })];
    }
    return [];
  },
  look(exchange) {
    const { response } = exchange;
    if (response === undefined || !isProbeOf(ID, exchange)) return undefined;
    // A service may look at the rest of the request first.
    if ([400, 401, 403, 404].includes(response.status) || response.status >= 500) return [];
    return [{ message: `A path that the document does not have is answered with ${response.status}.`, expected: 'the status 404' }];
  },
};
