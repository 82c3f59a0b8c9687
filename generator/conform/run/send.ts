// Sends a case: adds the credential, lets the target answer, and has the judge read the answer.
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Credentials } from '../contract/settings.ts';
import type { Target } from '../contract/target.ts';
import type { Judge } from '../judge/index.ts';
import { withCredential } from './credentials.ts';

export interface Sender {
  /** `undefined` where the user has given no such credential. */
  send(one: Case, after?: Exchange): Promise<Exchange | undefined>;
}

export function createSender(judge: Judge, target: Target, credentials: Credentials, signal: AbortSignal): Sender {
  return {
    async send(one, after) {
      const sent = await withCredential(judge.rowOf(one.operation), one.request, one.credential, credentials, target);
      if (sent === undefined) return undefined;
      const began = performance.now();
      const { response, failure } = await target.send(sent, signal);
      const common = { case: one, sent, milliseconds: performance.now() - began, ...(after === undefined ? {} : { after }) };
      if (response === undefined) return { ...common, failure };
      return { ...common, response, reading: await judge.response(one.operation, response, sent.method) };
    },
  };
}
