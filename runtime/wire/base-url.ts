// Turns a server of the document, or the URL that the caller gives, into the base URL of a client.
import { ConfigurationError } from '../contract/errors.ts';
import type { Server } from '../contract/operation.ts';

/** A service, or an operation that has servers of its own. */
interface ServerOwner {
  readonly id: string;
  readonly servers?: readonly Server[];
}

/**
 * The owner's first server with its variables filled in, or the URL that was given. No trailing slash.
 * @throws {ConfigurationError} for a URL that is not http(s), or has credentials, query or fragment; the message does not quote it.
 */
export function resolveBaseUrl(owner: ServerOwner, given: string | undefined, variables: object | undefined): string {
  const [server] = owner.servers ?? [];
  const text = given ?? server?.fill?.(server, variables) ?? server?.url ?? '/';
  // A relative server is of the page in a browser; elsewhere there is nothing to resolve it against.
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  const url = URL.canParse(text, page) ? new URL(text, page).href : '';
  if (!/^https?:\/\/[^/@]+\//.test(url) || /[?#{}]/.test(text))
    throw new ConfigurationError(`${owner.id}: baseUrl must be an http(s) URL without credentials, query and fragment.`);
  return url.replace(/\/$/, '');
}
