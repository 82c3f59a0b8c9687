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

/** Reads the request of a client. @param target path and query as they were sent */
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

export const UNKNOWN_KEY: Refused = { code: 4001, message: 'No app has this key.' };
export const TOO_MANY: Refused = { code: 4004, message: 'The app has too many connections.' };

/** Why an app takes no connection, if so. */
export function refusalOf({ is_enabled, requires_tls }: AppRow, isSecure: boolean): Refused | undefined {
  if (!is_enabled) return { code: 4003, message: 'The app is disabled.' };
  if (requires_tls && !isSecure) return { code: 4000, message: 'The app accepts only TLS.' };
  return undefined;
}
