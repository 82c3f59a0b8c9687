// Which recorded requests are to a service: those below one of its addresses.
import { serverPath } from '../base/server-path.ts';

interface WrittenServer {
  readonly url: string;
  readonly variables: readonly { readonly name: string; readonly enum?: readonly string[] }[];
}

/** The addresses of a document: its own servers, those of operations too. */
export interface Addressed {
  readonly servers: readonly WrittenServer[];
  readonly operations: readonly { readonly servers?: readonly WrittenServer[] }[];
}

/** An address that the paths of a document stand below. */
interface Base {
  /** For people: `https://api.example.com/v2`. */
  readonly name: string;
  /** Matches the host and path of a request below it. */
  readonly pattern: RegExp;
}

/** A request below a base. */
export interface Below {
  /** Path and query below the base. */
  readonly target: string;
  /** The base, with the path that the request has: `https://eu.example.com/v2`. */
  readonly base: string;
}

/**
 * `given`: addresses of the user, in place of the document's. `recorded`: one that the file names. One without a path has that of the document's
 * first server, or `basePath`.
 */
export function basesOf(
  { servers, operations }: Addressed,
  given: readonly string[],
  basePath: string | undefined,
  recorded?: string,
): readonly Base[] {
  const path = basePath ?? serverPath(servers[0]?.url ?? '');
  if (given.length > 0) return given.map((address) => givenBase(address, path));
  const own = [...servers, ...operations.flatMap((operation) => operation.servers ?? [])];
  const declared = own.flatMap((server) => serverBase(server) ?? []);
  const bases = recorded === undefined ? declared : [...declared, givenBase(recorded, '')];
  return [...new Map(bases.map((base) => [base.pattern.source, base])).values()];
}

function givenBase(address: string, path: string): Base {
  const { host, protocol, pathname } = new URL(address);
  const below = (pathname === '/' ? path : pathname).replace(/\/+$/, '');
  return { name: `${protocol}//${host}${below}`, pattern: patternOf(quoted(host), quoted(below)) };
}

/** `undefined` for a server without a host. */
function serverBase({ url, variables }: WrittenServer): Base | undefined {
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  if (host === undefined) return undefined;
  const written = (text: string): string =>
    text
      .split(/(\{[^}]*\})/)
      .map((part) => (part.startsWith('{') ? anyOf(variables.find(({ name }) => part === `{${name}}`)?.enum) : quoted(part)))
      .join('');
  return { name: url, pattern: patternOf(written(host.toLowerCase().replace(/:(?:80|443)$/, '')), written(path.replace(/\/+$/, ''))) };
}

function anyOf(values: readonly string[] | undefined): string {
  return values === undefined ? '[^/]+' : `(?:${values.map(quoted).join('|')})`;
}

function patternOf(host: string, path: string): RegExp {
  return new RegExp(`^${host}${path}(?=[/?]|$)`);
}

function quoted(text: string): string {
  return text.replace(/[^\w]/g, '\\$&');
}

/** By the longest base; `undefined` for a request to anything else. */
export function belowOf(bases: readonly Base[], url: URL, target: string): Below | undefined {
  const whole = url.host + target;
  const [longest] = bases.flatMap(({ pattern }) => pattern.exec(whole)?.[0] ?? []).toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return undefined;
  const rest = whole.slice(longest.length);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, base: `${url.protocol}//${longest}` };
}
