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
  let text = (typeof source === 'string' ? source : readUtf8(source)).replace(/^\uFEFF/, '');
  // V8 13.6 takes `"\u0061"` for a name `\` that it has seen after the same names before: it compares the text of names, not what they say. Once an
  // object has had a name twice, it does not. So where a name may have an escape, each object gets such a name, which no text can have, and loses it.
  const mark = text.includes('\\') && /\\.[^"\\]*"\s*:/.test(text) && `${Math.random()}`;
  if (mark)
    text = text
      .replace(/\\\\/g, '\\u005c')
      // Without escaped quotes, a string ends at the next quote.
      .replace(/\\"/g, '\\u0022')
      .replace(/"[^"]*"(\s*:)?/g, (string, colon) => (colon ? `"${mark}":0,"${mark}":0,` : '') + string);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxFault(text ? 'is not valid JSON' : 'is empty');
  }
  let level: object[] = mark || text.length > 2 * DEPTH ? [[value]] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH) throw new SyntaxFault(`is nested more than ${DEPTH} levels deep`);
    const next: object[] = [];
    for (const one of level as Record<string, unknown>[]) {
      if (mark) delete one[mark];
      for (const member of Object.values(one)) if (typeof member === 'object' && member !== null) next.push(member);
    }
    level = next;
  }
  return value;
}

/** @throws {SyntaxFault} when the bytes are not UTF-8. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new SyntaxFault('is not valid UTF-8');
  }
}
