// Faults that the server itself finds, and the bodies of their responses: the service's own shape (`x-errors`), or RFC 9457 problem details.

import { formatIssue } from '../contract/format-issue.ts';
import type { Issue } from '../contract/issue.ts';
import type { ErrorTemplate, Operation, ServiceInfo } from '../contract/operation.ts';
import { setOwn } from '../contract/own.ts';
import { forStatus } from '../contract/responses.ts';
import { BrokenStreamError, InvalidItemError } from '../contract/stream-errors.ts';
import { type FaultKind, kindOf, reasonOf, type ServerFaultKind, statusOf } from './fault-kinds.ts';
import type { RefusalError } from './refuse.ts';

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
  readonly requestId: string;
  readonly operation?: Operation;
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
  const { status, code, kind = kindOf(status), message: detail, pointer, headers } = refusal;
  const base: Fault = { kind, status, title: reasonOf(status), detail, pointer, issues: [], requestId, headers };
  return { ...base, ...(code === undefined ? {} : { code }), ...(operation === undefined ? {} : { operation }) };
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

export interface FaultBody {
  readonly contentType: string;
  readonly body: unknown;
}

/** The most issues that a problem body lists. */
const MAX_LISTED = 20;

export function faultBody(fault: Fault, service: ServiceInfo): FaultBody {
  const template = templateFor(fault.operation?.errors, fault.status) ?? templateFor(service.errors, fault.status);
  if (template !== undefined) return { contentType: template.contentType, body: fill(template.body, fault) };
  const { status, title, detail, kind, code = kind, requestId, issues } = fault;
  const plain = plainTextOf(fault);
  if (plain !== undefined) return { contentType: plain, body: detail };
  const problem = { type: 'about:blank', title, status, detail, code, requestId };
  const listed = issues.slice(0, MAX_LISTED).map((issue) => ({ pointer: issue.path, detail: formatIssue(issue) }));
  return { contentType: 'application/problem+json', body: listed.length === 0 ? problem : { ...problem, errors: listed } };
}

/** The text media type of the status, where the operation declares only text for it. */
function plainTextOf({ operation, status }: Fault): string | undefined {
  const contents = operation === undefined ? undefined : Object.entries(forStatus(operation.responses, status)?.contents ?? {});
  const [first] = contents ?? [];
  return first !== undefined && contents?.every(([, codec]) => codec.kind === 'text') ? first[0] : undefined;
}

/** The most specific template for a status: `401`, then `4XX`, then `default`. */
function templateFor(templates: readonly ErrorTemplate[] | undefined, status: number): ErrorTemplate | undefined {
  for (const key of [String(status), `${Math.floor(status / 100)}XX`, 'default']) {
    const found = templates?.find((template) => template.status.toUpperCase() === key.toUpperCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces the placeholders in strings. A string that is exactly `{status}` becomes the number. */
function fill(value: unknown, fault: Fault): unknown {
  if (typeof value === 'string') {
    if (value === '{status}') return fault.status;
    if (value === '{code}') return fault.code ?? fault.kind;
    return value.replace(/\{(status|code|title|detail|pointer|requestId)\}/g, (_, name: string) => placeholder(name, fault));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, fault));
  if (typeof value !== 'object' || value === null) return value;
  const filled = {};
  for (const [key, member] of Object.entries(value)) setOwn(filled, key, fill(member, fault));
  return filled;
}

function placeholder(name: string, fault: Fault): string {
  switch (name) {
    case 'status':
      return String(fault.status);
    case 'code':
      return String(fault.code ?? fault.kind);
    case 'title':
      return fault.title;
    case 'pointer':
      return fault.pointer;
    case 'requestId':
      return fault.requestId;
    default:
      return fault.detail;
  }
}
