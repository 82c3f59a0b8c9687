// The option `retry` of clients: repeats a call that failed for a temporary reason, where that is safe.

import type { Clock } from '../contract/clock.ts';
import { ConfigurationError, TransportError } from '../contract/errors.ts';
import { randomUuid } from '../crypto/uuid.ts';
import type { Attempt, Call, Retry } from './options.ts';
import { sleep } from './sleep.ts';

export interface RetryOptions {
  /** The number of attempts, the first included. Default: 3. */
  readonly attempts?: number;
  /** The wait before attempt n + 1 is random, from 0 to this × 2ⁿ⁻¹ ("full jitter"), in milliseconds. Default: 250. */
  readonly baseMilliseconds?: number;
  /**
   * The longest wait in milliseconds. A response that asks for a longer one is returned to the caller instead. Default: 60,000.
   */
  readonly maxWaitMilliseconds?: number;
  /**
   * Whether requests that are not idempotent (POST, PATCH) get a random `Idempotency-Key`, the same for all attempts of a call, and so may be
   * repeated. For services that support the header. Default: no; a request with a key from the caller is repeated anyway.
   */
  readonly idempotencyKey?: boolean;
  /** Returns a number from 0 to below 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** The clock that dates in headers are compared with. Default: `Date.now`. */
  readonly now?: Clock;
  /** Waits, and rejects with the signal's reason as soon as it is aborted. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** RFC 9110 section 9.2.2, and QUERY, which is safe, and so idempotent. */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/i;

/** Statuses that may be different in another attempt. */
const TEMPORARY = [408, 425, 429, 500, 502, 503, 504];

const KEY = 'idempotency-key';

/**
 * Repeats calls whose request got no response, or one of 408, 425, 429, 500, 502, 503, 504. Only idempotent requests are repeated: GET, HEAD,
 * OPTIONS, PUT, DELETE, TRACE, QUERY, and requests with an `Idempotency-Key`. A request whose body is a stream is not repeated, nor is one whose
 * response ended early. Each attempt gets new credentials and a new signature.
 *
 * The wait is random and doubles its range each time. It is never shorter than `Retry-After` (seconds or a date), or for a 429 without it, than
 * `RateLimit`, `RateLimit-Reset` or `X-RateLimit-Reset`. A malformed header is ignored.
 * @throws {ConfigurationError} for numbers out of their range.
 */
export function retry(options: RetryOptions = {}): Retry {
  const { attempts = 3, baseMilliseconds = 250, maxWaitMilliseconds = 60_000, idempotencyKey = false } = options;
  const { random = Math.random, now = () => Date.now(), sleep: wait = sleep } = options;
  if (!(Number.isInteger(attempts) && attempts >= 1)) throw new ConfigurationError('retry: attempts must be an integer of at least 1.');
  if (!(baseMilliseconds >= 0 && maxWaitMilliseconds >= 0))
    throw new ConfigurationError('retry: baseMilliseconds and maxWaitMilliseconds must be numbers of at least 0.');

  return async <T>(given: Call, attempt: Attempt<T>): Promise<T> => {
    const isIdempotent = IDEMPOTENT.test(given.operation.method);
    const call = idempotencyKey && !isIdempotent ? withKey(given) : given;
    const { request, headers, signal } = call;
    const hasKey = (headers[KEY] ?? request.headers[KEY] ?? '') !== '';
    const isRepeatable = (isIdempotent || hasKey) && !(request.body instanceof ReadableStream);

    for (let left = attempts - 1, longest = baseMilliseconds; ; left--, longest *= 2) {
      const outcome = await settled(call, attempt);
      const { response } = outcome;
      const mayRepeat = isRepeatable && left > 0 && !signal?.aborted && isTemporary(outcome);
      const backOff = Math.min(random() * longest, maxWaitMilliseconds);
      const waitMilliseconds = Math.max(backOff, (response && requestedWait(response, now)) ?? 0);
      if (!mayRepeat || waitMilliseconds > maxWaitMilliseconds) {
        if ('value' in outcome) return outcome.value as T;
        throw outcome.error;
      }
      call.hooks?.retry(call, { waitMilliseconds, response, error: outcome.error });
      await wait(waitMilliseconds, signal);
    }
  };
}

/** The same call with a random key, unless its input has one. */
function withKey(call: Call): Call {
  const { request } = call;
  return { ...call, request: { ...request, headers: { [KEY]: randomUuid(), ...request.headers } } };
}

/** How an attempt ended. */
interface Outcome<T> {
  readonly value?: T;
  readonly error?: unknown;
  /** The response; absent where there was none. */
  readonly response: Response | undefined;
}

async function settled<T>(call: Call, attempt: Attempt<T>): Promise<Outcome<T>> {
  let response: Response | undefined;
  try {
    const value = await attempt(call, (seen) => {
      response = seen;
    });
    return { value, response };
  } catch (error) {
    return { error, response };
  }
}

function isTemporary({ response, error }: Outcome<unknown>): boolean {
  return response === undefined ? error instanceof TransportError : TEMPORARY.includes(response.status);
}

/** The wait that the service asks for, in milliseconds. */
function requestedWait({ headers, status }: Response, now: Clock): number | undefined {
  return retryAfter(headers, now) ?? (status === 429 ? rateLimitReset(headers, now) : undefined);
}

/** `Retry-After` (RFC 9110 section 10.2.3) in milliseconds from now; `undefined` where it is neither seconds nor a date. */
function retryAfter(headers: Headers, now: Clock): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = httpDate(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now());
}

/** A date in one of the three forms of RFC 9110 section 5.6.7. `Date.parse` alone would accept nearly any text. */
function httpDate(text: string): number {
  if (/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  if (/^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text);
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** A number of seconds from here on is a time since 1970, not a wait: thirty years. */
const MAX_WAIT = 1e9;

/**
 * When the quota is renewed, in milliseconds from now. `RateLimit` is a list of quotas, `"day";r=0;t=30` in the current draft of the IETF's
 * HTTPAPI group or `limit=9, remaining=0, reset=30` in older ones; the other headers have seconds from now or since 1970.
 */
function rateLimitReset(headers: Headers, now: Clock): number | undefined {
  const quotas = headers.get('ratelimit')?.slice(0, 1000);
  if (quotas !== undefined) {
    const spent = /\breset=/.test(quotas) ? [quotas] : quotas.split(',').filter((quota) => !/;\s*r=0*[1-9]/.test(quota));
    const waits = spent.flatMap((quota) => /(?:;\s*t|\breset)=(\d+)/.exec(quota)?.[1] ?? []);
    if (waits.length > 0) return Math.max(...waits.map(Number)) * 1000;
  }
  const text = (headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? '').trim();
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  if (number < MAX_WAIT) return number * 1000;
  // Some services send milliseconds since 1970.
  return Math.max(0, (number < MAX_WAIT * 1000 ? number * 1000 : number) - now());
}
