// Sends a case: adds the credential, lets the target answer, and has the judge read the answer.
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Credentials } from '../contract/settings.ts';
import type { Target } from '../contract/target.ts';
import type { Judge } from '../judge/index.ts';
import { withCredential } from './credentials.ts';

export interface Sender {
  /**
   * `undefined` where the user has given no such credential, where the request may change something and `writes` is false, and where the operation has
   * been left.
   */
  send(one: Case, after?: Exchange): Promise<Exchange | undefined>;
  /** The operations that get no more requests, since they have not responded within the time limit too often. */
  readonly left: ReadonlySet<Operation>;
}

/** So many requests to an operation wait for their whole time limit; then it is left. */
export const MOST_TIMEOUTS = 5;

/** Milliseconds for which further streams of an operation are read. */
const SHORT = 50;

export function createSender(judge: Judge, target: Target, credentials: Credentials, signal: AbortSignal, writes: boolean): Sender {
  const timeouts = new Map<Operation, number>();
  const left = new Set<Operation>();
  /** Operations with a stream that has stayed open. */
  const open = new Set<Operation>();
  const count = (exchange: Exchange): Exchange => {
    const { operation } = exchange.case;
    const sum = (timeouts.get(operation) ?? 0) + (isTimeout(exchange) ? 1 : 0);
    timeouts.set(operation, sum);
    if (sum >= MOST_TIMEOUTS) left.add(operation);
    return exchange;
  };
  return {
    left,
    async send(one, after) {
      if (left.has(one.operation)) return undefined;
      // Checks send other methods than the operation's.
      if (!writes && !isReading(one.request.method)) return undefined;
      const at = { origin: target.origin, basePath: target.ownBasePath?.(one.operation) ?? target.basePath };
      const sent = await withCredential(judge.rowOf(one.operation), one.request, one.credential, credentials, at);
      if (sent === undefined) return undefined;
      const began = performance.now();
      const { response, failure } = await target.send(sent, signal, {
        isStream: (status, contentType) => judge.isStream(one.operation, status, contentType),
        ...(open.has(one.operation) ? { milliseconds: SHORT } : {}),
      });
      const milliseconds = performance.now() - began;
      const common = { case: one, sent, began: performance.timeOrigin + began, milliseconds, ...(after === undefined ? {} : { after }) };
      if (response === undefined) return count({ ...common, failure });
      // What comes is read for a while once; the answers after it are read as far as they come at once.
      if (response.cut === 'time') open.add(one.operation);
      return count({ ...common, response, reading: await judge.response(one.operation, response, sent.method) });
    },
  };
}

/** Whether an exchange has waited for its whole time limit. A stream may stay open. */
export function isTimeout({ response, reading, failure }: Exchange): boolean {
  return response === undefined ? failure.kind === 'timeout' : response.cut === 'time' && reading.content?.stream === undefined;
}

/** Whether requests with the method change nothing (RFC 9110 section 9.2.1). */
export function isReading(method: string): boolean {
  return READING.has(method);
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
