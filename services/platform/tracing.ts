// Traces what a process does, by the API of OpenTelemetry. It is loaded only where the operator has registered an SDK:
// `node --import ./telemetry.js`. No span has a secret: no path as it was sent, no query, no header, no body, and no message of an error.

import { RefusalError } from '@octavo/runtime';
import type { Warn } from './redis.ts';

export type Facts = Readonly<Record<string, string | number | undefined>>;

/** A span that has begun. */
export interface Span {
  readonly traceId: string;
  /** The headers with which a receiver goes on with the trace. */
  headers(): Readonly<Record<string, string>>;
  /** Does something within the span: spans that begin meanwhile are below it. */
  run<T>(work: () => T): T;
  /** @param fault why it failed, in a word: a status, or the name of an error */
  end(facts?: Facts, fault?: string): void;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts: Facts;
  /**
   * Reads the headers of the request that it is for, in which a caller may name its own span. `none`: it begins a trace. Default: where it begins.
   */
  readonly parent?: 'none' | ((header: string) => string | undefined);
}

export interface Tracing {
  begin(span: NewSpan): Span;
}

/** `undefined` where no SDK is registered: then nothing is loaded. */
export async function loadTracing(warn: Warn): Promise<Tracing | undefined> {
  const registered = (globalThis as { readonly [key: symbol]: object | undefined })[Symbol.for('opentelemetry.js.api.1')];
  if (registered === undefined || !('trace' in registered)) return undefined;
  try {
    return tracingBy(await import('@opentelemetry/api'));
  } catch (error) {
    warn(`Nothing is traced, since the package @opentelemetry/api cannot be loaded: ${String(error)}`);
    return undefined;
  }
}

function tracingBy({ context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }: typeof import('@opentelemetry/api')): Tracing {
  const tracer = trace.getTracer('octavo-services');
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  const getter = { get: (read: (header: string) => string | undefined, name: string) => read(name), keys: () => [] };
  const parentOf = (parent: NewSpan['parent']) => {
    if (parent === undefined) return context.active();
    return parent === 'none' ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, parent, getter);
  };
  return {
    begin({ name, kind, facts, parent }) {
      const above = parentOf(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, above);
      const within = trace.setSpan(above, span);
      return {
        traceId: span.spanContext().traceId,
        headers() {
          const headers: Record<string, string> = {};
          propagation.inject(within, headers);
          return headers;
        },
        run: (work) => context.with(within, work),
        end({ name: renamed, ...more } = {}, fault) {
          if (typeof renamed === 'string') span.updateName(renamed);
          span.setAttributes(more);
          if (fault !== undefined) span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** Does something in a span that ends with it. A refusal is no fault of what refuses. */
export async function inSpan<T>(tracing: Tracing, span: NewSpan, work: () => Promise<T>): Promise<T> {
  const begun = tracing.begin(span);
  try {
    const result = await begun.run(work);
    begun.end();
    return result;
  } catch (error) {
    begun.end({}, error instanceof RefusalError ? undefined : faultName(error));
    throw error;
  }
}

export function faultName(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** Where a URL leads, without its path. */
export function placeFacts(url: string): Facts {
  const { hostname, port, protocol } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
}
