// Sends requests to a server, some at once, over connections that stay open.

import { Agent, request } from 'node:http';
import type { SampleRequest } from './samples.ts';

const AT_ONCE = 8;

export interface Loader {
  /** Sends all requests. @throws {Error} where one is not answered with the status */
  send(requests: readonly SampleRequest[], status: number): Promise<void>;
  close(): void;
}

export function createLoader(origin: string): Loader {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  const one = (asked: SampleRequest, status: number): Promise<void> =>
    new Promise((done, fail) => {
      const { method, target, headers, body } = asked;
      const length = body === undefined ? undefined : Buffer.byteLength(body);
      const options = { agent, method, headers: { ...headers, ...(length === undefined ? {} : { 'content-length': length }) } };
      const sent = request(origin + target, options, (response) => {
        if (response.statusCode !== status) fail(new Error(`${method} ${target} is answered with ${response.statusCode}, not ${status}.`));
        response.resume().once('end', done);
      });
      // The server ends connections that were idle for seconds, just when one is used again.
      sent.on('error', (error) => (sent.reusedSocket ? one(asked, status).then(done, fail) : fail(error)));
      sent.end(body);
    });

  return {
    async send(requests, status) {
      const left = requests.values();
      const worker = async () => {
        for (const next of left) await one(next, status);
      };
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    close: () => agent.destroy(),
  };
}
