// Faults that the server itself finds, and refusals of user code; `error-body.ts` makes the bodies of their responses.

import { formatIssue } from '../../contract/format-issue.ts';
import type { Issue } from '../../contract/issue.ts';
import type { Operation } from '../../contract/operation.ts';
import { BrokenStreamError, InvalidItemError } from '../../contract/stream-errors.ts';
import { type FaultKind, reasonOf, type ServerFaultKind, statusOf } from './fault-kinds.ts';
import type { RefusalError, RefusedValue } from './refuse.ts';

/** A step on the way to a handler gives a value, or the fault that ends it. */
export type Step<T> = { readonly ok: T } | { readonly fault: Fault };

/** A fault that the server found before or after the handler ran, or a request that user code refused. */
export interface Fault {
  readonly kind: FaultKind;
  readonly status: number;
  /** The service's own code of the error, where user code gave one. */
  readonly code?: string | number;
  /** The reason phrase. */
  readonly title: string;
  /** One sentence, without values of the request. */
  readonly detail: string;
  /** JSON pointer to the first faulty value: `/query/limit`. */
  readonly pointer: string;
  readonly issues: readonly Issue[];
  /** The values that user code refused, with its words for each. */
  readonly refused?: readonly RefusedValue[];
  /** The values that user code gave for `{values.name}` in bodies. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly requestId: string;
  readonly operation?: Operation;
  /** With the kind `unauthorized`: whether the request has no credential, or one that is not valid. */
  readonly credential?: 'missing' | 'invalid';
  /** Headers of the response, such as `allow` and `www-authenticate`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface FaultFacts {
  readonly requestId: string;
  readonly operation?: Operation | undefined;
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function fault(kind: ServerFaultKind, detail: string, facts: FaultFacts): Fault {
  const status = statusOf(kind);
  const { requestId, operation, issues = [], headers = {} } = facts;
  const base = { kind, status, title: reasonOf(status), detail, pointer: issues[0]?.path ?? '', issues, requestId, headers };
  return operation === undefined ? base : { ...base, operation };
}

/** The fault of a request that user code refused. */
export function refusalFault(refusal: RefusalError, { requestId, operation }: FaultFacts): Fault {
  const { status, code, kind = 'refused', message: detail, pointer, issues: refused, values, headers } = refusal;
  const base: Fault = { kind, status, title: reasonOf(status), detail, pointer, issues: [], values, requestId, headers };
  return {
    ...base,
    ...(refused.length === 0 ? {} : { refused }),
    ...(code === undefined ? {} : { code }),
    ...(operation === undefined ? {} : { operation }),
  };
}

export function unauthorizedFault(credential: 'missing' | 'invalid', challenge: string, facts: FaultFacts): Fault {
  const detail = credential === 'missing' ? 'This operation needs a credential.' : 'The credential for this operation is not valid.';
  return { ...fault('unauthorized', detail, { ...facts, headers: { 'www-authenticate': challenge } }), credential };
}

export function notImplementedFault(facts: FaultFacts): Fault {
  return fault('not-implemented', 'This operation is not implemented.', facts);
}

/** The fault in a request's stream, which is thrown in the handler's loop; `undefined` for any other error. */
export function streamFault(error: unknown, facts: FaultFacts): Fault | undefined {
  const isOfRequest = (error instanceof InvalidItemError || error instanceof BrokenStreamError) && error.stream === 'request';
  if (!isOfRequest) return undefined;
  if (error instanceof BrokenStreamError) return fault('invalid-request', BODY_BROKE_OFF, facts);
  if (error.issues.length === 0) return fault('invalid-request', `Item ${error.index} of the body ${error.reason}.`, facts);
  return invalidRequest(
    error.issues.map((issue) => ({ ...issue, path: `/body/${error.index}${issue.path}` })),
    facts,
  );
}

export const BODY_BROKE_OFF = 'The connection closed before the end of the body.';

/** A 400 for the issues of a validator or decoder. */
export function invalidRequest(issues: readonly Issue[], facts: FaultFacts): Fault {
  const [first] = issues;
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return fault('invalid-request', first === undefined ? 'The request is not valid.' : formatIssue(first) + rest, { ...facts, issues });
}
