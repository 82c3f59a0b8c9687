// Generated servers with their validators, before handlers that do nothing: whatever is sent, an answer in the service's own shape, and never a 500.
import { createIdentityServer } from '../../../generated/a-identity/server.ts';
import { createEventsServer } from '../../../generated/d-events/server.ts';
import { createEventsWebhookReceiver } from '../../../generated/d-events/webhooks.ts';
import { createEmailServer } from '../../../generated/h-email/server.ts';
import { NotImplementedError } from '../../../runtime/errors.ts';
import { hmacSha256 } from '../../../runtime/hmac.ts';
import { md5, toHex } from '../../../runtime/md5.ts';
import type { ServerRequest } from '../../../runtime/request.ts';
import { toResponse } from '../../../runtime/respond.ts';
import type { FetchHandler } from '../../../runtime/server.ts';
import { decodedPairs, split, stringToSign } from '../../../runtime/signature.ts';
import { requestOf } from '../message.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

let errors: unknown[] = [];
const options = { basePath: '', onError: (error: unknown) => void errors.push(error) };

/** A handler under every name. */
const handlers = new Proxy(
  {},
  {
    get: () => () => {
      throw new NotImplementedError('fuzzed');
    },
  },
);

/** Any credential is somebody's, and so is a key, whose secret is known. */
const security = proxyOf(() => SECRET);
const SECRET = { secret: 's', principal: 'ann' };

/** Options for schemes of any name. */
function proxyOf(value: unknown): never {
  const own = { value, configurable: true, enumerable: true };
  return new Proxy({}, { get: () => value, getOwnPropertyDescriptor: () => own }) as never;
}

/** Webhooks are taken without a signature: those have a target of their own. */
const signature = { sign: async () => ({}), verify: async () => ({ id: '1' }) };

type Prepare = (request: ServerRequest) => ServerRequest | Promise<ServerRequest>;
const asItIs: Prepare = (request) => request;

const SERVERS: readonly (readonly [server: FetchHandler, prepare: Prepare])[] = [
  [createIdentityServer(handlers, { ...options, security }), asItIs],
  [createEventsServer(handlers, { ...options, security }), asItIs],
  [createEmailServer(handlers, { ...options, security }), asItIs],
  [createEventsServer(handlers, { ...options, security }), signed],
  [createEventsWebhookReceiver(handlers, { onError: options.onError, secrets: 's', signature }), asItIs],
];

/** The request with a signature that is right, where its query can be read. */
async function signed(request: ServerRequest): Promise<ServerRequest> {
  const [path, query] = split(request.target);
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
