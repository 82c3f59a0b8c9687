// Compares a request with a recorded one: path, query and body, each without what was redacted.
import { boundaryOf, partsIn } from '../../har/multipart.ts';
import { isJson, isUrlencoded } from '../../model/media-type.ts';

/** A request as both sides of the comparison have it. */
export interface ComparedRequest {
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** What of a recorded request any value is right for: names of query parameters, and JSON pointers into the body. */
export interface Hidden {
  readonly query: ReadonlySet<string>;
  readonly body: readonly string[];
}

/** The headers by which recorded responses to the same request differ. */
const TELLING = ['accept', 'accept-language', 'content-type', 'if-none-match', 'if-modified-since', 'range'];

/** Segments are compared decoded, and a slash at the end says nothing. */
export function pathKey(method: string, path: string): string {
  const segments = path.replace(/\/+$/, '').split('/').map(decoded);
  return JSON.stringify([method, ...segments]);
}

/**
 * `declared`: the names that the operation has. Without it, all parameters are compared. Their order says nothing, except among those of one name.
 */
export function sameQuery(recorded: string, wanted: string, hidden: ReadonlySet<string>, declared?: (name: string) => boolean): boolean {
  const shown = (query: string): string =>
    [...new URLSearchParams(query)]
      .filter(([name]) => !hidden.has(name) && declared?.(name) !== false)
      .map((pair, index) => [...pair, String(index).padStart(6, '0')] as const)
      .sort(([a, , first], [b, , second]) => compare(a, b) || compare(first, second))
      .map(([name, value]) => JSON.stringify([name, value]))
      .join();
  return shown(recorded) === shown(wanted);
}

export function sameBody(recorded: ComparedRequest, wanted: ComparedRequest, hidden: readonly string[]): boolean {
  const [one, other] = [recorded.body ?? new Uint8Array(), wanted.body ?? new Uint8Array()];
  if (hidden.includes('') || Buffer.compare(one, other) === 0) return true;
  if (one.length === 0 || other.length === 0) return false;
  const [type = '', wantedType = ''] = [recorded.headers['content-type'], wanted.headers['content-type']];
  if (isJson(type) && isJson(wantedType)) return sameJson(jsonOf(one), jsonOf(other), '', new Set(hidden));
  const names = new Set(hidden.map((place) => place.slice(1)));
  if (isUrlencoded(type) && isUrlencoded(wantedType)) return sameQuery(textOf(one), textOf(other), names);
  const [boundary, wantedBoundary] = [boundaryOf(type), boundaryOf(wantedType)];
  if (boundary === undefined || wantedBoundary === undefined) return false;
  const parts = (body: Uint8Array, by: string): string =>
    JSON.stringify(partsIn(Buffer.from(body).toString('latin1'), by).map(({ name, content }) => [name, names.has(name) ? '' : content]));
  return parts(one, boundary) === parts(other, wantedBoundary);
}

/** How many of the headers that tell responses apart are the same. */
export function likeness(recorded: ComparedRequest, wanted: ComparedRequest): number {
  return TELLING.filter((name) => recorded.headers[name] === wanted.headers[name]).length;
}

function sameJson(one: unknown, other: unknown, at: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.has(at) || Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  if (members.size !== others.size) return false;
  return [...members].every(
    ([name, value]) =>
      others.has(name) && sameJson(value, others.get(name), `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, hidden),
  );
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
