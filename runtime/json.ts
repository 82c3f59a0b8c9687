// Turns bytes into a JSON value: the one place where the runtime parses JSON, so that a stricter parser has one place to go.
import { SyntaxFault } from './errors.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * RFC 8259: UTF-8 without a byte order mark.
 * @throws {SyntaxFault} for anything else; the message does not quote the text.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = readUtf8(bytes);
  if (text === '') throw new SyntaxFault('is empty');
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxFault('is not valid JSON');
  }
}

/** @throws {SyntaxFault} when the bytes are not UTF-8. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new SyntaxFault('is not valid UTF-8');
  }
}
