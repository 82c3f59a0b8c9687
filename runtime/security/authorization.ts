// The server's half of schemes in the header `Authorization: <word> <credential>`.
import { withoutRepetition } from '../wire/comma.ts';
import type { Incoming } from './handler.ts';

export const ONE_TOKEN = /^[^\s,]+$/;

/** One token, or parameters as Digest has them: `username="a", nonce="b"` (RFC 9110 section 11.4). */
export const TOKEN_OR_PARAMETERS =
  /^(?:[^\s,]+|(?:[\w!#$%&'*+.^`|~-]+[\t ]*=[\t ]*(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")[\t ]*(?:,[\t ]*|$))+)$/;

/** A header with a credential, which may have been sent several times with one value. */
export function readHeader({ request, lenient }: Incoming, name: string): string | undefined {
  const header = request.header(name);
  return lenient && header !== undefined ? withoutRepetition(header) : header;
}

/**
 * The credential after `word`, in lower case; `undefined` where the header is missing or has another word, `null` where the credential does not
 * match `form`. Two different headers are joined by a comma, and so match neither form.
 */
export function readAuthorization(incoming: Incoming, word: string, form: RegExp): string | null | undefined {
  const header = readHeader(incoming, 'authorization');
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  if ((space === -1 ? header : header.slice(0, space)).toLowerCase() !== word) return undefined;
  const credential = space === -1 ? '' : header.slice(space + 1).trim();
  return form.test(credential) ? credential : null;
}
