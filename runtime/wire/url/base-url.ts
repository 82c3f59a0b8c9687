// Finds the base URL of a client: a server of the document, or the URL that the caller gives.
import { ConfigurationError } from '../../contract/errors.ts';
import type { Server } from '../../contract/operation.ts';

/** A service, or an operation that has servers of its own. */
interface ServerOwner {
  readonly id: string;
  readonly servers?: readonly Server[];
}

/**
 * `given`, or the owner's first server with its variables filled in, without a trailing slash.
 * @throws {ConfigurationError} for a URL that is not http(s), or has credentials, query or fragment; the message does not quote it.
 */
export function resolveBaseUrl(owner: ServerOwner, given: string | undefined, variables: object | undefined): string {
  const [server] = owner.servers ?? [];
  const text = given ?? server?.fill?.(server, variables) ?? server?.url ?? '/';
  // In a browser, a relative server is relative to the page. Elsewhere it cannot be resolved.
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  const url = URL.canParse(text, page) ? new URL(text, page).href : '';
  if (!/^https?:\/\/[^/@]+\//.test(url) || /[?#{}]/.test(text))
    throw new ConfigurationError(`${owner.id}: baseUrl must be an http(s) URL without credentials, query and fragment.`);
  return url.replace(/\/$/, '');
}
