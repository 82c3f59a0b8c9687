// Generated servers with their validators, before handlers that do nothing: whatever is sent, an answer in the service's own shape, and never a 500.
import { createIdentityServer } from '../../../generated/a-identity/server.ts';
import { createEventsServer } from '../../../generated/d-events/server.ts';
import { createEmailServer } from '../../../generated/h-email/server.ts';
import { NotImplementedError } from '../../../runtime/errors.ts';
import { toResponse } from '../../../runtime/respond.ts';
import type { FetchHandler } from '../../../runtime/server.ts';
import type { ServerOptions } from '../../../runtime/server-core.ts';
import { requestOf } from '../message.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

let errors: unknown[] = [];
const options: ServerOptions = { basePath: '', onError: (error) => void errors.push(error) };

/** A handler under every name. */
const handlers = new Proxy(
  {},
  {
    get: () => () => {
      throw new NotImplementedError('fuzzed');
    },
  },
);

const anyone = () => 'ann';
/** The key of whom nobody signs for: a signature that is right would be a finding of its own. */
const nobody = () => null;

const SERVERS: readonly FetchHandler[] = [
  createIdentityServer(handlers, { ...options, security: new Proxy({}, proxyOf(anyone)) as never }),
  createEventsServer(handlers, { ...options, security: new Proxy({}, proxyOf(nobody)) as never }),
  createEmailServer(handlers, { ...options, security: new Proxy({}, proxyOf(anyone)) as never }),
];

function proxyOf(value: unknown): ProxyHandler<object> {
  return {
    get: () => value,
    has: () => true,
    getOwnPropertyDescriptor: () => ({ value, configurable: true, enumerable: true }),
  };
}

export const fuzz: Fuzz = async (input: Input) => {
  const server = input.pick(SERVERS);
  const request = requestOf(input);
  errors = [];
  const answer = await server.answer?.(request);
  claim(answer !== undefined, 'there is no answer');
  claimEqual(errors.map(String), [], 'the server failed');
  claim(
    answer.status === 501 || (answer.status !== 500 && answer.status >= 200),
    'the answer has a status that is not expected',
    answer.status,
  );
  const response = toResponse(answer);
  const text = await response.text();
  const type = answer.headers['content-type'] ?? '';
  if (/json/.test(type) && request.method !== 'HEAD') JSON.parse(text);
};
