// Encodes the request body of an operation, for clients. Rows with a body name it, so that other bundles do not carry it.

import { InvalidParameterError } from '../contract/errors.ts';
import type { EncodeBody } from '../contract/operation.ts';
import { checkHeader } from '../wire/encode.ts';
import { matchContent } from '../wire/media-type.ts';
import { followSafely } from '../wire/url/redirect.ts';

/** @throws {InvalidParameterError} for a media type that is not declared, or a value that cannot be written in it. */
export const encodeBody: EncodeBody = ({ id: operation, redirects }, { contents, match = matchContent }, body, asked, signal) => {
  const named = typeof asked === 'string' ? asked : undefined;
  const found = named === undefined ? Object.entries(contents)[0] : match(contents, named);
  if (found === undefined) throw new InvalidParameterError('body', 'has a media type that the operation does not declare', operation);
  const [declared, codec] = found;
  const encoded = codec.encode(body, codec.typeOf?.(body, declared, named) ?? declared, signal);
  if (encoded.body === undefined) throw new InvalidParameterError('body', 'cannot be written in its media type', operation);
  const { contentType } = encoded;
  const headers: Record<string, string> = {};
  if (contentType !== undefined) headers['content-type'] = checkHeader('content-type', contentType, operation);
  // A stream cannot be sent twice, and unless a redirect is an error, Node buffers all of it.
  const ofStream = { redirect: redirects ? 'manual' : 'error', duplex: 'half' } as const;
  return { body: encoded.body, headers, guard: followSafely, ...(encoded.body instanceof ReadableStream && { ofStream }) };
};
