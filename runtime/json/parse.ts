// Parses JSON with the platform's parser, as clients read responses. Servers use the strict parser instead (`strict.ts`).
import { SyntaxFault } from '../contract/errors.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** How deep values may be nested: `JSON.stringify` and validators recurse, and would overflow the stack. */
export const DEPTH = 5000;

/**
 * RFC 8259: UTF-8. A byte order mark before the text is ignored (section 8.1), as `Response.json()` does.
 * @throws {SyntaxFault} for anything else; the message does not quote the text.
 */
export function parseJson(source: Uint8Array | string): unknown {
  const text = (typeof source === 'string' ? source : readUtf8(source)).replace(/^\uFEFF/, '');
  if (text === '') throw new SyntaxFault('is empty');
  if (text.length > 2 * DEPTH && isDeep(text)) throw new SyntaxFault(`is nested more than ${DEPTH} levels deep`);
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

/** Whether brackets outside strings are nested too deeply. Does not check the syntax. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Square and curly brackets differ in this bit.
    const bracket = code & ~0x20;
    if (code === 0x22) inString = !inString;
    else if (inString) {
      if (code === 0x5c) index++;
    } else if (bracket === 0x5b) {
      if (++depth > DEPTH) return true;
    } else if (bracket === 0x5d) depth--;
  }
  return false;
}
