// `idempotent-methods`: GET, PUT and DELETE can be sent again (RFC 9110 section 9.2.2). `no-server-error` reports a second answer of 5xx.
import { singular, stateRulesOf, wordsOf } from '../../inference/prose/index.ts';
import { shapesOf } from '../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../inference/templates.ts';
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import type { Check } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import { isLeading, isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'idempotent-methods';

const METHODS: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE', 'QUERY']);

/** Statuses that mean a state, not the request: a version has changed, there are too many requests. */
const OF_STATE = new Set([409, 412, 423, 428, 429]);

export const idempotentMethods: Check = {
  id: ID,
  summary: 'GET, PUT and DELETE can be sent again, and PUT adds nothing the second time',
  on: true,
  follow(exchange) {
    const { case: one } = exchange;
    if (!METHODS.has(one.request.method) || !isLeading(exchange)) return [];
    return [probeOf(one, { check: ID, name: one.id, says: 'the same request again' })];
  },
  look(exchange) {
    const { response, after, sent } = exchange;
    if (response === undefined || after?.response === undefined || !isProbeOf(ID, exchange)) return undefined;
    const { status } = response;
    if (status >= 500 || OF_STATE.has(status)) return [];
    if (sent.method === 'DELETE') {
      if (isSuccess(status) || [401, 403, 404, 410].includes(status)) return [];
      return [{ message: `The second DELETE is answered with ${status}.`, expected: 'a status from 200 to 299, 404 or 410' }];
    }
    if (!isSuccess(status)) {
      if (isOfStates(exchange.case.operation)) return [];
      const message = `The same ${sent.method} is answered with ${after.response.status} first and with ${status} then.`;
      return [{ message, expected: 'a status from 200 to 299 both times' }];
    }
    if (sent.method === 'PUT' && status === 201 && after.response.status === 201 && hasReplacing(exchange.case.operation))
      return [
        {
          message: 'The same PUT is answered with 201 again.',
          expected: 'the status 200 or 204, since nothing is made (RFC 9110 section 9.3.4)',
        },
      ];
    const grown = sent.method === 'PUT' ? grownList(bodyOf(after), bodyOf(exchange), '') : undefined;
    if (grown === undefined) return [];
    return [{ message: `The same PUT again has added to the list at \`${grown}\`.`, expected: 'the state that the first PUT has made' }];
  },
};

/** Whether a success of an operation has another status where it makes nothing. */
function hasReplacing({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '200' || status === '204');
}

/** Whether texts say in which states of its thing an operation is refused: the first request may have led to one. */
function isOfStates(operation: Operation): boolean {
  const things = segmentsOf(operation.path).flatMap((segment) =>
    parameterIn(segment) === undefined ? wordsOf(segment).map(singular) : [],
  );
  const rules = shapesOf(operation).flatMap(({ properties }) =>
    [...properties.values()].flatMap((schemas) => {
      const states = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string'));
      return states.length > 1 ? [stateRulesOf(operation, [...new Set(states)], things)] : [];
    }),
  );
  return rules.some(({ allowed, refused }) => allowed !== undefined || refused.size > 0);
}

function bodyOf({ reading }: Exchange): unknown {
  return reading?.body;
}

/** JSON pointer to a list that is longer than before. Other differences may be times and versions. */
function grownList(before: unknown, now: unknown, at: string): string | undefined {
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null) return undefined;
  if (Array.isArray(before)) return Array.isArray(now) && now.length > before.length && before.length > 0 ? at || '/' : undefined;
  for (const [name, value] of Object.entries(before)) {
    const inside = Object.hasOwn(now, name) ? (now as Readonly<Record<string, unknown>>)[name] : undefined;
    const found = grownList(value, inside, `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
