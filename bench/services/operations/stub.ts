// The generated server of a document, with handlers that return constants: what live services are compared with.

import type { FetchHandler } from '@octavo/runtime';
import type { Credential } from '../../../services/platform/service.ts';

type Create = (handlers: object, options: object) => FetchHandler;

/** @param results what the handler of each operation returns, by its name */
export async function stubOf(
  document: string,
  results: Readonly<Record<string, unknown>>,
  credentials: readonly Credential[],
): Promise<FetchHandler> {
  const generated = (await import(`@octavo/interfaces/${document}`)) as Readonly<Record<string, unknown>>;
  const create = Object.entries(generated).find(([name]) => /^create\w+Server$/.test(name))?.[1] as Create | undefined;
  if (create === undefined) throw new Error(`@octavo/interfaces/${document} has no server.`);
  const handlers = Object.fromEntries(Object.entries(results).map(([operation, result]) => [operation, () => result]));
  // Also for signatures, which the runtime verifies with the secret.
  const schemes = credentials
    .map(({ scheme, value }) => [scheme, { secret: value.slice(value.indexOf(':') + 1), principal: {} }])
    .reverse();
  const security = Object.fromEntries(schemes.map(([scheme, principal]) => [scheme, () => principal]));
  return create(handlers, { security, validateResponses: true });
}
