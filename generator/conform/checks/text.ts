// The text of a response, as far as checks read it.
import type { WireResponse } from '../contract/exchange.ts';

/** Errors are short; a longer body is read up to here. */
const MOST = 64 * 1024;

export function textOf({ body }: WireResponse): string {
  return new TextDecoder().decode(body.subarray(0, MOST));
}

/** The JSON of a response, whether or not the document declares it; `undefined` where it is none. */
export function jsonOf(response: WireResponse): unknown {
  try {
    return JSON.parse(textOf(response));
  } catch {
    return undefined;
  }
}
