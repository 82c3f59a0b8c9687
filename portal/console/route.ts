// The addresses of the console, which stand after `#`: `#/h-email/findEmail`, `#/d-events/webhook/channelEvents`, and what a link carries: a whole
// request as `r`, one of the sandbox's log as `log`, or values of the path as `path.<name>`.
import type { ConsoleOperation } from '../../generator/docs/console/data.ts';
import { decoded } from '../shared/decoded.ts';

export interface Route {
  readonly service: string;
  readonly kind: ConsoleOperation['kind'] | 'socket';
  /** The id of the operation, or the key of the socket. */
  readonly id: string;
  /** A request that the link carries, as `link.ts` writes it. */
  readonly request?: string;
  /** A request of the sandbox's log, as `request/logged.ts` reads it. */
  readonly logged?: string;
  /** Values of path parameters, in place of those of the example. */
  readonly path?: Readonly<Record<string, string>>;
}

const KINDS: readonly string[] = ['webhook', 'callback', 'socket'] satisfies Route['kind'][];

/** `undefined` for an address that names no operation. */
export function parseRoute(hash: string): Route | undefined {
  const [place = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const parts = place.split('/').map(decoded);
  const [service = '', second = '', third] = parts;
  if (service === '' || second === '') return undefined;
  const values = new URLSearchParams(query);
  const request = values.get('r');
  const path = [...values].flatMap(([name, value]) => (name.startsWith('path.') ? [[name.slice('path.'.length), value] as const] : []));
  const logged = values.get('log');
  const rest = {
    ...(request === null ? {} : { request }),
    ...(logged === null ? {} : { logged }),
    ...(path.length === 0 ? {} : { path: Object.fromEntries(path) }),
  };
  if (third !== undefined && KINDS.includes(second)) return { service, kind: second as Route['kind'], id: third, ...rest };
  return { service, kind: 'operation', id: second, ...rest };
}

export function hashOf({ service, kind, id, request, path = {} }: Route): string {
  const parts = kind === 'operation' ? [service, id] : [service, kind, id];
  const values = [
    ...(request === undefined ? [] : [`r=${encodeURIComponent(request)}`]),
    ...Object.entries(path).map(([name, value]) => `path.${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  ];
  return `#/${parts.map(encodeURIComponent).join('/')}${values.length === 0 ? '' : `?${values.join('&')}`}`;
}
