// The largest body that a server reads for each operation.

import { ConfigurationError } from '../contract/errors.ts';

/** One limit for all, or by handler name: `{ setCover: 20 * 1024 * 1024 }`. `default` is the limit of the others. In bytes. */
export type BodyLimit = number | Readonly<Record<string, number>>;

/** 1 MiB, in bytes. */
export const BODY_BYTES = 1024 * 1024;

/** The limit of an operation by its handler name. */
export function bodyLimits(limit: BodyLimit = BODY_BYTES): (name: string) => number {
  if (typeof limit === 'number') return () => limit;
  const { default: other = BODY_BYTES } = limit;
  return (name) => (Object.hasOwn(limit, name) ? (limit[name] ?? other) : other);
}

/** @throws {ConfigurationError} for a limit that is not a number of bytes, and for a name that no operation has */
export function checkBodyLimits(limit: BodyLimit | undefined, service: string, names: readonly string[]): void {
  const limits = typeof limit === 'object' ? limit : { default: limit ?? BODY_BYTES };
  for (const [name, bytes] of Object.entries(limits)) {
    if (name !== 'default' && !names.includes(name)) throw new ConfigurationError(`${service}: maxBodyBytes names no operation: ${name}.`);
    if (!(bytes >= 0)) throw new ConfigurationError(`${service}: maxBodyBytes must be a number of bytes, and is ${bytes} for ${name}.`);
  }
}
