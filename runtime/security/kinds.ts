// The server's halves of all kinds of security schemes (OpenAPI 3.1 section 4.8.27). Client bundles do not import this file.

import { getOwn } from '../contract/own.ts';
import type { SecurityScheme } from '../contract/security.ts';
import { apiKeyServer } from './api-key.ts';
import { basicServer } from './basic.ts';
import { bearerServer } from './bearer.ts';
import type { ServerHalf } from './handler.ts';
import { httpServer } from './http.ts';
import { mutualTlsServer } from './mutual-tls.ts';
import { signatureServer } from './signature.ts';
import { undeclaredServer } from './undeclared.ts';

const KINDS: Readonly<Record<string, ServerHalf<never>>> = {
  apiKey: apiKeyServer,
  basic: basicServer,
  bearer: bearerServer,
  http: httpServer,
  mutualTLS: mutualTlsServer,
  signature: signatureServer,
  undeclared: undeclaredServer,
};

/** @throws {Error} for a kind that is not in the table. */
export function serverHalf({ kind, name }: SecurityScheme): ServerHalf<SecurityScheme> {
  const half = getOwn(KINDS, kind);
  if (half === undefined) throw new Error(`The security scheme ${name} has the unknown kind ${kind}.`);
  return half as ServerHalf<SecurityScheme>;
}
