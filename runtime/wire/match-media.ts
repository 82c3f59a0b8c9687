// Chooses among declared media types with ranges and parameters, for messages and for `Accept` (RFC 9110 sections 8.3.1 and 12.5.1).
import type { MatchContent } from '../contract/body.ts';
import { essenceOf, isRange } from './media-type.ts';

const PARAMETER = /;\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** Parameters that tell nothing about what a body holds: how its characters are encoded, where its parts end, how much it is wanted. */
const FRAMING = ['charset', 'boundary', 'q'];

/** The parameters of a media type by lower-case name, without quotes. Of a name that occurs twice, the first. */
function parametersOf(contentType: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of contentType.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'));
  }
  for (const name of FRAMING) found.delete(name);
  return found;
}

/** How near a range is to a type that it holds: 3 for the type itself, 2 for `application/*+json`, 1 for `application/*`, 0 for all types. */
function nearness(range: string, essence: string): number | undefined {
  if (range === essence) return 3;
  if (!isRange(range)) return undefined;
  const [start = '', end = ''] = range.split('*', 2);
  if (range === '*/*') return 0;
  if (range.indexOf('*') !== range.lastIndexOf('*')) return undefined;
  if (essence.length < start.length + end.length || !essence.startsWith(start) || !essence.endsWith(end)) return undefined;
  return end === '' && start.endsWith('/') ? 1 : 2;
}

/**
 * How specific a declared media type or range is for a received one, the higher the more; `undefined` where it does not hold it. A parameter with
 * another value excludes; one that only one of the two has does not, since many senders leave parameters out.
 */
export function specificity(declared: string, received: string): number | undefined {
  const near = nearness(essenceOf(declared), essenceOf(received));
  if (near === undefined) return undefined;
  const given = parametersOf(received);
  let same = 0;
  let absent = 0;
  for (const [name, value] of parametersOf(declared)) {
    const other = given.get(name);
    if (other === undefined) absent++;
    else if (other === value) same++;
    else return undefined;
  }
  return near * 1000 + Math.min(same, 9) * 100 - Math.min(absent, 99);
}

/**
 * The most specific declaration for a media type, the first among equals. With a range, its third member is the received type without parameters,
 * which results and inputs then name.
 */
export const mostSpecific: MatchContent = (contents, contentType) => {
  const essence = essenceOf(contentType);
  if (essence === '') return undefined;
  let best: readonly [string, (typeof contents)[string], string?] | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [declared, content] of Object.entries(contents)) {
    const own = specificity(declared, contentType);
    if (own === undefined || own <= highest) continue;
    highest = own;
    best = isRange(declared) ? [declared, content, essence] : [declared, content];
  }
  return best;
};
