// Tells a caller's functions of requests and answers, for logs, metrics and traces: the option `hooks` of clients.
import type { CallState, Hooks } from './attempt.ts';

/** What is told. It has no URL, header, input or body, so that no secret can be in it. */
export interface CallEvent {
  /** The same object for all events of one call: a key for a `WeakMap` of spans and the like. */
  readonly call: object;
  /** The operation's id. */
  readonly operation: string;
  readonly method: string;
  /** The path as the document has it: `/users/{id}`. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
}

export interface CallResponseEvent extends CallEvent {
  readonly status: number;
  /** From the attempt's beginning until its answer was read. */
  readonly milliseconds: number;
  /** The answer's `X-Request-Id`, if it has one. */
  readonly requestId: string | undefined;
}

export interface CallErrorEvent extends CallEvent {
  readonly error: unknown;
  /** Of the answer, if there was one. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

export interface CallRetryEvent extends CallEvent {
  /** How long the next attempt is waited for. */
  readonly waitMilliseconds: number;
  /** Of the answer, if there was one. */
  readonly status: number | undefined;
  /** What was thrown; `undefined` where the answer is one that the document declares. */
  readonly error: unknown;
}

/** Each attempt is told of by `onRequest`, and then by one of `onResponse` (whatever the status) and `onError`. */
export interface HookFunctions {
  readonly onRequest?: (event: CallEvent) => void;
  readonly onResponse?: (event: CallResponseEvent) => void;
  /** The attempt threw: there was no answer, or one that cannot be read, or is not as the document has it. */
  readonly onError?: (event: CallErrorEvent) => void;
  /** After `onResponse` or `onError`, where another attempt will follow. */
  readonly onRetry?: (event: CallRetryEvent) => void;
}

/**
 * Calls functions on what happens. They are not waited for, and what they throw goes to `console.error`: no hook can break a call.
 *
 * Traces, with `@opentelemetry/api`; to pass the trace on, set `traceparent` in a middleware:
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
  // The state holds what is sent, so functions get another object in its place.
  const calls = new WeakMap<CallState, { readonly key: object; attempts: number }>();

  function eventOf(state: CallState, more: 0 | 1): CallEvent {
    const known = calls.get(state) ?? { key: {}, attempts: 0 };
    known.attempts += more;
    calls.set(state, known);
    const { id, method, path } = state.operation;
    return { call: known.key, operation: id, method, path, attempt: known.attempts };
  }

  return {
    async attempt(state, attempt) {
      const event = eventOf(state, 1);
      const start = performance.now();
      const timed = () => ({
        ...event,
        milliseconds: performance.now() - start,
        requestId: state.response?.headers.get('x-request-id') ?? undefined,
      });
      tell(functions.onRequest, event);
      try {
        const value = await attempt();
        tell(functions.onResponse, { ...timed(), status: state.response?.status ?? 0 });
        return value;
      } catch (error) {
        tell(functions.onError, { ...timed(), status: state.response?.status, error });
        throw error;
      }
    },
    retry(state, { waitMilliseconds, error }) {
      tell(functions.onRetry, { ...eventOf(state, 0), status: state.response?.status, waitMilliseconds, error });
    },
  };
}

/** A function may be async, and so fail later. */
function tell<Event>(listener: ((event: Event) => unknown) | undefined, event: Event): void {
  if (listener === undefined) return;
  try {
    const given = listener(event);
    if (given instanceof Promise) given.catch(complain);
  } catch (error) {
    complain(error);
  }
}

function complain(error: unknown): void {
  console.error('A hook threw:', error);
}
