// Hashes the keys and tokens of callers, so that the store holds none that could be used.

import { createHash, hash, timingSafeEqual } from 'node:crypto';

/**
 * The digest of a key or token, which the store holds and looks it up by: SHA-256 in hexadecimal. A slow hash is for passwords; keys are random and
 * long enough that no attacker can try all of them.
 */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function equalSecrets(left: string, right: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(left), digest(right));
}
