// The entry `@octavo/runtime/xml`: the codec of XML bodies. Only reading needs the optional peer `saxes`, which is loaded with the first body.
import { text } from '../body/body.ts';
import type { BodyCodec } from '../contract/body.ts';
import { charsetOf } from '../wire/media-type.ts';
import { parseXml } from './parse.ts';
import { readRoot } from './read.ts';
import type { XmlNode } from './shape.ts';
import { writeRoot } from './write.ts';

export type { XmlList, XmlNode, XmlObject, XmlShape, XmlShapeRef } from './shape.ts';

/** XML whose elements and attributes are mapped to JSON values by the `xml` keywords of the document. Written in UTF-8. */
/* @__NO_SIDE_EFFECTS__ */
export function xml(root: XmlNode): BodyCodec {
  return {
    kind: 'xml',
    encode(value, contentType) {
      const fits = /^(?:utf-?8)?$/.test(charsetOf(contentType) ?? '');
      return { body: value === undefined || !fits ? undefined : writeRoot(root, value), contentType };
    },
    async decode(bytes, contentType) {
      const charset = charsetOf(contentType) ?? declaredCharset(bytes);
      const source = String(text.decode(bytes, `text/xml; charset=${charset}`));
      return readRoot(root, await parseXml(source.replace(/^\uFEFF/, '')));
    },
  };
}

/** XML 1.0 appendix F: a byte order mark, or else the encoding that the XML declaration names. */
function declaredCharset(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
}
