// Decides whether a request meets an operation's security: alternatives, each a set of schemes that must all be met (OpenAPI 3.1 section 4.8.30).

import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import {
  type Authenticated,
  ForbiddenError,
  type Incoming,
  quote,
  type SecurityContext,
  type SecurityHandler,
} from '../security/handler.ts';
import { serverHalf } from '../security/kinds.ts';
import { RefusalError } from './faults/refuse.ts';

interface Granted {
  readonly kind: 'granted';
  readonly principal: unknown;
  readonly principals: Readonly<Record<string, unknown>>;
}

export type Decision =
  | Granted
  | { readonly kind: 'unauthorized'; readonly credential: 'missing' | 'invalid'; readonly challenge: string }
  | { readonly kind: 'forbidden'; readonly detail: string };

/** The decision for an operation that needs no credential, or for a request without one where that is allowed. */
export const ANONYMOUS: Granted = { kind: 'granted', principal: undefined, principals: Object.freeze({}) };

/** Whether every scheme of an operation has a handler. */
export function canAuthorize(operation: Operation, handlers: object | undefined): boolean {
  const schemes = (operation.security ?? []).flat();
  return schemes.every(({ scheme }) => typeof getOwn(handlers, scheme.name) === 'function');
}

/**
 * Takes the first alternative that is met. A refused credential is not anonymous: `{}` allows only requests without a credential.
 * Errors of handlers, refusals too, are thrown on, except `forbidden()`.
 */
export async function authorize(
  operation: Operation,
  incoming: Incoming,
  handlers: object | undefined,
  context: Omit<SecurityContext, 'scopes'>,
  realm: string,
): Promise<Decision> {
  const alternatives = operation.security ?? [];
  if (alternatives.length === 0) return ANONYMOUS;
  let refused = false;
  let forbidden: ForbiddenError | undefined;
  const challenges = new Set<string>();
  for (const requirements of alternatives) {
    const principals: [string, unknown][] = [];
    for (const { scheme, scopes = [] } of requirements) {
      const handler = getOwn(handlers, scheme.name);
      if (typeof handler !== 'function') throw new Error(`The option security has no handler for ${scheme.name}; add one.`);
      const half = serverHalf(scheme);
      try {
        const found = await half.authenticate(scheme, incoming, (credential) =>
          ask(handler as SecurityHandler, credential, { ...context, scopes }),
        );
        if (found != null) {
          principals.push([scheme.name, found.principal]);
          continue;
        }
        refused ||= found === null;
        challenges.add(half.challenge(scheme, quote(realm), found === null));
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw challenged(error, () => half.challenge(scheme, quote(realm), true));
        forbidden ??= error;
      }
      break;
    }
    if (requirements.length > 0 && principals.length === requirements.length) {
      return { kind: 'granted', principal: principals[0]?.[1], principals: Object.fromEntries(principals) };
    }
  }
  if (forbidden !== undefined) return { kind: 'forbidden', detail: forbidden.message };
  if (!refused && alternatives.some((requirements) => requirements.length === 0)) return ANONYMOUS;
  return { kind: 'unauthorized', credential: refused ? 'invalid' : 'missing', challenge: [...challenges].join(', ') };
}

/** The header `WWW-Authenticate` for all schemes of an operation; `''` where it has none. */
export function challengeOf({ security = [] }: Pick<Operation, 'security'>, realm: string): string {
  const all = security.flat().map(({ scheme }) => serverHalf(scheme).challenge(scheme, quote(realm), true));
  return [...new Set(all)].join(', ');
}

/** A 401 names the scheme (RFC 9110 section 15.5.2), so a refusal with that status gets the scheme's challenge, unless it has one. */
function challenged(error: unknown, challenge: () => string): unknown {
  if (!(error instanceof RefusalError) || error.status !== 401 || error.headers['www-authenticate'] !== undefined) return error;
  return error.with({ 'www-authenticate': challenge() });
}

/** Calls the user's handler. */
async function ask(handler: SecurityHandler, credential: unknown, context: SecurityContext): Promise<Authenticated | null> {
  const principal = await handler(credential as never, context);
  if (principal instanceof ForbiddenError || principal instanceof RefusalError) throw principal;
  return principal === null || principal === undefined || principal === false ? null : { principal };
}
