// Where a flow of OAuth goes, for the server that requests go to now.
import type { ConsoleFlow, ConsoleServer, ConsoleSignIn } from '../../../generator/docs/console/data.ts';
import type { ServerChoice } from '../request/servers.ts';

/** What the address of a flow is relative to, and which server of the document it may belong to. */
export interface Ground {
  readonly servers: readonly ConsoleServer[];
  readonly server: Pick<ServerChoice, 'id' | 'url'> | undefined;
}

/**
 * The address as it is called: that of the live service, where the document has it at the origin of one of its servers. A mock signs nobody in, so
 * its address replaces none.
 */
export function placeAt(written: string, { servers, server }: Ground): string {
  const base = server === undefined || server.id === 'mock' ? servers[0]?.filled : server.url;
  const url = URL.parse(written, base === undefined ? undefined : `${base.replace(/\/$/, '')}/`);
  if (url === null) return written;
  const isOwn = servers.some(({ filled }) => URL.parse(filled)?.origin === url.origin);
  if (!isOwn || server?.id !== 'live') return url.href;
  return new URL(`${url.pathname}${url.search}`, server.url).href;
}

/** The flow with the addresses that are called. */
export function placedFlow(flow: ConsoleFlow, ground: Ground): ConsoleFlow {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl } = flow;
  const urls = Object.entries({ authorizationUrl, deviceAuthorizationUrl, tokenUrl }).flatMap(([name, url]) =>
    url === undefined ? [] : [[name, placeAt(url, ground)] as const],
  );
  return { ...flow, ...Object.fromEntries(urls) };
}

/** The address to show, which the client's id and secret go to. */
export function tokenPlace(signIn: ConsoleSignIn, flow: ConsoleFlow, ground: Ground): string | undefined {
  const { openIdConnectUrl } = signIn;
  return openIdConnectUrl === undefined ? placedFlow(flow, ground).tokenUrl : placeAt(openIdConnectUrl, ground);
}
