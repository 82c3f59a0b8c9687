// Sends a case: adds the credential, lets the target answer, and has the judge read the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../../model/service.ts';
import { LIMITS } from '../../callers/index.ts';
import type { Case } from '../../contract/case.ts';
import type { Answer, Exchange } from '../../contract/exchange.ts';
import { isReading } from '../../contract/methods.ts';
import type { Credentials } from '../../contract/settings.ts';
import type { Target } from '../../contract/target.ts';
import type { Judge } from '../../judge/index.ts';
import { withCredential } from '../credentials.ts';
import { createAwakening } from './awake.ts';

export interface Sender {
  /**
   * `undefined` where the user has given no such credential, where the request may change something and `writes` is false, and where the operation
   * has been left.
   */
  send(one: Case, after?: Exchange): Promise<Exchange | undefined>;
  /** The operations that get no more requests, since they have not responded within the time limit too often. */
  readonly left: ReadonlySet<Operation>;
  /** How many requests of an operation were limited (429 or 503) to their end: no check of validity says anything about the answer. */
  readonly limited: ReadonlyMap<Operation, number>;
}

/** So many requests to an operation wait for their whole time limit; then it is left. */
export const MOST_TIMEOUTS = 5;

/** Milliseconds for which further streams of an operation are read. */
const SHORT = 50;

/**
 * @param onLimited sees each answer that asked to wait, before the request is sent again
 */
export function createSender(
  judge: Judge,
  target: Target,
  credentials: Credentials,
  signal: AbortSignal,
  writes: boolean,
  onLimited: (exchange: Exchange) => void,
): Sender {
  const limited = new Map<Operation, number>();
  const timeouts = new Map<Operation, number>();
  const left = new Set<Operation>();
  /** Operations with a stream that has stayed open. */
  const open = new Set<Operation>();
  const wakes = createAwakening(target, signal);
  const count = (exchange: Exchange): Exchange => {
    const { operation } = exchange.case;
    const sum = (timeouts.get(operation) ?? 0) + (isTimeout(exchange) ? 1 : 0);
    timeouts.set(operation, sum);
    if (sum >= MOST_TIMEOUTS) left.add(operation);
    return exchange;
  };
  return {
    left,
    limited,
    async send(one, after) {
      for (let attempt = 0; ; attempt++) {
        const exchange = await once(one, after);
        // A check that asks for a limit does not wait.
        if (exchange === undefined || !isLimited(exchange) || (one.intent.kind === 'probe' && one.intent.check === LIMITS)) return exchange;
        const unjudged: Exchange = { ...exchange, case: { ...exchange.case, intent: { kind: 'unjudged' } } };
        // A wait that has not helped an operation once is not tried for each of its requests.
        const wait = waitOf(exchange, limited.has(one.operation) ? MOST_GUESSES : attempt);
        if (wait !== undefined && !signal.aborted) {
          onLimited(unjudged);
          await sleep(wait, undefined, { signal }).catch(() => {});
          if (!signal.aborted) continue;
        }
        limited.set(one.operation, (limited.get(one.operation) ?? 0) + 1);
        return unjudged;
      }
    },
  };

  async function once(one: Case, after: Exchange | undefined): Promise<Exchange | undefined> {
    if (left.has(one.operation)) return undefined;
    // Checks send other methods than the operation's.
    if (!writes && !isReading(one.request.method)) return undefined;
    const at = { origin: target.origin, basePath: target.ownBasePath?.(one.operation) ?? target.basePath };
    const sent = await withCredential(judge.rowOf(one.operation), one.request, one.credential, credentials, at);
    if (sent === undefined) return undefined;
    const began = performance.now();
    const answered = (): Promise<Answer> =>
      target.send(sent, signal, {
        isStream: (status, contentType) => judge.isStream(one.operation, status, contentType),
        ...(open.has(one.operation) ? { milliseconds: SHORT } : {}),
      });
    const first = await answered();
    const { response, failure } = (await wakes(first)) ? await answered() : first;
    const milliseconds = performance.now() - began;
    const common = { case: one, sent, began: performance.timeOrigin + began, milliseconds, ...(after === undefined ? {} : { after }) };
    if (response === undefined) return count({ ...common, failure });
    // What comes is read for a while once; the answers after it are read as far as they come at once.
    if (response.cut === 'time') open.add(one.operation);
    return count({ ...common, response, reading: await judge.response(one.operation, response, sent.method) });
  }
}

/** Whether an exchange has waited for its whole time limit. A stream may stay open. */
export function isTimeout({ response, reading, failure }: Exchange): boolean {
  return response === undefined ? failure.kind === 'timeout' : response.cut === 'time' && reading.content?.stream === undefined;
}

/** Milliseconds of the longest wait for a single request, and of the first one where the service does not say how long. */
const MOST_WAIT = 65_000;
const FIRST_WAIT = 500;

/** How often a request is sent again where the service does not say how long to wait. */
const MOST_GUESSES = 4;

/** How often it is sent again where the service says how long. */
const MOST_WAITS = 10;

/**
 * Whether a service has answered that there were too many requests: 429, or 503 with a time to wait (RFC 6585 section 4, RFC 9110 section 10.2.3).
 */
function isLimited({ response, reading }: Exchange): boolean {
  if (response === undefined || reading.isRefusal === true) return false;
  return response.status === 429 || (response.status === 503 && response.headers.has('retry-after'));
}

/** Milliseconds until a request may be sent again; `undefined` where it is not sent again. */
function waitOf({ response }: Exchange, attempt: number): number | undefined {
  const text = response?.headers.get('retry-after') ?? undefined;
  const asked = text === undefined ? Number.NaN : /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (Number.isNaN(asked)) return attempt < MOST_GUESSES ? FIRST_WAIT * 2 ** attempt : undefined;
  return attempt < MOST_WAITS && asked <= MOST_WAIT ? Math.max(0, asked) : undefined;
}
