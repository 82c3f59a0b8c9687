// The option `hooks` of clients: calls functions for requests and responses, for logs, metrics and traces.
import { emit } from './emit.ts';
import type { Call, Hooks } from './options.ts';

/** The facts that hooks get. They include no URL, header, input or body, and so no secret. */
export interface CallEvent {
  /** The same object for all events of one call: a key for a `WeakMap` of spans and the like. */
  readonly call: object;
  /** The operation's id. */
  readonly operation: string;
  readonly method: string;
  /** The path as the document has it: `/users/{id}`. */
  readonly path: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
}

export interface CallResponseEvent extends CallEvent {
  readonly status: number;
  /** From the beginning of the attempt until its response was read. */
  readonly milliseconds: number;
  /** The response's `X-Request-Id`, if it has one. */
  readonly requestId: string | undefined;
}

export interface CallErrorEvent extends CallEvent {
  readonly error: unknown;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

export interface CallRetryEvent extends CallEvent {
  /** The wait before the next attempt. */
  readonly waitMilliseconds: number;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** The error that the attempt threw; `undefined` where it returned a result. */
  readonly error: unknown;
}

/** Each attempt calls `onRequest`, and then either `onResponse` (whatever the status) or `onError`. */
export interface HookFunctions {
  readonly onRequest?: (event: CallEvent) => void;
  readonly onResponse?: (event: CallResponseEvent) => void;
  /** The attempt threw: there was no response, or it cannot be read, or is not as declared. */
  readonly onError?: (event: CallErrorEvent) => void;
  /** After `onResponse` or `onError`, where another attempt will follow. */
  readonly onRetry?: (event: CallRetryEvent) => void;
}

const KIND = 'A hook';

/**
 * Calls functions for the events of a call. They are not awaited, and what they throw goes to `console.error`, so that no hook can break a call.
 *
 * For traces with `@opentelemetry/api`; to propagate the trace, set `traceparent` in a middleware:
 * ```ts
 * const spans = new WeakMap<object, Span>();
 * const traced = hooks({
 *   onRequest: ({ call, operation, method, path }) => {
 *     const attributes = { 'http.request.method': method, 'url.template': path, 'rpc.method': operation };
 *     spans.set(call, tracer.startSpan(`${method} ${path}`, { kind: SpanKind.CLIENT, attributes }));
 *   },
 *   onResponse: ({ call, status }) => spans.get(call)?.setAttribute('http.response.status_code', status).end(),
 *   onError: ({ call, error }) => {
 *     const name = error instanceof Error ? error.name : 'Error';
 *     spans.get(call)?.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR }).end();
 *   },
 * });
 * ```
 */
export function hooks(functions: HookFunctions): Hooks {
  // The call has what is sent, so hooks get another object as its key.
  const calls = new WeakMap<Call, { readonly key: object; attempts: number }>();

  function eventOf(call: Call, more: 0 | 1): CallEvent {
    const known = calls.get(call) ?? { key: {}, attempts: 0 };
    known.attempts += more;
    calls.set(call, known);
    const { id, method, path } = call.operation;
    return { call: known.key, operation: id, method, path, attempt: known.attempts };
  }

  return {
    attempt: (attempt) => async (call, see) => {
      const event = eventOf(call, 1);
      let response: Response | undefined;
      const start = performance.now();
      const timed = () => ({
        ...event,
        milliseconds: performance.now() - start,
        requestId: response?.headers.get('x-request-id') ?? undefined,
      });
      emit(KIND, functions.onRequest, event);
      try {
        const value = await attempt(call, (seen) => {
          response = seen;
          see?.(seen);
        });
        emit(KIND, functions.onResponse, { ...timed(), status: response?.status ?? 0 });
        return value;
      } catch (error) {
        emit(KIND, functions.onError, { ...timed(), status: response?.status, error });
        throw error;
      }
    },
    retry(call, { waitMilliseconds, response, error }) {
      emit(KIND, functions.onRetry, { ...eventOf(call, 0), status: response?.status, waitMilliseconds, error });
    },
  };
}
