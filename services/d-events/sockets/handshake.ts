// Reads the address that a client connects to: the key of its app, and the protocol that it speaks.

import type { SocketCloseCode } from '@octavo/interfaces/d-events';
import type { AppRow } from '../tables.ts';

export interface Wanted {
  readonly key: string;
  readonly protocol: number;
}

/** A connection that is refused: the code with which it is closed, and why. */
export interface Refused {
  readonly code: SocketCloseCode;
  readonly message: string;
}

/** What a client asks for. @param target path and query as they were sent */
export function wantedBy(target: string): Wanted | Refused {
  const url = URL.canParse(target, 'ws://localhost') ? new URL(target, 'ws://localhost') : undefined;
  const key = /^\/app\/([\w-]{1,64})\/?$/.exec(url?.pathname ?? '')?.[1];
  if (url === undefined || key === undefined) return { code: 4005, message: 'Connect to /app/ and the key of an app.' };
  const protocol = url.searchParams.get('protocol');
  if (protocol === null || protocol === '') return { code: 4008, message: 'The parameter protocol is missing.' };
  if (!/^[4-7]$/.test(protocol)) return { code: 4007, message: 'The protocols are 4 to 7.' };
  const version = url.searchParams.get('version');
  if (version !== null && !/^[\w.+-]{1,64}$/.test(version)) return { code: 4006, message: 'The parameter version is malformed.' };
  return { key, protocol: Number(protocol) };
}

/** Why an app does not take a connection, if so. */
export function refusalOf(app: AppRow | undefined, isSecure: boolean, connections: number): Refused | undefined {
  if (app === undefined) return { code: 4001, message: 'No app has this key.' };
  if (app.is_enabled === 0) return { code: 4003, message: 'The app is disabled.' };
  if (app.requires_tls === 1 && !isSecure) return { code: 4000, message: 'The app accepts only TLS.' };
  if (connections >= app.most_connections) return { code: 4004, message: 'The app has too many connections.' };
  return undefined;
}
