// The server's half of schemes in the header `Authorization: <word> <credential>`.
import type { SecurityScheme } from '../contract/security.ts';
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

/** A longer word is refused without a comparison. */
const LONGEST_WORD = 64;

/** The first word, in lower case, and the text after it, which may be empty. */
function splitWord(header: string): readonly [word: string, credential: string] {
  const space = header.indexOf(' ');
  return space === -1 ? [header.toLowerCase(), ''] : [header.slice(0, space).toLowerCase(), header.slice(space + 1).trim()];
}

/** Whether a word, in lower case, is one of the other words of a scheme. */
function isOtherWord({ words = [] }: SecurityScheme, word: string): boolean {
  return (
    word.length <= LONGEST_WORD &&
    words.some((pattern) => {
      const parts = pattern.toLowerCase().split('*');
      return new RegExp(`^${parts.map((part) => part.replace(/[^a-z\d]/g, '\\$&')).join('[a-z\\d-]*')}$`).test(word);
    })
  );
}

/** A key that may stand after one of the scheme's words. */
export function withoutWord(scheme: SecurityScheme, header: string): string {
  const [word, credential] = splitWord(header);
  return credential !== '' && isOtherWord(scheme, word) ? credential : header;
}

/**
 * The credential after `word`, in lower case, or after another word of the scheme; `undefined` where the header is missing or has another word,
 * `null` where the credential does not match `form`. Two different headers are joined by a comma, and so match neither form.
 */
export function readAuthorization(incoming: Incoming, scheme: SecurityScheme, own: string, form: RegExp): string | null | undefined {
  const header = readHeader(incoming, 'authorization');
  if (header === undefined) return undefined;
  const [word, credential] = splitWord(header);
  if (word !== own && !isOtherWord(scheme, word)) return undefined;
  return form.test(credential) ? credential : null;
}
