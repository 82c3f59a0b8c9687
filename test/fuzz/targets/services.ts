// Generated servers with validators and empty handlers: any request gets a response in the service's shape, never a 500.
import { createIdentityServer } from '../../../generated/a-identity/server.ts';
import { createMicroblogServer } from '../../../generated/b-microblog/server.ts';
import { createMicroblogV1Server } from '../../../generated/b-microblog-v1/server.ts';
import { createControllerServer } from '../../../generated/c-controller/server.ts';
import { createEventsServer } from '../../../generated/d-events/server.ts';
import { createEventsWebhookReceiver } from '../../../generated/d-events/webhooks.ts';
import { createSchedulingServer } from '../../../generated/e-scheduling/server.ts';
import { createSchedulingWebhookReceiver } from '../../../generated/e-scheduling/webhooks.ts';
import { createInstalmentsCallbackReceiver } from '../../../generated/f-instalments/callbacks.ts';
import { createInstalmentsServer } from '../../../generated/f-instalments/server.ts';
import { createInstalmentsWebhookReceiver } from '../../../generated/f-instalments/webhooks.ts';
import { createMessagingServer } from '../../../generated/g-messaging/server.ts';
import { createMessagingWebhookReceiver } from '../../../generated/g-messaging/webhooks.ts';
import { createMessagingMarketingServer } from '../../../generated/g-messaging-marketing/server.ts';
import { createEmailServer } from '../../../generated/h-email/server.ts';
import { NotImplementedError } from '../../../runtime/contract/errors.ts';
import type { ServerRequest } from '../../../runtime/contract/server-request.ts';
import { hmacSha256 } from '../../../runtime/crypto/hmac.ts';
import { md5, toHex } from '../../../runtime/crypto/md5.ts';
import { toResponse } from '../../../runtime/server/respond.ts';
import type { FetchHandler } from '../../../runtime/server/server.ts';
import { decodedPairs, stringToSign } from '../../../runtime/wire/signature.ts';
import { splitTarget } from '../../../runtime/wire/url/target.ts';
import { requestOf } from '../message.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

let errors: unknown[] = [];
const options = { basePath: '', onError: (error: unknown) => void errors.push(error) };

/** Handlers for every name. */
const handlers = new Proxy(
  {},
  {
    get: () => () => {
      throw new NotImplementedError('fuzzed');
    },
  },
);

/** Accepts any credential; for signatures, any key has the known secret. */
const security = proxyOf(() => SECRET);
const SECRET = { secret: 's', principal: 'ann' };

/** Security handlers for every scheme name. */
function proxyOf(value: unknown): never {
  const own = { value, configurable: true, enumerable: true };
  return new Proxy({}, { get: () => value, getOwnPropertyDescriptor: () => own }) as never;
}

/** Webhook receivers without signatures, which have their own target. */
const signature = { sign: async () => ({}), verify: async () => ({ id: '1' }) };
const received = { onError: options.onError, secrets: 's', signature };

type Prepare = (request: ServerRequest) => ServerRequest | Promise<ServerRequest>;
const asItIs: Prepare = (request) => request;

/** Append new servers at the end, since corpus inputs select servers by index. */
const SERVERS: readonly (readonly [server: FetchHandler, prepare: Prepare])[] = [
  [createIdentityServer(handlers, { ...options, security }), asItIs],
  [createEventsServer(handlers, { ...options, security }), asItIs],
  [createEmailServer(handlers, { ...options, security }), asItIs],
  [createEventsServer(handlers, { ...options, security }), signed],
  [createEventsWebhookReceiver(handlers, received), asItIs],
  [createMicroblogServer(handlers, { ...options, security }), asItIs],
  [createMicroblogV1Server(handlers, options), asItIs],
  [createControllerServer(handlers, { ...options, security }), asItIs],
  [createSchedulingServer(handlers, { ...options, security }), asItIs],
  [createInstalmentsServer(handlers, { ...options, security }), asItIs],
  [createMessagingServer(handlers, { ...options, security }), asItIs],
  [createMessagingMarketingServer(handlers, { ...options, security }), asItIs],
  [createSchedulingWebhookReceiver(handlers, received), asItIs],
  [createInstalmentsWebhookReceiver(handlers, received), asItIs],
  [createInstalmentsCallbackReceiver(handlers, received), asItIs],
  [createMessagingWebhookReceiver(handlers, received), asItIs],
];

/** Adds a valid signature to the request, if its query can be parsed. */
async function signed(request: ServerRequest): Promise<ServerRequest> {
  const [path, query] = splitTarget(request.target);
  const body = await request.bytes(Number.POSITIVE_INFINITY);
  const own: [string, string][] = [
    ['auth_key', 'k'],
    ['auth_timestamp', String(Math.floor(Date.now() / 1000))],
    ['auth_version', '1.0'],
  ];
  if (body.length > 0) own.push(['body_md5', md5(body)]);
  const digest = await hmacSha256('s', stringToSign(request.method, path, [...(decodedPairs(query) ?? []), ...own]));
  const added = [...own, ['auth_signature', toHex(digest)]].map((pair) => pair.join('='));
  return { ...request, target: `${path}?${[query, ...added].filter(Boolean).join('&')}` };
}

export const fuzz: Fuzz = async (input: Input) => {
  const [server, prepare] = input.pick(SERVERS);
  const request = await prepare(requestOf(input));
  errors = [];
  const answer = await server.answer?.(request);
  claim(answer !== undefined, 'there is no response');
  claimEqual(errors.map(String), [], 'the server failed');
  claim(answer.status === 501 || (answer.status !== 500 && answer.status >= 200), 'the response has an unexpected status', answer.status);
  const response = toResponse(answer);
  const text = await response.text();
  const type = answer.headers['content-type'] ?? '';
  if (/json/.test(type) && request.method !== 'HEAD') JSON.parse(text);
};
