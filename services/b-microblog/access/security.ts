// Decides which credential may do what in version 2: app-only tokens, and those that a user has granted, by the alternatives of the operation.

import type { MicroblogSecurity } from '@octavo/interfaces/b-microblog';
import { forbidden, refuse, type SecurityContext } from '@octavo/runtime';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { includes } from './levels.ts';
import { type Found, tokenFinder } from './tokens.ts';

type Scheme = keyof MicroblogSecurity<Caller>;

/** The scheme that a token belongs to. Those of version 1.1 mean nothing here. */
const SCHEMES: Readonly<Partial<Record<Found['kind'], Scheme>>> = { app: 'bearer', user: 'oauth2' };

/** How a refusal calls the tokens of a scheme. */
const NAMES: Readonly<Record<Scheme, string>> = { bearer: 'an app-only token', oauth2: "a user's token" };
const ADJECTIVES: Readonly<Record<Scheme, string>> = { bearer: 'app-only', oauth2: "a user's" };

export function security(platform: MicroblogPlatform): MicroblogSecurity<Caller> {
  const find = tokenFinder(platform);

  const handlerOf = (scheme: Scheme) => async (token: string, context: SecurityContext) => {
    const found = await find(token);
    const own = found && SCHEMES[found.kind];
    if (found === undefined || own === undefined) return null;
    if (own !== scheme) return otherScheme(own, context);
    const missing = context.scopes.filter((scope) => !found.scopes.includes(scope));
    if (missing.length > 0) return forbidden(`The token lacks the scope ${missing.join(' and the scope ')}.`);
    if (!includes(found.caller.level, context.operation.id)) throw tooLow();
    return found.caller;
  };
  return { bearer: handlerOf('bearer'), oauth2: handlerOf('oauth2') };
}

/**
 * A token of another scheme than the one that is asked: another alternative of the operation may be met by it.
 * @throws the refusal 403 where none is
 */
function otherScheme(own: Scheme, { operation: { security = [] } }: SecurityContext): null {
  const allowed = security.flat().map(({ scheme }) => scheme.name as Scheme);
  if (allowed.includes(own)) return null;
  throw refuse(403, {
    code: 'unsupported-authentication',
    detail: `This operation requires ${allowed.map((name) => NAMES[name]).join(' or ')}, but the token is ${ADJECTIVES[own]}.`,
  });
}

function tooLow(): Error {
  const values = { reason: 'client-not-enrolled', registration_url: 'https://microblog.example.com/developers/access' };
  return refuse(403, { code: 'client-forbidden', values });
}
