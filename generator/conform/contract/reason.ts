// Why a request was refused, as far as requests that differ in numbers and identifiers alone are refused for the same reason.
import type { WireResponse } from './exchange.ts';

/** The text of a response without its numbers, and without words that have one: identifiers. */
export function bareTextOf({ body }: Pick<WireResponse, 'body'>): string {
  return new TextDecoder().decode(body).replace(/[\w-]*\d[\w-]*/g, '#');
}

/** The status of a response and its bare text. */
export function reasonOf(response: Pick<WireResponse, 'status' | 'body'>): string {
  return `${response.status} ${bareTextOf(response)}`;
}
