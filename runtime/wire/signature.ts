// The text that is signed of a request (`x-signature`), at both ends.
import { queryPairs } from './pairs.ts';
import { queryDecode } from './text.ts';

/**
 * `METHOD\npath\nquery`: the path as sent; all query parameters except the signature, sorted by name, names in lower case, values decoded.
 * `pairs` are decoded.
 */
export function stringToSign(method: string, path: string, pairs: readonly (readonly [string, string])[]): string {
  const sorted = pairs.map(([name, value]) => [name.toLowerCase(), value] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${method.toUpperCase()}\n${path}\n${sorted.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** The pairs of a query, with the values that `decode` reads; `undefined` when one cannot be decoded. */
export function decodedPairs(query: string, decode: (text: string) => string | undefined = queryDecode): [string, string][] | undefined {
  const pairs: [string, string][] = [];
  for (const [name, values] of queryPairs(query) ?? []) {
    for (const value of values) {
      const text = decode(value);
      if (text === undefined) return undefined;
      pairs.push([name, text]);
    }
  }
  return pairs;
}
