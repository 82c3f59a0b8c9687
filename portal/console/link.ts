// A request as text, for links, drafts and the history: the input without files, and never a credential.
import { parseExactJson } from '../../runtime/json/strict.ts';
import { writeJson } from '../../runtime/json/write.ts';
import { fromBase64url, LONGEST_LINK, toBase64url } from '../shared/base64url.ts';
import { isRecord } from './form/choose.ts';
import { type Input, PARTS } from './request/input.ts';

/** The parts of a request that a link carries. */
export interface LinkedRequest {
  readonly input: Input;
  /** The kind of server that it goes to: `live`, `mock`, or the position of a server in the document. */
  readonly server?: string;
}

/** base64url of the JSON; `undefined` where the request is too long for a link. */
export function encodeRequestLink({ input, server }: LinkedRequest): string | undefined {
  const encoded = toBase64url(textOf({ ...(server === undefined ? {} : { server }), input }));
  return encoded.length > LONGEST_LINK ? undefined : encoded;
}

/** `undefined` for text that is no request. */
export function decodeRequestLink(encoded: string): LinkedRequest | undefined {
  try {
    return requestOf(fromBase64url(encoded));
  } catch {
    return undefined;
  }
}

export function textOf(request: LinkedRequest): string {
  return writeJson(withoutFiles(request)) ?? '{}';
}

/** Reads what `textOf` has written; only the parts of an input are taken. `undefined` for other text. */
export function requestOf(text: string): LinkedRequest | undefined {
  try {
    const value = parseExactJson(text);
    if (!isRecord(value) || !isRecord(value.input)) return undefined;
    const { input, server } = value;
    const parts = Object.fromEntries(
      [...PARTS, 'contentType'].flatMap((part) => (Object.hasOwn(input, part) ? [[part, input[part]]] : [])),
    );
    return { input: parts, ...(typeof server === 'string' ? { server } : {}) };
  } catch {
    return undefined;
  }
}

/** A file cannot be kept as text: its member is left out. */
function withoutFiles(value: unknown): unknown {
  if (value instanceof Blob) return undefined;
  if (Array.isArray(value)) return value.map(withoutFiles).filter((item) => item !== undefined);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withoutFiles(member)])
      .filter(([, member]) => member !== undefined),
  );
}
