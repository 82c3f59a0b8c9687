// Serves documents of a sandbox on loopback or another address, each on a port of its own.

import { type FetchHandler, type Interceptor, intercept } from '@octavo/runtime';
import { type ServedAddress, type ServeTls, serve } from '@octavo/runtime/node';
import type { ServiceServer } from '../service.ts';

/** Where a document is served. */
export interface Address {
  /** The base URL for a client: `http://127.0.0.1:4010/v2`, with TLS `https://127.0.0.1:4010/v2`. */
  readonly baseUrl: string;
  readonly port: number;
  /** The scheme and authority with which links begin: `https://booking.example.com`. */
  readonly origin: string;
  /** Whether the origin was given, since a proxy is before it. */
  readonly isFixed: boolean;
}

export interface ListenOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Serves HTTPS in place of HTTP. */
  readonly tls?: ServeTls | undefined;
  /** The scheme and authority of a proxy before it, by which callers reach it: `https://booking.example.com`. Default: where it listens. */
  readonly publicOrigin?: string | undefined;
  /** Gets each request before the document does: it answers what is beside the operations. */
  readonly before?: Interceptor | undefined;
  /** How long requests under way have to end when it stops to listen. Default: 10,000. */
  readonly drainMilliseconds?: number | undefined;
}

export interface Addresses {
  /** Starts to listen for a document, on the first call. Rejects where it cannot, such as on a port that is in use. */
  listen(document: string, handler: ServiceServer, options: ListenOptions): Promise<Address>;
  /** Where a document is served, if it is. */
  of(document: string): Address | undefined;
  /** Ends requests under way, then stops to listen. */
  close(): Promise<void>;
}

export function createAddresses(): Addresses {
  const open = new Map<string, Promise<ServedAddress>>();
  const known = new Map<string, Address>();
  return {
    async listen(document, handler, { port = 0, host = '127.0.0.1', tls, publicOrigin, before, drainMilliseconds }) {
      const guarded = before === undefined ? handler : intercept(handler, before);
      const limits = drainMilliseconds === undefined ? {} : { closeTimeoutMilliseconds: drainMilliseconds };
      const opening = open.get(document) ?? serve(guarded, { port, hostname: host, ...limits, ...(tls === undefined ? {} : { tls }) });
      open.set(document, opening);
      opening.catch(() => open.delete(document));
      const served = await opening;
      if (handler.upgrade !== undefined) served.upgrade(handler.upgrade);
      const address = {
        baseUrl: served.url + basePathOf(handler),
        port: served.port,
        origin: publicOrigin ?? served.url,
        isFixed: publicOrigin !== undefined,
      };
      known.set(document, address);
      return address;
    },
    of: (document) => known.get(document),
    async close() {
      const served = await Promise.allSettled(open.values());
      open.clear();
      known.clear();
      await Promise.all(served.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
    },
  };
}

/** The base path of a document. Operations with servers of their own may have others. */
function basePathOf({ served }: FetchHandler): string {
  return served?.routes.find(({ operation }) => operation.servers === undefined)?.basePath ?? '';
}
