// `head-like-get`: HEAD is answered as GET is, without a body (RFC 9110 section 9.3.2).
import { quoted, sentencesIn } from '../../inference/prose/index.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Check, Fault } from '../contract/check.ts';
import { methodsAt } from './paths.ts';
import { isLeading, isProbeOf, isSuccess, probeOf } from './probe.ts';

export const HEAD_LIKE_GET = 'head-like-get';

/** Header fields that describe the body that GET would have. */
const COMPARED = ['content-type', 'etag', 'last-modified'];

/** `HEAD is answered with the same status and the same headers.` */
const SAME_HEADERS =
  /^(?=.*\bHEAD\b)(?!.*\b(?:except|but|without (?:the|these)|may)\b)(?=.*\b(?:same|all(?: of)?(?: the| its)?|identical)\b[^.;]*\bheaders?\b)/;

/** The sentence by which HEAD has all of the header fields that GET has: HTTP itself lets a server leave some out. */
function promiseOf({ description = '' }: Operation, service: Pick<Service, 'description'>): string | undefined {
  return sentencesIn(`${service.description ?? ''}\n\n${description}`).find((text) => SAME_HEADERS.test(text));
}

export const headLikeGet: Check = {
  id: HEAD_LIKE_GET,
  summary: 'HEAD is answered as GET is, without a body',
  on: true,
  follow(exchange, { service }) {
    const { case: one } = exchange;
    if (one.operation.method !== 'GET' || !isLeading(exchange)) return [];
    // A declared HEAD has cases of its own.
    if (methodsAt(service, one.request.target).has('HEAD')) return [];
    return [probeOf(one, { check: HEAD_LIKE_GET, name: one.id, says: 'the same with HEAD', request: { method: 'HEAD' } })];
  },
  look(exchange, { service }) {
    const { response, after } = exchange;
    const get = after?.response;
    if (response === undefined || get === undefined || !isProbeOf(HEAD_LIKE_GET, exchange)) return undefined;
    if (response.status >= 500) return [];
    const expected = `the status ${get.status} with the header fields of GET, without a body`;
    if (!isSuccess(response.status))
      return [{ message: `HEAD is answered with ${response.status}, where GET is answered with ${get.status}.`, expected }];
    const faults: Fault[] = [];
    if (response.body.length > 0) faults.push({ message: 'The response to HEAD has a body.', expected });
    for (const name of COMPARED) {
      const [there, here] = [get.headers.get(name), response.headers.get(name)];
      // A server may leave out fields that it would have to write the body for.
      if (here !== null && here !== there)
        faults.push({ message: `The header ${name} of HEAD is \`${here}\`, that of GET \`${there}\`.`, expected });
    }
    const promise = promiseOf(exchange.case.operation, service);
    for (const { name } of promise === undefined ? [] : (after?.reading.declared?.headers ?? []))
      if (get.headers.has(name) && !response.headers.has(name))
        faults.push({
          message: `HEAD lacks the header ${name}, which GET has, and the document says: ${quoted({ text: promise ?? '' })}`,
          expected,
        });
    return faults;
  },
};
