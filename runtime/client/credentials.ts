// Adds the credentials of an operation to a request: asks for them, and has their schemes make a new request of the one before.

import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import type { Renew, SecuredRequest } from '../contract/request.ts';

/**
 * The request with the first alternative for which there are credentials, wherever `{}` stands among them; without any, the request as it was, and
 * the service decides.
 */
export async function withCredentials(
  request: SecuredRequest,
  alternatives: NonNullable<Operation['security']>,
  credentials: object | undefined,
  signal?: AbortSignal,
): Promise<SecuredRequest> {
  next: for (const requirements of alternatives) {
    if (requirements.length === 0) continue;
    let secured = request;
    for (const { scheme, scopes = [] } of requirements) {
      let value = getOwn(credentials, scheme.name);
      if (typeof value === 'function') {
        const renewBy = (renew: Renew): void => {
          secured = { ...secured, renew };
        };
        value = await value({ operation: request.operation, scopes, signal, renewBy });
      }
      if (value === undefined && scheme.apply) continue next;
      secured = scheme.apply?.(value, secured) ?? secured;
    }
    return secured;
  }
  return request;
}
