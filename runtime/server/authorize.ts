// Decides whether a request meets an operation's security: alternatives, each a set of schemes that must all be met (OpenAPI 3.1 section 4.8.30).

import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { authenticate, challengeOf } from './authenticate.ts';
import type { Incoming } from './security.ts';
import { ForbiddenError, type SecurityContext, type SecurityHandler } from './security.ts';

export type Decision =
  | { readonly kind: 'granted'; readonly principal: unknown; readonly principals: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unauthorized'; readonly challenge: string }
  | { readonly kind: 'forbidden'; readonly detail: string };

/** Of an operation that asks for no credential, or of a request without one where that is allowed. */
export const ANONYMOUS: Decision = { kind: 'granted', principal: undefined, principals: Object.freeze({}) };

/** Whether every scheme that an operation names has a handler. */
export function canAuthorize(operation: Operation, handlers: object | undefined): boolean {
  const schemes = (operation.security ?? []).flat();
  return schemes.every(({ scheme }) => typeof getOwn(handlers, scheme.name) === 'function');
}

/**
 * The first alternative that is met is taken. A credential that is refused is not anonymous: `{}` holds only for requests that brought none.
 * What a handler throws is thrown on, but for `forbidden()`.
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
      if (typeof handler !== 'function') throw new Error(`The option security has no handler for ${scheme.name}.`);
      try {
        const found = await authenticate(scheme, incoming, handler as SecurityHandler, { ...context, scopes });
        if (found != null) {
          principals.push([scheme.name, found.principal]);
          continue;
        }
        refused ||= found === null;
        challenges.add(challengeOf(scheme, realm, found === null));
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error;
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
  return { kind: 'unauthorized', challenge: [...challenges].join(', ') };
}
