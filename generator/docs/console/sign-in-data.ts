// Collects how a reader gets a token for a security scheme: the flows of OAuth that a person can go through in the portal.

import type { SecurityScheme } from '../../model/service.ts';
import type { ConsoleFlow, ConsoleSignIn } from './data.ts';

/**
 * The flows in the order in which they are offered. Implicit and password flows give tokens away (RFC 9700 section 2.1.2 and 2.4), so they are left
 * out.
 */
const FLOWS = ['authorizationCode', 'deviceAuthorization', 'clientCredentials'] as const;

/** `undefined` for a scheme without such a flow. */
export function signInData(scheme: SecurityScheme): ConsoleSignIn | undefined {
  if (scheme.kind === 'openIdConnect') return { openIdConnectUrl: scheme.url, flows: FLOWS.map((flow) => ({ flow, scopes: [] })) };
  if (scheme.kind !== 'oauth2') return undefined;
  const flows = FLOWS.flatMap((name): ConsoleFlow[] => {
    const found = scheme.flows.find(({ flow }) => flow === name);
    if (found === undefined) return [];
    const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, scopes } = found;
    const urls = { authorizationUrl, deviceAuthorizationUrl, tokenUrl };
    const written = Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined));
    return [{ flow: name, ...written, scopes: [...scopes].map(([scope, meaning]) => ({ scope, meaning })) }];
  });
  return flows.length === 0 ? undefined : { flows };
}
