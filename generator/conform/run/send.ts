// Sends a case: adds the credential, lets the target answer, and has the judge read the answer.
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Credentials } from '../contract/settings.ts';
import type { Target } from '../contract/target.ts';
import type { Judge } from '../judge/index.ts';
import { withCredential } from './credentials.ts';

export interface Sender {
  /** `undefined` where the user has given no such credential, or where the request may change something and `writes` is false. */
  send(one: Case, after?: Exchange): Promise<Exchange | undefined>;
}

export function createSender(judge: Judge, target: Target, credentials: Credentials, signal: AbortSignal, writes: boolean): Sender {
  return {
    async send(one, after) {
      // Checks send other methods than the operation's.
      if (!writes && !isReading(one.request.method)) return undefined;
      const sent = await withCredential(judge.rowOf(one.operation), one.request, one.credential, credentials, target);
      if (sent === undefined) return undefined;
      const began = performance.now();
      const { response, failure } = await target.send(sent, signal);
      const milliseconds = performance.now() - began;
      const common = { case: one, sent, began: performance.timeOrigin + began, milliseconds, ...(after === undefined ? {} : { after }) };
      if (response === undefined) return { ...common, failure };
      return { ...common, response, reading: await judge.response(one.operation, response, sent.method) };
    },
  };
}

/** Whether requests with the method change nothing (RFC 9110 section 9.2.1). */
export function isReading(method: string): boolean {
  return READING.has(method);
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
