// The text of a response, as far as checks read it.
import type { WireResponse } from '../contract/exchange.ts';

/** Errors are short; a longer body is read up to here. */
const MOST = 64 * 1024;

export function textOf({ body }: WireResponse): string {
  return new TextDecoder().decode(body.subarray(0, MOST));
}

/** The JSON of a response, whether or not the document declares it; `undefined` where it is none. */
export function jsonOf(response: WireResponse): unknown {
  // Several checks ask for it. Most bodies that are no JSON are empty, and an error with its stack takes longer than to parse a body.
  if (response.body.length === 0) return undefined;
  if (!read.has(response)) read.set(response, parsed(response));
  return read.get(response);
}

const read = new WeakMap<WireResponse, unknown>();

function parsed(response: WireResponse): unknown {
  try {
    return JSON.parse(textOf(response));
  } catch {
    return undefined;
  }
}
