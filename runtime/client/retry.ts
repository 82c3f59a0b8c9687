// Repeats a call that failed for a passing reason, where a repetition can do no harm: the option `retry` of clients.

import { ConfigurationError, TransportError } from '../contract/errors.ts';
import { randomUuid } from '../wire/random.ts';
import type { CallState, Retry } from './attempt.ts';
import { sleep } from './sleep.ts';

export interface RetryOptions {
  /** Attempts in all, the first included. Default: 3. */
  readonly attempts?: number;
  /** The wait before attempt n + 1 is random, from 0 to this × 2ⁿ⁻¹ ("full jitter"), in milliseconds. Default: 250. */
  readonly baseMilliseconds?: number;
  /**
   * The longest wait in milliseconds. An answer that asks for a longer one is not waited for, but given to the caller. Default: 60,000.
   */
  readonly maxWaitMilliseconds?: number;
  /**
   * Whether requests that are not safe to repeat (POST, PATCH) get a random `Idempotency-Key`, the same for all attempts of a call, and
   * so may be repeated. For services that honour the header. Default: no; a key that the caller passes counts anyway.
   */
  readonly idempotencyKey?: boolean;
  /** From 0 to less than 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Waits, and rejects with the signal's reason as soon as it is aborted. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** RFC 9110 section 9.2.2, and QUERY, which is safe too. */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/i;

/** Statuses that another attempt may change. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

const KEY = 'idempotency-key';

/**
 * Repeats calls whose request got no answer, or one of 408, 425, 429, 500, 502, 503, 504. Only what is idempotent is repeated: GET, HEAD, OPTIONS,
 * PUT, DELETE, TRACE, QUERY, and what carries an `Idempotency-Key`. A body that is a stream is never sent twice, and an answer that broke off is
 * not asked for again. Each attempt is signed, and gets its credentials, anew.
 *
 * The wait is by chance and longer each time, and never less than `Retry-After` asks for (seconds or a date), nor, for a 429 without it, than
 * `RateLimit`, `RateLimit-Reset` or `X-RateLimit-Reset`. What they say that cannot be read is not heeded.
 * @throws {ConfigurationError}
 */
export function retry(options: RetryOptions = {}): Retry {
  const { attempts = 3, baseMilliseconds = 250, maxWaitMilliseconds = 60_000, idempotencyKey = false } = options;
  const { random = Math.random, sleep: wait = sleep } = options;
  if (!(Number.isInteger(attempts) && attempts >= 1)) throw new ConfigurationError('retry: attempts must be a whole number from 1.');
  if (!(baseMilliseconds >= 0 && maxWaitMilliseconds >= 0)) throw new ConfigurationError('retry: a wait must be a number from 0.');

  return async <T>(state: CallState, attempt: () => Promise<T>): Promise<T> => {
    const { operation, parts } = state;
    const idempotent = IDEMPOTENT.test(operation.method);
    if (idempotencyKey && !idempotent) parts.headers[KEY] ??= randomUuid();
    const keyed = (state.headers[KEY] ?? parts.headers[KEY] ?? '') !== '';
    const repeatable = (idempotent || keyed) && !(parts.body instanceof ReadableStream);

    for (let left = attempts - 1, longest = baseMilliseconds; ; left--, longest *= 2) {
      const outcome = await settled(attempt);
      const passing = repeatable && left > 0 && !state.signal?.aborted && isPassing(state, outcome.error);
      const backOff = Math.min(random() * longest, maxWaitMilliseconds);
      const waitMilliseconds = Math.max(backOff, (state.response && askedFor(state.response)) ?? 0);
      if (!passing || waitMilliseconds > maxWaitMilliseconds) {
        if ('value' in outcome) return outcome.value;
        throw outcome.error;
      }
      state.hooks?.retry(state, { waitMilliseconds, error: outcome.error });
      state.response = undefined;
      await wait(waitMilliseconds, state.signal);
    }
  };
}

async function settled<T>(attempt: () => Promise<T>): Promise<{ readonly value: T; readonly error?: never } | { readonly error: unknown }> {
  try {
    return { value: await attempt() };
  } catch (error) {
    return { error };
  }
}

function isPassing({ response }: CallState, error: unknown): boolean {
  return response === undefined ? error instanceof TransportError : PASSING.includes(response.status);
}

/** Milliseconds for which the service asks not to be called again. */
function askedFor({ headers, status }: Response): number | undefined {
  return retryAfter(headers) ?? (status === 429 ? rateLimitReset(headers) : undefined);
}

/** RFC 9110 section 10.2.3, in milliseconds from now. `undefined` for what is neither seconds nor a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = httpDate(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

/** The three forms of RFC 9110 section 5.6.7. `Date.parse` alone would take nearly anything for a date. */
function httpDate(text: string): number {
  if (/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  if (/^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** A number beyond this is a time, not a span: thirty years of seconds. */
const SPAN = 1e9;

/**
 * When a quota begins anew, in milliseconds from now. `RateLimit` is a list of quotas, `"day";r=0;t=30` in the draft of the IETF's
 * HTTPAPI group or `limit=9, remaining=0, reset=30` in its older ones; the other fields hold seconds, until then or since 1970.
 */
function rateLimitReset(headers: Headers): number | undefined {
  const quotas = headers.get('ratelimit')?.slice(0, 1000);
  if (quotas !== undefined) {
    const spent = /\breset=/.test(quotas) ? [quotas] : quotas.split(',').filter((quota) => !/;\s*r=0*[1-9]/.test(quota));
    const waits = spent.flatMap((quota) => /(?:;\s*t|\breset)=(\d+)/.exec(quota)?.[1] ?? []);
    if (waits.length > 0) return Math.max(...waits.map(Number)) * 1000;
  }
  const text = (headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? '').trim();
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  if (number < SPAN) return number * 1000;
  // Some count milliseconds since 1970.
  return Math.max(0, (number < SPAN * 1000 ? number * 1000 : number) - Date.now());
}
