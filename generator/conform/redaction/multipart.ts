// Redacts the parts of a multipart body. Bytes are read as Latin-1, which keeps each as one character.
import { MARK } from './secret-index.ts';

/** The contents of one part: text, or bytes as Latin-1. */
export type RedactPart = (
  name: string,
  contentType: string | undefined,
  content: string,
) => { readonly text: string; readonly places: readonly string[] };

export function redactParts(
  body: string,
  boundary: string,
  redact: RedactPart,
): { readonly text: string; readonly places: readonly string[] } {
  const places: string[] = [];
  const parts = body.split(`--${boundary}`).map((part) => {
    const end = part.indexOf('\r\n\r\n');
    if (end === -1) return part;
    const head = part.slice(0, end);
    const name = /^content-disposition:.*[;\s]name="?([^";\r\n]*)/im.exec(head)?.[1] ?? '';
    const type = /^content-type:\s*([^\r\n]*)/im.exec(head)?.[1];
    const closing = part.endsWith('\r\n') ? '\r\n' : '';
    const content = part.slice(end + 4, part.length - closing.length);
    const shown = redact(name, type, content);
    places.push(...shown.places);
    return `${head}\r\n\r\n${shown.text}${closing}`;
  });
  return { text: parts.join(`--${boundary}`), places };
}

/** `boundary` of a media type. */
export function boundaryOf(contentType: string): string | undefined {
  return /^\s*multipart\/.*;\s*boundary=(?:"([^"]+)"|([^";\s]+))/is
    .exec(contentType)
    ?.slice(1)
    .find((one) => one !== undefined);
}

/** Text in elements and attributes of XML whose names are secrets. */
export function redactXml(
  text: string,
  isSecret: (name: string) => boolean,
): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const hide = (before: string, name: string, value: string, after: string, whole: string): string => {
    if (value.trim() === '' || !isSecret(name)) return whole;
    secrets.push(value.trim());
    return `${before}${MARK}${after}`;
  };
  const elements = text.replace(
    /(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>)((?:<!\[CDATA\[)?[^<]*?(?:\]\]>)?)(<\/)/g,
    (whole, before: string, name: string, value: string, after: string) => hide(before, name, value, after, whole),
  );
  const shown = elements.replace(
    /(\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*")([^"<]*)(")/g,
    (whole, before: string, name: string, value: string, after: string) => hide(before, name, value, after, whole),
  );
  return { text: shown, secrets };
}
