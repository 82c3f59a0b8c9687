// `refuses-method`: a method that a path does not have is answered with 405 and the header `Allow` (RFC 9110 section 15.5.6).
import type { Operation } from '../../../model/service.ts';
import type { Check } from '../../contract/check.ts';
import { methodsAt } from '../paths.ts';
import { isProbeOf, pathItemOf, probeOf } from '../probe.ts';

const ID = 'refuses-method';

const METHODS = ['PATCH', 'DELETE', 'PUT', 'POST', 'GET'];

export const refusesMethod: Check = {
  id: ID,
  summary: 'a method that a path does not have is answered with 405, and `Allow` lists those that it has',
  on: true,
  probes(base, { service }) {
    const { operation } = base;
    const declared = methodsAt(service, base.request.target);
    const others = METHODS.filter((method) => !declared.has(method));
    // The operations of one path try different methods.
    const siblings = service.operations.filter((other) => pathOf(other) === pathOf(operation));
    const method = others[siblings.indexOf(operation) % Math.max(1, others.length)];
    if (method === undefined) return [];
    const says = `${method}, which the path does not have`;
    return [probeOf(base, { check: ID, name: method, says, request: { method }, bodiless: true, location: pathItemOf(operation) })];
  },
  look(exchange, { service }) {
    const { response, case: one, sent } = exchange;
    if (response === undefined || !isProbeOf(ID, exchange)) return undefined;
    if (response.status >= 500) return [];
    // A service may take the most specific of the templates that a path matches, and no other (OpenAPI 3.1 section 4.8.8.2).
    const own = service.operations.filter((other) => pathOf(other) === pathOf(one.operation));
    const declared = [...new Set(own.map(({ method }) => method))];
    const expected = `the status 405 with \`Allow: ${declared.join(', ')}\``;
    if (response.status !== 405)
      return [{ message: `${sent.method}, which the path does not have, is answered with ${response.status}.`, expected }];
    const allow = response.headers.get('allow');
    if (allow === null) return [{ message: 'The status 405 comes without the header Allow.', expected }];
    const allowed = allow.split(',').map((method) => method.trim().toUpperCase());
    const missing = declared.filter((method) => !allowed.includes(method));
    if (missing.length > 0) return [{ message: `The header Allow is \`${allow}\`, without ${missing.join(', ')}.`, expected }];
    if (allowed.includes(sent.method)) return [{ message: `The header Allow lists ${sent.method}, which is refused with 405.`, expected }];
    return [];
  },
};

/** The path without the query and the fragment that tell operations apart: a path has the methods of all of them. */
function pathOf({ path, sentPath = path }: Operation): string {
  return sentPath;
}
