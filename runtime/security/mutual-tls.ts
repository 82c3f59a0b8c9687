// Client certificates. The platform sends and verifies them, so a client has nothing to add, and the handler gets the whole request.
import type { SecurityScheme } from '../contract/security.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { CredentialHandler, ServerHalf } from './handler.ts';

export type MutualTlsHandler<Principal = unknown> = CredentialHandler<ServerRequest, Principal>;

export function mutualTlsScheme(name: string): SecurityScheme {
  return { name, kind: 'mutualTLS' };
}

export const mutualTlsServer: ServerHalf<SecurityScheme> = {
  authenticate: (_, { request }, ask) => ask(request),
  challenge: (_, realm) => `MutualTLS realm=${realm}`,
};
