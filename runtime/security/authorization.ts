// The server's half of schemes in the header `Authorization: <word> <credential>`.
import type { ServerRequest } from '../contract/server-request.ts';

export const ONE_TOKEN = /^[^\s,]+$/;

/** One token, or parameters as Digest has them: `username="a", nonce="b"` (RFC 9110 section 11.4). */
export const TOKEN_OR_PARAMETERS =
  /^(?:[^\s,]+|(?:[\w!#$%&'*+.^`|~-]+[\t ]*=[\t ]*(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")[\t ]*(?:,[\t ]*|$))+)$/;

/**
 * The credential after `word`, in lower case; `undefined` where the header is missing or has another word, `null` where the credential does not
 * match `form`. Two headers are joined by a comma, and so match neither form.
 */
export function readAuthorization(request: ServerRequest, word: string, form: RegExp): string | null | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  if ((space === -1 ? header : header.slice(0, space)).toLowerCase() !== word) return undefined;
  const credential = space === -1 ? '' : header.slice(space + 1).trim();
  return form.test(credential) ? credential : null;
}
