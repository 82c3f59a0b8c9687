// Checks the proof key of a code exchange (RFC 7636).

import { createHash } from 'node:crypto';
import { equalSecrets } from '../../platform/secrets.ts';

export type ChallengeMethod = 'S256' | 'plain';

/** Verifiers and challenges are 43 to 128 unreserved characters (sections 4.1 and 4.2). A widely used client makes verifiers of 171. */
const PROOF = /^[A-Za-z0-9\-._~]{43,256}$/;

export function isProof(text: string): boolean {
  return PROOF.test(text);
}

/** Clients write `s256` too. Without a method, the challenge is the verifier (section 4.3). */
export function methodOf(text: string | null): ChallengeMethod | undefined {
  if (text === null || text === 'plain') return 'plain';
  return text === 'S256' || text === 's256' ? 'S256' : undefined;
}

export function proves(verifier: string, challenge: string, method: ChallengeMethod): boolean {
  if (!isProof(verifier)) return false;
  return equalSecrets(method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url'), challenge);
}
