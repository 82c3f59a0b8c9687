// Finds out who sent a request and how they reached the service. Behind a proxy, that is in headers, which count where the proxy is trusted.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ServerRequest } from '@octavo/runtime';

/** What a trusted proxy says of a request. What it does not say is absent. */
interface Forwarded {
  /** The address of the client. */
  readonly client?: string | undefined;
  readonly scheme?: string | undefined;
  /** A host, with or without a port. */
  readonly authority?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The parts of a request in which a proxy says something. */
type Asked = Pick<ServerRequest, 'peer' | 'header'>;

/** The same parts of a request for a socket, which servers do not answer. */
export function askedBy({ socket, headers }: IncomingMessage): Asked {
  return { peer: socket.remoteAddress, header: (name) => [headers[name] ?? []].flat().join(', ') };
}

/** Whether TLS ends in this process. */
export function isEncrypted({ socket }: IncomingMessage): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

/** Reads the headers of a proxy: nothing where the request came from another address. */
export type Forwards = (request: Asked) => Forwarded;

export const noForwards: Forwards = () => ({});

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host`, and `X-Request-Id`, of requests from these addresses.
 * @param trusted addresses and networks: `10.0.0.7`, `10.0.0.0/8`, `::1`
 * @throws {Error} for a text that is neither
 */
export function forwardsOf(trusted: readonly string[]): Forwards {
  if (trusted.length === 0) return noForwards;
  const proxies = listOf(trusted);
  const isTrusted = (address: string | undefined): boolean => {
    const version = isIP(address ?? '');
    return version !== 0 && proxies.check(address ?? '', version === 4 ? 'ipv4' : 'ipv6');
  };
  return (request) => {
    if (!isTrusted(request.peer)) return {};
    const itemsOf = (name: string) => (request.header(name) ?? '').split(',').map((item) => item.trim());
    const senders = itemsOf('x-forwarded-for').map(addressIn);
    // Each proxy adds the address that connected to it, so those before the last that is not trusted are what the client has made up.
    let hops = 1;
    while (hops < senders.length && isTrusted(senders.at(-hops))) hops += 1;
    // Some proxies add to these two headers, others replace them.
    const seen = (items: readonly string[]) => items[Math.max(0, items.length - hops)];
    return {
      client: senders.at(-hops),
      scheme: matched(seen(itemsOf('x-forwarded-proto'))?.toLowerCase(), /^https?$/),
      authority: matched(seen(itemsOf('x-forwarded-host')), AUTHORITY),
      requestId: matched(request.header('x-request-id'), REQUEST_ID),
    };
  };
}

const AUTHORITY = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const REQUEST_ID = /^[\w.~+/=:-]{1,128}$/;

function matched(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** The address of `192.0.2.43:47011`, `[2001:db8::1]:4711` or `2001:db8::1`; `undefined` for what is none. */
function addressIn(text: string): string | undefined {
  const [, bracketed, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3})(?::\d+)?)$/.exec(text) ?? [];
  const address = bracketed ?? ipv4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

function listOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of trusted) {
    const [address = '', prefix] = text.split('/');
    const version = isIP(address);
    const bits = prefix === undefined || !/^\d{1,3}$/.test(prefix) ? undefined : Number(prefix);
    const isWhole = version !== 0 && (prefix === undefined || (bits !== undefined && bits <= (version === 4 ? 32 : 128)));
    if (!isWhole) throw new Error(`${text} is neither an address nor a network; write one such as 10.0.0.7 or 10.0.0.0/8.`);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return list;
}
