// Finds the scheme and authority that a caller used. Behind a proxy they are in headers, `Forwarded` (RFC 7239) or `X-Forwarded-*`, if it is trusted.
import { ConfigurationError } from '../contract/errors.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { isInNetwork, networkOf } from '../wire/url/ip-address.ts';

/** The proxies in front of a server. */
export interface TrustedProxies {
  /**
   * Their addresses and networks: `['10.0.0.0/8', '::1']`. `any`: only one proxy can connect to the server, on a platform that does not say from
   * which address.
   */
  readonly addresses: 'any' | readonly string[];
  /**
   * The headers that they set, and that they do not pass on as the caller sent them. All other headers are the caller's, and are ignored. Several
   * proxies, one behind the other, need `forwarded` or `x-forwarded-for`, which say who connected to each.
   */
  readonly headers: readonly ('forwarded' | 'x-forwarded-proto' | 'x-forwarded-host' | 'x-forwarded-for')[];
}

/** Gives the origin of a request, such as `https://api.example`. */
type OriginOf = (request: ServerRequest) => string;

/** @throws {ConfigurationError} for text that is neither an address nor a network. */
export function originFinder(proxies: TrustedProxies | undefined): OriginOf {
  if (proxies === undefined) return (request) => request.origin;
  const isTrusted = trustOf(proxies.addresses);
  return (request) => {
    if (proxies.addresses !== 'any' && !isTrusted(request.peer)) return request.origin;
    const read = (name: TrustedProxies['headers'][number]): string | undefined =>
      proxies.headers.includes(name) ? request.header(name) : undefined;
    const seen = forwarded(read('forwarded'), isTrusted) ?? separate(read, isTrusted);
    const [scheme = '', authority = ''] = request.origin.split('://');
    const proto = seen.proto?.toLowerCase();
    return `${proto === 'http' || proto === 'https' ? proto : scheme}://${authorityOf(seen.host) ?? authority}`;
  };
}

/** The text if it is a host, with or without a port. */
export function authorityOf(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(text) ? text : undefined;
}

type IsTrusted = (address: string | undefined) => boolean;

function trustOf(addresses: TrustedProxies['addresses']): IsTrusted {
  if (addresses === 'any') return () => false;
  const networks = addresses.map((text) => {
    const network = networkOf(text);
    if (network === undefined)
      throw new ConfigurationError(
        `trustedProxies: ${JSON.stringify(text)} is neither an address nor a network; write one such as 10.0.0.7 or 10.0.0.0/8.`,
      );
    return network;
  });
  return (address) => address !== undefined && networks.some((network) => isInNetwork(address, network));
}

/** The request as it reached a proxy. */
interface Received {
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

/**
 * The number of trusted proxies, one behind the other: the one that is connected to the server, and each that is connected to one of these. `callers`
 * has the address that connected to each proxy, the nearest proxy last. What the caller has made up stands before.
 */
function trustedHops(callers: readonly (string | undefined)[], isTrusted: IsTrusted): number {
  let count = 1;
  while (count < callers.length && isTrusted(addressOf(callers[callers.length - count]))) count++;
  return count;
}

function forwarded(header: string | undefined, isTrusted: IsTrusted): Received | undefined {
  // A caller could open a quote that swallows what the proxy has added.
  if (header === undefined || !/^(?:[^"]|"(?:[^"\\]|\\.)*")*$/.test(header)) return undefined;
  const elements = split(header, ',').map((element) => {
    const pairs = split(element, ';').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim().toLowerCase(), unquoted(value.join('=').trim())];
    });
    return new Map(pairs);
  });
  const callers = elements.map((element) => element.get('for'));
  const element = elements[elements.length - trustedHops(callers, isTrusted)];
  return { proto: element?.get('proto'), host: element?.get('host') };
}

function separate(read: (name: TrustedProxies['headers'][number]) => string | undefined, isTrusted: IsTrusted): Received {
  const itemsOf = (name: TrustedProxies['headers'][number]) =>
    read(name)
      ?.split(',')
      .map((item) => item.trim()) ?? [];
  const count = trustedHops(itemsOf('x-forwarded-for'), isTrusted);
  // Some proxies add to these headers, others replace them.
  const itemOf = (items: readonly string[]) => items[Math.max(0, items.length - count)];
  return { proto: itemOf(itemsOf('x-forwarded-proto')), host: itemOf(itemsOf('x-forwarded-host')) };
}

/** The address of `192.0.2.43:47011`, `[2001:db8::1]:4711` or `2001:db8::1`. */
function addressOf(node: string | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.startsWith('[')) return node.slice(1, node.indexOf(']'));
  const [address = '', port, more] = node.split(':', 3);
  return port !== undefined && more === undefined ? address : node;
}

/** Splits at a separator that is not within quotes. */
function split(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g : /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
