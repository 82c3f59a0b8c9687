// Prints `rate-limits.ts`: how many requests a caller may make, as data for servers.
import type { Service } from '../../model/service.ts';
import { generatedBy } from '../text/escape.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';

export function emitRateLimits(service: Service): string {
  const limited = service.operations.filter(({ limits }) => limits.length > 0);
  const data = { all: service.limits, operations: Object.fromEntries(limited.map(({ name, limits }) => [name, limits])) };
  return (
    `${generatedBy(service.id)}/** How many requests a caller may make: of all operations together, and of an operation by its handler name. */\n` +
    `export const rateLimits = ${wrappedLiteral(data, 'export const rateLimits = '.length, 0)} as const;\n`
  );
}
