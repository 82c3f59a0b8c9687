// The steps between a route and its handler, in order: read the request, authorize the caller, read the parameters, check the input.

import type { Issue } from '../contract/issue.ts';
import type { Operation } from '../contract/operation.ts';
import { pointerToken } from '../contract/pointer.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { judgeInput } from '../validate/checks.ts';
import type { Names } from '../wire/names.ts';
import { queryPairs } from '../wire/pairs.ts';
import { accepts } from './accept.ts';
import { ANONYMOUS, authorize, canAuthorize, type Decision } from './authorize.ts';
import { fillDefaults } from './defaults.ts';
import { type FaultFacts, fault, invalidRequest, notImplementedFault, type Step, unauthorizedFault } from './faults/fault.ts';
import type { ServerOptions } from './options.ts';
import type { Prepared } from './prepare.ts';
import { type Received, readParameters, takesQuery } from './receive.ts';
import { moveFields, respell } from './routing/aliases.ts';

interface RouteFacts extends FaultFacts {
  readonly operation: Operation;
}

type Settings = Pick<ServerOptions, 'security' | 'tolerance' | 'unknownQuery' | 'identify' | 'now'>;

const NO_QUERY: Received['query'] = new Map();
const NO_FIELDS: ReadonlyMap<string, unknown> = new Map();

/** Splits the query, and puts the parameters into the declared spelling. */
export function readRequest(
  target: Prepared,
  request: ServerRequest,
  path: ReadonlyMap<string, string>,
  options: Settings,
  facts: RouteFacts,
): Step<Received> {
  const { operation } = facts;
  // An anonymous caller gets a 401, so as not to learn what is not implemented, unless there is no handler that could authorize it.
  if (target.handler === undefined && !canAuthorize(operation, options.security)) return { fault: notImplementedFault(facts) };
  const mark = request.target.indexOf('?');
  const query = mark === -1 ? NO_QUERY : queryPairs(request.target.slice(mark + 1));
  if (query === undefined) return { fault: fault('invalid-request', 'The query must be percent-encoded UTF-8.', facts) };
  const received: Received = { operation, request, path, query, lenient: options.tolerance !== 'strict' };
  return { ok: target.spelling === undefined ? received : respell(received, target.spelling) };
}

export function isSecured({ security }: Operation): boolean {
  return security !== undefined && security.length > 0;
}

/**
 * Authorizes the caller; where the operation declares no security, the option `identify` says who it is. Security handlers get the path parameters,
 * which are read here for them alone.
 */
export function decide(received: Received, { known }: Prepared, options: Settings, limit: number, realm: string): Promise<Decision> {
  const { operation, request, query, lenient } = received;
  if (!isSecured(operation)) return Promise.resolve(options.identify?.(request)).then((principal) => ({ ...ANONYMOUS, principal }));
  const path = (readParameters(received, known, [], 'path').path ?? {}) as Readonly<Record<string, unknown>>;
  const incoming = { request, query, bytes: () => request.bytes(limit), lenient, now: options.now };
  return authorize(operation, incoming, options.security, { operation, request, path }, realm);
}

/** Reads the parameters, after the faults that come before them: 401, 403, 501 and 406. */
export function readInput(
  target: Prepared,
  received: Received,
  decision: Decision,
  options: Settings,
  facts: RouteFacts,
): Step<Record<string, unknown>> {
  if (decision.kind === 'unauthorized') return { fault: unauthorizedFault(decision.credential, decision.challenge, facts) };
  if (decision.kind === 'forbidden') return { fault: fault('forbidden', decision.detail, facts) };
  if (target.handler === undefined) return { fault: notImplementedFault(facts) };
  if (!accepts(received.request.header('accept'), target.offered)) {
    return { fault: fault('not-acceptable', `The Accept header must allow one of: ${target.offered.join(', ')}.`, facts) };
  }
  const issues: Issue[] = [...(received.issues ?? [])];
  const input = readParameters(received, target.known, issues);
  if (options.unknownQuery === 'refuse') refuseUnknown(received, target.known.query, issues);
  return issues.length > 0 ? { fault: invalidRequest(issues, facts) } : { ok: input };
}

function refuseUnknown({ operation, query }: Received, known: Names, issues: Issue[]): void {
  for (const name of query.keys()) {
    if (!takesQuery(operation, known, name))
      issues.push({ path: `/query/${pointerToken(name)}`, keyword: 'additionalProperties', expected: false, found: undefined });
  }
}

/** Moves the fields of the body that an alias has elsewhere. */
export function placeFields(input: Record<string, unknown>, { spelling }: Prepared, { fields }: Received, facts: RouteFacts): Step<void> {
  const issues: Issue[] = [];
  if (spelling?.moved !== undefined) moveFields(input, facts.operation, spelling.moved, fields ?? NO_FIELDS, issues);
  return issues.length > 0 ? { fault: invalidRequest(issues, facts) } : { ok: undefined };
}

/** Validates the input, fills in the defaults of parameters, and converts it to the values that handlers get. */
export function checkInput({ route }: Prepared, input: Record<string, unknown>, facts: RouteFacts): Step<unknown> {
  const issues: Issue[] = [];
  if (!judgeInput(route.checks.input, input, issues)) return { fault: invalidRequest(issues, facts) };
  if (route.defaults !== undefined) fillDefaults(input, route.defaults);
  const converted = convertInput(route.operation, input, issues);
  return issues.length > 0 ? { fault: invalidRequest(issues, facts) } : { ok: converted };
}

/** A valid input as handlers get it. A value that cannot be converted is an issue. */
export function convertInput({ conversion }: Operation, input: unknown, issues: Issue[]): unknown {
  return conversion === undefined ? input : conversion.receiveInput(input, issues);
}
