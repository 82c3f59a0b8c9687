// Writes parts as a multipart body (RFC 2046 section 5.1).
import type { EncodedBody } from '../contract/body.ts';
import { randomUuid } from '../crypto/uuid.ts';
import { concatenated } from '../stream/forward-bytes.ts';
import { isStreamed } from './body.ts';

export interface WrittenPart {
  /** Lines of headers, without the empty line after them; `''` for a part without headers. */
  readonly head: string;
  readonly content: string | Blob;
}

/** A body of the declared media type, with a boundary of its own. A part that is a stream makes the body a stream. */
export function writeParts(parts: readonly WrittenPart[], contentType: string): EncodedBody {
  const boundary = `octavo-${randomUuid()}`;
  const pieces: (string | Blob)[] = [];
  for (const { head, content } of parts) pieces.push(`--${boundary}\r\n${head}${head === '' ? '' : '\r\n'}\r\n`, content, '\r\n');
  pieces.push(`--${boundary}--\r\n`);
  const isStream = pieces.some((piece) => typeof piece !== 'string' && isStreamed(piece));
  const body = isStream ? concatenated(pieces.map((piece) => (typeof piece === 'string' ? new Blob([piece]) : piece))) : new Blob(pieces);
  return { body, contentType: `${contentType.replace(/;\s*boundary=(?:"[^"]*"|[^;]*)/i, '')}; boundary=${boundary}` };
}
