// The address of a socket: the server's, with `ws` for `http`, and the path with its variables filled in.
import type { ConsoleSocket } from '../../../generator/docs/console/data.ts';
import type { Credentials } from '../request/exchange.ts';

/** The names in braces. */
export function variablesOf({ path }: Pick<ConsoleSocket, 'path'>): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** Parts of credentials that have the name of a variable. */
export function knownVariables(socket: Pick<ConsoleSocket, 'path'>, credentials: Credentials): Readonly<Record<string, string>> {
  const parts = Object.assign({}, ...Object.values(credentials).filter((value) => typeof value === 'object')) as Record<string, string>;
  return Object.fromEntries(variablesOf(socket).flatMap((name) => (parts[name] === undefined ? [] : [[name, parts[name]]])));
}

export function addressOf(baseUrl: string, { path }: Pick<ConsoleSocket, 'path'>, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${filled}`;
}
