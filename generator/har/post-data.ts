// The body of a request as a HAR file has it: a text, or the fields of a form.
import { isRecord } from '../base/is-record.ts';

/** `absent`: there was a body, and the file does not have it. */
export type EntryBody = Uint8Array<ArrayBuffer> | 'absent' | undefined;

export function bytesOf(text: string, encoding: unknown): Uint8Array<ArrayBuffer> {
  return encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : new TextEncoder().encode(text);
}

/** HAR 1.2 names no encoding of a text that is sent, so that each tool has a name of its own. */
export function bodyOfPost(post: Readonly<Record<string, unknown>>): EntryBody {
  const encoding = post.encoding ?? post._encoding;
  const fields = Array.isArray(post.params) ? post.params.filter(isRecord) : [];
  if (typeof post.text === 'string' && (post.text !== '' || fields.length === 0)) return bytesOf(post.text, encoding);
  if (fields.length === 0) return post._size === undefined ? undefined : 'absent';
  const type = typeof post.mimeType === 'string' ? post.mimeType : '';
  const boundary = /^\s*multipart\/.*;\s*boundary="?([^";]+)/is.exec(type)?.[1];
  if (boundary !== undefined) return partsOf(fields, boundary);
  return new TextEncoder().encode(fields.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&'));
}

/** `absent` where the content of a file is missing. */
function partsOf(fields: readonly Readonly<Record<string, unknown>>[], boundary: string): EntryBody {
  if (fields.some(({ fileName, value }) => fileName !== undefined && typeof value !== 'string')) return 'absent';
  const parts = fields.map(({ name, value, fileName, contentType }) => {
    const file = fileName === undefined ? '' : `; filename="${String(fileName)}"`;
    const type = contentType === undefined ? '' : `\r\nContent-Type: ${String(contentType)}`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${String(name)}"${file}${type}\r\n\r\n${String(value ?? '')}\r\n`;
  });
  return new TextEncoder().encode(`${parts.join('')}--${boundary}--\r\n`);
}

function encoded(value: unknown): string {
  return encodeURIComponent(typeof value === 'string' ? value : '');
}
