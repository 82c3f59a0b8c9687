// Posts one delivery of a living mock as a service does: signed as the document says, by the sender of the runtime, to this machine alone.
import {
  BlockedAddressError,
  createPoster,
  hmacHexSignature,
  type Operation,
  standardSignature,
  timestampedSignature,
  type WebhookSignature,
} from '@octavo/runtime';
import type { Signable } from '@octavo/runtime/conformance';
import { jsonText } from '../../../base/exact.ts';
import type { WebhookSignatureFacts } from '../../../model/service.ts';
import type { Delivered } from '../commands.ts';

/** Signs what goes to receivers that have given no secret. It protects nothing, so that it need not differ from mock to mock. */
const MOCK_SECRET = `whsec_${Buffer.from('octavo mock --living').toString('base64')}`;

/** The name of that secret, where a scheme has keys. */
const MOCK_KEY = 'mock';

export function signableOf(id: string, wish: Delivered): Signable {
  const { event, url, secret, signature } = wish;
  const operation = operationOf(id, wish);
  const signed = signature && signatureBy(signature);
  return {
    id,
    async post(network, options) {
      if (network.allowPrivate !== true && !isOnThisMachine(url))
        throw new BlockedAddressError('is on another machine, and a mock delivers to this one alone');
      const key = signature?.scheme === 'hmac-hex' && signature.keyHeader !== undefined ? { key: MOCK_KEY } : {};
      const poster = createPoster({ id: event, servers: [] }, { ...network, secret: secret ?? MOCK_SECRET, ...key });
      return poster.post(poster.target(url), operation, signed, { body: wish.payload }, options);
    },
    secretName: () => (secret === undefined ? 'secret of all mocks' : 'secret that the receiver has'),
  };
}

/** What is posted, as a row of generated code has it. */
function operationOf(id: string, { event, method, contentType, payload }: Delivered): Operation {
  const headers = { 'webhook-id': id, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
  return {
    id: event,
    method,
    path: '/',
    responses: {},
    ...(payload !== undefined && { body: { contents: {}, encode: () => ({ body: jsonText(payload), headers, guard: (send) => send }) } }),
  };
}

function signatureBy(facts: WebhookSignatureFacts): WebhookSignature {
  switch (facts.scheme) {
    case 'hmac-hex':
      return hmacHexSignature({ header: facts.header, ...(facts.keyHeader !== undefined && { keyHeader: facts.keyHeader }) });
    case 'timestamped':
      return timestampedSignature(facts);
    case 'standard':
      return standardSignature(facts);
  }
}

/** `URL` writes all spellings of an address of this machine in one way. */
function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname) || /(?:^|\.)localhost$/.test(hostname);
}
