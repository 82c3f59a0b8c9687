// Makes the responses to faults, and to errors that were thrown, in the service's own shape; `onError` gets the errors.

import { json, text } from '../../body/body.ts';
import { NotImplementedError } from '../../contract/errors.ts';
import { formatIssue } from '../../contract/format-issue.ts';
import type { Operation, ServiceInfo } from '../../contract/operation.ts';
import { bodiless } from '../../contract/responses.ts';
import type { ServerRequest } from '../../contract/server-request.ts';
import { InvalidItemError } from '../../contract/stream-errors.ts';
import { isJson } from '../../wire/media-type.ts';
import { challengeOf } from '../authorize.ts';
import type { ErrorInfo, ServerOptions } from '../options.ts';
import { nextRequestId } from '../request-id.ts';
import { InvalidResult, type ServerAnswer } from '../respond.ts';
import { type FaultBody, faultBody, inOwnWords } from './error-body.ts';
import { type Fault, type FaultFacts, fault, notImplementedFault, refusalFault, streamFault } from './fault.ts';
import type { ServerFaultKind } from './fault-kinds.ts';
import { RefusalError } from './refuse.ts';

type OnError = NonNullable<ServerOptions['onError']>;

interface FailureFacts extends FaultFacts {
  readonly operation: Operation | undefined;
}

export interface Failures {
  refuse(request: Pick<ServerRequest, 'method'>, fault: Fault): ServerAnswer;
  /** Answers what a platform rejects before there is a request. */
  refuseEarly(kind: ServerFaultKind, detail: string): ServerAnswer;
  /** Answers an error that was thrown: calls `onError`, and reveals no detail. */
  failed(request: ServerRequest, error: unknown, facts: FailureFacts): ServerAnswer;
  /** A response stream failed after its headers were sent, so only `onError` can report it. A fault in the request's own stream is the caller's. */
  streamFailed(error: unknown, info: ErrorInfo): void;
  /** The option, or its default. */
  readonly onError: OnError;
}

export function failuresOf(service: ServiceInfo, options: Pick<ServerOptions, 'errors' | 'onError'>): Failures {
  const { onError = errorLog(service) } = options;
  const refuse = refusals(service, options, onError);

  function streamFailed(error: unknown, info: ErrorInfo): void {
    if (streamFault(error, info) !== undefined) return;
    onError(error, error instanceof InvalidItemError ? { ...info, issues: error.issues } : info);
  }

  function failed(request: ServerRequest, error: unknown, facts: FailureFacts): ServerAnswer {
    const { requestId, operation } = facts;
    if (error instanceof RefusalError) return refuse(request, refusalFault(error, facts));
    if (error instanceof NotImplementedError) return refuse(request, notImplementedFault(facts));
    const refused = streamFault(error, facts);
    if (refused !== undefined) return refuse(request, refused);
    const info: ErrorInfo = operation === undefined ? { requestId } : { requestId, operation };
    const isInvalidResult = error instanceof InvalidResult;
    onError(error, isInvalidResult ? { ...info, issues: error.issues } : info);
    if (isInvalidResult)
      return refuse(request, fault('invalid-response', 'The server produced a response that its description does not allow.', facts));
    return refuse(request, fault('internal-error', 'The server failed to handle the request.', facts));
  }

  const refuseEarly = (kind: ServerFaultKind, detail: string) =>
    refuse({ method: '' }, fault(kind, detail, { requestId: nextRequestId() }));
  return { refuse, refuseEarly, failed, streamFailed, onError };
}

/** Makes the response for a fault, with the body that the option `errors` gives, or the service's own. */
function refusals(service: ServiceInfo, options: Pick<ServerOptions, 'errors'>, onError: OnError): Failures['refuse'] {
  return (request, found) => {
    const fault = inOwnWords(found, [found.operation?.errors, service.errors]);
    const headers: Record<string, string> = { ...challengeFor(fault, service), ...fault.headers, 'x-request-id': fault.requestId };
    if (bodiless({ method: 'GET' }, fault.status)) return { status: fault.status, headers, body: null, fault };
    let replaced: FaultBody | undefined;
    try {
      replaced = options.errors?.(fault);
    } catch (error) {
      onError(error, { requestId: fault.requestId });
    }
    const { contentType, body } = replaced ?? faultBody(fault, service);
    const encoded = (isJson(contentType) ? json : text).encode(body, contentType);
    if (encoded.contentType !== undefined) headers['content-type'] = encoded.contentType;
    return { status: fault.status, headers, body: request.method === 'HEAD' ? null : (encoded.body ?? null), fault };
  };
}

/** RFC 9110 section 15.5.2. A 401 that a handler refuses with, or that `x-errors` gives another kind of fault, has no challenge of its own. */
function challengeFor({ status, operation, headers }: Fault, { id: realm }: ServiceInfo): Record<string, string> {
  if (status !== 401 || operation === undefined || headers['www-authenticate'] !== undefined) return {};
  const challenge = challengeOf(operation, realm);
  return challenge === '' ? {} : { 'www-authenticate': challenge };
}

/** The default of `onError`. */
function errorLog(service: ServiceInfo): OnError {
  return (error, info) => {
    const name = `${info.operation?.id ?? service.id} (request ${info.requestId})`;
    // Issues hold the values that were found, which must not be logged.
    if (info.issues === undefined) console.error(`${name}:`, error);
    else console.error([`${name}: ${error instanceof Error ? error.message : ''}`, ...info.issues.map(formatIssue)].join('\n  '));
  };
}
