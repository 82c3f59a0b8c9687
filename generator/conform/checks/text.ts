// The text of a response, as far as checks read it.
import type { WireResponse } from '../contract/exchange.ts';

/** Errors are short; a longer body is read up to here. */
const MOST = 64 * 1024;

export function textOf({ body }: WireResponse): string {
  return new TextDecoder().decode(body.subarray(0, MOST));
}
