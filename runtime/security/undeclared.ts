// Security schemes that a document requires without declaring them. How a credential would be sent is unknown, so a client sends none, and the
// handler of a server gets the whole request.
import type { SecurityScheme } from '../contract/security.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { CredentialHandler, ServerHalf } from './handler.ts';

export type UndeclaredHandler<Principal = unknown> = CredentialHandler<ServerRequest, Principal>;

export function undeclaredScheme(name: string): SecurityScheme {
  return { name, kind: 'undeclared' };
}

export const undeclaredServer: ServerHalf<SecurityScheme> = {
  authenticate: (_, { request }, ask) => ask(request),
  challenge: (_, realm) => `Undeclared realm=${realm}`,
};
