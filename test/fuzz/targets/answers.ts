// Responses to a client: any status, headers and body give a result or a typed error, and neither contains the secret.

import { bytes, json, text } from '../../../runtime/body/body.ts';
import { exact } from '../../../runtime/body/exact-json.ts';
import { multipart } from '../../../runtime/body/multipart.ts';
import { ranged, typeOfFile } from '../../../runtime/body/ranged.ts';
import { call } from '../../../runtime/client/call.ts';
import { createTransport } from '../../../runtime/client/transport.ts';
import { OctavoError } from '../../../runtime/contract/errors.ts';
import type { Operation } from '../../../runtime/contract/operation.ts';
import { bearerScheme } from '../../../runtime/security/bearer.ts';
import { eventStream } from '../../../runtime/stream/event-stream.ts';
import { ndjson } from '../../../runtime/stream/json-stream.ts';
import { urlencoded } from '../../../runtime/wire/form.ts';
import { header, headerArray, headerExplodeObject } from '../../../runtime/wire/header.ts';
import { mostSpecific } from '../../../runtime/wire/match-media.ts';
import { readHeaders } from '../../../runtime/wire/read-headers.ts';
import { claim, type Fuzz, fieldValue, type Input, latin1Of } from '../support.ts';

const SECRET = 'sesame-4711';

const operation: Operation = {
  id: 'read',
  method: 'GET',
  path: '/things',
  security: [[{ scheme: bearerScheme('token') }]],
  responses: {
    200: {
      headers: [
        { name: 'X-Count', codec: header, shape: 'integer' },
        { name: 'X-List', codec: headerArray, shape: ['number'] },
        { name: 'X-Map', codec: headerExplodeObject, shape: { additional: 'integer|string' } },
      ],
      read: readHeaders,
      match: mostSpecific,
      contents: {
        'application/json': json,
        'application/vnd.exact+json': exact(json),
        'application/x-www-form-urlencoded': urlencoded({ n: 'integer' }),
        'multipart/form-data': multipart({ n: 'integer' }),
        'text/*': ranged(text, 'text/plain'),
        'text/event-stream': eventStream(json),
        'application/x-ndjson': ndjson(json),
        'image/*': ranged(bytes, typeOfFile),
      },
    },
    '4XX': { contents: { 'application/problem+json': json } },
    204: {},
  },
};

const STATUSES = [200, 404, 204, 500, 302, 206, 599];

function responseOf(input: Input): Response {
  const status = input.pick(STATUSES);
  const headers = new Headers();
  let rest = input.bytes();
  for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
    const line = latin1Of(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
    if (line === '') break;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) headers.append(name, fieldValue(line.slice(colon + 1)));
  }
  return new Response(status === 204 ? null : rest, { status, headers });
}

export const fuzz: Fuzz = async (input: Input) => {
  const response = responseOf(input);
  const transport = createTransport(
    { id: 'fuzzed', servers: [{ url: 'https://example.com' }] },
    { fetch: async () => response, credentials: { token: SECRET }, maxResponseBytes: 2000 },
  );
  try {
    const result = (await call(transport, operation, {})) as { readonly body?: unknown };
    const { body } = result;
    if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) for await (const _ of body as AsyncIterable<unknown>);
  } catch (error) {
    claim(error instanceof OctavoError, 'the error has no type of the runtime', String(error));
    const shown = `${String(error)} ${JSON.stringify(error)} ${error.stack}`;
    claim(!shown.includes(SECRET), 'the error shows the secret', shown);
  }
};
