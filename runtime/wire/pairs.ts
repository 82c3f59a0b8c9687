// Splits a query or a Cookie header into pairs.
import { percentDecode, queryDecode } from './text.ts';

/** By decoded name, the values in their order, as they were sent. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/** `undefined` when a name cannot be decoded. */
export function queryPairs(query: string): Map<string, string[]> | undefined {
  const pairs = new Map<string, string[]>();
  if (query === '') return pairs;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = queryDecode(end === -1 ? pair : pair.slice(0, end));
    if (name === undefined) return undefined;
    addPair(pairs, name, end === -1 ? '' : pair.slice(end + 1));
  }
  return pairs;
}

/** RFC 6265 section 5.4. Names are decoded where they can be, unless `style` is OpenAPI 3.2's `cookie`, which encodes none. */
export function cookiePairs(header: string | undefined, style = 'form'): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (header === undefined) return pairs;
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=');
    if (end === -1) continue;
    const name = pair.slice(0, end).trim();
    addPair(pairs, style === 'cookie' ? name : (percentDecode(name) ?? name), pair.slice(end + 1).trim());
  }
  return pairs;
}

export function addPair(pairs: Map<string, string[]>, name: string, value: string): void {
  const values = pairs.get(name);
  if (values === undefined) pairs.set(name, [value]);
  else values.push(value);
}
